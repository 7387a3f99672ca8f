"""Any tournament: commands chosen by numbers, so that a list of numbers is a whole history.

Commands that the rules refuse are part of a walk: they must change nothing.
"""

from collections.abc import Iterable

from planilla.domain.tournament.byes import CancelBye, RequestBye
from planilla.domain.tournament.closing import (
    CloseRound,
    FinishTournament,
    ReopenRound,
    ReopenTournament,
)
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.committee import FormAppealsCommittee, ReplaceCommitteeMember
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import CorrectColours, CorrectResult
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import UnpairRound
from planilla.domain.tournament.eligibility import ExpelEntrant, ReturnEntrant, WithdrawEntrant
from planilla.domain.tournament.entrants import EnterEntrants, NewEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.lots import DrawLots
from planilla.domain.tournament.pairings import ChangePairing, PairRound, PublishPairings
from planilla.domain.tournament.publication import PublishNow, SetPublication
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.results import RecordResult, WithdrawResult
from planilla.domain.tournament.setup import CreateTournament
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.values import Effect, PublicLevel, Way
from planilla.domain.vocabulary import RESULT_OF_NOTATION, ByeKind, EntrantId, GameId

RESULTS = tuple(text for text in RESULT_OF_NOTATION if text != "*")
KINDS = (ByeKind.ZERO_POINT, ByeKind.HALF_POINT, ByeKind.FULL_POINT)


def walk(
    numbers: Iterable[int], system: str = "swiss-dutch-libro", *, publishes: bool = False
) -> tuple[tuple[Fact, ...], Tournament]:
    """The facts and the state after the commands that `numbers` choose.

    One that `publishes` also sets what the public sees.
    """
    facts: list[Fact] = []
    state = INITIAL
    for command in (CreateTournament(name="Walk", system=system, rounds=5), _entering(0, 6)):
        state = _done(state, command, facts, 0)
    for number in numbers:
        chosen = _publishing(number) if publishes and number % 6 == 1 else _chosen(state, number)
        state = _done(state, chosen, facts, number)
    return tuple(facts), state


def _done(state: Tournament, command: Command, facts: list[Fact], lot: int) -> Tournament:
    events: tuple[Event, ...]
    try:
        events = decide(state, command, DecisionContext(at=1_000_000 * (len(facts) + 1), lot=lot))
    except Refusal:
        return state
    for event in events:
        fact = Fact(version=len(facts) + 1, recorded_at=1_000_000 * (len(facts) + 1), event=event)
        facts.append(fact)
        state = evolve(state, fact)
    return state


def _entering(first: int, count: int) -> EnterEntrants:
    return EnterEntrants(
        entrants=tuple(
            NewEntrant(
                id=EntrantId(f"e{number}"),
                person=Sealed(f"p{number}"),
                rating=2000 - 7 * (number * 5 % 11),
            )
            for number in range(first, first + count)
        )
    )


def _publishing(number: int) -> Command:
    """Mostly another level, perhaps with a delay of one minute; or what waits is published."""
    detail = number // 6
    if detail % 5 == 0:
        return PublishNow()
    level = tuple(PublicLevel)[detail // 5 % 4]
    return SetPublication(level=level, delay_minutes=detail // 20 % 2)


def _chosen(state: Tournament, number: int) -> Command:
    """Mostly what an arbiter would do next, sometimes something else."""
    kind, detail = number % 16, number // 16
    if kind < 10:
        return _next_act(state, detail)
    return _odd_act(state, kind, detail)


def _next_act(state: Tournament, detail: int) -> Command:
    last = state.rounds[-1] if state.rounds else None
    if last is None:
        return PairRound(round=1)
    if not last.is_published:
        return PublishPairings(round=last.number)
    if last.open_games:
        game = last.open_games[detail % len(last.open_games)]
        return RecordResult(game=game, result=RESULTS[detail // 7 % len(RESULTS)])
    if last.number >= state.rounds_asked > 0:
        return FinishTournament()
    return PairRound(round=last.number + 1)


def _odd_act(state: Tournament, kind: int, detail: int) -> Command:
    entrant = tuple(state.entrants)[detail % len(state.entrants)]
    number = len(state.rounds)
    if kind == 10:
        return (
            RequestBye(entrant=entrant, round=number + 1, kind=KINDS[detail // 13 % 3]),
            CancelBye(entrant=entrant, round=number + 1),
        )[detail // 5 % 2]
    if kind == 11:
        return (
            WithdrawEntrant(entrant=entrant),
            ReturnEntrant(entrant=entrant),
            ExpelEntrant(entrant=entrant, reason=Sealed("why")),
        )[detail // 5 % 3]
    if kind == 12:
        return (
            _entering(len(state.entrants), 1),
            FormAppealsCommittee(way=Way.LOT),
            DrawLots(),
            ReplaceCommitteeMember(member=entrant),
        )[detail // 7 % 4]
    if kind == 13:
        return (
            UnpairRound(round=number),
            CloseRound(round=number),
            ReopenRound(round=number),
            ReopenTournament(),
        )[detail % 4]
    return _act_on_a_game(state, kind, detail)


def _act_on_a_game(state: Tournament, kind: int, detail: int) -> Command:
    if not state.rounds or not state.rounds[detail % len(state.rounds)].games:
        return PairRound(round=len(state.rounds) + 1)
    played = state.rounds[detail % len(state.rounds)]
    board = detail // 3 % len(played.games)
    game = played.games[board]
    if kind == 14:
        return _correction(state, game, played.version_of(board), detail)
    if detail % 3 == 0:
        return WithdrawResult(game=game)
    if detail % 3 == 1:
        return CorrectColours(game=game)
    boards = list(played.boards)
    boards[board] = (boards[board][1], boards[board][0])
    return ChangePairing(round=played.number, boards=tuple(boards), reason=Sealed("agreed"))


def _correction(state: Tournament, game: GameId, version: int, detail: int) -> CorrectResult:
    effects = (
        None,
        Effect(points=True, pairing_from=None, rating=True),
        Effect(points=True, pairing_from=state.last_published + 1, rating=False),
        Effect(points=False, pairing_from=None, rating=True),
    )
    return CorrectResult(
        game=game,
        result=RESULTS[detail // 5 % len(RESULTS)],
        corrects=version,
        reason=Sealed("slip"),
        effect=effects[detail // 11 % 4],
    )
