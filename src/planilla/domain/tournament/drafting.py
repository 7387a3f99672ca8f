"""Drafts: the pairing system's answer for the next round, as an event that staff alone see.

The separations of a round are its prohibited pairs and, where the regulations say so, entrants of
one origin: their federation, as clubs are personal data. Source: C.04.2 (forbidden pairs; TRF 260
and XXP) and seed 000, 2.9 B3 bis.
"""

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations
from typing import ClassVar, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput
from planilla.domain.standings import standings
from planilla.domain.tournament.acceleration import fictitious_points
from planilla.domain.tournament.brackets import next_round
from planilla.domain.tournament.byes import taking_part
from planilla.domain.tournament.command import Command, ConfirmFirst, Sealed, StagedCommand
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.crosstables import for_pairing, seats_of
from planilla.domain.tournament.draw import check_current, in_order, table_of
from planilla.domain.tournament.event import (
    Audience,
    Details,
    PairingAct,
    StagedEvent,
    Topic,
)
from planilla.domain.tournament.leagues import matches_for_pairing
from planilla.domain.tournament.matches import games_of, regular_games
from planilla.domain.tournament.questions import PairingAsked, answered
from planilla.domain.tournament.refusal import Conflict
from planilla.domain.tournament.state import (
    VERSION_BYTES,
    Folds,
    Recolouring,
    Restatements,
    RoundState,
    RoundStatus,
    Ruling,
    Sides,
    Tournament,
    with_round,
)
from planilla.domain.tournament.system_parts import parts_of
from planilla.domain.tournament.values import GrantedBye, PairedGame, SameOrigin
from planilla.domain.tournament.whatif import changed_by_hand, without_absent
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameId, GameRef

# Commands


class UnpairRound(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw the pairing of the last round, as long as it has no result.

    `reopens` also reopens the previous round, if pairing this one closed it; undo uses it.
    """

    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.OF_PUBLISHED_ROUND

    round: int
    reason: Sealed = Sealed()
    reopens: bool = False


# Events


class RoundPairing(StagedEvent, frozen=True, kw_only=True):
    """The games and byes of a round, and the system and edition that made or judge them.

    `sides` are those of matches of several games, by match; without them each game is a match.
    `bracket_matches` are the numbers of the matches in the bracket of a knockout.
    """

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[GrantedBye, ...] = ()
    system: str
    edition: str
    first_colour: Colour
    sides: tuple[Sides, ...] | UnsetType = UNSET
    bracket_matches: tuple[int, ...] | UnsetType = UNSET

    @property
    def paired_games(self) -> tuple[PairedGame, ...]:
        """The games of the round."""
        return self.games

    @property
    def pairs(self) -> tuple[Sides, ...]:
        """White and Black of the games, or the sides of the matches in which all boards meet."""
        return _games_as_pairs(self) if self.bracket_matches is not UNSET else _pairs_of(self)


class ChangedPairing(StagedEvent, frozen=True, kw_only=True):
    """The games and byes of a round after a change; `engine` are the games of the system itself.

    `sides` are those of matches. Where teams play, these have no games as yet, and each of `engine`
    is a match, with its number. `arrivals` were absent from the round before the change.
    """

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[GrantedBye, ...] = ()
    engine: tuple[PairedGame, ...] = ()
    reason: str = ""
    sides: tuple[Sides, ...] | UnsetType = UNSET
    arrivals: tuple[EntrantId, ...] | UnsetType = UNSET

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"arrivals": self.arrivals} if self.arrivals else {}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".arrival" if self.arrivals else ""

    @property
    def paired_games(self) -> tuple[PairedGame, ...]:
        """The games of the round."""
        return self.games

    @property
    def pairs(self) -> tuple[Sides, ...]:
        """White and Black of the games, or the sides of the matches in which all boards meet."""
        return _pairs_of(self)


def _pairs_of(event: RoundPairing | ChangedPairing) -> tuple[Sides, ...]:
    return _games_as_pairs(event) if event.sides is UNSET else event.sides


def _games_as_pairs(event: RoundPairing | ChangedPairing) -> tuple[Sides, ...]:
    return tuple((game.white, game.black) for game in event.games)


def first_of_matches(games: tuple[PairedGame, ...]) -> tuple[Sides, ...]:
    """Return White and Black of the first game of each match, in order."""
    return tuple((each.white, each.black) for each in games if GameRef.of(each.game).game == 1)


class RoundPaired(RoundPairing, frozen=True, kw_only=True, tag=True):
    """A draft of a round was made; it holds the system, its edition and the lot used."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ROUND
    pairing_act: ClassVar[PairingAct] = PairingAct.DRAFTED
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = UnpairRound

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"boards": len(self.pairs)}


class DraftChanged(ChangedPairing, frozen=True, kw_only=True, tag=True):
    """The arbiter changed a draft; `engine` is the system's own pairing."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ROUND
    pairing_act: ClassVar[PairingAct] = PairingAct.DRAFT_CHANGED
    moves_standings: ClassVar[bool] = False
    editable_in_what_if: ClassVar[bool] = True


class DraftDiscarded(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A draft was discarded; the round can be paired again."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ROUND
    pairing_act: ClassVar[PairingAct] = PairingAct.DISCARDED
    moves_standings: ClassVar[bool] = False

    round: int
    reason: str = ""


# Refusals


class NobodyToPair(Conflict):
    """There are fewer than two entrants to pair."""

    present: int


class NoLegalPairing(Conflict):
    """The rules allow no pairing; the arbiter must decide."""

    cites = "C.04.1 2"
    reason: str
    entrants: tuple[EntrantId, ...]


# Rules


FEWEST_TO_PAIR = 2
FixedBoards = tuple[tuple[int, EntrantId], ...]


def draft_of(state: Tournament, context: DecisionContext) -> RoundPaired:
    """Return the next round as the system pairs it; all entrants have pairing numbers.

    Raises:
        NobodyToPair: fewer than two are present.
        NoLegalPairing: the rules allow none.
        NoTableOfSize: the system has no table for so many entrants.
    """
    number = len(state.rounds) + 1
    system = state.system
    colour = _first_colour(state, context)
    if system.has_bracket:
        return _bracket_draft(state, number, colour)
    answer = (
        _scheduled(state, number, colour)
        if system.has_schedule
        else answered(_question(state, colour), context.prepared)
    )
    order = state.order
    if isinstance(answer, NoPairing):
        raise NoLegalPairing(
            reason=answer.reason, entrants=tuple(order[seat] for seat in answer.seats)
        )
    boards = seated(
        tuple((order[white], order[black]) for white, black in answer.boards), fixed_boards(state)
    )
    return RoundPaired(
        round=number,
        games=() if system.plays_in_teams else numbered_games(state, number, boards, {}),
        byes=_byes(state, number, answer),
        system=state.system_name,
        edition=system.edition,
        first_colour=colour,
        sides=boards if system.plays_in_teams or system.plays_matches else UNSET,
    )


def may_fix_boards(state: Tournament) -> bool:
    """Return whether entrants may have boards of their own: not in a table, a bracket or teams."""
    return state.system.pair is not None and not state.system.plays_in_teams


def fixed_boards(state: Tournament) -> FixedBoards:
    """Return the boards at which all games of an entrant are, each with the entrant, in order."""
    if not may_fix_boards(state):
        return ()
    fixed = ((each.board, each.id) for each in state.entrants.values() if each.board is not None)
    return tuple(sorted(fixed))


def seated(boards: tuple[Sides, ...], fixed: FixedBoards) -> tuple[Sides, ...]:
    """Return the boards of a round in their order, but for those of entrants with a `fixed` one.

    If two of them meet, the lower board is that of the game. Where a board is taken, or the round
    does not have it, it is the next lower one that is free, or else the next higher one.
    """
    places: dict[int, Sides] = {}
    size = len(boards)
    for board, entrant in fixed:
        game = next((each for each in boards if entrant in each), None)
        if game is not None and game not in places.values():
            nearest = (*range(min(board, size), 0, -1), *range(board + 1, size + 1))
            places[next(place for place in nearest if place not in places)] = game
    kept = frozenset(places.values())
    others = (each for each in boards if each not in kept)
    return tuple(places.get(place) or next(others) for place in range(1, size + 1))


def _bracket_draft(state: Tournament, number: int, colour: Colour) -> RoundPaired:
    """Return the next matches of the bracket with their regular games."""
    following = next_round(state, colour)
    made = state.games_made[number - 1] if number <= len(state.games_made) else 0
    games = (
        game
        for match, sides in enumerate(following.sides, start=made + 1)
        for game in games_of(state, number, match, sides, regular_games(state))
    )
    return RoundPaired(
        round=number,
        games=tuple(games),
        byes=following.byes,
        system=state.system_name,
        edition=state.system.edition,
        first_colour=colour,
        sides=following.sides,
        bracket_matches=following.matches,
    )


def _scheduled(state: Tournament, number: int, colour: Colour) -> Pairing:
    """Return a round of the drawn table, or else of that of the system, as they are played."""
    check_current(state)
    table = state.table or table_of(state, len(state.order))
    return state.system.scheduled(table.size, number, colour, in_order(state, table.rounds))


def question_of_draft(state: Tournament, context: DecisionContext) -> PairingAsked | None:
    """Return the question of `draft_of` to a system that pairs by rounds; None with a schedule.

    Raises:
        NobodyToPair: fewer than two are present.
    """
    if state.system.pair is None:
        return None
    return _question(state, _first_colour(state, context))


def _question(state: Tournament, colour: Colour) -> PairingAsked:
    asked = pairing_input(state, len(state.rounds) + 1, colour)
    if len(asked.present) < FEWEST_TO_PAIR:
        raise NobodyToPair(present=len(asked.present))
    return PairingAsked(system=state.system_name, given=asked)


def pairing_input(state: Tournament, number: int, first_colour: Colour) -> PairingInput:
    """Return the input of the pairing engine for round `number`, paired from `state`.

    The decision, the preview, the audit and the what-if all use it: no other function makes a
    pairing input from a tournament.
    """
    in_teams = state.system.plays_in_teams
    matches = matches_for_pairing(state, number) if in_teams else None
    return PairingInput(
        crosstable=for_pairing(state, number) if matches is None else matches.crosstable,
        present=seats_to_pair(state, number),
        first_colour=first_colour,
        requested=_requested_in(state, number),
        forbidden=forbidden_pairs(state, number),
        unwanted=unwanted_pairs(state),
        accelerated=fictitious_points(state, number),
        memory=parts_of(state).memory(state),
        standings=standings_before(state, number) if state.system.pairs_by_standings else (),
        groups=groups_in(state, number) if state.system.plays_in_groups else (),
        is_maxi=state.shape.maxi and state.system.has_maxi_rules,
        totals=() if matches is None else matches.totals,
        secondary=() if matches is None else matches.secondary,
        colour_type=state.shape.colour_type,
    )


def standings_before(state: Tournament, number: int) -> tuple[Seat, ...]:
    """Return all seats in the order of the standings before round `number`.

    Before round 1 it is the order of the lots, where lots were drawn (seed 000, 2.9.1).
    """
    crosstable = for_pairing(state, number)
    if not crosstable.rounds and crosstable.lots:
        lots = crosstable.lots
        return tuple(sorted(range(crosstable.size), key=lambda seat: (lots[seat], seat)))
    return tuple(row.seat for row in standings(crosstable, state.announced))


def groups_in(state: Tournament, number: int) -> tuple[tuple[Seat, ...], ...]:
    """Return the groups of round `number`, cut from the standings when they were last formed.

    Only those are in them who are paired in the round in which the groups are formed; others
    come last, together.
    """
    size, rounds = state.shape.group_size, state.shape.group_rounds
    if not size:
        return ()
    formed = number - (number - 1) % rounds if rounds else 1
    present = frozenset(seats_to_pair(state, formed))
    order = [seat for seat in standings_before(state, formed) if seat in present]
    return tuple(tuple(order[at : at + size]) for at in range(0, len(order), size))


def seats_to_pair(state: Tournament, number: int) -> tuple[Seat, ...]:
    """Return the seats of the entrants available for round `number`, in ascending order."""
    seats = seats_of(state)
    return tuple(
        sorted(seats[entrant.id] for entrant in state.entrants.values() if entrant.plays(number))
    )


def _requested_in(state: Tournament, number: int) -> tuple[tuple[Seat, ByeKind], ...]:
    """Return the byes requested in round `number`, by seat."""
    seats = seats_of(state)
    return tuple((seats[each.entrant], each.kind) for each in requested_byes(state, number))


def _first_colour(state: Tournament, context: DecisionContext) -> Colour:
    if state.rounds:
        return state.rounds[0].first_colour
    if state.first_colour is not None:
        return state.first_colour
    return (Colour.WHITE, Colour.BLACK)[context.lot % 2]


def draws_first_colour(state: Tournament) -> bool:
    """Return whether a lot gives the first colour; in a schedule the table gives it."""
    return not state.rounds and state.first_colour is None and state.system.draws_first_colour


def _byes(state: Tournament, number: int, answer: Pairing) -> tuple[GrantedBye, ...]:
    allocated = tuple(
        GrantedBye(entrant=state.order[seat], kind=kind) for seat, kind in answer.byes
    )
    return (*allocated, *requested_byes(state, number))


def requested_byes(state: Tournament, number: int) -> tuple[GrantedBye, ...]:
    """Return the requested byes of a round by pairing number, without entrants who had left."""
    return tuple(
        GrantedBye(entrant=entrant.id, kind=kind)
        for entrant in (state.entrants[each] for each in state.order)
        if entrant.first_round <= number
        and (entrant.out_from is None or number < entrant.out_from)
        and (kind := entrant.bye_in(number)) is not None
    )


def numbered_games(
    state: Tournament,
    number: int,
    boards: tuple[tuple[EntrantId, EntrantId], ...],
    identities: Mapping[tuple[EntrantId, EntrantId], GameId],
) -> tuple[PairedGame, ...]:
    """Return the boards as games; known pairs keep their identities, others get new ones.

    Where a board is a match of several games, `identities` are those of the first ones.
    """
    regular = regular_games(state) if state.system.plays_matches else ()
    made = state.games_made[number - 1] if number <= len(state.games_made) else 0
    games = []
    for white, black in boards:
        known = identities.get((white, black))
        if known is None:
            made += 1
            known = GameRef(stage=state.stage, round=number, match=made).written
        games.append(PairedGame(game=known, white=white, black=black))
        match = GameRef.of(known).match
        games += games_of(state, number, match, (white, black), regular[1:])
    return tuple(games)


def matches_named(
    state: Tournament, number: int, sides: tuple[Sides, ...]
) -> tuple[PairedGame, ...]:
    """Return the matches of teams as games: that of a match has its number."""
    return tuple(
        PairedGame(
            game=GameRef(stage=state.stage, round=number, match=match).written,
            white=white,
            black=black,
        )
        for match, (white, black) in enumerate(sides, start=1)
    )


# Folds


OfBoard = TypeVar("OfBoard", Ruling, Recolouring)


def _paired(state: Tournament, event: RoundPaired, _: int) -> Tournament:
    return with_new_round(state, event, RoundStatus.DRAFT)


def with_new_round(
    state: Tournament,
    event: RoundPairing,
    status: RoundStatus,
    *,
    published_at: int = 0,
) -> Tournament:
    """Return the state with a round that replaces later ones."""
    state = taking_part(state, event.round, event.pairs)
    size = len(event.games)
    played = RoundState(
        number=event.round,
        status=status,
        games=tuple(game.game for game in event.games),
        boards=tuple((game.white, game.black) for game in event.games),
        byes=event.byes,
        results=bytes(size),
        rated=bytes(size),
        recorded=bytes(size),
        versions=bytes(size * VERSION_BYTES),
        system=event.system,
        edition=event.edition,
        first_colour=event.first_colour,
        published_at=published_at,
        sides=() if event.sides is UNSET else event.sides,
        bracket_matches=() if event.bracket_matches is UNSET else event.bracket_matches,
    )
    rounds = (*state.rounds[: event.round - 1], played)
    return _with_games_made(replace(state, rounds=rounds), event.round, event.games)


def _with_games_made(state: Tournament, number: int, games: tuple[PairedGame, ...]) -> Tournament:
    made = [*state.games_made, *([0] * (number - len(state.games_made)))]
    made[number - 1] = max(
        (GameRef.of(game.game).match for game in games), default=made[number - 1]
    )
    return replace(state, games_made=tuple(made))


def pairing_changed(state: Tournament, event: ChangedPairing, _: int) -> Tournament:
    """Replace a pairing; unchanged games keep their results, the others are open."""
    state = taking_part(state, event.round, event.pairs)
    before = state.rounds[event.round - 1]
    kept = {game: board for board, game in enumerate(before.games)}
    boards = [kept.get(paired.game) for paired in event.games]
    changed = replace(
        before,
        games=tuple(game.game for game in event.games),
        boards=tuple((game.white, game.black) for game in event.games),
        byes=event.byes,
        results=_picked(before.results, boards, 1),
        rated=_picked(before.rated, boards, 1),
        recorded=_picked(before.recorded, boards, 1),
        versions=_picked(before.versions, boards, VERSION_BYTES),
        rulings=_moved(before.rulings, boards),
        recolourings=_moved(before.recolourings, boards),
        sides=before.sides if event.sides is UNSET else event.sides,
        engine=event.engine if isinstance(event, DraftChanged) else (),
    )
    made = state.games_made[event.round - 1]
    state = _with_games_made(with_round(state, changed), event.round, event.games)
    counts = list(state.games_made)
    counts[event.round - 1] = max(made, counts[event.round - 1])
    return replace(state, games_made=tuple(counts))


def _picked(column: bytes, boards: list[int | None], width: int) -> bytes:
    empty = bytes(width)
    return b"".join(
        empty if board is None else column[board * width : (board + 1) * width] for board in boards
    )


def _moved(said: tuple[OfBoard, ...], boards: list[int | None]) -> tuple[OfBoard, ...]:
    """Return the rulings of boards at their new places, without the boards that are gone."""
    places = {old: new for new, old in enumerate(boards) if old is not None}
    return tuple(replace(each, board=places[each.board]) for each in said if each.board in places)


def _discarded(state: Tournament, event: DraftDiscarded, _: int) -> Tournament:
    return without_round(state, event.round)


def without_round(state: Tournament, number: int) -> Tournament:
    """Return the state without round `number` and later ones."""
    return replace(state, rounds=state.rounds[: number - 1])


FOLDS: Folds = {
    RoundPaired: _paired,
    DraftChanged: pairing_changed,
    DraftDiscarded: _discarded,
}


RESTATEMENTS: Restatements = {RoundPaired: without_absent, DraftChanged: changed_by_hand}


Pairs = frozenset[tuple[Seat, Seat]]
"""Pairs of seats, the lower first."""


def forbidden_pairs(state: Tournament, number: int) -> Pairs:
    """Return the pairs that may not meet when round `number` is paired."""
    seats = seats_of(state)
    pairs = {
        pair
        for prohibition in state.prohibitions
        if prohibition.holds_in(number)
        for pair in combinations(sorted(seats[each] for each in prohibition.entrants), 2)
    }
    return frozenset(pairs) | _of_one_origin(state, SameOrigin.FORBID)


def unwanted_pairs(state: Tournament) -> Pairs:
    """Return the pairs that meet only if nothing else is possible."""
    return _of_one_origin(state, SameOrigin.AVOID)


def _of_one_origin(state: Tournament, rule: SameOrigin) -> Pairs:
    if state.same_origin is not rule:
        return frozenset()
    members: dict[str, list[Seat]] = defaultdict(list)
    for seat, entrant in enumerate(state.order):
        federation = state.entrants[entrant].federation
        if federation:
            members[federation].append(seat)
    return frozenset(pair for seats in members.values() for pair in combinations(seats, 2))
