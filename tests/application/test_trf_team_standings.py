"""The standings of a file of teams: which tie-breaks, and which score decides."""

import pytest

from dsl.team_files import team_file
from dsl.teams import team_table
from planilla.application.trf_standings import FaultyTeams, Question, standings_of_file
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf

TABLE = team_table(4, "1 2 3-1, 3 4 2-2", "1 3 3-1, 2 4 3-1", rounds_planned=5)


def document(*records: str) -> TrfDocument:
    read = read_trf(team_file(TABLE, *records).encode(), "teams.trf")
    assert isinstance(read, TrfDocument)
    return read


@pytest.mark.parametrize(
    ("question", "records", "codes"),
    [
        pytest.param(Question(), (), ("EMGSB/C1", "MPVGP", "BH/C1"), id="as at Olympiads"),
        pytest.param(Question(predetermined=True), (), ("MPVGP", "EDE", "SB"), id="by a schedule"),
        pytest.param(
            Question(edition="libro"), (), ("PS", "BH", "SB", "DE", "WIN"), id="by the book"
        ),
        pytest.param(
            Question(),
            ("202 EDET/P,EMGSB/C1/P,BH:MP/C1/P,MPvGP",),
            ("EDET/P", "EMGSB/C1/P", "BH:MP/C1/P", "MPVGP"),
            id="those of the file",
        ),
        pytest.param(
            Question(tiebreaks=("tbr", "bh:gp")), (), ("TBR", "BH:GP"), id="those that are asked"
        ),
    ],
)
def test_the_tiebreaks_of_teams(
    question: Question, records: tuple[str, ...], codes: tuple[str, ...]
) -> None:
    assert standings_of_file(document(*records), question).announced.codes == codes


def test_teams_have_numbers_names_and_the_rounds_announced() -> None:
    made = standings_of_file(document(), Question(after_round=1))
    assert (made.numbers, made.teams[0]) == ((1, 2, 3, 4), "Team 1")
    assert (made.crosstable.rounds_planned, len(made.crosstable.rounds)) == (5, 1)


@pytest.mark.parametrize(
    ("records", "tiebreaks", "primary"),
    [
        pytest.param((), None, "MP", id="match points go without saying"),
        pytest.param(("212 GPTS,BH",), None, "GP", id="as the file's list begins"),
        pytest.param((), ("GPTS", "BH"), "GP", id="as the list asked for begins"),
        pytest.param(("212 GPTS,BH",), ("MPTS", "BH"), "MP", id="the one asked for counts more"),
    ],
)
def test_the_first_of_the_list_is_the_score_that_decides(
    records: tuple[str, ...], tiebreaks: tuple[str, ...] | None, primary: str
) -> None:
    made = standings_of_file(document(*records), Question(tiebreaks=tiebreaks))
    assert next(iter(made.contest.tallies)) == primary


def test_teams_that_do_not_fit_are_told() -> None:
    with pytest.raises(FaultyTeams) as told:
        standings_of_file(document("330 +-   1   1   9"), Question())
    assert [each.code for each in told.value.remarks] == ["unknown-team"]
