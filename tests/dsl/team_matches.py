"""A match of two teams, and the groups of a cup, as states."""

from msgspec.structs import replace

from dsl.tournaments import entered, folded, numbered, published, recorded
from planilla.domain.tournament.pairings import PairingsPublished
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.shapes import (
    DecidedBy,
    MatchShape,
    StagePlan,
    StageSource,
    Team,
)
from planilla.domain.tournament.state import EntrantState, MatchDecision, Tournament
from planilla.domain.tournament.values import PairedGame
from planilla.domain.vocabulary import Colour, EntrantId, GameId

LIONS, TIGERS = EntrantId("lions"), EntrantId("tigers")
LEO, LIA, LUZ, TOM, TEO = (EntrantId(name) for name in ("leo", "lia", "luz", "tom", "teo"))
RATINGS = {LEO: 2101, LIA: 2000, LUZ: 1900, TOM: 2050, TEO: 0}
TEAMS = (Team(id=LIONS, players=(LEO, LIA, LUZ), captain=LIA), Team(id=TIGERS, players=(TOM, TEO)))
BOARDS = (("1.1", LEO, TOM), ("1.1.2", TEO, LIA))
"""Board 1 has White for the first team, board 2 for the second."""
WON = ResultRecorded(game=GameId("1.1"), result="0-1")
"""Black won, so that a group is not in the order of its numbers."""
CREATED = TournamentCreated(name="Liga", system_name="round-robin", rounds_asked=0)


def league(
    results: tuple[tuple[str, str], ...] = (),
    *,
    boards: tuple[tuple[str, EntrantId, EntrantId], ...] = BOARDS,
    decision: MatchDecision | None = None,
) -> Tournament:
    """Round 1 of a league of two teams, published, with these results by game."""
    games = tuple(
        PairedGame(game=GameId(game), white=white, black=black) for game, white, black in boards
    )
    state = folded(
        CREATED,
        *entered(LIONS, TIGERS),
        numbered(LIONS, TIGERS),
        PairingsPublished(
            round=1,
            games=games,
            byes=(),
            system="round-robin",
            edition="test",
            first_colour=Colour.WHITE,
            sides=((LIONS, TIGERS),),
        ),
        *(ResultRecorded(game=GameId(game), result=result) for game, result in results),
    )
    if decision is not None:
        ruled = replace(state.rounds[0], decisions=(decision,))
        state = replace(state, rounds=(ruled,))
    return replace(
        state,
        teams=TEAMS,
        shape=MatchShape(boards=2),
        players={
            player: EntrantState(id=player, person=f"p-{player}", rating=rating)
            for player, rating in RATINGS.items()
        },
    )


def table(*teams: tuple[str, ...], games: tuple[tuple[str, str, str], ...]) -> Tournament:
    """Round 1 of a table of teams whose players are the entrants: games as White, Black, result."""
    ids = tuple(EntrantId(player) for team in teams for player in team)
    pairs = [(EntrantId(white), EntrantId(black)) for white, black, _ in games]
    state = folded(
        CREATED,
        *entered(*ids),
        numbered(*ids),
        published(1, *pairs),
        *(recorded(f"1.{n}", each[2]) for n, each in enumerate(games, start=1) if each[2]),
    )
    formed = (Team(id=EntrantId(team[0][0]), players=tuple(map(EntrantId, team))) for team in teams)
    return replace(state, teams=tuple(formed))


def ruled(winner: EntrantId | None) -> MatchDecision:
    """A ruling on match 1."""
    return MatchDecision(match=1, winner=winner, by=DecidedBy.RULING, version=9)


def cup(*, is_drawn: bool = True) -> Tournament:
    """Two groups of two, the first of each of which goes on to a final."""
    players = tuple(EntrantId(name) for name in ("ana", "bea", "carl", "dora"))
    whole = folded(replace(CREATED, name="Copa"), *entered(*players))
    first, second = (
        replace(
            folded(CREATED, *entered(*pair), numbered(*pair), _game(pair), WON),
            stage=number,
            plan=StagePlan(title=title),
        )
        for number, title, pair in ((2, "A", players[:2]), (3, "B", players[2:]))
    )
    final = replace(
        folded(CREATED),
        stage=4,
        plan=StagePlan(
            title="Final", sources=tuple(StageSource(stage=each, last=1) for each in (2, 3))
        ),
    )
    return replace(whole, later=(first, second, final) if is_drawn else ())


def _game(pair: tuple[EntrantId, ...]) -> PairingsPublished:
    game = PairedGame(game=GameId("1.1"), white=pair[0], black=pair[1])
    return PairingsPublished(
        round=1,
        games=(game,),
        byes=(),
        system="round-robin",
        edition="test",
        first_colour=Colour.WHITE,
    )
