"""Erasing people and texts: the rows are emptied, salt included; the commitments in events stay."""

from sqlalchemy import update

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
        return await self._side.write(lambda open_: open_.execute(statement).rowcount == 1)
