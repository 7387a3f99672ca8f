"""Pairings of a round: boards, the reasons of the engine, and manual changes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from planilla.adapters.http.views.marks import safe
from planilla.adapters.http.views.schedule import postponed_mark
from planilla.adapters.http.views.tables import TableRow, TableShown, blocks_of, table_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.states import History, HistoryEntry
from planilla.audit.compare import BoardDifference, CriterionDifference
from planilla.audit.redraw import ManualFault, ManualReview
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import (
    BoardReason,
    Floater,
    Instead,
    NoPairing,
    Pairing,
    PairingStep,
)
from planilla.domain.scoring import POINT_SYSTEMS, scores, system_of
from planilla.domain.tournament.brackets import bracket_pairing
from planilla.domain.tournament.crosstables import for_pairing, side_seats
from planilla.domain.tournament.drafting import RoundPairing, matches_named, pairing_input
from planilla.domain.tournament.draw import rounds_of
from planilla.domain.tournament.event import PairingAct
from planilla.domain.tournament.lookups import postponement_of
from planilla.domain.tournament.matches import place_of
from planilla.domain.tournament.questions import PairingAsked
from planilla.domain.tournament.shapes import EnvelopeDrawn, TeamScore
from planilla.domain.tournament.state import (
    RoundState,
    Sides,
    Tournament,
    focused,
)
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    Colour,
    EntrantId,
    GameId,
    GameRef,
    GameResult,
)
from planilla.presentation.figures import RESULT_TEXTS, figure
from planilla.presentation.pairings import figures_text, named, passed_over
from planilla.projections import pairings
from planilla.projections.table import Figure, TableColumn

TABLE = "table"
"""Step of a schedule, which explains no board beyond the Berger table."""


@dataclass(frozen=True, kw_only=True)
class BoardShown:
    """A board, its result, and for a correction the first result and the one for rating.

    `number` counts in its match where matches have several games, and `name` says it in words.
    `version` is that of the event that gave the result, 0 without one. `postponed` is the new date
    of a postponed or adjourned game, as HTML.
    """

    number: int
    name: str
    game: GameId
    white: EntrantId
    black: EntrantId
    result: str
    notation: str
    struck: str
    counts: str
    is_open: bool
    version: int
    postponed: Markup


def pairings_shown(page: TournamentPage, played: RoundState) -> TableShown:
    """Return the boards of a round in order, and the byes."""
    return table_of(
        page,
        pairings.TABLE,
        (table_row(page, key, row) for key, row in round_rows(page, played).items()),
        "pairings",
        page.say("page.pairings-of", round=played.number),
        view="pairings",
        file="pairings",
        data={
            "round": played.number,
            "rounds": page.state.last_published,
            "corrected": page.say("page.pairings.corrected"),
            "facts": f"/t/{page.id}/facts",
        },
    )


def round_rows(page: TournamentPage, played: RoundState) -> Mapping[str, pairings.PairingRow]:
    """Return the rows of a round by key."""
    points = pairings.points_before_rounds(page.state, page.crosstable)[played.number - 1]
    return pairings.round_rows(page.state, played, side_seats(page.state), points)


def table_row(page: TournamentPage, key: str, row: pairings.PairingRow) -> TableRow:
    """Return the line of a board, or of a bye with its reason."""
    if row.bye is None:
        return TableRow(key=key, fields=row)
    why = escape(page.say(f"page.bye.{row.bye}"))
    return TableRow(key=key, fields=row, style="bye", columns=pairings.BYE, made={"result": why})


def board_shown(page: TournamentPage, played: RoundState, index: int) -> BoardShown:
    """Return a board of a round."""
    white, black = played.boards[index]
    result = played.reported_result(index)
    recorded, counts = GameResult(played.recorded[index]), GameResult(played.results[index])
    is_struck = recorded not in {result, GameResult.OPEN}
    return BoardShown(
        number=place_of(page.state, played, index).board,
        name=page.board_name(played, index),
        game=played.games[index],
        white=white,
        black=black,
        result=RESULT_TEXTS[RESULT_NOTATION[result]],
        notation=RESULT_NOTATION[result],
        struck=RESULT_TEXTS[RESULT_NOTATION[recorded]] if is_struck else "",
        counts=RESULT_TEXTS[RESULT_NOTATION[counts]] if counts is not result else "",
        is_open=result is GameResult.OPEN,
        version=played.version_of(index),
        postponed=safe(postponed_mark(page, postponement_of(page.state, played, index))),
    )


@dataclass(frozen=True, kw_only=True)
class BracketMember:
    """A player in a bracket, with the pairing number and the points at that time."""

    entrant: str
    name: str
    number: int
    points: str


@dataclass(frozen=True, kw_only=True)
class ExplainedBoard:
    """A board of a bracket: the players, the reason of their pairing (`kind`), and the colours.

    `number` counts the boards of the round; None where the arbiter changed the board.
    `instead` gives the first candidate in the order, and the article that excluded them.
    """

    number: int | None
    white: BracketMember
    black: BracketMember
    kind: str
    meeting: str
    colours: str
    note: str
    instead: str


class FloaterShown(NamedTuple):
    """A player that leaves a bracket, `down`, `up` or by a `bye`, with the reasons in words."""

    number: int
    kind: str
    reason: str
    instead: str


class BracketShown(NamedTuple):
    """A bracket in words: members, boards, who leaves it, and the criteria given up and met."""

    points: str
    size: int
    moved: tuple[BracketMember, ...]
    raised: tuple[BracketMember, ...]
    residents: tuple[BracketMember, ...]
    figures: tuple[str, ...]
    boards: tuple[ExplainedBoard, ...]
    floaters: tuple[FloaterShown, ...]
    notes: tuple[str, ...]
    given_up: tuple[str, ...]
    met: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RoundReasons:
    """The reasons of a round: by game for its boards, or by match, and by bracket.

    `keys` are the games or matches in board order. `envelopes` are the steps of a draw of numbers
    from envelopes. `in_teams`: those who are paired are teams.
    """

    boards: dict[str, str]
    keys: tuple[str, ...]
    brackets: tuple[BracketShown, ...]
    by_hand: bool
    envelopes: tuple[str, ...] = ()
    in_teams: bool = False

    def of_board(self, played: RoundState, board: int) -> str:
        """Return the reason of a board, or else that of its match; empty: none."""
        game = played.games[board]
        match = msgspec.structs.replace(GameRef.of(game), game=1).written
        return self.boards.get(game) or self.boards.get(match, "")


@dataclass(frozen=True, kw_only=True)
class PairingBasis:
    """The input of a round's pairing: the tournament before it, and the pairing input."""

    before: Tournament
    system: str
    round: int
    first_colour: Colour
    question: PairingAsked | None

    @property
    def crosstable(self) -> Crosstable:
        """The rounds before, as known to the pairing."""
        if self.question is not None:
            return self.question.given.crosstable
        return for_pairing(self.before, self.round)


def pairing_basis(history: History, number: int, stage: int = 1) -> PairingBasis:
    """Return the input of a round's pairing; a schedule has no pairing input."""
    paired = _paired(history.entries, number, stage)
    before = focused(history.state_at(paired.version - 1, to_staff=True), stage)
    event = paired.fact.event
    assert isinstance(event, RoundPairing), "a round"
    asked = None
    if SYSTEMS[event.system].pair is not None:
        given = pairing_input(before, number, event.first_colour)
        asked = PairingAsked(system=event.system, given=given)
    return PairingBasis(
        before=before,
        system=event.system,
        round=number,
        first_colour=event.first_colour,
        question=asked,
    )


def scheduled(behind: PairingBasis) -> Pairing:
    """Return the round of the schedule, or of the bracket."""
    if SYSTEMS[behind.system].has_bracket:
        return bracket_pairing(behind.before, behind.first_colour)
    system, before = SYSTEMS[behind.system], behind.before
    rounds = rounds_of(before, system)
    return system.scheduled(len(before.order), behind.round, behind.first_colour, rounds)


def why_of(
    page: TournamentPage, behind: PairingBasis, answer: Pairing | NoPairing, played: RoundState
) -> RoundReasons | None:
    """Return the reasons of a paired round; None if the system cannot explain it."""
    if isinstance(answer, NoPairing):
        return None
    return _ExplanationWriter(page, behind, answer).why(played)


def _paired(entries: tuple[HistoryEntry, ...], number: int, stage: int) -> HistoryEntry:
    return [
        entry
        for entry in entries
        if entry.fact.event.pairing_act in {PairingAct.DRAFTED, PairingAct.IMPORTED}
        and entry.fact.event.round == number
        and entry.fact.event.stage_number == stage
    ][-1]


def _points_then(behind: PairingBasis) -> tuple[Sequence[int], int]:
    """Return the points by which a round was paired, by seat, and their unit."""
    crosstable, state = behind.crosstable, behind.before
    if behind.question is None or not behind.question.given.totals:
        return scores(crosstable), system_of(crosstable).unit
    points = tuple(own[-1] for own in behind.question.given.totals)
    is_by_games = state.shape.score is TeamScore.GAME_POINTS
    games = state.points or POINT_SYSTEMS[state.point_system]
    return points, games.unit if is_by_games else system_of(crosstable).unit


class _ExplanationWriter:
    """Writer of the text of an explanation, whose seats are those of its time."""

    def __init__(self, page: TournamentPage, behind: PairingBasis, answer: Pairing) -> None:
        self._page = page
        self._behind = behind
        self._answer = answer
        self._scores, self._unit = _points_then(behind)

    def why(self, played: RoundState) -> RoundReasons:
        kept = {
            (self._entrant(each.white), self._entrant(each.black)): self._sentence(each)
            for step in self._answer.explanation.steps
            for each in step.boards
        }
        known = self._known(played)
        boards = {key: kept[pair] for key, pair in known if pair in kept}
        numbers = {pair: number for number, (_, pair) in enumerate(known, start=1)}
        return RoundReasons(
            boards=boards,
            keys=tuple(key for key, _ in known),
            brackets=tuple(
                self._bracket(each, numbers)
                for each in self._answer.explanation.steps
                if each.kind != TABLE
            ),
            by_hand=len(boards) < len(known),
            envelopes=tuple(map(self._envelope, self._behind.before.numberings[-1].envelopes)),
            in_teams=self._page.state.system.plays_in_teams,
        )

    def _known(self, played: RoundState) -> list[tuple[str, Sides]]:
        """Return the pairs that are explained, by the first game of each; of teams by match."""
        if not self._page.state.system.plays_in_teams:
            boards, pairs = zip(played.games, played.boards, strict=True), frozenset(played.pairs)
            return [(game, pair) for game, pair in boards if pair in pairs]
        matches = matches_named(self._page.state, played.number, played.sides)
        return [(match.game, (match.white, match.black)) for match in matches]

    def _envelope(self, drawn: EnvelopeDrawn) -> str:
        """Return the draw of the numbers of one federation as a sentence."""
        numbers = zip(drawn.entrants, drawn.numbers, strict=True)
        return self._page.say(
            "page.why.envelope" if drawn.federation else "page.why.envelope.alone",
            federation=drawn.federation,
            n=len(drawn.entrants),
            enough=", ".join(drawn.large_enough),
            envelope=drawn.envelope,
            drawn=", ".join(f"{self._page.name(each)} {number}" for each, number in numbers),
            left=", ".join(map(str, drawn.left)) or "–",
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

    def _board(self, reason: BoardReason, numbers: Mapping[Sides, int]) -> ExplainedBoard:
        return ExplainedBoard(
            number=numbers.get((self._entrant(reason.white), self._entrant(reason.black))),
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
        if seeding := step.remark("seeding-round"):
            yield say("explained.seeding-round", n=seeding.count)
        if changed := step.remark("changed-for"):
            yield say("explained.reason", criterion=self._said("criterion", changed.article))
        if shifted := step.remark("shifted"):
            yield say("explained.shifted", seats=self._listed(*shifted.groups))
        if transposition := step.remark("transposition"):
            yield say("explained.transposition", number=transposition.count)
        if exchange := step.remark("exchange"):
            first, second = map(self._listed, exchange.groups)
            key = "numbered-exchange" if exchange.count else "exchange"
            yield say(f"explained.{key}", first=first, second=second, number=exchange.count)
        if step.remark("at-bounds") and any(step.given_up.values()):
            yield say("explained.at-bounds")

    def _listed(self, *groups: tuple[Seat, ...]) -> str:
        """Return the members of all groups by number and name."""
        members = (each for seats in groups for each in self._members(seats))
        return ", ".join(f"{each.number} {each.name}" for each in members)

    def _note(self, reason: BoardReason) -> str:
        return self._page.say("page.why.same-preference") if reason.same_preference else ""

    def _said(self, subject: str, code: str) -> str:
        return named(self._page.language, subject, code, self._answer.explanation.system)

    def _bracket(self, step: PairingStep, numbers: Mapping[Sides, int]) -> BracketShown:
        lost, criterion = step.given_up, partial(self._said, "criterion")
        return BracketShown(
            points=self._title(step),
            size=len(step.seats),
            moved=self._members(step.moved),
            raised=self._members(step.raised),
            residents=self._members(step.residents),
            figures=figures_text(self._page.say, step.counts),
            boards=tuple(self._board(each, numbers) for each in step.boards),
            floaters=tuple(self._floater(each) for each in step.floaters),
            notes=tuple(note.strip() for note in self._notes(step)),
            given_up=tuple(
                self._page.say("explained.given-up", criterion=criterion(code), amount=n).strip()
                for code, n in lost.items()
                if n
            ),
            met=tuple(
                criterion(code) for code in dict.fromkeys(step.criteria) if not lost.get(code)
            ),
        )

    def _floater(self, each: Floater) -> FloaterShown:
        kind = "up" if each.reason.endswith("-up") else "down"
        kind = "bye" if each.reason == "bye" else kind
        reason, instead = self._reason(each.reason, each.seat), self._instead("stays", each.instead)
        return FloaterShown(each.seat + 1, kind, reason, instead)

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


BOARD = TableColumn("board", Figure.MADE, heads_rows=True)
DIFFERENCE = TableColumn(
    "difference", Figure.MADE, "quiet", label="page.whatif.difference", is_quiet=True
)
JUDGED = (
    BOARD,
    TableColumn("after", Figure.MADE, label="page.judged.by-hand"),
    TableColumn("before", Figure.MADE, "quiet", label="page.desk.engine"),
    DIFFERENCE,
)
"""The columns of a pairing by hand beside that of the system."""


class ReviewShown(msgspec.Struct, frozen=True):
    """A review as text: the different boards, the faults, and the first difference, if any."""

    table: TableShown
    faults: tuple[str, ...]
    parting: str


def judged(page: TournamentPage, review: ManualReview, number: int) -> ReviewShown:
    """Return the review of a round as text."""
    byes = (review.bye_before, review.bye_after)
    rows = boards_compared(page, review.changed, byes if byes[0] != byes[1] else (None, None))
    caption = page.say("page.judged.title", round=number)
    return ReviewShown(
        blocks_of(page, JUDGED, rows, "whatif judged", caption),
        tuple(_fault(page, each) for each in review.faults),
        "" if review.criterion is None else _parting(page, review.criterion),
    )


def boards_compared(
    page: TournamentPage, boards: Iterable[BoardDifference], byes: Sequence[EntrantId | None]
) -> Iterator[TableRow]:
    """Yield a row for each board, and one for the bye unless nobody has it."""
    for each in boards:
        pairs = [pair_text(page, pair) for pair in (each.before, each.after)]
        yield compared(page, str(each.board), pairs, each.change)
    if any(byes):
        names = ["–" if each is None else page.isolated_name(each) for each in byes]
        yield compared(page, page.say("page.whatif.bye"), names)


def compared(page: TournamentPage, where: str, texts: Sequence[str], change: str = "") -> TableRow:
    """Return a row of two texts, before and after, with the kind of their difference."""
    before, after = (escape(each) or "–" for each in texts)
    change = change or ("same" if before == after else "opponents")
    differs = change in {"opponents", "colours"}
    return TableRow(
        style="differ" if differs else change,
        made={
            "board": escape(where),
            "before": before,
            "was": f"<del>{before}</del>" if differs and texts[0] else before,
            "after": after,
            "difference": escape(page.say(f"page.whatif.board.{change}")),
        },
    )


def pair_text(page: TournamentPage, pair: tuple[str, str | None] | None) -> str:
    """Return the players of a board with their colours, the player with a bye, or a dash."""
    if pair is None:
        return "–"
    white, black = pair
    if black is None:
        return f"{page.say('page.whatif.bye')}: {page.isolated_name(white)}"
    return f"□ {page.isolated_name(white)} – ■ {page.isolated_name(black)}"


def _fault(page: TournamentPage, fault: ManualFault) -> str:
    try:
        return page.say(f"fault.{fault.code}", entrants=fault.entrants)
    except KeyError:  # a rule without a text is shown by its code
        return page.say("fault.other", code=fault.code, entrants=fault.entrants)


def _parting(page: TournamentPage, parting: CriterionDifference) -> str:
    said = page.say(
        "page.judged.parting",
        criterion=page.criterion(parting.article),
        points=figure(parting.points, page.unit),
    )
    if parting.before == parting.after:
        return said
    counts = page.say("page.judged.counts", engine=parting.before, by_hand=parting.after)
    return f"{said} {counts}"
