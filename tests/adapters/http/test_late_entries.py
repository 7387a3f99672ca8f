"""Late entries on the arbiter's page: the number each will take, and the act that numbers them."""

from dsl.web_club import Club, form_of
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import PairingsPublished

ENTRIES = "/t/club/entries"
DATA = "/api/t/club/late-entries"


def games_of(club: Club) -> list[str]:
    """The games that were just published."""
    published = club.store.ledger.log[-1].event
    assert isinstance(published, PairingsPublished)
    return [game.game for game in published.games]


def enter_late(club: Club, rating: int = 1850) -> None:
    """Gil Gual, late; e1 to e6 have 2000, 1900, …, 1500."""
    late = {"id": "late", "person": {"name": "Gil Gual"}, "rating": rating}
    club.command("club", "enter-entrants", entrants=[late])


async def test_before_the_first_round_nobody_is_late(club: Club) -> None:
    assert "Late entries without a number" not in club.client.get(ENTRIES).text
    assert club.client.get(DATA).json() == []


async def test_the_number_of_a_late_entry_is_told_before_it_is_assigned(club: Club) -> None:
    club.pair(1)
    enter_late(club)
    html = club.client.get(ENTRIES).text
    assert "Gil Gual takes number 3; 4 numbers move." in html
    assert "when round 2 is paired" in html
    assert club.client.get(DATA).json() == [{"entrant": "late", "number": 3, "moves": 4}]


async def test_the_lowest_takes_the_last_number(club: Club) -> None:
    club.pair(1)
    enter_late(club, rating=0)
    assert "Gil Gual takes number 7, the last one." in club.client.get(ENTRIES).text


async def test_late_entries_are_numbered_by_a_button(club: Club) -> None:
    club.pair(1)
    enter_late(club)
    form = form_of(club.client.get(ENTRIES).text, "/t/club/acts/assign-numbers")
    html = club.confirmed("assign-numbers", form).text
    event = club.store.ledger.log[-1].event
    assert isinstance(event, PairingNumbersAssigned)
    assert (event.order[2], event.reason) == ("late", "late-entry")
    assert "Late entries without a number" not in html
    assert "formerly no.\u00a03" in html


async def test_pairing_numbers_late_entries_by_itself(club: Club) -> None:
    club.play(1, "1-0", "1-0", "½-½")
    enter_late(club)
    club.command("club", "pair-round", round=2)
    kinds = [each.type for each in club.store.ledger.log[-3:]]
    assert kinds == ["RoundClosed", "PairingNumbersAssigned", "RoundPaired"]


async def test_after_round_4_the_page_says_that_the_others_keep_their_order() -> None:
    club = Club()
    club.found(rounds=5)
    more = [{"id": f"m{n}", "person": {"name": f"More {n}"}} for n in range(6)]
    club.command("club", "enter-entrants", entrants=more)
    for number in range(1, 5):
        club.pair(number)
        for game in games_of(club):
            club.command("club", "record-result", game=game, result="1-0")
    enter_late(club)
    await club.let_in("arbiter-token", "club")
    assert "Round 4 is paired" in club.client.get(ENTRIES).text


async def test_the_list_is_for_the_arbiter(club: Club) -> None:
    assert club.browser().get(DATA).status_code == 401


async def test_a_late_entry_tells_when_it_was_handed_in(club: Club) -> None:
    form = form_of(club.client.get(ENTRIES).text, ENTRIES)
    assert "known_at" not in form
    club.pair(1)
    form = form_of(club.client.get(ENTRIES).text, ENTRIES)
    told = {**form, "name": "Gil Gual", "known_at": "2022-01-01T10:00", "zone": "UTC"}
    before = club.version
    asked = club.client.post(ENTRIES, data=told).text
    assert club.version == before
    # Nobody has played: all share the first place.
    for said in ("Enter players late", "Gil Gual: place 1", "Gil Gual enters from round 2 on."):
        assert said in asked
    assert club.client.post(ENTRIES, data=form_of(asked, ENTRIES)).status_code == 200
    entered = club.store.ledger.log[-1]
    assert (entered.round, entered.effective_at) == (2, 1_641_031_200_000_000)
    shown = club.client.get("/t/club/arbiter/corrections").text
    assert "Gil Gual enters from round 2 on." in shown
    assert "known 1 Jan 2022, 11:00" in shown


async def test_a_late_entry_can_be_mended_before_it_is_confirmed(club: Club) -> None:
    club.pair(1)
    form = {**form_of(club.client.get(ENTRIES).text, ENTRIES), "name": "Gil Guel", "rating": "1850"}
    shown = form_of(club.client.post(ENTRIES, data=form).text, ENTRIES)
    html = club.client.post(ENTRIES, data={**shown, "mend": "yes"}).text
    assert 'value="Gil Guel"' in html
    assert 'value="1850"' in html
    assert club.store.ledger.log[-1].type == "PairingsPublished"
