"""The name of the log, which stays what it is through every restore."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.get_bind().execute(
        sa.text("INSERT INTO meta (name, value) VALUES ('log_id', :log_id)"),
        {"log_id": secrets.token_bytes(16)},
    )


def downgrade() -> None:
    op.execute("DELETE FROM meta WHERE name = 'log_id'")
