"""Random tournaments of teams: matches on boards, paired by a system of teams from given draws."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from planilla.demo.random_tournament import (
    FORFEIT_RESULTS,
    MILLION,
    Draw,
    Recipe,
    byes_drawn,
    fictitious_points,
    first_round_drawn,
    rating_drawn,
    result_drawn,
)
from planilla.domain.crosstable import Crosstable, Entrant, Round, Seat
from planilla.domain.pairing.system import ColourType, NoPairing, Pairing, PairingInput, System
from planilla.domain.pairing.team_matches import matches_of
from planilla.domain.teams import MATCH, Board, Match, MatchPoints, TeamCrosstable, TeamRound
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId

Roster = tuple[int, ...]
"""The ratings of the players of a team, by board."""


class TeamRecipe(msgspec.Struct, frozen=True, kw_only=True):
    """The recipe of a random tournament of teams: that of the teams, and of their matches.

    `recipe.forfeit_rate` is that of whole matches, and of the boards of the others. `score` is the
    primary one (`MP` or `GP`), `colour_type` that of the preferences.
    """

    recipe: Recipe
    boards: int
    score: str = MATCH
    colour_type: ColourType = ColourType.A


class RandomTeams(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament of teams as far as it was played, with the ratings of the players by team.

    `accelerated` and `unpairable` are as in a `RandomTournament`.
    """

    table: TeamCrosstable
    rosters: tuple[Roster, ...]
    first_colour: Colour
    accelerated: tuple[tuple[int, ...], ...] = ()
    unpairable: NoPairing | None = None

    @property
    def games(self) -> Crosstable:
        """The games of the players, who are numbered team by team."""
        size = self.table.boards
        ratings = (rating for roster in self.rosters for rating in roster)
        return Crosstable(
            entrants=tuple(
                Entrant(id=EntrantId(str(number)), rating=rating)
                for number, rating in enumerate(ratings, start=1)
            ),
            rounds=tuple(_games(played, size) for played in self.table.rounds),
            rounds_planned=self.table.rounds_planned,
        )


def _games(played: TeamRound, size: int) -> Round:
    boards, results = [], bytearray()
    for match in played.matches:
        for board, (result, first_has_white) in enumerate(match.boards):
            first, second = match.first * size + board, match.second * size + board
            boards.append((first, second) if first_has_white else (second, first))
            results.append(result)
    return Round(boards=tuple(boards), results=bytes(results))


def played_by_teams(recipe: TeamRecipe, system: System, draw: Draw) -> Iterator[RandomTeams]:
    """The tournament after every round; where a round has no legal pairing, that is the last."""
    teams, rosters = _teams(recipe, draw)
    tournament = RandomTeams(
        table=TeamCrosstable(
            # a file does not say who entered late: absent teams they are when it is paired again
            teams=tuple(replace(team, first_round=1) for team in teams),
            boards=recipe.boards,
            rounds_planned=recipe.recipe.rounds,
            primary=recipe.score,
        ),
        rosters=rosters,
        first_colour=(Colour.WHITE, Colour.BLACK)[draw(2)],
        accelerated=fictitious_points(recipe.recipe, teams, MatchPoints().win),
    )
    withdrawn: set[Seat] = set()
    for number in range(1, recipe.recipe.rounds + 1):
        byes = byes_drawn(recipe.recipe, teams, number, withdrawn, draw)
        paired = system.answer(_given(recipe, tournament, byes))
        if isinstance(paired, NoPairing):
            yield replace(tournament, unpairable=paired)
            return
        rounds = (*tournament.table.rounds, _played(recipe, tournament, paired, byes, draw))
        tournament = replace(tournament, table=replace(tournament.table, rounds=rounds))
        yield tournament


def _teams(recipe: TeamRecipe, draw: Draw) -> tuple[tuple[Entrant, ...], tuple[Roster, ...]]:
    """Return the teams by their strength, the mean of their ratings, and the ratings."""
    own = recipe.recipe
    drawn = [
        sorted((rating_drawn(own.bands, draw) for _ in range(recipe.boards)), reverse=True)
        for _ in range(own.players)
    ]
    drawn.sort(key=sum, reverse=True)
    teams = tuple(
        Entrant(
            id=EntrantId(str(number)),
            rating=sum(roster) // recipe.boards,
            first_round=first_round_drawn(own, draw),
        )
        for number, roster in enumerate(drawn, start=1)
    )
    return teams, tuple(map(tuple, drawn))


def _given(recipe: TeamRecipe, tournament: RandomTeams, byes: dict[Seat, ByeKind]) -> PairingInput:
    matches = matches_of(tournament.table)
    number = len(tournament.table.rounds) + 1
    return PairingInput(
        crosstable=matches.crosstable,
        present=tuple(seat for seat in range(len(tournament.table.teams)) if seat not in byes),
        first_colour=tournament.first_colour,
        requested=tuple(sorted(byes.items())),
        accelerated=tuple(own[:number] for own in tournament.accelerated),
        totals=matches.totals,
        secondary=matches.secondary,
        colour_type=recipe.colour_type,
    )


def _played(
    recipe: TeamRecipe,
    tournament: RandomTeams,
    paired: Pairing,
    byes: dict[Seat, ByeKind],
    draw: Draw,
) -> TeamRound:
    return TeamRound(
        matches=tuple(
            _match(recipe.recipe, tournament.rosters, pair, draw) for pair in paired.boards
        ),
        byes=tuple(sorted((*paired.byes, *byes.items()))),
    )


def _match(
    recipe: Recipe, rosters: tuple[Roster, ...], pair: tuple[Seat, Seat], draw: Draw
) -> Match:
    """Draw a match; as many lots for each, so that what happens in one moves no other's lots."""
    first, second = pair
    forfeited, how = draw(MILLION), draw(len(FORFEIT_RESULTS))
    boards = []
    for board, (one, other) in enumerate(zip(rosters[first], rosters[second], strict=True)):
        first_has_white = board % 2 == 0
        difference = one - other if first_has_white else other - one
        boards.append(Board(result_drawn(recipe, difference, draw), first_has_white))
    if forfeited < recipe.forfeit_rate:
        result = FORFEIT_RESULTS[how]
        lost = tuple(
            Board(result if each.first_has_white else result.reversed, each.first_has_white)
            for each in boards
        )
        return Match(first=first, second=second, boards=lost, result=result)
    return Match(first=first, second=second, boards=tuple(boards))
