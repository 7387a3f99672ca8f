"""The last use of a secret link, and who gave and revoked it."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("secret_link", sa.Column("seen_at", sa.BigInteger))
    for column in ("given_by", "revoked_by"):
        op.add_column("secret_link", sa.Column(column, sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    for column in ("revoked_by", "given_by", "seen_at"):
        op.drop_column("secret_link", column)
