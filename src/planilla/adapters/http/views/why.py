"""The explanation of a round's pairing, calculated again from the state before it.

Each bracket lists its players, those moved down from above, the pairs and floaters with their
reasons, and the criteria that were met or given up.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from planilla.adapters.http.reading import History, HistoryEntry
from planilla.adapters.http.views.tournament_page import TournamentPage, figure
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import (
    BoardReason,
    Instead,
    NoPairing,
    Pairing,
    PairingStep,
)
from planilla.domain.scoring import scores, system_of
from planilla.domain.tournament.crosstables import for_pairing
from planilla.domain.tournament.drafting import RoundPairing, pairing_input
from planilla.domain.tournament.event import PairingAct
from planilla.domain.tournament.questions import PairingAsked
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.pairings import figures_said, passed_over

TABLE = "table"
"""The step of a schedule: it explains no board beyond the table."""


@dataclass(frozen=True, kw_only=True)
class BracketMember:
    """Somebody in a bracket, with the pairing number and the points they had then."""

    entrant: str
    name: str
    number: int
    points: str


@dataclass(frozen=True, kw_only=True)
class ExplainedBoard:
    """A board of a bracket: the two, why they meet (`kind` names the shape), whose colour it is.

    `instead` tells who came first in the order, and for which article it was not they.
    """

    white: BracketMember
    black: BracketMember
    kind: str
    meeting: str
    colours: str
    note: str
    instead: str


@dataclass(frozen=True, kw_only=True)
class FloaterWords:
    """A floater, and why nobody lower floats (`instead`)."""

    who: BracketMember
    kind: str
    reason: str
    instead: str


@dataclass(frozen=True, kw_only=True)
class CriterionWords:
    """A criterion, and how much of it was given up: 0 is met."""

    words: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class BracketWords:
    """A score group: `moved` came from above; `notes` describe the chosen candidate."""

    points: str
    size: int
    moved: tuple[BracketMember, ...]
    residents: tuple[BracketMember, ...]
    figures: tuple[str, ...]
    boards: tuple[ExplainedBoard, ...]
    floaters: tuple[FloaterWords, ...]
    notes: tuple[str, ...]
    given_up: tuple[CriterionWords, ...]
    met: tuple[CriterionWords, ...]


@dataclass(frozen=True, kw_only=True)
class RoundReasons:
    """The reasons of a round: by game for its boards, then bracket by bracket."""

    boards: dict[str, str]
    brackets: tuple[BracketWords, ...]
    by_hand: bool


@dataclass(frozen=True, kw_only=True)
class Behind:
    """The input of a round's pairing: the tournament before it, and the system's question."""

    before: Tournament
    system: str
    round: int
    question: PairingAsked | None

    @property
    def crosstable(self) -> Crosstable:
        """The rounds before, as the pairing knew them."""
        if self.question is not None:
            return self.question.given.crosstable
        return for_pairing(self.before, self.round)


def behind_round(history: History, number: int) -> Behind:
    """Return the input of a paired round's pairing; a schedule has no question."""
    paired = _paired(history.entries, number)
    before = history.state_at(paired.version - 1, to_staff=True)
    event = paired.fact.event
    assert isinstance(event, RoundPairing), "a round"
    asked = None
    if not SYSTEMS[event.system].has_schedule:
        given = pairing_input(before, number, event.first_colour)
        asked = PairingAsked(system=event.system, given=given)
    return Behind(before=before, system=event.system, round=number, question=asked)


def scheduled(behind: Behind) -> Pairing:
    """The round that a schedule has for its place."""
    system = SYSTEMS[behind.system]
    assert system.schedule is not None
    return system.schedule(len(behind.before.order))[behind.round - 1]


def why_of(
    page: TournamentPage, behind: Behind, answer: Pairing | NoPairing, played: RoundState
) -> RoundReasons | None:
    """Return the reasons of a paired round; None if the system cannot explain it."""
    if isinstance(answer, NoPairing):
        return None
    return _ExplanationWriter(page, behind, answer).why(played)


def _paired(entries: tuple[HistoryEntry, ...], number: int) -> HistoryEntry:
    return [
        entry
        for entry in entries
        if entry.fact.event.pairing_act in {PairingAct.DRAFTED, PairingAct.IMPORTED}
        and entry.fact.event.round == number
    ][-1]


class _ExplanationWriter:
    """Puts an explanation, which speaks of seats of its own time, into words."""

    def __init__(self, page: TournamentPage, behind: Behind, answer: Pairing) -> None:
        self._page = page
        self._behind = behind
        self._answer = answer
        self._scores = scores(behind.crosstable)
        self._unit = system_of(behind.crosstable).unit

    def why(self, played: RoundState) -> RoundReasons:
        told = {
            (self._entrant(each.white), self._entrant(each.black)): self._sentence(each)
            for step in self._answer.explanation.steps
            for each in step.boards
        }
        games = zip(played.games, played.boards, strict=True)
        boards: dict[str, str] = {game: told[pair] for game, pair in games if pair in told}
        return RoundReasons(
            boards=boards,
            brackets=tuple(
                self._bracket(each) for each in self._answer.explanation.steps if each.kind != TABLE
            ),
            by_hand=len(boards) < len(played.boards),
        )

    def _entrant(self, seat: Seat) -> EntrantId:
        return self._behind.before.order[seat]

    def _member(self, seat: Seat) -> BracketMember:
        entrant = self._entrant(seat)
        return BracketMember(
            entrant=entrant,
            name=self._page.name(entrant),
            number=seat + 1,
            points=figure(self._scores[seat], self._unit),
        )

    def _members(self, seats: tuple[Seat, ...]) -> tuple[BracketMember, ...]:
        return tuple(self._member(seat) for seat in seats)

    def _sentence(self, reason: BoardReason) -> str:
        text = self._page.say(
            "page.why.board",
            white=self._page.isolated_name(self._entrant(reason.white)),
            black=self._page.isolated_name(self._entrant(reason.black)),
            meeting=self._said("meeting", reason.meeting),
            colours=self._said("colour-rule", reason.colour_rule),
        )
        more = (self._note(reason), self._instead("instead", reason.instead))
        return " ".join(part for part in (text, *more) if part)

    def _board(self, reason: BoardReason) -> ExplainedBoard:
        return ExplainedBoard(
            white=self._member(reason.white),
            black=self._member(reason.black),
            kind=reason.meeting.partition(" ")[0],
            meeting=self._said("meeting", reason.meeting),
            colours=self._said("colour-rule", reason.colour_rule),
            note=self._note(reason),
            instead=self._instead("instead", reason.instead),
        )

    def _instead(self, subject: str, instead: Instead | None) -> str:
        if instead is None:
            return ""
        language, system = self._page.language, self._answer.explanation.system
        key, criterion = passed_over(language, system, subject, instead)
        seat = self._page.isolated_name(self._entrant(instead.seat))
        return self._page.say(key, seat=seat, criterion=criterion).strip()

    def _notes(self, step: PairingStep) -> Iterator[str]:
        """Yield the criteria that changed the bracket, and the number of the candidate taken."""
        say = self._page.say
        if changed := step.remark("changed-for"):
            yield say("explained.reason", criterion=self._page.criterion(changed.article))
        if transposition := step.remark("transposition"):
            yield say("explained.transposition", number=transposition.count)
        if exchange := step.remark("exchange"):
            first, second = (
                ", ".join(f"{each.number} {each.name}" for each in self._members(seats))
                for seats in exchange.groups
            )
            key = "numbered-exchange" if exchange.count else "exchange"
            yield say(f"explained.{key}", first=first, second=second, number=exchange.count)
        if step.remark("at-bounds") and any(step.given_up.values()):
            yield say("explained.at-bounds")

    def _note(self, reason: BoardReason) -> str:
        return self._page.say("page.why.same-preference") if reason.same_preference else ""

    def _said(self, subject: str, code: str) -> str:
        try:
            return self._page.say(f"{subject}.{code}")
        except KeyError:  # a later edition may give a reason that this catalogue does not know
            return code

    def _bracket(self, step: PairingStep) -> BracketWords:
        return BracketWords(
            points=self._title(step),
            size=len(step.seats),
            moved=self._members(step.moved),
            residents=self._members(tuple(seat for seat in step.seats if seat not in step.moved)),
            figures=figures_said(self._page.say, step.counts),
            boards=tuple(self._board(each) for each in step.boards),
            floaters=tuple(
                FloaterWords(
                    who=self._member(each.seat),
                    kind="bye" if each.reason == "bye" else "down",
                    reason=self._reason(each.reason, each.seat),
                    instead=self._instead("stays", each.instead),
                )
                for each in step.floaters
            ),
            notes=tuple(note.strip() for note in self._notes(step)),
            given_up=self._criteria({code: n for code, n in step.given_up.items() if n}),
            met=self._criteria({code: 0 for code in step.criteria if not step.given_up.get(code)}),
        )

    def _title(self, step: PairingStep) -> str:
        """Return the points of a score group, or the name of a step that has none."""
        if step.points is None:
            return self._page.say(f"page.why.{step.kind}")
        return figure(step.points, self._unit)

    def _reason(self, code: str, seat: Seat) -> str:
        try:
            return self._page.say(f"floater.{code}", seat=self._entrant(seat))
        except KeyError:
            return code

    def _criteria(self, amounts: dict[str, int]) -> tuple[CriterionWords, ...]:
        return tuple(
            CriterionWords(words=self._page.criterion(article), amount=amount)
            for article, amount in amounts.items()
        )
