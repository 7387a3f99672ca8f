"""A big open as it goes: byes, withdrawals, late entries, a change by hand, corrections."""

import random

from dsl.played_logs import PlayedLog, by_chance, newcomer
from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.closing import CloseRound
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.entrants import EnterEntrants
from planilla.domain.tournament.pairings import ChangePairing, PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import ByeKind, EntrantId

SYSTEM = "swiss-dutch-2026"
LATEST_ENTRY = 3
"""The last round before which somebody still enters."""


def lively_open(players: int, rounds: int, seed: int = 1) -> PlayedLog:
    """An open of the newest Dutch system, all of it drawn from the seed.

    Before each round one in a hundred asks for half a point, one stays away and one withdraws; as
    many enter before rounds 2 and 3. In the middle round the arbiter changes two boards by hand;
    after every third round a result of the round before is corrected.
    """
    drawn = random.Random(seed)
    log = PlayedLog()
    step = 1400 // players
    log.open(SYSTEM, tuple(2500 - step * place for place in range(players)), rounds)
    for number in range(1, rounds + 1):
        _come_and_go(log, number, drawn)
        if number == (rounds + 1) // 2:
            _by_hand(log, number)
        _play(log, number, seed)
        if number % 3 == 0:
            _correct(log, number, drawn)
    return log


def _come_and_go(log: PlayedLog, number: int, drawn: random.Random) -> None:
    there = [each.id for each in log.state.entrants.values() if each.plays(number)]
    some = max(len(there) // 100, 1)
    if 1 < number <= LATEST_ENTRY:
        late = tuple(newcomer(f"late{number}-{place}", 2000) for place in range(some))
        log.do(EnterEntrants(entrants=late))
    going = drawn.sample(there, 3 * some)
    for place, entrant in enumerate(going):
        _goes(log, entrant, number, place % 3)


def _goes(log: PlayedLog, entrant: EntrantId, number: int, way: int) -> None:
    if way == 2 and number > 1:
        log.do(WithdrawEntrant(entrant=entrant))
    else:
        kind = ByeKind.ZERO_POINT if way else ByeKind.HALF_POINT
        log.do(RequestBye(entrant=entrant, round=number, kind=kind))


def _by_hand(log: PlayedLog, number: int) -> None:
    """Two of the draft change opponents."""
    log.do(PairRound(round=number))
    draft = log.state.rounds[-1]
    *others, (a, b), (x, y) = draft.boards
    granted = (bye.entrant for bye in draft.byes if bye.kind is ByeKind.PAIRING_ALLOCATED)
    log.do(
        ChangePairing(
            round=number,
            boards=(*others, (a, y), (x, b)),
            bye=next(granted, None),
            reason=Sealed("1" * 64),
        )
    )


def _play(log: PlayedLog, number: int, seed: int) -> None:
    is_drafted = len(log.state.rounds) == number
    if not is_drafted:
        log.do(PairRound(round=number))
    log.do(PublishPairings(round=number))
    ending = by_chance(seed)
    played = log.state.rounds[-1]
    for board, game in enumerate(played.games):
        if game in log.state.rounds[-1].open_games:
            log.do(RecordResult(game=game, result=ending(played, board)))
    log.do(CloseRound(round=number))


def _correct(log: PlayedLog, number: int, drawn: random.Random) -> None:
    """A game of the round before: it counts from the next pairing on (C.04.2, 4.3)."""
    played = log.state.rounds[number - 2]
    board = drawn.randrange(len(played.games))
    result = "0-1" if played.recorded[board] == 1 else "1-0"
    log.do(
        CorrectResult(
            game=played.games[board],
            result=result,
            corrects=played.version_of(board),
            reason=Sealed("2" * 64),
            effect=Effect(points=True, pairing_from=number + 1, rating=True),
        )
    )
