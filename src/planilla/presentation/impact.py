"""An impact in sentences: topics in the order in which an arbiter asks, each with its lines.

The command line, the arbiter's page and its sheet all show the same.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from planilla.audit.compare import PlaceDifference, TiebreakDifference
from planilla.audit.impact import (
    AnnouncedChanges,
    Impact,
    OnBoard,
    PublishedBoardDifference,
    SeatingDifference,
    TableDifference,
)
from planilla.audit.round_by_round import AffectedRound
from planilla.audit.stage_impact import (
    AdvanceDifference,
    QualifierRuling,
    StageImpact,
    StagePlaceDifference,
)
from planilla.domain.tournament.qualifiers import QualifierHasPlayed
from planilla.presentation.catalogue import Words
from planilla.presentation.figures import figure, signed, value
from planilla.presentation.sentences import board_text

UP, DOWN = "up", "down"
ARROWS = {UP: "▲", DOWN: "▼"}
NOBODY_SAID = "–"
OPEN = "*"
HAS_PLAYED = QualifierHasPlayed.code
NAMED_MAX = 12
"""Largest number of entrants that are named; of more the number is given."""


@dataclass(frozen=True, kw_only=True)
class ImpactLine:
    """A sentence; one that says up or down (`kind`) has its `shape` with by how much: `▲3`."""

    text: str
    kind: str = ""
    shape: str = ""


@dataclass(frozen=True, kw_only=True)
class ImpactTopic:
    """Lines on one topic, by a stable name and with a title."""

    name: str
    title: str
    lines: tuple[ImpactLine, ...]


class ImpactWords(Words):
    """Sentences of an impact."""

    def topics(self, impact: Impact) -> tuple[ImpactTopic, ...]:
        """Return the differences, topic by topic; topics without any are absent."""
        found = (
            self._topic("by-lot", self._by_lot(impact)),
            self._topic("rounds", self._rounds(impact)),
            self._topic("boards", map(self._board, impact.boards)),
            self._topic("later", map(self._later, impact.later)),
            self.stages(impact.stages),
            self._topic("hall", self._hall(impact.hall)),
            self._topic("hall-had", self._hall(impact.hall_had)),
            self._topic("announced", self._announced(impact.announced)),
            self._topic("numbers", self._numbers(impact)),
            self._topic("places", self._places(impact)),
            self._who_qualifies(impact),
            self._topic("prizes", self._prizes(impact)),
            self._topic("elo", self._elo(impact)),
            self._topic("concerned", self._concerned(impact)),
            self._topic("screens", self._screens(impact)),
        )
        return tuple(each for each in found if each.lines)

    def stages(self, found: Iterable[StageImpact]) -> ImpactTopic:
        """Return the topic of the stages that started from what would change."""
        return self._topic("stages", (line for each in found for line in self._stage(each)))

    def _line(self, key: str, **fields: Any) -> ImpactLine:
        return ImpactLine(text=self.say(key, **fields))

    def _topic(self, name: str, lines: Iterable[ImpactLine]) -> ImpactTopic:
        title = self.say(f"impact.topic.{name}")
        return ImpactTopic(name=name, title=title, lines=tuple(lines))

    def _by_lot(self, impact: Impact) -> Iterator[ImpactLine]:
        for each in impact.by_lot:
            many = ".many" if len(each.among) > NAMED_MAX else ""
            fields = {"among": each.among, "n": len(each.among)}
            yield self._line(f"impact.by-lot.{each.what.value}{many}", **fields)

    def _rounds(self, impact: Impact) -> Iterator[ImpactLine]:
        for each in impact.rounds:
            way = f"{each.before or 'none'}-{each.after or 'none'}"
            yield self._line(f"impact.round.{way}", round=each.round)
        if impact.finished is not None:
            yield self._line(f"impact.finished.{impact.finished}")

    def _board(self, change: PublishedBoardDifference) -> ImpactLine:
        one, other = change.before, change.after
        fields: dict[str, Any] = {
            "round": change.round,
            "where": board_text(self.language, change.board, change.match),
        }
        if one is not None:
            fields |= {"white_was": one.white, "black_was": one.black, "before": _result(one)}
        if other is not None:
            fields |= {"white": other.white, "black": other.black, "after": _result(other)}
        if one is None or other is None:
            return self._line(f"impact.board.{'new' if one is None else 'gone'}", **fields)
        same = (one.white, one.black) == (other.white, other.black)
        return self._line(f"impact.board.{'result' if same else 'players'}", **fields)

    def _later(self, later: AffectedRound) -> ImpactLine:
        fields = {"round": later.round, "status": later.status, "boards": later.boards}
        parts = [self.say(f"impact.later.{_state_of(later)}", changed=later.changed, **fields)]
        if later.bye_changes and not later.unpairable:
            parts.append(self.say("impact.later.bye"))
        if later.by_hand:
            parts.append(self.say("impact.later.by-hand"))
        text = " ".join(parts)
        if later.stage > 1:
            text = self.say("impact.later.stage", stage=later.stage, text=text)
        return ImpactLine(text=text)

    def _stage(self, found: StageImpact) -> Iterator[ImpactLine]:
        """Yield the places, the carried results and the advances of a stage, with what to do."""
        said = [
            *map(self._leading, found.places),
            *map(self._ruling, found.rulings),
            *(
                self.say("impact.stage.replaced", leaving=leaving, entrant=entrant)
                for leaving, entrant in found.replaced
            ),
            *self._carried(found),
            *map(self._advance, found.advances),
        ]
        settled = all(len(each.after) == 1 for each in found.places)
        if settled and not (found.rulings or found.replaced or found.advances):
            said.append(self.say("impact.stage.same"))
        for text in said:
            yield ImpactLine(
                text=self.say("impact.stage.of", stage=found.title, text=text)
                if found.title
                else text
            )

    def _leading(self, place: StagePlaceDifference) -> str:
        """Return a sentence on a place that leads to the stage."""
        key = "open" if not place.after else "shared" if len(place.after) > 1 else "other"
        source = place.title or self.say("impact.stage.first")
        fields = {"place": place.place, "source": source, "after": place.after}
        if place.before:
            return self.say(f"impact.stage.place.{key}", before=place.before, **fields)
        return self.say(f"impact.stage.place.{key}.new", **fields)

    def _ruling(self, ruling: QualifierRuling) -> str:
        """Return a sentence on whether the arbiter can give the place of a qualifier to another."""
        key = {"": "possible", HAS_PLAYED: "played"}.get(ruling.refusal, "refused")
        who = {"leaving": ruling.leaving, "entrant": ruling.entrant}
        return self.say(f"impact.stage.ruling.{key}", **who)

    def _carried(self, found: StageImpact) -> Iterator[str]:
        for game in found.carried:
            fields = {"before": _carried_as(game.before), "after": _carried_as(game.after)}
            who = {"white": game.white, "black": game.black}
            yield self.say("impact.stage.carried.game", **who, **fields)
        for each in found.points:
            was, will = figure(each.before, found.unit), figure(each.after, found.unit)
            yield self.say(
                "impact.stage.carried.points", player=each.entrant, before=was, after=will
            )
        if found.carried or found.points:
            yield self.say("impact.stage.carried.stays")

    def _advance(self, change: AdvanceDifference) -> str:
        """Return sentences on another side that would advance, and on the next round."""
        key = "gone" if change.after is None else "new" if change.before is None else "other"
        fields = {"before": change.before, "after": change.after}
        where = {"round": change.round, "match": change.match}
        parts = [
            self.say(f"impact.stage.advance.{key}", **where, **fields),
            self.say(f"impact.stage.next.{change.option.value}", round=change.next_round),
        ]
        return " ".join(parts)

    def _hall(self, change: SeatingDifference | None) -> Iterator[ImpactLine]:
        if change is None:
            return
        yield from map(self._table, change.tables)
        queue = change.queue_after
        if queue != change.queue_before:
            yield self._line("impact.queue" if queue else "impact.queue.empty", queue=queue)

    def _table(self, change: TableDifference) -> ImpactLine:
        key = "impact.table"
        key += ".new" if change.before is None else ".empty" if change.after is None else ""
        return self._line(key, table=change.table, before=change.before, after=change.after)

    def _announced(self, changes: AnnouncedChanges | None) -> Iterator[ImpactLine]:
        if changes is None:
            return
        if changes.is_first:
            yield self._line("impact.announced.first")
        named = [each.field for each in changes.fields if each.before is None]
        for each in changes.fields:
            if each.before is not None:
                yield self._line("impact.announced.figure", **msgspec.structs.asdict(each))
        if named:
            yield self._line("impact.announced.fields", fields=named)
        if changes.topics:
            yield self._line("impact.announced.topics", topics=changes.topics)

    def _numbers(self, impact: Impact) -> Iterator[ImpactLine]:
        for each in impact.numbers:
            key = "impact.number.new" if each.before is None else "impact.number"
            yield self._line(key, player=each.entrant, before=each.before, after=each.after)

    def _places(self, impact: Impact) -> Iterator[ImpactLine]:
        unit = impact.consequences.unit
        for change in impact.consequences.moved:
            yield self._place(change, unit)
        for change in impact.consequences.places:
            if not change.moves and change.points_before != change.points_after:
                yield self._place(change, unit)
        rest = [
            each
            for each in impact.consequences.places
            if not (each.moves or each.points_before != each.points_after)
        ]
        if rest:
            yield self._line("impact.stay", n=len(rest))

    def _place(self, change: PlaceDifference, unit: int) -> ImpactLine:
        before, after = change.rank_before, change.rank_after
        key = "impact.place"
        if before is None or after is None:
            key += ".new" if before is None else ".gone"
        elif before == after:
            key += ".stays"
        parts = [self.say(key, player=change.entrant, before=before, after=after)]
        if change.points_before != change.points_after:
            was, will = figure(change.points_before, unit), figure(change.points_after, unit)
            parts.append(self.say("impact.points", before=was, after=will))
        parts += [self._tiebreak(each) for each in change.tiebreaks]
        kind = _direction(before, after)
        by = abs((before or 0) - (after or 0))
        shape = f"{ARROWS[kind]}{by}" if kind else ""
        return ImpactLine(text=", ".join(parts), kind=kind, shape=shape)

    def _tiebreak(self, change: TiebreakDifference) -> str:
        was, will = value(change.before), value(change.after)
        return self.say("impact.tiebreak", code=change.code, before=was, after=will)

    def _who_qualifies(self, impact: Impact) -> ImpactTopic:
        """Return the topic of the entrants who come into the qualifying places or leave them."""
        qualifying = impact.consequences.qualifying
        top, stage = (0, None) if qualifying is None else (qualifying.top, qualifying.stage)
        of = ".none" if not top else "" if stage is None else ".set"
        title = self.say(f"impact.topic.qualifying{of}", top=top, stage=stage or "")
        lines = tuple(self._qualifying(impact))
        return ImpactTopic(name="qualifying", title=title, lines=lines)

    def _qualifying(self, impact: Impact) -> Iterator[ImpactLine]:
        qualifying = impact.consequences.qualifying
        if qualifying is None:
            return
        for key, who, kind in (("into", qualifying.into, UP), ("out", qualifying.out, DOWN)):
            if who:
                text = self.say(f"impact.{key}", who=who)
                yield ImpactLine(text=text, kind=kind, shape=ARROWS[kind])
        asked = qualifying.stage is None
        if not qualifying.into and not qualifying.out and (asked or impact.consequences.places):
            yield self._line("impact.top-same")

    def _prizes(self, impact: Impact) -> Iterator[ImpactLine]:
        if impact.paid is not None:
            for each in impact.paid.changes:
                fields = {"amount": each.after, "currency": impact.paid.currency}
                yield self._line("impact.paid", player=each.entrant, **fields)
            return
        prizes = impact.consequences.prizes
        if prizes is None:
            return
        for each in prizes.changes:
            kind = UP if each.after > each.before else DOWN
            fields = {"before": each.before, "after": each.after, "currency": prizes.currency}
            text = self.say("impact.prize", player=each.entrant, **fields)
            yield ImpactLine(text=text, kind=kind, shape=ARROWS[kind])
        if not prizes.changes and not impact.by_lot:
            yield self._line("impact.prizes.none")
        elif prizes.changes and prizes.paid:
            yield self._line("impact.prizes.paid")

    def _elo(self, impact: Impact) -> Iterator[ImpactLine]:
        for each in impact.consequences.elo:
            was, will = signed(self.language, each.before), signed(self.language, each.after)
            kind = UP if each.after > each.before else DOWN
            text = self.say("impact.elo", player=each.entrant, before=was, after=will)
            yield ImpactLine(text=text, kind=kind, shape=ARROWS[kind])
        for first in impact.consequences.first_ratings:
            fields = {"before": _rating(first.before), "after": _rating(first.after)}
            yield self._line("impact.first-rating", player=first.entrant, **fields)

    def _concerned(self, impact: Impact) -> Iterator[ImpactLine]:
        if impact.concerned:
            yield ImpactLine(text=self.say("impact.concerned", who=impact.concerned))

    def _screens(self, impact: Impact) -> Iterator[ImpactLine]:
        if impact.screens:
            yield ImpactLine(text=self.say("impact.screens", screens=impact.screens))


def _carried_as(result: str) -> str:
    """Return the result with which a game counts, a dash where it does not count."""
    return result.replace("-", "–") or NOBODY_SAID


def _state_of(later: AffectedRound) -> str:
    if later.changed is None:
        return "unknown"
    if later.unpairable:
        return "unpairable"
    if not later.changed:
        return "same"
    return "draft" if later.status == "draft" else "changed"


def _direction(before: int | None, after: int | None) -> str:
    if before is None or after is None or before == after:
        return ""
    return UP if after < before else DOWN


def _result(board: OnBoard) -> str:
    return NOBODY_SAID if board.result == OPEN else board.result.replace("-", "–")


def _rating(rating: int | None) -> str:
    return NOBODY_SAID if rating is None else str(rating)
