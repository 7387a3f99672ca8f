"""A fixed board, from the page of a player to the round, its page and its audit."""

import re

from dsl.web_club import Club, form_of
from planilla.audit.pairing_audit import audit
from planilla.domain.tournament.fixed_boards import BoardFixed
from planilla.domain.vocabulary import EntrantId

PAGE = "/t/club/arbiter/entrants/e2"
ACT = "/t/club/acts/fix-board"


def boards_of(club: Club, number: int) -> list[list[str]]:
    """The players of each board of a round, as the public page lists them."""
    rows = re.findall(
        r'<tr[^>]*data-key="[^>]*>(.*?)</tr>',
        club.client.get(f"/t/club/rounds/{number}").text,
        re.DOTALL,
    )
    return [sorted(set(re.findall(r"/(?:players|entrants)/(e\d)", row))) for row in rows]


async def test_a_player_keeps_a_board_until_it_is_given_up(club: Club) -> None:
    """Six players: 1-4, 2-5 and 3-6 meet, so that number 2 would be at board 2."""
    form = form_of(club.client.get(PAGE).text, ACT)
    after = club.client.post(ACT, data={**form, "board": "3"}).text
    assert club.store.ledger.log[-1].event == BoardFixed(entrant=EntrantId("e2"), board=3)
    assert 'name="board" required min="1" max="9999" value="3"' in after
    club.pair(1)
    assert boards_of(club, 1) == [["e1", "e4"], ["e3", "e6"], ["e2", "e5"]]
    facts = [each.fact for each in club.store.ledger.events("club", 0)]
    assert [each.outcome.value for each in audit(facts).rounds] == ["same"]
    club.command("club", "fix-board", entrant="e2")
    assert 'max="9999" value=""' in club.client.get(PAGE).text


async def test_a_board_that_is_taken_is_refused_in_one_sentence(club: Club) -> None:
    club.command("club", "fix-board", entrant="e1", board=3)
    form = form_of(club.client.get(PAGE).text, ACT)
    answer = club.client.post(ACT, data={**form, "board": "3"})
    assert answer.status_code == 409
    assert re.findall(r'class="problem" role="alert">([^<]*)<', answer.text)[0].startswith(
        "Board 3 is that of "
    )
