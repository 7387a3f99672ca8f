"""A Double-Swiss in the log: six players, three rounds of matches of two games."""

from dsl.leagues import done
from dsl.tournaments import Scene, entered, given
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.vocabulary import Colour, EntrantId, GameId

PLAYERS = tuple(EntrantId(f"p{number}") for number in range(1, 8))
FIRST = ("1-0", "½-½", "0-1", "1-0", "½-½", "½-½")
"""Round 1 is 1-4, 5-2 and 3-6, by the halves of the list and a lot for White.

1 wins 1½-½, 2 wins 2-0 (with Black, then with White), and 3 and 6 draw both games.
"""
AFTER_FIRST = (3, 4, 2, 1, 0, 2)
"""The points of the six players after it, in halves."""


def double(players: int = 6, rounds: int = 3) -> Scene:
    """A tournament of so many players, before its first round."""
    created = TournamentCreated(
        name="Pairs of games",
        system_name="swiss-double",
        rounds_asked=rounds,
        tiebreaks=("PS", "BH"),
        tiebreak_edition="fide-2026-03",
        first_colour=Colour.WHITE,
    )
    return given(created, *entered(*PLAYERS[:players]))


def published(scene: Scene, number: int) -> Scene:
    """The scene with a round published."""
    return done(scene, PairRound(round=number), PublishPairings(round=number))


def recorded(scene: Scene, **results: str) -> Scene:
    """The scene after results: `g1_2` is the first game of match 2, `g1_2_2` the other one."""
    commands = (
        RecordResult(game=GameId(name[1:].replace("_", ".")), result=result)
        for name, result in results.items()
    )
    return done(scene, *commands)


def played(scene: Scene, number: int, *results: str) -> Scene:
    """The scene after a round with the results of its games, match by match."""
    scene = published(scene, number)
    games = scene.state().rounds[number - 1].games
    commands = (
        RecordResult(game=game, result=result) for game, result in zip(games, results, strict=True)
    )
    return done(scene, *commands)
