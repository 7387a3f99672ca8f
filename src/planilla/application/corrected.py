"""Which events a command corrects: by the versions that it names, or what stands where it does not.

They are looked up before it is decided, and few: the log is never read for them as a whole.
"""

from collections.abc import Iterator

from planilla.domain.tournament.command import Command
from planilla.domain.tournament.corrections import CorrectColours
from planilla.domain.tournament.eligibility import RuleIneligible, WithdrawEntrant
from planilla.domain.tournament.entrants import CorrectSportingData
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameId

NAMED = ("corrects", "other_corrects")
"""Where a command names the version of an event that was wrong."""


def versions_corrected(state: Tournament, command: Command) -> frozenset[int]:
    """The versions of the events that may be corrected by a command decided on `state`."""
    named = (getattr(command, name, None) for name in NAMED)
    return frozenset(version for version in (*named, *_that_stand(state, command)) if version)


def _that_stand(state: Tournament, command: Command) -> Iterator[int]:
    match command:
        case WithdrawEntrant(from_round=int(number)) | RuleIneligible(from_round=number):
            yield from _of_games_since(state, command.entrant, number)
        case CorrectColours(corrects=None):
            yield from _of_game(state, command.game)
        case CorrectSportingData(corrects=None):
            entrant = state.entrants.get(command.entrant)
            yield 0 if entrant is None else entrant.data_version
        case _:
            pass


def _of_games_since(state: Tournament, entrant: EntrantId, number: int) -> Iterator[int]:
    for played in state.rounds[max(number - 1, 0) :]:
        for board, sides in enumerate(played.boards):
            if entrant in sides:
                yield played.version_of(board)


def _of_game(state: Tournament, game: GameId) -> Iterator[int]:
    found = state.find(game)
    if found is not None:
        played, board = found
        yield played.version_of(board)
