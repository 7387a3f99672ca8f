"""Sentences of a what-if: its facts, its reservations, and the range of each figure in a branch.

The command line, the page of a what-if and the dossier show the same sentences.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from planilla.audit.branch import Branch, FirstRatings, Outlook, Spread, ValueRange
from planilla.audit.compare import KEIZER_TOTAL
from planilla.audit.replay import FactWithState
from planilla.audit.round_by_round import RoundByRound
from planilla.audit.tally import HUNDRED, ScenarioShare, rounded
from planilla.domain.tournament.evolve import evolve
from planilla.presentation.catalogue import tr
from planilla.presentation.figures import MINUS, figure, money, signed, value, written
from planilla.presentation.sentences import event_sentence
from planilla.projections.timeline import in_context

SIGNS = ("+", MINUS)
POINTS, ELO, FIRST, PRIZE = "points", "elo", "first", "prize"


def fact_sentence(language: str, told: FactWithState, name_of: Callable[[str], str]) -> str:
    """Return the sentence of a fact with the tournament just before it."""
    row = in_context(told.before, told.fact, evolve(told.before, told.fact))
    return event_sentence(language, row, name_of=name_of)


def reservations(language: str, found: RoundByRound) -> tuple[str, ...]:
    """Return the remarks on a reading round by round: a schedule, a file, missing results."""
    told: list[tuple[str, dict[str, Any]]] = []
    if found.is_schedule:
        told.append(("schedule", {}))
    if found.imported:
        rounds = tuple(map(str, found.imported))
        told.append(("imported", {"n": len(rounds), "rounds": rounds}))
    if found.missing:
        told.append(("missing", {"n": len(found.missing), "games": found.missing}))
    return tuple(tr(language, f"whatif.{key}", **fields) for key, fields in told)


@dataclass(frozen=True, kw_only=True)
class FigureSaid:
    """A figure as text: now, its range, and its mean with the error.

    `name` is that of its column. `mean` is empty where all scenarios have the same, and of tie-
    breaks.
    """

    name: str
    now: str
    span: str
    mean: str = ""

    @property
    def goes_far(self) -> bool:
        """Return whether it differs between scenarios, or from now."""
        return bool(self.mean) or self.span != self.now


class BranchWords:
    """Sentences of the figures of a branch in one language."""

    def __init__(self, language: str, found: Branch) -> None:
        self._language = language
        self._found = found

    @cached_property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """Return the names of all figures that somebody has, each with its title."""
        places = self._found.places
        codes = [each.code for each in places[0].tiebreaks] if places else []
        others = (
            (ELO, any(each.elo is not None for each in places)),
            (FIRST, any(each.first_rating is not None for each in places)),
            (PRIZE, any(each.prize is not None for each in places)),
        )
        names = [POINTS, *codes, *(name for name, is_there in others if is_there)]
        return tuple((name, self._title(name)) for name in names)

    def _title(self, name: str) -> str:
        if name == KEIZER_TOTAL:
            return self._say("total")
        return self._say(name) if name in {POINTS, ELO, FIRST, PRIZE} else name

    def _say(self, key: str, **fields: Any) -> str:
        return tr(self._language, f"branch.figure.{key}", **fields)

    def figures(self, place: Outlook) -> dict[str, FigureSaid]:
        """Return the figures of an entrant, by the names of their columns."""
        said = [self._points(place.points), *map(self._tiebreak, place.tiebreaks)]
        if place.elo is not None:
            said.append(self._elo(place.elo))
        if place.first_rating is not None:
            said.append(self._first(place.first_rating))
        if place.prize is not None:
            said.append(self._prize(place.prize))
        return {each.name: each for each in said}

    def line(self, place: Outlook) -> str:
        """Return the figures of an entrant that vary, in one line; empty where none does."""
        figures, said = self.figures(place), list[str]()
        for name, title in self.columns:
            figure = figures.get(name)
            if figure is not None and figure.goes_far:
                key = "line-mean" if figure.mean else "line"
                said.append(self._say(key, title=title, span=figure.span, mean=figure.mean))
        return "; ".join(said)

    @property
    def how(self) -> str:
        """Return the sentence on what lowest, highest and mean are taken over."""
        return tr(self._language, f"branch.figures.{'exact' if self._found.exact else 'drawn'}")

    def _points(self, spread: Spread) -> FigureSaid:
        unit = self._found.unit
        mean, error = (
            written(self._language, rounded(Fraction(each, unit)))
            for each in (spread.mean, spread.error)
        )
        ends = [None if each is None else figure(each, unit) for each in _ends(spread)]
        return self._figure(POINTS, spread, ends, (mean, error))

    def _elo(self, spread: Spread) -> FigureSaid:
        mean = signed(self._language, rounded(Fraction(spread.mean, HUNDRED)))
        error = written(self._language, rounded(Fraction(spread.error, HUNDRED)))
        ends = [None if each is None else signed(self._language, each) for each in _ends(spread)]
        return self._figure(ELO, spread, ends, (mean, error))

    def _prize(self, spread: Spread) -> FigureSaid:
        mean, error = (
            self._money(rounded(Fraction(each, HUNDRED))) for each in (spread.mean, spread.error)
        )
        now = None if spread.now is None else self._money(spread.now)
        low, high = self._money(spread.low), self._money(spread.high)
        # Of two amounts the second alone names the currency.
        low = low if low == high else self._bare(low)
        mean = mean if self._found.exact else self._bare(mean)
        return self._figure(PRIZE, spread, [now, low, high], (mean, error))

    def _money(self, amount: int) -> str:
        return money(self._language, amount, self._found.currency)

    def _bare(self, amount: str) -> str:
        return amount.removesuffix(f" {self._found.currency}")

    def _figure(
        self, name: str, spread: Spread, ends: list[str | None], average: tuple[str, str]
    ) -> FigureSaid:
        now, low, high = ends
        said = "" if spread.low == spread.high else self._mean(*average)
        span = self._span(low or "", high or "")
        return FigureSaid(name=name, now=now or "", span=span, mean=said)

    def _mean(self, mean: str, error: str) -> str:
        if self._found.exact:
            return self._say("mean", mean=mean)
        return self._say("mean-drawn", mean=mean, error=error)

    def _span(self, low: str, high: str) -> str:
        signs = "-signed" if low.startswith(SIGNS) or high.startswith(SIGNS) else ""
        return low if low == high else self._say(f"span{signs}", low=low, high=high)

    def _tiebreak(self, found: ValueRange) -> FigureSaid:
        span = self._span(value(found.low), value(found.high))
        return FigureSaid(name=found.code, now=value(found.now), span=span)

    def _first(self, first: FirstRatings) -> FigureSaid:
        gets = share_said(self._language, first.gets)
        return FigureSaid(
            name=FIRST,
            now="" if first.now is None else str(first.now),
            span=self._span(str(first.low), str(first.high)),
            mean=self._say("gets", share=gets),
        )


def _ends(spread: Spread) -> tuple[int | None, int, int]:
    return spread.now, spread.low, spread.high


def share_said(language: str, share: ScenarioShare) -> str:
    """Return a share in hundredths, with its error where it has one."""
    fields: dict[str, Any] = {
        name: written(language, getattr(share, name)) for name in ("share", "error", "low", "high")
    }
    key = "share" if share.low == share.high else "share-drawn"
    return tr(language, f"whatif.branch.{key}", **fields)
