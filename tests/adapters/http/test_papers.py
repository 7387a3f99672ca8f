"""Papers: what each shows, and what its code says later."""

import html
import re

import pytest

from dsl.web_club import Club
from planilla.adapters.http.views.papers import Paper, initials_of

PUBLIC = [each for each in Paper if each is not Paper.SLIPS]


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
