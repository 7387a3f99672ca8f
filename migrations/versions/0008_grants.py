"""The role of a secret link, with its boards, rounds and end; "" in links without limits."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("secret_link", sa.Column("terms", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.execute("UPDATE secret_link SET revoked_at = created_at WHERE terms <> ''")
    op.drop_column("secret_link", "terms")
