"""The scheduled games of those who left a closed tournament: `-` for them, `+` for the others.

Source: seed 004, "Partidas no jugadas". Which games of theirs count for the standings is not
decided here.
"""

from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.events import ResultRecorded
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameResult

_FORFEITS = {
    (True, False): GameResult.BLACK_WINS_BY_FORFEIT,
    (False, True): GameResult.WHITE_WINS_BY_FORFEIT,
    (True, True): GameResult.BOTH_FORFEIT,
}


def forfeits_of_the_absent(state: Tournament, played: RoundState) -> tuple[ResultRecorded, ...]:
    """One result for each game that a schedule gives to somebody who has left."""
    if not SYSTEMS[state.system].has_schedule:
        return ()
    return tuple(
        forfeit_of(game, absent=gone)
        for game, (white, black) in zip(played.games, played.boards, strict=True)
        if any(gone := (_has_left(state, white, played), _has_left(state, black, played)))
    )


def forfeit_of(game: GameId, *, absent: tuple[bool, bool]) -> ResultRecorded:
    """The result of a game of which White, Black or both were not there."""
    return ResultRecorded(game=game, result=RESULT_NOTATION[_FORFEITS[absent]])


def _has_left(state: Tournament, entrant: EntrantId, played: RoundState) -> bool:
    return not state.entrants[entrant].plays(played.number)
