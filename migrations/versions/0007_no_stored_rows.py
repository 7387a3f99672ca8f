"""Views are folded from the log where they are shown; their stored rows are gone."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("view_row")
    op.drop_table("projection_checkpoint")


def downgrade() -> None:
    op.create_table(
        "projection_checkpoint",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("view", sa.Text, nullable=False),
        sa.Column("view_version", sa.Integer, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "view", "view_version"),
    )
    op.create_table(
        "view_row",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("view", sa.Text, nullable=False),
        sa.Column("view_version", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary),
        sa.PrimaryKeyConstraint("tournament", "view", "view_version", "key"),
    )
    op.create_index(
        "view_row_by_change", "view_row", ["tournament", "view", "view_version", "changed_at"]
    )
