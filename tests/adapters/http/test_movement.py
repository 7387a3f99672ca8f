"""Why somebody moved: one tap from the arrow, on the player's card, and for programs."""

import re

import pytest

from dsl.web_club import Club

ARROW = re.compile(
    r'<tr data-key="(e\d)".*?<td class="move">(?:<a href="([^"]+)" data-working="movement"[^>]*>'
    r'<span class="(?:up|down)"[^>]*>([▲▼])(\d)</span></a>)?</td>',
    re.DOTALL,
)
PLACES = re.compile(r'<b class="(?:up|down)">([+−]\d)</b>')


def two_rounds() -> Club:
    """Round 1: e1 beats e4, e2 and e5 draw, e6 beats e3; in round 2 White wins everywhere."""
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    club.play(2, "1-0", "1-0", "1-0")
    return club


def arrows(html: str) -> dict[str, int]:
    return {
        entrant: {"▲": 1, "▼": -1}.get(sign, 0) * int(places or 0)
        for entrant, _, sign, places in ARROW.findall(html)
    }


def added_up(html: str) -> int:
    return sum(int(each.replace("−", "-")) for each in PLACES.findall(html))


@pytest.mark.parametrize("at", ["", "?at=v17"])
def test_the_causes_below_a_row_add_up_to_its_arrow(at: str) -> None:
    club = two_rounds()
    shown = arrows(club.client.get(f"/t/club{at}").text)
    assert len(shown) == 6
    assert any(shown.values())
    for entrant, places in shown.items():
        below = club.client.get(f"/t/club/entrants/{entrant}/movement{at}").text
        assert added_up(below) == places, entrant


def test_the_arrow_leads_to_the_card_where_there_is_no_script() -> None:
    club = two_rounds()
    links = {entrant: link for entrant, link, *_ in ARROW.findall(club.client.get("/t/club").text)}
    entrant, link = next((entrant, link) for entrant, link in links.items() if link)
    assert link == f"/t/club/entrants/{entrant}#movement"
    card = club.client.get(link).text
    below = club.client.get(f"/t/club/entrants/{entrant}/movement").text
    section = card.partition('<section id="movement">')[2].partition("</section>")[0]
    assert PLACES.findall(section) == PLACES.findall(below) != []


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "1 in round 2: no longer behind"),
        ("es", "1 en la ronda 2: ya no va por detrás de"),
    ],
)
def test_the_reason_is_told_in_both_languages(language: str, reason: str) -> None:
    club = two_rounds()
    shown = arrows(club.client.get("/t/club").text)
    risen = max(shown, key=lambda entrant: shown[entrant])
    assert reason in club.browser(language).get(f"/t/club/entrants/{risen}/movement").text


def test_before_the_second_round_nobody_has_moved() -> None:
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    below = club.client.get("/t/club/entrants/e1/movement").text
    assert "Nobody moves before the second round." in below
    assert 'id="movement"' not in club.client.get("/t/club/entrants/e1").text


def test_before_the_first_round_nobody_has_moved() -> None:
    club = Club()
    club.found()
    below = club.client.get("/t/club/entrants/e1/movement").text
    assert "Nobody moves before the second round." in below


def test_a_correction_of_an_earlier_round_is_told_with_its_fact() -> None:
    """e4 is given the win over e1: as published e1 led with e6, and four were behind e1."""
    club = two_rounds()
    version = next(
        event.version
        for event in club.store.ledger.events("club", 0)
        if event.type == "ResultRecorded"
    )
    effect = {"points": True, "pairing_from": 3, "rating": True}
    club.command(
        "club", "correct-result", game="1.1", result="0-1", corrects=version, reason="slip",
        effect=effect,
    )  # fmt: skip
    below = club.client.get("/t/club/entrants/e1/movement").text
    assert f'href="/t/club/facts#v{club.version}"' in below
    assert "When round 2 was published it was place 1." in below
    changed = below.partition('<p class="sum">')[0]
    assert added_up(changed) < 0


def test_who_passes_many_is_told_the_first_few_by_name() -> None:
    """Of 32 sixteen win round 1 and eight of those lose round 2: these are passed by who won it."""
    club = Club()
    club.command("club", "create-tournament", name="Club", rounds=3, tiebreaks=[])
    entrants = [{"id": f"e{n}", "person": {"name": f"N{n}"}, "rating": 2000 - n} for n in range(32)]
    club.command("club", "enter-entrants", entrants=entrants)
    for number, white_wins in ((1, range(1, 17)), (2, ())):
        club.command("club", "pair-round", round=number)
        club.command("club", "publish-pairings", round=number)
        for board in range(1, 17):
            result = "1-0" if board in white_wins else "0-1"
            club.command("club", "record-result", game=f"{number}.{board}", result=result)
    pages = [club.client.get(f"/t/club/entrants/e{n}/movement").text for n in range(32)]
    assert any(re.search(r"and 2 more", page) for page in pages)


def test_the_card_for_programs_holds_the_movement() -> None:
    club = two_rounds()
    answer = club.client.get("/api/t/club/entrants/e1")
    assert answer.headers["etag"] == f'"{club.version}"'
    data = answer.json()
    assert data["card"]["entrant"] == "e1"
    found = data["movement"]
    assert found["before"] - found["now"] == sum(each["places"] for each in found["causes"])


def test_the_card_for_programs_at_a_past_moment() -> None:
    answer = two_rounds().client.get("/api/t/club/entrants/e1?at=v9")
    assert answer.headers["etag"] == '"9"'
    assert answer.json()["movement"] is None


def test_the_card_of_nobody_is_not_there() -> None:
    answer = two_rounds().client.get("/api/t/club/entrants/nobody")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-entrant")
