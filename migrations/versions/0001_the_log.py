"""The log, what lies beside it, and the guards."""

import secrets

import sqlalchemy as sa
from alembic import op

from planilla.adapters.store.guards import create_guards, drop_guards

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

POSITION = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    create_log()
    create_beside_the_log()
    create_views()
    connection = op.get_bind()
    begin_log(connection)
    create_guards(connection)


def create_log() -> None:
    op.create_table(
        "meta",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "log_head",
        sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("epoch", sa.Text, nullable=False),
        sa.CheckConstraint("one = 1", name="log_head_is_one_row"),
    )
    op.create_table(
        "stream",
        sa.Column("tournament", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "event",
        sa.Column("position", POSITION, primary_key=True, autoincrement=False),
        sa.Column("event_id", sa.Text, nullable=False),
        sa.Column("stream_id", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("schema_version", sa.Integer, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.Column("effective_at", sa.BigInteger),
        sa.Column("round", sa.BigInteger),
        sa.Column("corrects", sa.Text),
        sa.Column("command_id", sa.Text, nullable=False),
        sa.Column("causation_id", sa.Text, nullable=False),
        sa.Column("correlation_id", sa.Text, nullable=False),
        sa.Column("actor_id", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("event_id", name="event_id_once"),
        sa.UniqueConstraint("stream_id", "version", name="event_version_once"),
    )
    op.create_table(
        "command",
        sa.Column("command_id", sa.Text, primary_key=True),
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary, nullable=False),
        sa.Column("answered_at", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
    )


def create_beside_the_log() -> None:
    op.create_table(
        "timer",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("timer", sa.Text, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("command", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "timer"),
    )
    op.create_index("timer_by_due_at", "timer", ["due_at"])
    op.create_table(
        "person",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("entrant", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("salt", sa.LargeBinary),
        sa.Column("body", sa.LargeBinary),
        sa.PrimaryKeyConstraint("tournament", "entrant"),
    )
    op.create_table(
        "text",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("salt", sa.LargeBinary),
        sa.Column("body", sa.LargeBinary),
        sa.Column("audience", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "commitment"),
    )
    op.create_table(
        "secret_link",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("actor_id", sa.Text, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("revoked_at", sa.BigInteger),
    )


def create_views() -> None:
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


def begin_log(connection: sa.Connection) -> None:
    connection.execute(
        sa.text("INSERT INTO log_head (one, position, epoch) VALUES (1, 0, :epoch)"),
        {"epoch": secrets.token_hex(8)},
    )
    connection.execute(
        sa.text("INSERT INTO meta (name, value) VALUES ('command_secret', :secret)"),
        {"secret": secrets.token_bytes(32)},
    )


def downgrade() -> None:
    drop_guards(op.get_bind())
    for table in (
        "view_row",
        "projection_checkpoint",
        "secret_link",
        "text",
        "person",
        "timer",
        "command",
        "event",
        "stream",
        "log_head",
        "meta",
    ):
        op.drop_table(table)
