"""A game that keeps its id and gets another board while pages of it are open."""

import html

import pytest

from adapters.http.test_claims import BLACK, WHITE, last, said, say
from adapters.http.test_roles import holder
from dsl.web_club import Club, pressed
from planilla.application.roles import Role, Span

BOARDS = "/t/club/boards"


@pytest.fixture
def club() -> Club:
    """Round 1 is on the boards, and players may report."""
    made = Club()
    made.found()
    made.pair(1)
    made.command("club", "open-claims")
    return made


def move_first_to_last(club: Club) -> None:
    """Game 1.1 goes from board 1 to board 3, and the others move up."""
    published = next(
        event
        for fact in club.store.ledger.log
        if (event := fact.event).round == 1 and event.paired_games
    )
    first, *others = [[game.white, game.black] for game in published.paired_games]
    club.command("club", "change-pairing", round=1, boards=[*others, first], reason="A wheelchair")


def test_the_page_of_a_slip_stays_that_of_its_game(club: Club) -> None:
    white, black = club.browser(), club.browser()
    assert "<h2>round 1, board 1</h2>" in white.get(f"/c/club/{WHITE}").text
    say(black, BLACK, "1-0")
    move_first_to_last(club)
    # The page that was open before still says what it says of the same game, with its new board.
    answer = say(white, WHITE, "1-0")
    assert said(answer) == "Recorded: 1–0. If that is wrong, tell the arbiter."
    assert "<h2>round 1, board 3</h2>" in answer.text
    assert last(club)[-1] == ("ResultRecorded", "player")
    assert club.store.ledger.log[-1].event.game == "1.1"


def test_a_sector_arbiter_is_told_where_the_board_went_and_the_other_records_it(
    club: Club,
) -> None:
    sector = holder(club, Role.SECTOR_ARBITER, Span(1, 2))
    address, form = pressed(sector.get(BOARDS).text, "1.1", "1-0")
    _, other = pressed(sector.get(BOARDS).text, "1.2", "½-½")
    move_first_to_last(club)
    before = club.version

    refused = sector.post(address, data=form)
    assert refused.status_code == 403
    sentence = "Board 3 is not one of the boards of this link (1–2)."
    assert html.unescape(refused.text).count(sentence) == 1
    assert club.version == before

    # The page is that of the sector, with the boards that are its own now.
    assert [f'id="g1.{n}"' in sector.get(BOARDS).text for n in (1, 2, 3)] == [False, True, True]
    # A press on the page of before counts for the game that it names, which is board 1 now.
    assert sector.post(address, data={**other, "command_id": "second"}).status_code == 200
    assert club.store.ledger.log[-1].event.game == "1.2"

    beyond = holder(club, Role.RESULT_DESK, Span(3, 3))
    address, form = pressed(beyond.get(BOARDS).text, "1.1", "1-0")
    assert beyond.post(address, data=form).status_code == 200
    assert club.store.ledger.log[-1].event.game == "1.1"
