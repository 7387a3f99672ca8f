"""${message}."""

from alembic import op
import sqlalchemy as sa

from planilla.adapters.store.guards import create_guards

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}
    create_guards(op.get_bind())  # needed whenever the table `event` is touched


def downgrade() -> None:
    ${downgrades if downgrades else "pass"}
    create_guards(op.get_bind())
