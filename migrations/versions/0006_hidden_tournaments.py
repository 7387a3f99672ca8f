"""Which tournaments only who holds a link may see."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("stream", sa.Column("hidden", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("stream", "hidden")
