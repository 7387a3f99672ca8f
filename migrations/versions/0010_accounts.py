"""Accounts with their sessions, passkeys and sign-ins, on servers that want them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("disabled_at", sa.BigInteger),
        sa.Column("invitation_hash", sa.LargeBinary),
        sa.Column("invited_until", sa.BigInteger),
        sa.Column("accepted_at", sa.BigInteger),
        sa.UniqueConstraint("name_key", name="account_name_once"),
    )
    op.create_table(
        "account_session",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("user_agent", sa.Text, nullable=False),
    )
    op.create_index("session_by_account", "account_session", ["account"])
    op.create_table(
        "passkey",
        sa.Column("credential_id", sa.LargeBinary, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
    )
    op.create_table(
        "sign_in",
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
    )
    op.create_index("sign_in_by_account", "sign_in", ["account", "at"])
    op.create_index("link_by_actor", "secret_link", ["actor_id"])


def downgrade() -> None:
    op.execute(
        "UPDATE secret_link SET revoked_at = created_at"
        " WHERE actor_id LIKE 'account-%' AND revoked_at IS NULL"
    )
    op.drop_index("link_by_actor", "secret_link")
    for table in ("sign_in", "passkey", "account_session", "account"):
        op.drop_table(table)
