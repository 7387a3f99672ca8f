"""A league of teams: founded, registered and paired by commands."""

from dsl.tournaments import Scene, entered, given
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.entrants import NewEntrant
from planilla.domain.tournament.line_ups import PublishLineUps
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.rosters import RegisterPlayers
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.shapes import MatchShape, TeamScore
from planilla.domain.vocabulary import EntrantId

TEAMS = tuple(EntrantId(name) for name in ("alfil", "burgos", "casino", "duero"))


def league(
    teams: int = 4,
    boards: int = 2,
    roster: int = 0,
    score: TeamScore = TeamScore.MATCH_POINTS,
    cycles: int = 1,
) -> Scene:
    """A league of so many teams, none with players."""
    created = TournamentCreated(
        name="Liga",
        system_name="team-round-robin",
        rounds_asked=0,
        tiebreaks=("MPVGP",),
        tiebreak_edition="fide-2026-03",
        shape=MatchShape(boards=boards, roster=roster, score=score, cycles=cycles),
    )
    return given(created, *entered(*TEAMS[:teams]))


def player(team: str, board: int) -> EntrantId:
    return EntrantId(f"{team}-{board}")


def new(team: str, board: int, rating: int = 2000) -> NewEntrant:
    known = player(team, board)
    return NewEntrant(id=known, person=Sealed(f"p-{known}"), rating=rating)


def register(team: str, players: int) -> RegisterPlayers:
    """Register players 1, 2 … of a team."""
    return RegisterPlayers(
        team=EntrantId(team), players=tuple(new(team, board) for board in range(1, players + 1))
    )


def done(scene: Scene, *commands: Command) -> Scene:
    """The scene after the commands were done."""
    for command in commands:
        scene = scene.when(command).and_then()
    return scene


def published(scene: Scene, number: int) -> Scene:
    """The scene with a round published, whose line-ups are not."""
    return done(scene, PairRound(round=number), PublishPairings(round=number))


def playing(scene: Scene, number: int) -> Scene:
    """The scene with the games of all boards of a round."""
    return done(published(scene, number), PublishLineUps(round=number))
