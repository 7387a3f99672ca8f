"""Papers: what each shows, and what its code says later."""

import html
import re

import pytest

from dsl.web_club import SIX, Club
from planilla.adapters.http.views.papers import Paper, initials_of

ELSEWHERE = {Paper.SLIPS, Paper.BRACKET, Paper.GAME_CARDS, Paper.POSTER}
PUBLIC = [each for each in Paper if each not in ELSEWHERE]


@pytest.fixture
def club() -> Club:
    """Round 1 is over and round 2 on the boards."""
    made = Club()
    made.found()
    made.play(1, "1-0", "½-½", "0-1")
    made.pair(2)
    return made


def head(club: Club) -> str:
    """The head that a paper bears now."""
    last = club.store.ledger.events("club", 0)[-1]
    return f"v{last.version}-{last.hash.hex()[:16]}"


def words(text: str) -> str:
    """The words of the sheet of a page."""
    sheet = text.partition("<main")[2].partition(">")[2].partition("</main>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", sheet)).split())


@pytest.mark.parametrize("paper", PUBLIC)
def test_everybody_may_print_a_paper_with_its_code(club: Club, paper: Paper) -> None:
    page = club.browser().get(f"/t/club/papers/{paper}")
    assert page.status_code == 200
    said = words(page.text)
    assert said.startswith("Club ")
    assert "Ana Alba" in said
    assert page.text.count("<svg") == 1
    listed = club.browser().get("/t/club/papers").text
    assert f'href="/t/club/papers/{paper}"' in listed


@pytest.mark.parametrize(("paper", "heads"), [("cards", 8), ("short-cards", 5)])
def test_a_card_has_a_line_for_each_planned_round(club: Club, paper: str, heads: int) -> None:
    """Six players, three rounds of which two are paired, and a last line of sums."""
    page = club.browser().get(f"/t/club/papers/{paper}").text
    assert page.count("<table>") == 6
    assert page.count("<tfoot>") == 6
    first = page.partition("<table>")[2].partition("</table>")[0]
    head_row = first.partition("<thead>")[2].partition("</thead>")[0]
    assert len(re.findall("<t[dh][ >]", head_row)) == heads
    rows = first.partition("<tbody>")[2].partition("</tbody>")[0]
    assert [int(each) for each in re.findall(r'<th scope="row">(\d)</th>', rows)] == [1, 2, 3]
    assert "Ana Alba" in first


@pytest.mark.parametrize(
    ("name", "initials"),
    [("García López, Ana", "AG"), ("Ana Alba", "AA"), ("Ana", "A"), ("Alba,", "A"), ("", "")],
)
def test_initials_begin_with_the_given_name(name: str, initials: str) -> None:
    assert initials_of(name) == initials


def test_a_schedule_has_no_pairing_cards() -> None:
    club = Club()
    club.found("round-robin")
    assert club.browser().get("/t/club/papers/cards").status_code == 404
    assert "papers/cards" not in club.browser().get("/t/club/papers").text


def test_a_paper_of_another_round_is_in_the_address(club: Club) -> None:
    assert "Place cards · Round 1 " in words(
        club.browser().get("/t/club/papers/places?round=1").text
    )
    assert "Place cards · Round 2 " in words(club.browser().get("/t/club/papers/places").text)
    assert club.browser().get("/t/club/papers/places?round=3").status_code == 404
    assert club.browser().get("/t/club/papers/poetry").status_code == 404
    assert club.browser().get("/t/club/papers/slips").status_code == 404


def test_a_list_of_presence_has_those_who_play_the_coming_round(club: Club) -> None:
    club.command("club", "withdraw-entrant", entrant="e3")
    said = words(club.browser().get("/t/club/papers/presence").text)
    assert "Round 3" in said
    assert "Carl Cruz" not in said
    assert said.count("☐") == 5


async def test_slips_bear_a_code_for_each_side_once_players_may_report(club: Club) -> None:
    assert club.browser().get("/t/club/arbiter/slips").status_code == 403
    await club.let_in("token-club", "club")
    before = club.client.get("/t/club/arbiter/slips").text
    assert before.count('class="slip"') == 3
    assert before.count("<svg") == 3 + 1, "one for each board, and one for the paper"
    assert "For arbiters: enter the result" in before
    club.command("club", "open-claims")
    after = club.client.get("/t/club/arbiter/slips").text
    assert after.count("<svg") == 6 + 1
    codes = [each["white"] for each in club.client.get("/api/t/club/rounds/2/codes").json()]
    assert re.findall(r"□ White</b> <code>([^<]*)</code>", after) == codes
    assert 'href="/t/club/arbiter/slips"' in club.client.get("/t/club/papers").text
    assert 'href="/t/club/arbiter/slips"' not in club.browser().get("/t/club/papers").text


def check(club: Club, paper: str, printed: str, number: int = 0) -> str:
    query = f"?round={number}" if number else ""
    return words(club.browser().get(f"/t/club/papers/{paper}/{printed}{query}").text)


def test_the_code_says_whether_what_the_paper_shows_has_changed(club: Club) -> None:
    """A result changes the standings and the crosstable, and no board, name or place."""
    printed = head(club)
    for paper in PUBLIC:
        assert "Yes. Nothing that this paper shows" in check(club, paper, printed, 2), paper
    club.command("club", "record-result", game="2.1", result="1-0")
    current = {each: "Yes. Nothing" in check(club, each, printed, 2) for each in PUBLIC}
    assert current == {
        Paper.BOARDS: True,
        Paper.NAMES: True,
        Paper.STANDINGS: False,
        Paper.CROSSTABLE: False,
        Paper.CARDS: False,
        Paper.SHORT_CARDS: False,
        Paper.PLACES: True,
        Paper.PRESENCE: True,
        Paper.CHART: True,
    }
    said = check(club, "standings", printed)
    assert "No. What this paper shows has changed since v16: use a new one." in said
    assert "1 fact since" in said
    assert "Round 2, board 1:" in said


def test_slips_are_old_once_new_codes_are_issued_or_the_round_is_paired_anew(club: Club) -> None:
    club.command("club", "open-claims")
    printed = head(club)
    club.command("club", "close-claims")
    assert "Yes. Nothing" in check(club, "slips", printed, 2)
    club.command("club", "open-claims", new_codes=True)
    assert "No. What this paper" in check(club, "slips", printed, 2)
    boards = head(club)
    club.command("club", "unpair-round", round=2, reason="x")
    assert "No. What this paper" in check(club, "boards", boards, 2)


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("v3-0000000000000000", "another"),
        ("v999-0000000000000000", "the record ends at v16"),
        ("nonsense", "nonsense"),
    ],
)
def test_a_paper_of_another_history_is_told_apart(club: Club, printed: str, said: str) -> None:
    answer = check(club, "standings", printed)
    assert said in answer
    assert "Yes. Nothing" not in answer


def test_a_paper_of_a_past_moment_bears_the_head_of_that_moment(club: Club) -> None:
    then = words(club.browser().get("/t/club/papers/standings?at=v10").text)
    assert "v10 ·" in then


def test_a_season_of_keizer_and_a_league_have_their_own_tables() -> None:
    club = Club()
    club.found(system="keizer")
    club.play(1, "1-0", "½-½", "0-1")
    printed = head(club)
    assert "Ana Alba" in words(club.browser().get("/t/club/papers/standings").text)
    assert "Yes. Nothing" in check(club, "standings", printed)
    club.command("club", "withdraw-result", game="1.1")
    assert "No. What this paper" in check(club, "standings", printed)


def headings(page: str) -> list[str]:
    """The headings of the first table of a page."""
    row = page.partition("<thead>")[2].partition("</thead>")[0]
    cells = re.findall(r"(?s)<th[^>]*>(.*?)</th>", row)
    return [re.sub(r"<[^>]+>", "", each).strip() for each in cells]


def cells_of(page: str, name: str) -> list[str]:
    """The cells of the row of a player, but for the first two."""
    row = next(each for each in page.split("<tr")[1:] if f"<bdi>{name}</bdi>" in each)
    cells = re.findall(r"(?s)<td[^>]*>(.*?)</td>", row.partition("</tr>")[0])
    return [re.sub(r"<[^>]+>", "", each).strip() for each in cells[1:]]


def test_the_chart_of_a_round_robin_has_tiebreaks_place_and_a_foot_that_names_them() -> None:
    """The columns of the seed: name, 1 … n, total, D1 … D3, classification, and the foot.

    Round 1 of the Berger table of six is 1-6, 2-5 and 3-4; the first of each pair wins. The three
    winners have a point each, their opponents none: nothing parts them but that they have won.
    """
    club = Club()
    club.found("round-robin", tiebreaks=["SB", "WIN", "BWG", "DE"])
    club.play(1, "1-0", "1-0", "1-0")
    page = club.browser().get("/t/club/papers/crosstable").text
    opponents = [str(number) for number in range(1, 7)]
    assert headings(page) == ["No.", "Player", *opponents, "Pts", "T1", "T2", "T3", "Place"]
    assert cells_of(page, SIX[0]) == ["", "", "", "", "", "1", "1", "0", "1", "0", "1"]
    assert cells_of(page, SIX[5]) == ["0", "", "", "", "", "", "0", "0", "0", "0", "4"]
    said = words(page)
    assert "(T) Tie-breaks: T1 Sonneborn-Berger · T2 Wins" in said
    assert "T4 Direct encounter" in said, "one without a column is named too"
    assert "(D) Desempates: D1 Sonneborn-Berger" in words(
        club.browser("es").get("/t/club/papers/crosstable").text
    )


def test_the_chart_of_a_swiss_has_a_column_for_each_planned_round_and_the_tiebreaks() -> None:
    """The winners of round 1 met opponents without points: no Buchholz, and wins of one."""
    club = Club()
    club.found(tiebreaks=["BH", "WIN"])
    club.play(1, "1-0", "1-0", "1-0")
    page = club.browser().get("/t/club/papers/crosstable").text
    rounds = ["Round", "1", "2", "3"][1:]
    assert headings(page) == ["Place", "Player", *rounds, "Pts", "T1", "T2"]
    assert cells_of(page, SIX[0])[1:] == ["", "", "1", "0", "1"]
    assert "(T) Tie-breaks: T1 Buchholz · T2 Wins" in words(page)


@pytest.mark.parametrize(("size", "tiebreaks"), [(10, 3), (12, 1)])
def test_beside_many_opponents_there_are_as_few_tiebreaks_as_on_the_charts_of_the_seed(
    size: int, tiebreaks: int
) -> None:
    """Up to ten players the seed has D1 to D3, for twelve and twenty one column."""
    club = Club()
    club.command("club", "create-tournament", name="Club", system="round-robin")
    page = club.browser().get(f"/t/club/papers/chart?lines={size}").text
    opponents = [str(number) for number in range(1, size + 1)]
    labels = [f"T{number}" for number in range(1, tiebreaks + 1)]
    assert headings(page) == ["No.", "Player", *opponents, "Pts", *labels, "Place"]
    assert page.count("<tr") == 1 + size
    assert page.count('class="round self"') == size


@pytest.mark.parametrize("system", ["round-robin", "swiss-dutch-libro"])
@pytest.mark.parametrize("paper", ["crosstable", "chart"])
def test_before_round_1_a_chart_is_blank_but_for_the_names(system: str, paper: str) -> None:
    club = Club()
    club.found(system)
    page = club.browser().get(f"/t/club/papers/{paper}").text
    for name in SIX:
        assert set(cells_of(page, name)) == {""}
    assert "No round has been published yet." not in page
    assert page.count("<tr") == 1 + len(SIX)


def test_a_blank_chart_has_as_many_lines_as_are_asked_for_and_room_for_all(club: Club) -> None:
    """Lines that nobody was entered for are numbered; a Swiss has its three rounds."""
    lines = {
        asked: club.browser().get(f"/t/club/papers/chart?lines={asked}").text.count("<tr") - 1
        for asked in ("", "2", "9", "64", "1000")
    }
    assert lines == {"": 6, "2": 6, "9": 9, "64": 64, "1000": 64}
    assert '<td class="place">9</td>' in club.browser().get("/t/club/papers/chart?lines=9").text
    listed = club.browser().get("/t/club/papers").text
    assert 'action="/t/club/papers/chart"' in listed
    assert 'name="lines" min="2" max="64" value="6"' in listed


def test_a_chart_without_entrants_has_the_lines_of_a_usual_one() -> None:
    club = Club()
    club.command("club", "create-tournament", name="Club", rounds=3)
    assert club.browser().get("/t/club/papers/chart").text.count("<tr") == 1 + 8


@pytest.mark.parametrize(("asked", "seeds"), [("", 6), ("16", 16), ("64", 64)])
def test_the_blank_chart_of_a_knockout_has_the_numbers_of_its_first_round(
    asked: str, seeds: int
) -> None:
    club = Club()
    club.found("knockout-double", rounds=0)
    page = club.browser().get(f"/t/club/papers/chart?lines={asked}").text
    numbers = re.findall(r'<text class="seed"[^>]*>(\d+)</text>', page)
    assert sorted(map(int, numbers)) == list(range(1, seeds + 1))


def test_a_table_of_teams_has_no_blank_chart() -> None:
    club = Club()
    club.found("scheveningen", rounds=0)
    assert club.browser().get("/t/club/papers/chart").status_code == 404
    assert (
        "No round has been published yet." in club.browser().get("/t/club/papers/crosstable").text
    )


def test_a_presence_list_is_old_once_the_round_is_paired(club: Club) -> None:
    printed = head(club)
    assert "Yes. Nothing" in check(club, "presence", printed)
    for board in (1, 2, 3):
        club.command("club", "record-result", game=f"2.{board}", result="1-0")
    assert "Yes. Nothing" in check(club, "presence", printed), "still those of round 3"
    club.pair(3)
    assert "No. What this paper" in check(club, "presence", printed)


@pytest.mark.parametrize(
    ("changed", "old"),
    [
        ({"rating": 2001}, {Paper.CARDS, Paper.CROSSTABLE, Paper.STANDINGS, Paper.BOARDS}),
        ({"title": "WFM"}, {Paper.CARDS, Paper.CROSSTABLE, Paper.STANDINGS, Paper.BOARDS}),
        ({"federation": "ESP"}, {Paper.CROSSTABLE, Paper.STANDINGS}),
    ],
)
def test_sporting_data_that_a_paper_prints_make_it_old(
    club: Club, changed: dict[str, object], old: set[Paper]
) -> None:
    """Ratings are on normal cards, beside names of boards, and below names of tables."""
    printed = head(club)
    data = {"rating": 2000, "title": "", "federation": "", **changed}
    club.command("club", "correct-sporting-data", entrant="e1", **data)
    found = {each for each in PUBLIC if "No. What this paper" in check(club, each, printed, 2)}
    assert found == old


def test_a_corrected_name_makes_old_the_papers_that_bear_it(club: Club) -> None:
    club.command("club", "withdraw-entrant", entrant="e6")
    printed = head(club)
    club.command("club", "correct-personal-data", entrant="e6", person={"name": "Fay Fontán"})
    said = check(club, "standings", printed)
    assert "No. A name or other personal data of somebody on this paper" in said
    assert "since v17" in said
    assert "Yes. Nothing" in check(club, "presence", printed), "e6 has withdrawn: not on the list"
    assert "Yes. Nothing" in check(club, "standings", head(club)), "one printed since has the name"
    spanish = club.browser("es").get(f"/t/club/papers/boards/{printed}?round=2").text
    assert "No. El nombre u otros datos personales de alguien de este papel" in spanish


def test_an_erased_name_makes_a_paper_old_without_saying_whose(club: Club) -> None:
    printed = head(club)
    club.command("club", "erase-person", entrant="e2")
    said = check(club, "boards", printed, 2)
    assert "No. A name or other personal data" in said
    assert "Bea" not in said


def test_the_round_of_a_paper_that_was_never_published_is_not_current(club: Club) -> None:
    assert "No. What this paper" in check(club, "boards", head(club), 7)


def test_the_bracket_on_paper_is_current_until_somebody_advances() -> None:
    club = Club()
    club.found("knockout-single", rounds=0)
    blank = head(club)
    assert "Yes. Nothing" in check(club, "bracket", blank)
    club.command("club", "correct-personal-data", entrant="e6", person={"name": "Fay Fontán"})
    assert "Yes. Nothing" in check(club, "chart", blank), "the blank one bears no names"
    club.command("club", "draw-table")
    assert "No. What this paper" in check(club, "bracket", blank)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    printed = head(club)
    assert "Yes. Nothing" in check(club, "bracket", printed)
    club.command("club", "record-result", game="1.1", result="1-0")
    said = club.browser().get(f"/t/club/papers/bracket/{printed}").text
    assert "No. What this paper" in words(said)
    assert 'href="/t/club/bracket/paper"' in said, "where it is printed anew"
    assert 'href="/t/club/bracket/paper"' in club.browser().get("/t/club/papers").text
    assert club.browser().get("/t/club/papers/bracket").status_code == 404


def test_the_papers_of_a_marathon_bear_codes_and_are_old_with_the_next_game() -> None:
    club = Club()
    club.found("masnou", rounds=0)
    assert "papers/cards" not in club.browser().get("/t/club/papers").text
    club.command("club", "open-hall", rules={"tables": 2, "order": "arrival"})
    printed = head(club)
    listed = club.browser().get("/t/club/papers").text
    for path, paper in (("cards", "game-cards"), ("poster", "poster")):
        assert f'href="/t/club/{path}"' in listed
        assert club.browser().get(f"/t/club/{path}").text.count("Still current?") == 1
        assert "Yes. Nothing" in check(club, paper, printed)
    assert 'viewBox="0 0' in club.browser().get("/t/club/poster.svg").text
    club.command("club", "record-result", game="T1.1", result="1-0")
    for paper in ("game-cards", "poster"):
        assert "No. What this paper" in check(club, paper, printed)
        assert "No. What this paper" in check(club, paper, first_head(club)), "no hall was open"


def first_head(club: Club) -> str:
    """The head of the first fact."""
    return f"v1-{club.store.ledger.events('club', 0)[0].hash.hex()[:16]}"
