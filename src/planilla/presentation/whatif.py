"""Sentences of a what-if: its facts, its reservations, and the range of each figure in a branch.

The command line, the page of a what-if and the dossier show the same sentences.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from planilla.audit.branch import Branch, FirstRatings, Outlook, RoundOutlook, Spread, ValueRange
from planilla.audit.compare import KEIZER_TOTAL, Consequences
from planilla.audit.edits import EditedLog
from planilla.audit.impact import Impact
from planilla.audit.masnou_replay import MasnouEdited, MasnouWhatIf
from planilla.audit.replay import FactWithState
from planilla.audit.round_by_round import RoundByRound
from planilla.audit.tally import HUNDRED, ScenarioShare, rounded
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.memory import Seating
from planilla.presentation.catalogue import Words, sentence, tr
from planilla.presentation.figures import MINUS, figure, money, signed, value, written
from planilla.presentation.impact import ImpactTopic, ImpactWords
from planilla.presentation.sentences import event_sentence
from planilla.projections.timeline import in_context

SIGNS = ("+", MINUS)
POINTS, ELO, FIRST, PRIZE = "points", "elo", "first", "prize"


def fact_sentence(language: str, context: FactWithState, name_of: Callable[[str], str]) -> str:
    """Return the sentence of a fact with the tournament just before it."""
    row = in_context(context.before, context.fact, evolve(context.before, context.fact))
    return event_sentence(language, row, name_of=name_of)


def reservations(language: str, found: RoundByRound) -> tuple[str, ...]:
    """Return the remarks on a reading round by round: a schedule, a file, missing results."""
    notes: list[tuple[str, dict[str, Any]]] = []
    if found.is_schedule:
        notes.append(("schedule", {}))
    if found.imported:
        rounds = tuple(map(str, found.imported))
        notes.append(("imported", {"n": len(rounds), "rounds": rounds}))
    if found.missing:
        notes.append(("missing", {"n": len(found.missing), "games": found.missing}))
    return tuple(tr(language, f"whatif.{key}", **fields) for key, fields in notes)


@dataclass(frozen=True)
class WhatIfWords(Words):
    """Sentences of both readings, and of a Masnou's what-if."""

    def edits(self, log: EditedLog) -> tuple[str, ...]:
        """Return a sentence for each fact that the edits remove or add."""
        return tuple(
            self.say(f"whatif.edit.{key}", version=each.fact.version, text=self.fact(each))
            for key, facts in (("left-out", log.left_out), ("added", log.added))
            for each in facts
        )

    def void(self, log: EditedLog) -> tuple[str, ...]:
        """Return a sentence for each later fact that would no longer hold, with the reason."""
        return tuple(
            self.say(
                "whatif.void",
                version=void.version,
                text=self.fact(context),
                why=sentence(self.language, void.code, void.fields, name_of=self.name_of),
            )
            for void, context in zip(log.void, log.voided, strict=True)
        )

    def fact(self, context: FactWithState) -> str:
        """Return the sentence of a fact."""
        return fact_sentence(self.language, context, self.name_of)

    def topics(self, effects: Consequences) -> tuple[ImpactTopic, ...]:
        """Return the changes of places, qualifying places, prizes and Elo, topic by topic."""
        words = ImpactWords(self.language, self.name_of)
        return words.topics(Impact(head=0, version=0, consequences=effects))

    def stages(self, found: RoundByRound) -> Iterator[tuple[str, Consequences]]:
        """Yield the title and the differences of each stage; one without a title if it is alone."""
        if not found.stages:
            yield "", found.consequences
        for each in found.stages:
            yield self.stage(found, each.stage), each.consequences

    def branches(self, found: Branch) -> Iterator[tuple[str, Branch]]:
        """Yield the title and the branch of each stage; one without a title if it is alone."""
        if not found.stages:
            yield "", found
        for each in found.stages:
            yield self.stage(found, each.stage), found.of_stage(each)

    def stage(self, found: RoundByRound | Branch, number: int) -> str:
        """Return the title of a stage that was played; empty where there is one stage alone."""
        titles = (each.title for each in found.stages if each.stage == number)
        return next((each or self.say("whatif.stage.first") for each in titles), "")

    def unit(self, found: RoundByRound, number: int) -> int:
        """Return the unit of the points of a round, that of its stage."""
        units = (each.consequences.unit for each in found.stages if each.stage == number)
        return next(units, found.unit)

    def later_stages(self, found: RoundByRound) -> tuple[ImpactTopic, ...]:
        """Return the topic of the places that would differ in started stages, if there are any."""
        topic = ImpactWords(self.language, self.name_of).stages(found.stage_impacts)
        return (topic,) if topic.lines else ()

    def scenarios(self, found: Branch) -> str:
        """Return a sentence on the scenarios of a branch: certain, all of them, or some drawn."""
        if found.certain:
            return self.say("whatif.branch.certain")
        key = "exact" if found.exact else "drawn"
        fields = {"worlds": found.worlds, "seed": found.seed, "share": found.drawn_games}
        return self.say(f"whatif.branch.{key}", **fields)

    def stopped(self, found: Branch) -> tuple[str, ...]:
        """Return a sentence on the scenarios that could not be followed, if there are any."""
        if not found.stopped:
            return ()
        share = written(self.language, found.stopped)
        return (self.say("whatif.branch.stopped", share=share),)

    def method(self, found: Branch) -> Iterator[str]:
        """Yield sentences on the method of a branch and on how to read it."""
        yield self.scenarios(found)
        if not found.certain:
            yield self.say("whatif.branch.method")
        yield from self.stopped(found)
        if found.running is not None:
            yield self.say("whatif.branch.running", round=found.running)
        if found.by_hand:
            rounds = tuple(map(str, found.by_hand))
            yield self.say("whatif.branch.by-hand", n=len(rounds), rounds=rounds)
        if found.edits_void:
            yield self.say("whatif.branch.edits-void", n=found.edits_void)

    def outlook(self, paired: RoundOutlook) -> str:
        """Return a sentence on a round of a branch: the boards that are the same."""
        if paired.certain and not paired.instead:
            return self.say("whatif.branch.round-same", round=paired.round)
        return self.say(
            "whatif.branch.round",
            round=paired.round,
            kept=paired.kept,
            boards=len(paired.boards),
            unknown=written(self.language, paired.unknown),
        )

    def masnou_change(self, found: MasnouWhatIf) -> str:
        """Return the game of a Masnou with the other result."""
        return self.say(
            "whatif.masnou.title",
            table=found.table,
            game=found.game,
            white=found.white,
            black=found.black,
            before=found.before,
            after=found.result,
        )

    def reach(self, found: MasnouWhatIf | MasnouEdited) -> Iterator[str]:
        """Yield the number of later results of a Masnou that stand, and the unknown ones."""
        yield self.say("whatif.masnou.kept", kept=found.kept)
        if found.unknown:
            yield self.say("whatif.masnou.unknown", n=len(found.unknown), games=found.unknown)

    def tables(self, was: Seating, would_be: Seating) -> Iterator[str]:
        """Yield a line for each table with other players."""
        for table, before, after in tables_compared(was, would_be):
            if before != after:
                yield self.say("whatif.masnou.table", table=table, was=before, would_be=after)


def tables_compared(
    was: Seating, would_be: Seating
) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """Yield each table with its players, White first, actual and assumed; () for none."""
    before = {table: (white, black) for table, white, black in was.tables}
    after = {table: (white, black) for table, white, black in would_be.tables}
    for table in sorted(before.keys() | after.keys()):
        yield table, before.get(table, ()), after.get(table, ())


@dataclass(frozen=True, kw_only=True)
class FigureText:
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

    def figures(self, place: Outlook) -> dict[str, FigureText]:
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

    def _points(self, spread: Spread) -> FigureText:
        unit = self._found.unit
        mean, error = (
            written(self._language, rounded(Fraction(each, unit)))
            for each in (spread.mean, spread.error)
        )
        ends = [None if each is None else figure(each, unit) for each in _ends(spread)]
        return self._figure(POINTS, spread, ends, (mean, error))

    def _elo(self, spread: Spread) -> FigureText:
        mean = signed(self._language, rounded(Fraction(spread.mean, HUNDRED)))
        error = written(self._language, rounded(Fraction(spread.error, HUNDRED)))
        ends = [None if each is None else signed(self._language, each) for each in _ends(spread)]
        return self._figure(ELO, spread, ends, (mean, error))

    def _prize(self, spread: Spread) -> FigureText:
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
    ) -> FigureText:
        now, low, high = ends
        said = "" if spread.low == spread.high else self._mean(*average)
        span = self._span(low or "", high or "")
        return FigureText(name=name, now=now or "", span=span, mean=said)

    def _mean(self, mean: str, error: str) -> str:
        if self._found.exact:
            return self._say("mean", mean=mean)
        return self._say("mean-drawn", mean=mean, error=error)

    def _span(self, low: str, high: str) -> str:
        signs = "-signed" if low.startswith(SIGNS) or high.startswith(SIGNS) else ""
        return low if low == high else self._say(f"span{signs}", low=low, high=high)

    def _tiebreak(self, found: ValueRange) -> FigureText:
        span = self._span(value(found.low), value(found.high))
        return FigureText(name=found.code, now=value(found.now), span=span)

    def _first(self, first: FirstRatings) -> FigureText:
        gets = share_text(self._language, first.gets)
        return FigureText(
            name=FIRST,
            now="" if first.now is None else str(first.now),
            span=self._span(str(first.low), str(first.high)),
            mean=self._say("gets", share=gets),
        )


def _ends(spread: Spread) -> tuple[int | None, int, int]:
    return spread.now, spread.low, spread.high


def share_text(language: str, share: ScenarioShare) -> str:
    """Return a share in hundredths, with its error where it has one."""
    fields: dict[str, Any] = {
        name: written(language, getattr(share, name)) for name in ("share", "error", "low", "high")
    }
    key = "share" if share.low == share.high else "share-drawn"
    return tr(language, f"whatif.branch.{key}", **fields)
