"""The what-if of a Masnou in words: who would sit where, right after the game and today."""

from dataclasses import dataclass

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.audit.masnou_replay import MasnouEdited, MasnouWhatIf
from planilla.domain.tournament.memory import Seating


@dataclass(frozen=True, kw_only=True)
class SeatLine:
    """A table, or the queue: the actual and the assumed players; empty for none."""

    place: str
    was: str
    would_be: str

    @property
    def differs(self) -> bool:
        """True if the result differs."""
        return self.was != self.would_be


@dataclass(frozen=True, kw_only=True)
class SeatTable:
    """All tables and the queue at one moment."""

    title: str
    lines: tuple[SeatLine, ...]


def change_line(page: TournamentPage, found: MasnouWhatIf) -> str:
    """The game with the other result."""
    return page.say(
        "whatif.hall.title",
        table=found.table,
        game=found.game,
        white=found.white,
        black=found.black,
        before=found.before,
        after=found.result,
    )


def seat_tables(page: TournamentPage, found: MasnouWhatIf | MasnouEdited) -> tuple[SeatTable, ...]:
    """Right after the game, where it is one, and today."""
    moments = [("now", found.now)]
    if isinstance(found, MasnouWhatIf):
        moments.insert(0, ("after", found.after))
    return tuple(
        SeatTable(title=page.say(f"whatif.hall.{key}"), lines=_lines(page, *seatings))
        for key, seatings in moments
    )


def reach_lines(page: TournamentPage, found: MasnouWhatIf | MasnouEdited) -> tuple[str, ...]:
    """Return sentences: the number of later results that stand, and the unknown ones."""
    kept = page.say("whatif.hall.kept", kept=found.kept)
    if not found.unknown:
        return (kept,)
    unknown = found.unknown
    return (kept, page.say("whatif.hall.unknown", n=len(unknown), games=unknown))


def _lines(page: TournamentPage, was: Seating, would_be: Seating) -> tuple[SeatLine, ...]:
    before = {table: (white, black) for table, white, black in was.tables}
    after = {table: (white, black) for table, white, black in would_be.tables}
    tables = [
        SeatLine(
            place=page.say("whatif.hall.at-table", table=table),
            was=_pair(page, before.get(table, ())),
            would_be=_pair(page, after.get(table, ())),
        )
        for table in sorted(before.keys() | after.keys())
    ]
    queue = SeatLine(
        place=page.say("whatif.hall.queue"),
        was=_queue(page, was.queue),
        would_be=_queue(page, would_be.queue),
    )
    return (*tables, queue)


def _pair(page: TournamentPage, pair: tuple[str, ...]) -> str:
    return " – ".join(page.name(each) for each in pair)


def _queue(page: TournamentPage, queue: tuple[str, ...]) -> str:
    return ", ".join(page.name(each) for each in queue)
