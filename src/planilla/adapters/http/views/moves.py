"""Movement in words: one line for each cause, and their sum."""

from collections.abc import Iterable
from dataclasses import dataclass

from planilla.adapters.http.reading import HistoryEntry
from planilla.adapters.http.views.timeline import fact_lines
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.presentation.tiebreaks import tiebreak_name
from planilla.projections.movement import Cause, Movement, Why

OTHERS_SHOWN = 6
"""Names that are listed; the others are counted."""


@dataclass(frozen=True, kw_only=True)
class MoveLine:
    """One cause: so many places (`+2`, `−1`), why, and the version of the event behind it."""

    places: int
    sign: str
    sentence: str
    version: int


@dataclass(frozen=True, kw_only=True)
class Moves:
    """The causes of the arrow with their sum, and what was changed before it."""

    round: int
    published: int
    before: int
    now: int
    lines: tuple[MoveLine, ...]
    total: str
    changes: tuple[MoveLine, ...]
    changes_total: str


def moves_of(page: TournamentPage, entries: Iterable[HistoryEntry], found: Movement) -> Moves:
    """A movement in words; `entries` are the facts that the reader may see."""
    return Moves(
        round=found.round,
        published=found.published,
        before=found.before,
        now=found.now,
        lines=tuple(_line(page, found.round, cause) for cause in found.causes),
        total=_sum([cause.places for cause in found.causes]),
        changes=_changes(page, entries, found.changes),
        changes_total=_sum([cause.places for cause in found.changes]),
    )


def _line(page: TournamentPage, number: int, cause: Cause) -> MoveLine:
    is_up = cause.places > 0
    sentence = page.say(
        f"page.movement.{cause.why.value}.{'up' if is_up else 'down'}"
        if cause.why is Why.TIEBREAK
        else f"page.movement.{cause.why.value}",
        round=number,
        points=page.points(cause.points),
        tiebreak=tiebreak_name(page.language, cause.tiebreak) if cause.tiebreak else "",
        value=page.tiebreak(cause.tiebreak, cause.values[0]) if cause.values else "",
        others=_others(page, cause),
    )
    return MoveLine(
        places=cause.places, sign=_signed(cause.places), sentence=sentence, version=cause.version
    )


def _others(page: TournamentPage, cause: Cause) -> tuple[str, ...]:
    """The others by name with what they scored or have; after the first few, how many more."""
    if cause.tiebreak:
        figures = [page.tiebreak(cause.tiebreak, value) for value in cause.values[1:]]
    else:
        figures = [page.points(value) for value in cause.theirs]
    named = [
        f"{page.isolated_name(other)} ({figure})"
        for other, figure in zip(cause.others, figures, strict=True)
    ]
    if len(named) <= OTHERS_SHOWN:
        return tuple(named)
    more = page.say("page.movement.more", n=len(named) - OTHERS_SHOWN)
    return (*named[:OTHERS_SHOWN], more)


def _changes(
    page: TournamentPage, entries: Iterable[HistoryEntry], causes: tuple[Cause, ...]
) -> tuple[MoveLine, ...]:
    versions = {cause.version for cause in causes}
    told = fact_lines(page, (each for each in entries if each.version in versions), {})
    sentences = {line.version: line.sentence for line in told}
    return tuple(
        MoveLine(
            places=cause.places,
            sign=_signed(cause.places),
            sentence=sentences[cause.version],
            version=cause.version,
        )
        for cause in causes
    )


def _signed(places: int) -> str:
    return f"+{places}" if places > 0 else f"−{-places}" if places < 0 else "0"


def _sum(places: list[int]) -> str:
    """The sum written out: `+3 −1 = +2`."""
    if len(places) < 2:
        return _signed(sum(places))
    return f"{' '.join(map(_signed, places))} = {_signed(sum(places))}"
