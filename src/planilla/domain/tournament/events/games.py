"""Results, and their corrections."""

from typing import ClassVar

from planilla.domain.tournament.events.event import (
    Audience,
    Details,
    Effect,
    Event,
    Topic,
    details_of_ruling,
    wording_of_game,
)
from planilla.domain.vocabulary import GameId


class ResultRecorded(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The first result of a game, in the notation of `vocabulary.RESULT_NOTATION`.

    `unrated` tells of a game of less than one move, which does not count for rating.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.RESULT

    game: GameId
    result: str
    unrated: bool = False

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"result": self.result}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return wording_of_game(self.game)


class ResultWithdrawn(Event, frozen=True, kw_only=True, tag=True):
    """A typing error of the last seconds was taken back: the game is open again."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION

    game: GameId

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return wording_of_game(self.game)


class ColoursCorrected(Event, frozen=True, kw_only=True, tag=True):
    """The two had played with the other colours; each keeps the points.

    `effect` tells from which pairing on it counts; None: from the next. `corrects` and `known_at`
    as in `ResultCorrected`.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    leads_its_act: ClassVar[bool] = True

    game: GameId
    reason: str = ""
    corrects: int | None = None
    effect: Effect | None = None
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {}


class ResultCorrected(Event, frozen=True, kw_only=True, tag=True):
    """The result of a game was another one. `corrects` is the version of the event it corrects.

    `known_at` is when it became known, in microseconds since 1970 (UTC); None: when recorded.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    leads_its_act: ClassVar[bool] = True

    game: GameId
    result: str
    corrects: int
    effect: Effect
    reason: str = ""
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"result": self.result, **details_of_ruling(self)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return wording_of_game(self.game)
