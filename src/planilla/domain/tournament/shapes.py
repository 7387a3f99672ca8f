"""Shapes of stages: their matches, the places that lead to them, drawn tables and teams."""

from enum import StrEnum

import msgspec

from planilla.domain.pairing.knockout.bracket import Bracket, PlacesPlayed
from planilla.domain.pairing.knockout.games import MatchRules
from planilla.domain.pairing.knockout.order import SeedOrder
from planilla.domain.pairing.system import ColourType
from planilla.domain.pairing.table import Rounds
from planilla.domain.vocabulary import EntrantId, GameId


class CarryOver(StrEnum):
    """Results that qualifiers take into the next stage (seed 000, 2.2.3).

    Nothing, their points, or the games that they played against one another.
    """

    NOTHING = "nothing"
    POINTS = "points"
    MUTUAL_GAMES = "mutual-games"


class StageSource(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The places of a stage that go on: `first` to `last` of its standings.

    In a knockout they may be its places, such as 3 and 4 of those who lost the semifinals.
    """

    stage: int
    first: int = 1
    last: int


class SeedsBy(StrEnum):
    """The order of the places that lead to a stage.

    All places of the first source, then those of the second; or the first places of all sources,
    then the second ones: the winners of groups are seeded above those who come after them.
    """

    SOURCES = "sources"
    PLACES = "places"


class StagePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A stage as planned: its title, the places that lead to it, and what they take along.

    Without sources its entrants are named when it starts. `started_at` is the version of the event
    that started it; 0 before.
    """

    title: str = ""
    sources: tuple[StageSource, ...] = ()
    seeds: SeedsBy = SeedsBy.SOURCES
    carry: CarryOver = CarryOver.NOTHING
    started_at: int = 0


class TeamScore(StrEnum):
    """The points that rank teams before all tie-breaks: of matches, or of games.

    The sum of the points of its players is the Olympic score of a team (seed 000, chapter 2).
    """

    MATCH_POINTS = "match-points"
    GAME_POINTS = "game-points"


class MatchShape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The matches of a stage: their games or boards, and the draw of their table.

    `games` and `tiebreaks` are as in `MatchRules`; `boards` is how many players of a team play
    (0: not in teams), `roster` the most that a team may have (0: no limit), and `score` the points
    that rank the teams, and pair them where that follows from results, with colours preferred by
    `colour_type`. `cycles` is how often everybody meets everybody, `order` that of the seeds,
    `places` those played for. A system that plays in groups cuts its list into groups of
    `group_size` (0: one group) and forms them again every `group_rounds` rounds (0: never). `maxi`
    chooses the rules of a maxi-tournament in a system that has them. In the standings the
    `best_rounds` best rounds of each entrant count (0: all).
    """

    games: int = 1
    tiebreaks: tuple[int, ...] = ()
    sudden_death: bool = False
    boards: int = 0
    roster: int = 0
    score: TeamScore = TeamScore.MATCH_POINTS
    colour_type: ColourType = ColourType.A
    cycles: int = 1
    order: SeedOrder = SeedOrder.COMPENSATION
    places: PlacesPlayed = PlacesPlayed.FIRST
    group_size: int = 0
    group_rounds: int = 0
    maxi: bool = False
    best_rounds: int = 0

    @property
    def rules(self) -> MatchRules:
        """The games that a match may have."""
        return MatchRules(
            games=self.games, tiebreaks=self.tiebreaks, sudden_death=self.sudden_death
        )


class DrawnTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as it was drawn for `size` numbers: `rounds` of pairs of places, or a bracket."""

    system: str
    size: int
    rounds: Rounds
    bracket: Bracket | None = None


class EnvelopeDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """The envelope of a federation among those `large_enough`, and the numbers drawn from it.

    `entrants` are in the order of drawing, each with the number of its place in `numbers`; `left`
    are the numbers that stayed in the envelope. `federation` is empty for a player without one.
    """

    federation: str
    large_enough: tuple[str, ...]
    envelope: str
    entrants: tuple[EntrantId, ...]
    numbers: tuple[int, ...]
    left: tuple[int, ...]


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A team and its players in board order; `captain` may be one of them, empty: none.

    `id` is that of the team as an entrant, or the letters of a team of a table.
    """

    id: EntrantId
    players: tuple[EntrantId, ...]
    captain: EntrantId = EntrantId("")


class DecidedBy(StrEnum):
    """The ground of a ruling on a match."""

    LOT = "lot"
    RULING = "ruling"
    WALK_OVER = "walk-over"
    NO_SHOW = "no-show"


class CarriedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of an earlier stage that counts in this one, with the result that it had."""

    game: GameId
    white: EntrantId
    black: EntrantId
    result: str
