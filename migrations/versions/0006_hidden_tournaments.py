"""The tournaments that are hidden from whoever holds no link to them, as their facts say."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("stream", sa.Column("hidden", sa.Integer, nullable=False, server_default="0"))
    # A log that was taken back to an older revision has such facts already.
    op.execute(
        "UPDATE stream SET hidden = 1 WHERE 'TournamentHidden' = (SELECT type FROM event"
        " WHERE event.stream_id = 'tournament/' || stream.tournament"
        " AND type IN ('TournamentHidden', 'TournamentShown') ORDER BY version DESC LIMIT 1)"
    )


def downgrade() -> None:
    op.drop_column("stream", "hidden")
