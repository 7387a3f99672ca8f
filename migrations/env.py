"""Alembic's entry: runs the migrations on the connection that `planilla migrate` hands in.

From the command line of Alembic itself: `alembic -x url=sqlite:///var/planilla.db …`.
"""

from alembic import context
from sqlalchemy import Connection

from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.store.schema import metadata


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with migrating_engine(context.get_x_argument(as_dictionary=True)["url"]).begin() as opened:
        run(opened)
