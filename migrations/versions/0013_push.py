"""Push subscriptions of spectators, on servers that want them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "push_subscription",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("tournament", sa.Text, primary_key=True),
        sa.Column("p256dh", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("entrants", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("push_by_tournament", "push_subscription", ["tournament"])
    op.create_table(
        "push_told",
        sa.Column("tournament", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("push_told")
    op.drop_table("push_subscription")
