"""The records of teams that are written, column by column, and read back as they were."""

from msgspec.structs import replace

from planilla.domain.crosstable import Entrant
from planilla.domain.teams import Board, Match, MatchPoints, TeamCrosstable, TeamRound
from planilla.domain.vocabulary import ByeKind, EntrantId, GameResult
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.team_records import TeamByes, TeamForfeit, read_teams
from planilla.formats.trf.team_report import ReportedTeam, team_lines, with_teams

PLAYER = "001    1      Reyes, Ana" + " " * 60
WON = Board(GameResult.WHITE_WINS, first_has_white=True)
TURNED = Board(GameResult.DRAW, first_has_white=False)
TABLE = TeamCrosstable(
    teams=tuple(Entrant(id=EntrantId(str(each)), rating=2400) for each in range(3)),
    boards=2,
    rounds=(
        TeamRound(
            matches=(Match(first=0, second=1, boards=(WON, TURNED)),),
            byes=((2, ByeKind.PAIRING_ALLOCATED),),
        ),
        TeamRound(
            matches=(Match(first=2, second=0, result=GameResult.BLACK_WINS_BY_FORFEIT),),
            byes=((1, ByeKind.HALF_POINT),),
        ),
        TeamRound(matches=(Match(first=1, second=2, result=GameResult.BOTH_FORFEIT),)),
    ),
)
TEAMS = (
    ReportedTeam("India", (1, 2), 1),
    ReportedTeam("Peru", (3, 4, 5), 3),
    ReportedTeam("Malta", (6, 7)),
)


def texts(table: TeamCrosstable) -> list[str]:
    return [line.text for line in team_lines(table, TEAMS)]


def test_a_team_has_its_strength_its_points_its_rank_and_its_players() -> None:
    # India: a match of 1½–½, and one that is forfeited on two boards: 4 match points, 3½ points.
    # Peru: ½, and a half-point bye of 1 match point and 1 point. Malta: a drawn match as its bye.
    india, peru, malta = (line for line in texts(TABLE) if line.startswith("310"))
    assert india == f"310   1 {'India':<32}{'':7}  2400    4.0    3.5   1     1    2"
    assert peru == f"310   2 {'Peru':<32}{'':7}  2400    1.0    1.5   3     3    4    5"
    assert malta == f"310   3 {'Malta':<32}{'':7}  2400    1.0    1.0         6    7"
    assert (india[47:53], india[54:60], india[61:67], india[68:71]) == (
        "  2400",
        "   4.0",
        "   3.5",
        "  1",
    )
    assert india[73:77] == "   1"


def test_byes_forfeits_and_absences_are_records_of_teams() -> None:
    assert [line for line in texts(TABLE) if line[:3] in {"240", "320", "330", "352"}] == [
        "352 WB",
        "240 H 002    2",
        "240 Z 003    1",
        "320  1.0  1.0 003 000 000",
        "330 -+   2   3   1",
        "330 --   3   2   3",
    ]


def test_matches_of_other_points_say_so() -> None:
    assert not any(line.startswith("362") for line in texts(TABLE))
    halves = replace(TABLE, match_points=MatchPoints(unit=2, win=4, draw=2, loss=0))
    assert not any(line.startswith("362") for line in texts(halves))
    three = replace(TABLE, match_points=MatchPoints(win=3, draw=1, loss=0))
    (said,) = (line for line in texts(three) if line.startswith("362"))
    assert said == "362 TW 3.0   TD 1.0   TL 0.0"


def test_without_a_bye_there_is_no_record_of_it() -> None:
    table = replace(TABLE, rounds=TABLE.rounds[1:])
    assert not any(line.startswith("320") for line in texts(table))


def test_the_lines_of_teams_come_before_those_of_players_and_are_read_back() -> None:
    read = read_trf(f"012 Club\n{PLAYER}\n".encode(), "club.trf")
    assert isinstance(read, TrfDocument)
    document = with_teams(read, team_lines(TABLE, TEAMS))
    codes = [line.text[:3] for line in document.lines]
    assert codes.index("310") < codes.index("001")
    found = read_teams(document, Findings("club.trf"))
    assert [team.players for team in found.teams] == [(1, 2), (3, 4, 5), (6, 7)]
    assert [each[1:] for each in found.byes] == [TeamByes(0, 100, 100, (3, 0, 0))[1:]]
    assert [each[1:] for each in found.forfeits] == [
        TeamForfeit(0, GameResult.BLACK_WINS_BY_FORFEIT, 2, 3, 1)[1:],
        TeamForfeit(0, GameResult.BOTH_FORFEIT, 3, 2, 3)[1:],
    ]
    nobody = TrfDocument(name="club.trf", lines=read.lines[:1])
    assert with_teams(nobody, ()).lines == nobody.lines
