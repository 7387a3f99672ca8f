"""Knockouts, team tables and leagues at random, with corrections while they are played.

Laws, as for the Swiss: the fold of the log is the state that commands left; the fold of any prefix,
gone on with the rest, is the same (a look at the past is what was seen then); tables that followed
fact by fact are those made anew; and a what-if without an edit is the tournament as it is.
"""

from random import Random

import pytest
from msgspec.structs import replace

from dsl import leagues
from dsl.following import followed
from dsl.tournaments import ROUND_ROBIN, Scene, entered, facts, given
from planilla.audit.branch import branch
from planilla.audit.edits import edited
from planilla.audit.round_by_round import round_by_round
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.knockout.bracket import PlacesPlayed
from planilla.domain.pairing.knockout.order import SeedOrder
from planilla.domain.tournament.brackets import undecided_by_round
from planilla.domain.tournament.closing import FinishTournament
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.line_ups import PublishLineUps
from planilla.domain.tournament.matches import AddGames, DecideMatch, match_scores
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.shapes import DecidedBy, MatchShape
from planilla.domain.tournament.state import INITIAL
from planilla.domain.tournament.teams import FormTeams, NewTeam
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import Colour, EntrantId

TEXTS = ("1-0", "0-1", "½-½", "+/-", "-/+", "-/-")
COUNTS = Effect(points=True, pairing_from=None, rating=True)
TABLES = {
    "scheveningen": (2, 4),
    "scheveningen-berger": (2, 4),
    "djaja": (2, 5),
    "hutton": (3, 4),
    "hilton": (4, 3),
    "skalitzka": (3, 4),
}
"""Teams and boards of each system of team tables."""
KNOCKOUTS = {name: system for name, system in SYSTEMS.items() if system.has_bracket}
CLOSED = (*KNOCKOUTS, *TABLES, "round-robin", "round-robin-double", "nagarajan", "league")


def begun(system: str, chance: Random) -> Scene:
    """A tournament before its first round."""
    if system == "league":
        scene = leagues.league(boards=chance.randint(1, 3))
        rosters = (leagues.register(team, chance.randint(2, 4)) for team in leagues.TEAMS)
        return leagues.done(scene, *rosters)
    if system in TABLES:
        teams, boards = TABLES[system]
        grouped = [
            tuple(EntrantId(f"{letter}{board}") for board in range(1, boards + 1))
            for letter in "ABCD"[:teams]
        ]
        scene = given(
            replace(ROUND_ROBIN, system_name=system),
            *entered(*(player for team in grouped for player in team)),
        )
        return leagues.done(
            scene, FormTeams(teams=tuple(NewTeam(players=team) for team in grouped))
        )
    created = replace(ROUND_ROBIN, system_name=system, first_colour=Colour.WHITE)
    size = chance.randint(4, 7)
    if system in KNOCKOUTS:
        size = chance.randint(2, 12)
        shape = MatchShape(
            games=chance.choice((1, 2)),
            tiebreaks=chance.choice(((), (1,))),
            order=chance.choice([*SeedOrder]),
            places=chance.choice([*PlacesPlayed]),
        )
        created = replace(created, shape=shape, tiebreaks=())
    return given(created, *entered(*(EntrantId(f"e{at}") for at in range(1, size + 1))))


def allowed(scene: Scene, *commands: Command) -> Scene:
    """The scene after the first of the commands that is not refused; as it was if all are."""
    for command in commands:
        try:
            return scene.when(command).and_then()
        except Refusal:
            continue
    return scene


def played_out(scene: Scene, chance: Random) -> Scene:
    """The scene after the open games, and after what level matches need."""
    while True:
        state = scene.state()
        for game in state.rounds[-1].open_games:
            text = chance.choices(TEXTS, (6, 6, 4, 1, 1, 1))[0]
            scene = leagues.done(scene, RecordResult(game=game, result=text))
        state = scene.state()
        level = undecided_by_round(state)
        if not level:
            return scene
        number = min(level)
        match = level[number][0]
        side = chance.choice(match_scores(state, state.rounds[number - 1])[match - 1].sides)
        ruling = DecideMatch(round=number, match=match, winner=side, by=DecidedBy.LOT)
        scene = allowed(scene, AddGames(round=number, match=match), ruling)


def corrected(scene: Scene, chance: Random) -> Scene:
    """The scene after the correction of some result, if it is allowed."""
    played = chance.choice(scene.state().rounds)
    if not played.games:
        return scene
    board = chance.randrange(len(played.games))
    return allowed(
        scene,
        CorrectResult(
            game=played.games[board],
            result=chance.choice(TEXTS),
            corrects=played.version_of(board),
            reason=Sealed("sheet"),
            effect=COUNTS,
        ),
    )


def random_closed(system: str, seed: int) -> Scene:
    """A tournament played to its end, with corrections after each round."""
    chance = Random(f"{system} {seed}")
    scene = begun(system, chance)
    number = 0
    while number == 0 or number < rounds_planned(scene.state()):
        number += 1
        scene = leagues.done(scene, PairRound(round=number), PublishPairings(round=number))
        if system == "league":
            scene = leagues.done(scene, PublishLineUps(round=number))
        scene = played_out(scene, chance)
        for _ in range(2):
            scene = played_out(corrected(scene, chance), chance)
    return leagues.done(scene, FinishTournament())


@pytest.mark.parametrize("system", CLOSED)
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(2, 40))]
)
def test_a_closed_tournament_is_the_same_again_and_at_every_moment(system: str, seed: int) -> None:
    log = facts(*random_closed(system, seed).events)
    seen = [INITIAL]
    for fact in log:
        seen.append(evolve(seen[-1], fact))
    state = seen[-1]
    assert state.finished
    assert fold(log) == state
    for at in Random(seed).sample(range(len(log)), 5):
        assert fold(log[:at]) == seen[at]
        assert fold(log[at:], seen[at]) == state
    for view in ("standings", "pairings", "crosstable"):
        exact = followed(view, log, jump=len(log))
        anew = followed(view, log, jump=1)
        assert {key: row for key, (_, row) in exact.rows.items()} == {
            key: row for key, (_, row) in anew.rows.items()
        }


@pytest.mark.parametrize("system", CLOSED)
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(1, 20))]
)
def test_a_what_if_without_an_edit_is_the_closed_tournament_as_it_is(
    system: str, seed: int
) -> None:
    scene = random_closed(system, seed)
    log = facts(*scene.events)
    again = edited(log, (), everywhere=True)
    assert (again.void, again.state) == ((), scene.state())
    told = round_by_round(log, ())
    assert told.identical
    assert told.consequences.is_nothing
    found = branch(log, ())
    assert found.certain
    assert all(place.now == place.best == place.worst for place in found.places)
    assert all(each.certain and not each.instead for each in found.rounds)
