"""The appeals committee and lots: the arbiter's page, and what everybody sees."""

import re

import pytest

from dsl.web_club import Club, form_of
from planilla.domain.tournament.committee import AppealsCommitteeFormed, CommitteeMemberReplaced
from planilla.domain.tournament.lots import LotsDrawn

PAGE = "/t/club/arbiter/committee"
FORM = "/t/club/acts/form-appeals-committee"
REPLACE = "/t/club/acts/replace-committee-member"
DRAW = "/t/club/acts/draw-lots"


def send(club: Club, act: str, **fields: str) -> tuple[int, str]:
    """Fill a form of the page in and send it; the status, and the page that follows."""
    form = form_of(club.client.get(PAGE).text, act)
    answer = club.client.post(act, data={**form, **fields})
    return answer.history[0].status_code if answer.history else answer.status_code, answer.text


def seats_of(html: str) -> list[str]:
    """The public list of the committee, line by line, without tags."""
    return _lines(html.partition('<ol class="lines committee">')[2].partition("</ol>")[0])


def _lines(listed: str) -> list[str]:
    lines = re.findall(r"<li[^>]*>(.*?)</li>", listed, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", "", line).split()) for line in lines]


def born(club: Club) -> None:
    """Eva is an arbiter and of age, Dora of age, Carl twelve; of the others nothing is known."""
    for entrant, name, birth, arbiter in (
        ("e5", "Eva Elías", "1980-01-01", "IA"),
        ("e4", "Dora Díaz", "1990", ""),
        ("e3", "Carl Cruz", "2014-01-01", ""),
    ):
        person = {"name": name, "birth": birth, "arbiter": arbiter}
        club.command("club", "correct-personal-data", entrant=entrant, person=person)


async def test_by_the_rules_the_committee_is_formed_and_everybody_sees_it(club: Club) -> None:
    born(club)
    assert send(club, FORM, way="rules")[0] == 303
    public = club.browser().get("/t/club/rules").text
    assert seats_of(public) == [
        "Eva Elías president",
        "Dora Díaz member",
        "Ana Alba member",
        "Bea Bosch reserve",
        "Carl C. reserve",
    ]
    assert "Formed by the rules." in public


async def test_in_spanish_too(club: Club) -> None:
    born(club)
    send(club, FORM, way="rules")
    public = club.browser("es").get("/t/club/rules").text
    assert seats_of(public)[0] == "Eva Elías presidente"
    assert "Formado según las normas." in public


async def test_what_the_rules_give_is_shown_to_the_arbiter_alone_with_its_reasons(
    club: Club,
) -> None:
    born(club)
    html = club.client.get(PAGE).text
    proposed = html.partition('<ol class="lines proposed">')[2].partition("</ol>")[0]
    assert _lines(proposed)[:3] == [
        "Eva Elías president · before Dora Díaz: the higher arbiter title",
        "Dora Díaz member · before Ana Alba: of age",
        "Ana Alba member · before Bea Bosch: the higher rating",
    ]
    assert club.browser().get(PAGE).status_code == 403
    assert "of age" not in club.browser().get("/t/club/rules").text


async def test_what_the_rules_give_is_there_for_programs_of_the_arbiter(club: Club) -> None:
    born(club)
    answer = club.client.get("/api/t/club/committee")
    assert answer.headers["etag"] == f'"{club.version}"'
    assert answer.json()[0] == {
        "office": "president", "entrant": "e5", "runner_up": "e4", "decided": "arbiter",
    }  # fmt: skip
    assert club.browser().get("/api/t/club/committee").status_code == 401


async def test_with_two_players_nothing_is_proposed(club: Club) -> None:
    for entrant in ("e1", "e2", "e3", "e4"):
        club.command("club", "withdraw-entrant", entrant=entrant)
    assert 'class="lines proposed"' not in club.client.get(PAGE).text


async def test_the_last_seat_of_five_has_nobody_after_it(club: Club) -> None:
    club.command("club", "withdraw-entrant", entrant="e6")
    assert "the last candidate" in club.client.get(PAGE).text


async def test_by_vote_with_somebody_out(club: Club) -> None:
    assert (
        send(club, FORM, way="vote", **{"votes-e6": "3", "votes-e2": "", "without": "e1"})[0] == 303
    )
    event = club.store.ledger.log[-1].event
    assert isinstance(event, AppealsCommitteeFormed)
    assert [(each.entrant, each.votes) for each in event.votes] == [("e6", 3)]
    assert [each.entrant for each in event.seats] == ["e6", "e2", "e3", "e4", "e5"]
    assert "Votes: <bdi>Fay Font</bdi> 3." in club.browser().get("/t/club/rules").text


async def test_by_lot_votes_that_were_typed_are_left_aside(club: Club) -> None:
    assert send(club, FORM, way="lot", **{"votes-e6": "3"})[0] == 303
    event = club.store.ledger.log[-1].event
    assert isinstance(event, AppealsCommitteeFormed)
    assert (event.way, event.votes) == ("lot", ())
    assert f"The lot drawn was {event.lot}; " in club.browser().get("/t/club/rules").text
    assert f"by lot, with the lot {event.lot}: " in club.browser().get("/t/club/facts").text


async def test_the_way_announced_is_chosen_and_the_regulations_name_the_members(club: Club) -> None:
    regulations = {"name": "Club", "appeals": {"committee": "lot"}}
    club.command("club", "announce-regulations", regulations=regulations)
    assert re.search(r'value="lot" checked', club.client.get(PAGE).text)
    assert "It is formed of" not in club.browser().get("/t/club/regulations").text
    send(club, FORM, way="rules")
    said = club.browser().get("/t/club/regulations").text
    assert "Its members are Ana Alba (president), Bea Bosch (member)" in said


async def test_what_was_typed_stays_when_it_is_refused(club: Club) -> None:
    status, html = send(club, FORM, way="vote", without="e1")
    assert status == 422
    assert "A committee by vote needs votes" in html
    assert re.search(r'name="without" value="e1"[^>]* checked', html)


async def test_a_member_is_replaced_in_a_case_and_for_good(club: Club) -> None:
    club.pair(1)  # e1 and e4 play game 1.1
    send(club, FORM, way="rules")  # e1 to e5 by rating
    assert send(club, REPLACE, member="e1", case="1.1")[0] == 303
    assert send(club, REPLACE, member="e3", case="", reason="Ill")[0] == 303
    first, second = (each.event for each in club.store.ledger.log[-2:])
    assert isinstance(first, CommitteeMemberReplaced)
    assert isinstance(second, CommitteeMemberReplaced)
    assert (first.reserve, first.case, second.reserve, second.case) == ("e5", "1.1", "e4", "")
    public = club.browser().get("/t/club/rules").text
    assert "In the case of round 1, board 1: Eva Elías in the place" not in public
    assert "Eva Elías in place of Ana Alba" in public
    assert "Replaced: Dora Díaz in place of Carl Cruz." in public
    assert "for the case of" in club.browser().get("/t/club/facts").text


async def test_before_the_first_round_there_is_no_case(club: Club) -> None:
    send(club, FORM, way="rules")
    html = club.client.get(PAGE).text
    assert '<select name="case"><option value=""></option></select>' in html


async def test_the_machine_draws_for_all(club: Club) -> None:
    assert send(club, DRAW, draw="machine")[0] == 303
    event = club.store.ledger.log[-1].event
    assert isinstance(event, LotsDrawn)
    assert sorted(each.number for each in event.lots) == [1, 2, 3, 4, 5, 6]
    public = club.browser().get("/t/club/rules").text
    assert len(_lines(public.partition('<ol class="lines lots">')[2].partition("</ol>")[0])) == 6


async def test_the_lottery_orders_the_tied_by_name(club: Club) -> None:
    """Nobody has played: six are tied; with 7, 7 modulo 6 is 1, the second begins."""
    assert send(club, DRAW, draw="lottery", figure="7")[0] == 303
    event = club.store.ledger.log[-1].event
    assert isinstance(event, LotsDrawn)
    assert [each.entrant for each in event.lots] == ["e2", "e3", "e4", "e5", "e6", "e1"]
    assert "its last figure is 7" in club.browser().get("/t/club/facts").text


async def test_numbers_by_hand(club: Club) -> None:
    assert send(club, DRAW, draw="hand", **{"lot-e1": "9", "lot-e2": "4", "lot-e3": ""})[0] == 303
    event = club.store.ledger.log[-1].event
    assert isinstance(event, LotsDrawn)
    assert [(each.entrant, each.number) for each in event.lots] == [("e2", 4), ("e1", 9)]


@pytest.mark.parametrize(("figure", "status"), [("", 422), ("x", 422), ("12", 422)])
async def test_a_figure_that_is_none_is_refused(club: Club, figure: str, status: int) -> None:
    assert send(club, DRAW, draw="lottery", figure=figure)[0] == status


async def test_the_arbiter_title_comes_in_with_a_list_too(club: Club) -> None:
    """Gil is of age and an arbiter; of everybody else no age is known."""
    lines = "Nombre;Nacimiento;Árbitro\nGil, Gómez;1970;IA"
    club.client.post("/t/club/entries", data={"command_id": "k1", "lines": lines})
    send(club, FORM, way="rules")
    public = club.browser().get("/t/club/rules").text
    assert seats_of(public)[0] == "Gil, Gómez president"


async def test_the_arbiter_title_is_entered_with_the_personal_data(club: Club) -> None:
    page = "/t/club/arbiter/entrants/e2"
    act = "/t/club/acts/correct-personal-data"
    form = form_of(club.client.get(page).text, act)
    fields = {"name": "Bea Bosch", "birth": "1980-02-03", "arbiter": "NA"}
    assert club.client.post(act, data={**form, **fields}).history[0].status_code == 303
    assert re.search(r"<option selected>NA</option>", club.client.get(page).text)
