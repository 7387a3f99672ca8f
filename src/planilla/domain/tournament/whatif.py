"""The what-if in the rules: refusals of edits, and facts restated on another state."""

from typing import Any

from msgspec.structs import replace

from planilla.domain.tournament.event import Event
from planilla.domain.tournament.lookups import known_entrant, paired_round
from planilla.domain.tournament.refusal import Conflict, NoSuchGame, Unacceptable
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId


class NoSuchFact(Unacceptable):
    """The visible part of the log has no fact of that version."""

    version: int
    last: int


class TooManyEdits(Unacceptable):
    """Too many facts are changed at a time."""

    largest: int


class EditedTwice(Unacceptable):
    """Two edits are of the same fact."""

    version: int


class NotInWhatIf(Unacceptable):
    """The effect of the command depends on later events, and the replay itself finds it."""

    code = "not-in-a-what-if"
    command: str


class FactStays(Unacceptable):
    """A fact of that type follows from others: they may be edited, it may not."""

    version: int
    event: str


class EntryHasPlayed(Conflict):
    """The entry was paired in that round, and its games are facts; it can only withdraw."""

    entrant: EntrantId
    round: int


class DrawsOutOfRange(Unacceptable):
    """The number of draws is out of range."""

    draws: int
    smallest: int
    largest: int


class AlreadySo(Conflict):
    """The edit changes nothing: that is known by then."""


class NoSuchCorrection(Unacceptable):
    """The fact of that version corrects nothing, or does not exist."""

    version: int


class KnownNoEarlier(Unacceptable):
    """The fact could not have been known earlier: it records what happened then."""

    version: int


class NotSeatedAgain(Unacceptable):
    """In a hall only a game with another result is replayed."""

    version: int


def of_an_entrant(state: Tournament, event: Any) -> Event:
    """Return the fact about an entrant.

    Raises:
        NoSuchEntrant: the entrant never entered.
    """
    known_entrant(state, event.entrant)
    restated: Event = event
    return restated


def of_a_round(state: Tournament, event: Any) -> Event:
    """Return the fact about a round.

    Raises:
        RoundNotPaired: there is no such round.
    """
    paired_round(state, event.round)
    restated: Event = event
    return restated


def of_a_game(state: Tournament, event: Any) -> Event:
    """Return the fact about a game.

    Raises:
        NoSuchGame: no round has it.
    """
    if state.find(event.game) is None:
        raise NoSuchGame(game=event.game)
    restated: Event = event
    return restated


def without_absent(state: Tournament, event: Any) -> Event:
    """Return the round without byes of entrants who never entered."""
    byes = tuple(bye for bye in event.byes if bye.entrant in state.entrants)
    restated: Event = event if byes == event.byes else replace(event, byes=byes)
    return restated


def changed_by_hand(state: Tournament, event: Any) -> Event:
    """Return the change of a round.

    Raises:
        RoundNotPaired, NoSuchEntrant: the round or a player is not there.
    """
    of_a_round(state, event)
    for pair in event.pairs:
        for entrant in pair:
            known_entrant(state, entrant)
    return without_absent(state, event)
