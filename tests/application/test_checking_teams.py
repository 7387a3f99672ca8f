"""Files of teams beside the rules: their rounds are those of the teams, by their numbers."""

from random import Random

import pytest
from msgspec.structs import replace

from dsl.team_files import team_file
from planilla.application.checking import checked_rounds
from planilla.application.trf_system import UnknownSystem, system_of
from planilla.domain.crosstable import Entrant
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import ColourType, NoPairing, PairingInput, System
from planilla.domain.pairing.team_matches import matches_of
from planilla.domain.teams import GAME, MATCH, Board, Match, TeamCrosstable, TeamRound
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameResult
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.pairing_input import before, numbers_of
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.team_pairing import faults_of_teams

TEAM, OLYMPIAD = SYSTEMS["swiss-team-2026"], SYSTEMS["swiss-team-olympiad-2012"]
PLAYED = (GameResult.WHITE_WINS, GameResult.DRAW, GameResult.BLACK_WINS)


def tournament(
    seed: int, system: System, *, primary: str = MATCH, kind: ColourType = ColourType.A
) -> TeamCrosstable:
    """A tournament that was paired by the system, with absences, byes and forfeited matches."""
    random = Random(seed)
    teams, planned = random.randint(4, 13), random.randint(3, 6)
    table = TeamCrosstable(
        teams=tuple(Entrant(id=EntrantId(str(each))) for each in range(teams)),
        boards=4,
        rounds_planned=planned,
        primary=primary,
    )
    for _ in range(planned):
        absent = [seat for seat in range(teams) if random.random() < 0.06]
        matches = matches_of(table)
        answer = system.answer(
            PairingInput(
                crosstable=matches.crosstable,
                present=tuple(seat for seat in range(teams) if seat not in absent),
                totals=matches.totals,
                secondary=matches.secondary,
                colour_type=kind,
            )
        )
        if isinstance(answer, NoPairing):
            break
        asked = [(seat, random.choice((ByeKind.HALF_POINT, ByeKind.ZERO_POINT))) for seat in absent]
        played = TeamRound(
            matches=tuple(_match(random, *board) for board in answer.boards),
            byes=(*answer.byes, *asked),
        )
        table = replace(table, rounds=(*table.rounds, played))
    return table


def _match(random: Random, first: int, second: int) -> Match:
    if random.random() < 0.07:
        return Match(first=first, second=second, result=GameResult.BLACK_WINS_BY_FORFEIT)
    boards = tuple(Board(random.choice(PLAYED), at % 2 == 0) for at in range(4))
    return Match(first=first, second=second, boards=boards)


def document(table: TeamCrosstable, *records: str) -> TrfDocument:
    read = read_trf(team_file(table, *records).encode(), "teams.trf")
    assert isinstance(read, TrfDocument), read
    return read


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("code", "primary", "kind"),
    [
        ("FIDE_TEAM", MATCH, ColourType.A),
        ("FIDE_TEAM_TYPEB_MP_GP", MATCH, ColourType.B),
        ("FIDE_TEAM_TYPEA_GP_MP", GAME, ColourType.A),
    ],
)
def test_a_tournament_of_teams_is_found_as_it_was_paired(
    seed: int, code: str, primary: str, kind: ColourType
) -> None:
    table = tournament(seed, TEAM, primary=primary, kind=kind)
    read = document(table, f"192 {code}")
    assert system_of(read) == TEAM.name
    assert faults_of_teams(read) == ()
    rounds = list(checked_rounds(read, TEAM))
    assert len(rounds) == len(table.rounds)
    assert [each.round for each in rounds if not each.same] == []


@pytest.mark.parametrize("seed", range(6))
def test_an_olympiad_is_found_as_it_was_paired(seed: int) -> None:
    read = document(tournament(seed, OLYMPIAD), "192 CUSTOM_TEAM_SWISS_MP", f"092 {OLYMPIAD.name}")
    assert system_of(read) == OLYMPIAD.name
    assert all(each.same for each in checked_rounds(read, OLYMPIAD))


def four(*records: str) -> TrfDocument:
    """Four teams, 1-3 and 4-2 played, with further records."""
    first = TeamRound(matches=(_won(0, 2), _won(3, 1)))
    table = TeamCrosstable(
        teams=tuple(Entrant(id=EntrantId(str(each))) for each in range(4)),
        boards=2,
        rounds=(first,),
        rounds_planned=3,
    )
    return document(table, *records)


def _won(first: int, second: int) -> Match:
    boards = (
        Board(GameResult.WHITE_WINS, first_has_white=True),
        Board(GameResult.BLACK_WINS, first_has_white=False),
    )
    return Match(first=first, second=second, boards=boards)


def test_the_numbers_are_those_of_the_teams() -> None:
    (only,) = checked_rounds(four(), TEAM)
    assert only.tournament == ((1, 3), (4, 2))
    assert only.same
    assert numbers_of(four(), TEAM) == (1, 2, 3, 4)


def test_the_next_round_has_the_teams_that_are_not_absent() -> None:
    given = before(four("240 Z 002    3"), 2, TEAM)
    assert given.present == (0, 1, 3)
    # 1 and 4 won both boards: two match points, and four half points.
    assert given.totals == ((0, 2), (0, 0), (0, 0), (0, 2))
    assert given.secondary == (4, 0, 0, 4)


def test_prohibited_pairs_are_teams() -> None:
    assert before(four("260   1   2    1    2"), 2, TEAM).forbidden == {(0, 1)}
    assert before(four("260   1   1    1    2"), 2, TEAM).forbidden == frozenset()
    assert before(four("XXP    1    9"), 2, TEAM).forbidden == frozenset()
    assert before(four("XXP    3    1"), 2, TEAM).forbidden == {(0, 2)}


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("250  1.0        1   2    1    2", ((1, 1), (1, 1), (0, 0), (0, 0))),
        ("250       1.0   2   2    3    4", ((0, 0), (0, 0), (0, 1), (0, 1))),
        ("192 FIDE_TEAM_TYPEA_MP_GP_BAKU", ((2, 1), (2, 1), (0, 0), (0, 0))),
        ("192 FIDE_TEAM_TYPEA_GP_MP_BAKU", ()),
    ],
)
def test_fictitious_points_are_those_of_teams(
    record: str, expected: tuple[tuple[int, ...], ...]
) -> None:
    # Baku: of three rounds two are accelerated, the first of them by a win, 2 of 4 teams.
    assert before(four(record), 2, TEAM).accelerated == expected


def test_fictitious_game_points_are_in_units_of_games() -> None:
    read = four("192 FIDE_TEAM_TYPEA_GP_MP", "250  1.0  2.0   1   2    1    1")
    assert before(read, 2, TEAM).accelerated == ((4, 4), (0, 0), (0, 0), (0, 0))


def test_the_first_colour_is_declared_or_that_of_the_highest_team() -> None:
    assert before(four(), 2, TEAM).first_colour is Colour.WHITE
    assert before(four("152 B"), 2, TEAM).first_colour is Colour.BLACK
    turned = TeamCrosstable(
        teams=tuple(Entrant(id=EntrantId(str(each))) for each in range(2)),
        boards=2,
        rounds=(TeamRound(matches=(_won(1, 0),)),),
        rounds_planned=2,
    )
    assert before(document(turned), 2, TEAM).first_colour is Colour.BLACK
    nothing = replace(turned, rounds=())
    assert before(document(nothing), 1, TEAM).first_colour is Colour.WHITE


def test_without_a_number_of_rounds_the_last_one_played_is_the_last() -> None:
    table = TeamCrosstable(
        teams=tuple(Entrant(id=EntrantId(str(each))) for each in range(2)),
        boards=2,
        rounds=(TeamRound(matches=(_won(0, 1),)),),
    )
    text = "\n".join(line for line in team_file(table).split("\n") if not line.startswith("142"))
    read = read_trf(text.encode(), "teams.trf")
    assert isinstance(read, TrfDocument)
    planned = [before(read, number, TEAM).crosstable.rounds_planned for number in (1, 2)]
    assert planned == [1, 0]


def test_a_file_without_teams_is_refused() -> None:
    lines = team_file(tournament(1, TEAM)).split("\n")
    text = "\n".join(line for line in lines if not line.startswith("310"))
    read = read_trf(text.encode(), "teams.trf")
    assert isinstance(read, TrfDocument)
    (remark,) = faults_of_teams(read)
    assert (remark.code, remark.line) == ("no-teams", 1)


def test_a_fault_of_the_teams_is_that_of_the_file() -> None:
    (remark,) = faults_of_teams(four("320  1.0  2.0 009"))
    assert remark.code == "unknown-team"


def test_an_unknown_code_of_teams_is_not_paired() -> None:
    with pytest.raises(UnknownSystem):
        system_of(four("192 FIDE_TEAM_OTHER"))
