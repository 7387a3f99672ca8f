"""The festival that each tournament is a part of, as its facts say; "" for none."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("stream", sa.Column("festival", sa.Text, nullable=False, server_default=""))
    # A log that was taken back to an older revision has such facts already.
    connection = op.get_bind()
    facts = connection.execute(
        sa.text(
            "SELECT stream_id, type, data FROM event"
            " WHERE type IN ('FestivalJoined', 'FestivalLeft') ORDER BY position"
        )
    )
    found = {
        stream_id.removeprefix("tournament/"): json.loads(bytes(data))["id"]
        if kind == "FestivalJoined"
        else ""
        for stream_id, kind, data in facts
    }
    for tournament, festival in found.items():
        connection.execute(
            sa.text("UPDATE stream SET festival = :festival WHERE tournament = :tournament"),
            {"festival": festival, "tournament": tournament},
        )


def downgrade() -> None:
    op.drop_column("stream", "festival")
