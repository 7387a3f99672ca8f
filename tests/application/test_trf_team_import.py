"""A file of teams becomes a tournament of the log, and its export says the same again."""

import pytest

from dsl.trf_files import FILE, SYSTEM, read, state_of, submit
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.checking import checked_rounds
from planilla.application.envelope import Person
from planilla.application.trf_export import document_for
from planilla.application.trf_import import Import, header_of, import_of
from planilla.application.trf_system import system_of
from planilla.application.trf_team_import import TEAM_CODES, import_of_file
from planilla.demo.commands.generate import GenerateOrder, made
from planilla.demo.random_teams import TeamRecipe
from planilla.demo.random_tournament import Band, Recipe
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import ColourType
from planilla.domain.teams import GAME, MATCH
from planilla.domain.tournament.acceleration import fictitious_points
from planilla.domain.tournament.drafting import pairing_input
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.tournament.state import RoundStatus, Tournament
from planilla.domain.tournament.values import AccelerationMethod
from planilla.domain.vocabulary import ByeKind, Colour
from planilla.formats.trf.dialects import in_dialect
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.pairing_input import before
from planilla.formats.trf.team_crosstable import TrfTeams, teams_of
from planilla.formats.trf.team_pairing import colour_type_of, faults_of_teams


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore(clock=SetClock(), ids=CountedIds())


def generated(
    seed: int, *, system: str = "swiss-team-2026", score: str = MATCH, acceleration: str = ""
) -> str:
    """A random file of nine teams of three boards in five rounds, with all that happens."""
    recipe = Recipe(
        players=9,
        rounds=5,
        bands=(Band(low=1400, high=2600),),
        draw_rate=300_000,
        forfeit_rate=120_000,
        bye_rate=60_000,
        full_bye_rate=30_000,
        withdrawal_rate=20_000,
        acceleration=acceleration,
    )
    teams = TeamRecipe(recipe=recipe, boards=3, score=score, colour_type=ColourType.B)
    order = GenerateOrder(recipe=recipe, teams=teams, rounds=None, system=system, dialect="trf26")
    return made(order, seed).trf.decode()


def imported(store: MemoryStore, text: str) -> tuple[Import, Tournament]:
    document = read(text, "teams.trf")
    assert faults_of_teams(document) == ()
    wanted = import_of_file(document, system_of(document))
    assert submit(store, wanted).status == "done"
    return wanted, state_of(store, wanted.tournament)


def exported(state: Tournament) -> TrfDocument:
    """The file of a tournament, read again; everybody is called by their id."""
    written = write_trf(document_for(state, lambda entrant: Person(name=entrant)))
    return read(written.decode(), "again.trf")


def teams_in(document: TrfDocument) -> TrfTeams:
    found = teams_of(document, 5)
    assert isinstance(found, TrfTeams), found
    return found


@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize(
    ("system", "score"),
    [("swiss-team-2026", MATCH), ("swiss-team-2026", GAME), ("swiss-team-olympiad-2012", MATCH)],
)
def test_what_was_played_is_the_same_in_the_file_the_log_and_the_export(
    store: MemoryStore, seed: int, system: str, score: str
) -> None:
    text = generated(seed, system=system, score=score)
    _, state = imported(store, text)
    document = exported(state)
    was, now = teams_in(read(text)), teams_in(document)
    for number in range(5):
        one, other = (each.crosstable.rounds[number] for each in (was, now))
        assert sorted(one.byes) == sorted(other.byes)
        assert one.matches == other.matches
    assert was.boards == now.boards
    assert system_of(document) == system
    assert all(each.same for each in checked_rounds(document, SYSTEMS[system]))


FOUR = """\
012 Clubs
142 4
152 B
192 FIDE_TEAM
202 MPTS,MPVGP,XYZ
260 001 004    1    2
299 W         3.0  001    1
320  1.0  1.0 000
999 a line of another program
001    1      Reyes, Ana                        2300                             1.0    1     4 w 1
001    2      Silva, Pau                        2200                             0.5    2     5 b =
001    4      Torres, Ida                       2100                             0.0    3     1 b 0
001    5                                        2000                             0.5    4     2 w =
001    6      Vidal, Eva                        1900                             1.0    5     8 b W
001    8      Weiss, Tom                        1800                             0.0    6     6 w L
"""


def line_of_team(number: int, name: str, *players: int) -> str:
    return f"310 {number:3} {name:<64}" + "".join(f" {player:>4}" for player in players) + "\n"


CLUBS = (
    FOUR
    + line_of_team(1, "Alfil", 1, 2)
    + line_of_team(3, "Burgos", 4, 5)
    + line_of_team(4, "Casino", 6)
    + line_of_team(7, "Duero", 8)
)
"""Teams 1, 3, 4 and 7: 1-3 on two boards, 4-7 on one board whose game is not rated."""


def test_everything_that_was_announced_comes_in(store: MemoryStore) -> None:
    text = CLUBS.replace("260 001 004    1    2", "260 001 004    1    4\n240 H 002    3")
    text = text.replace("192 FIDE_TEAM", "192 FIDE_TEAM_TYPEB_MP_GP")
    wanted, state = imported(store, text)
    assert [each.code for each in wanted.adjustments] == [
        "renumbered",
        "tiebreaks-unknown",
        "abnormal-points",
    ]
    assert (wanted.rounds, wanted.played) == (4, 1)
    assert [(each.name, each.points) for each in wanted.players] == [
        ("Alfil", 2),
        ("Burgos", 0),
        ("Casino", 2),
        ("Duero", 0),
    ]
    assert (state.rounds_asked, state.tiebreaks) == (4, ("MPVGP",))
    assert state.shape == MatchShape(boards=2, colour_type=ColourType.B)
    (played,) = state.rounds
    assert (played.status, played.first_colour) == (RoundStatus.PUBLISHED, Colour.BLACK)
    assert played.rated[2] != played.results[2]
    (forbidden,) = state.prohibitions
    assert forbidden.entrants == (state.order[0], state.order[2])
    assert state.entrants[state.order[1]].byes == ((2, ByeKind.HALF_POINT),)
    ana = state.entry(state.teams[0].players[0])
    assert ana is not None
    assert ana.rating == 2300
    lines = [line.text for line in exported(state).lines]
    assert "192 FIDE_TEAM_TYPEB_MP_GP" in lines
    assert "212 MPTS,MPVGP" in lines
    assert "240 H 002    2" in lines
    assert "260 001 999    1    3" in lines


def test_the_tournament_goes_on_where_the_file_ends(store: MemoryStore) -> None:
    _, state = imported(store, CLUBS)
    given = pairing_input(state, 2, state.rounds[0].first_colour)
    # Alfil and Casino won their matches; 1½ and one point on the boards, in halves.
    assert [own[-1] for own in given.totals] == [2, 0, 2, 0]
    assert given.secondary == (3, 1, 2, 0)


def test_a_board_that_is_being_played_comes_in_open(store: MemoryStore) -> None:
    _, state = imported(store, CLUBS.replace("5 b =", "5 b  ").replace("2 w =", "2 w  "))
    assert state.rounds[0].open_games == (state.rounds[0].games[1],)
    assert state.rounds[0].status is RoundStatus.PUBLISHED


def test_a_file_before_round_1_has_no_colour_yet(store: MemoryStore) -> None:
    text = "".join(
        f"{line[:89]}\n" if line.startswith("001") else f"{line}\n"
        for line in CLUBS.splitlines()
        if not line.startswith(("152", "142", "202"))
    )
    wanted, state = imported(store, text)
    assert (state.rounds, state.first_colour, state.rounds_asked) == ((), None, 1)
    assert state.shape.boards == 1
    assert [each.code for each in wanted.adjustments] == [
        "rounds-assumed",
        "renumbered",
        "tiebreaks-assumed",
        "abnormal-points",
    ]


def test_teams_of_the_old_record_come_in(store: MemoryStore) -> None:
    old = "".join(
        f"013 {line[8:40]}{line[72:].replace(' ', '', 1)}\n" if line[:3] == "310" else f"{line}\n"
        for line in CLUBS.splitlines()
        if line[:3] not in {"260", "320"}
    )
    assert old.count("013 ") == 4
    document = read(old, "teams.trf")
    wanted = import_of_file(document, "swiss-team-2026")
    assert submit(store, wanted).status == "done"
    state = state_of(store, wanted.tournament)
    assert [len(team.players) for team in state.teams] == [2, 2, 1, 1]
    # Each record 310 of the export has one of the old form below it in a file of 2016.
    lines = in_dialect(exported(state), "trf16").lines
    codes = [line.text[:3] for line in lines if line.text[:3] in {"013", "310"}]
    assert codes == ["310", "013"] * 4


def test_other_match_points_are_a_loss(store: MemoryStore) -> None:
    wanted, _ = imported(store, "362 TW 3.0   TD 1.0   TL 0.0\n" + CLUBS)
    assert "match-points" in [each.code for each in wanted.adjustments]


def test_lines_that_no_fact_holds_are_kept_but_not_those_of_teams() -> None:
    header, left_out = header_of(read(CLUBS), 10_000, TEAM_CODES)
    assert "999 a line of another program" in header
    assert not any(code in header for code in ("310", "320"))
    assert left_out == 0
    wanted = import_of_file(read(CLUBS + "### " + "x" * 2500 + "\n"), "swiss-team-2026")
    assert "header-cut" in [each.code for each in wanted.adjustments]


def test_preferences_of_no_type_are_written_and_read_again(store: MemoryStore) -> None:
    text = CLUBS.replace("192 FIDE_TEAM", "192 CUSTOM_TEAM_SWISS_MP\n092 swiss-team-2026")
    _, state = imported(store, text)
    assert state.shape.colour_type is ColourType.NONE
    assert colour_type_of(exported(state)) is ColourType.NONE


def test_a_file_of_players_comes_in_as_before() -> None:
    assert import_of_file(read(FILE), SYSTEM) == import_of(read(FILE), SYSTEM)


@pytest.mark.parametrize("baku", [True, False])
def test_an_acceleration_of_teams_comes_in_and_is_written_again(
    store: MemoryStore, baku: bool
) -> None:
    text = generated(3, acceleration="baku")
    assert "192 FIDE_TEAM_TYPEB_MP_GP_BAKU\n" in text
    if baku:  # by the code alone
        text = "".join(f"{line}\n" for line in text.splitlines() if line[:3] != "250")
    _, state = imported(store, text)
    method = AccelerationMethod.BAKU if baku else AccelerationMethod.FREE
    assert state.acceleration.method is method
    # Nine teams have a top group of 6; in 5 rounds 3 are accelerated: a win, a win and half of it.
    expected = ((2, 2, 1, 0, 0),) * 6 + ((0,) * 5,) * 3
    assert fictitious_points(state, 5) == expected
    document = exported(state)
    assert [before(document, 5, SYSTEMS[state.system_name]).accelerated] == [expected]
    assert document.system.endswith("_BAKU") is baku
    assert all(each.same for each in checked_rounds(document, SYSTEMS[state.system_name]))
