"""The pending timers without their commands, and the events that they are made from."""

import sqlalchemy as sa
from alembic import op

from planilla.adapters.store.guards import create_guards

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

OF_A_TIMER = sa.text("type IN ('TimerScheduled', 'TimerFired', 'TimerCancelled')")


def upgrade() -> None:
    # Batch mode, so that the grants of the table stay on PostgreSQL; its rows come from the log.
    op.execute("DELETE FROM timer")
    with op.batch_alter_table("timer") as timer:
        timer.drop_column("command")
    op.create_index(
        "event_of_timer",
        "event",
        ["position"],
        sqlite_where=OF_A_TIMER,
        postgresql_where=OF_A_TIMER,
    )
    create_guards(op.get_bind())


def downgrade() -> None:
    op.drop_index("event_of_timer", "event")
    create_guards(op.get_bind())
    op.execute("DELETE FROM timer")
    with op.batch_alter_table("timer") as timer:
        timer.add_column(sa.Column("command", sa.LargeBinary, nullable=False))
