"""The log that leads each tournament, where it is another one; "" for those that are led here."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("stream", sa.Column("led_from", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("stream", "led_from")
