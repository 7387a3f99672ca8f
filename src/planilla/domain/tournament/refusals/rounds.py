"""Refusals about rounds: pairing, publishing, closing."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Unacceptable
from planilla.domain.vocabulary import EntrantId, GameId


@dataclass(kw_only=True, eq=False)
class NoSuchRound(Unacceptable):
    """The tournament has no such round."""

    code = "no-such-round"
    round: int
    rounds: int


@dataclass(kw_only=True, eq=False)
class IllegalPairing(Unacceptable):
    """The boards break an absolute rule; `article` names it (B1, B2 …)."""

    code = "illegal-pairing"
    article: str
    entrants: tuple[EntrantId, ...]


@dataclass(kw_only=True, eq=False)
class RoundAlreadyPaired(Conflict):
    """The round is paired already."""

    code = "round-already-paired"
    round: int


@dataclass(kw_only=True, eq=False)
class NobodyToPair(Conflict):
    """There are not two entrants to pair."""

    code = "nobody-to-pair"
    present: int


@dataclass(kw_only=True, eq=False)
class NoLegalPairing(Conflict):
    """The rules leave no pairing; the arbiter must decide."""

    code = "no-legal-pairing"
    reason: str
    entrants: tuple[EntrantId, ...]


@dataclass(kw_only=True, eq=False)
class AllRoundsPaired(Conflict):
    """Every round of the tournament is paired."""

    code = "all-rounds-paired"
    rounds: int


@dataclass(kw_only=True, eq=False)
class PreviousRoundOpen(Conflict):
    """The round before is not finished."""

    code = "previous-round-open"
    round: int
    games: tuple[GameId, ...]


@dataclass(kw_only=True, eq=False)
class DraftPending(Conflict):
    """The round before is still a draft."""

    code = "draft-pending"
    round: int


@dataclass(kw_only=True, eq=False)
class RoundNotPaired(Conflict):
    """The round is not paired yet."""

    code = "round-not-paired"
    round: int


@dataclass(kw_only=True, eq=False)
class RoundIsPublished(Conflict):
    """The round is published already."""

    code = "round-is-published"
    round: int


@dataclass(kw_only=True, eq=False)
class RoundNotPublished(Conflict):
    """The round is a draft."""

    code = "round-not-published"
    round: int


@dataclass(kw_only=True, eq=False)
class RoundHasResults(Conflict):
    """The round has results and cannot be taken back."""

    code = "round-has-results"
    round: int
    games: tuple[GameId, ...]


@dataclass(kw_only=True, eq=False)
class RoundIsClosed(Conflict):
    """The round is closed; a result is now changed by a correction."""

    code = "round-is-closed"
    round: int


@dataclass(kw_only=True, eq=False)
class RoundNotClosed(Conflict):
    """The round is not closed."""

    code = "round-not-closed"
    round: int


@dataclass(kw_only=True, eq=False)
class TooManyGamesOpen(Conflict):
    """The next round cannot be foreseen yet: more games are open than a preview follows."""

    code = "too-many-games-open"
    round: int
    open: int
    largest: int


@dataclass(kw_only=True, eq=False)
class GamesOpen(Conflict):
    """Some games of the round have no result."""

    code = "games-open"
    round: int
    games: tuple[GameId, ...]


@dataclass(kw_only=True, eq=False)
class LaterRoundPaired(Conflict):
    """A later round is paired already."""

    code = "later-round-paired"
    round: int
    later: int


@dataclass(kw_only=True, eq=False)
class NotTheLastRound(Conflict):
    """Only the last paired round can be taken back."""

    code = "not-the-last-round"
    round: int
    last: int
