"""Erasing people and texts: the rows are emptied, salt included; the commitments in events stay."""

from sqlalchemy import Connection, update

from planilla.adapters.store import schema
from planilla.adapters.store.side import Side


class DatabasePeople:
    """The `People` port on SQLite or PostgreSQL."""

    def __init__(self, side: Side) -> None:
        self._side = side

    async def erase_person(self, tournament: str, entrant: str) -> bool:
        """Empty the personal data of an entrant, salt included; False when there were none."""
        person = schema.person
        statement = (
            update(person)
            .where(person.c.tournament == tournament, person.c.entrant == entrant)
            .where(person.c.body.is_not(None))
            .values(salt=None, body=None)
        )

        def erase(connection: Connection) -> bool:
            if connection.dialect.name == "sqlite":  # what is freed in the file is overwritten too
                connection.exec_driver_sql("PRAGMA secure_delete = ON")
            return connection.execute(statement).rowcount == 1

        return await self._side.write(erase)
