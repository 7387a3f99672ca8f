"""A tournament that is led elsewhere, on pages and for programs, and portions sent by HTTP."""

import msgspec

from dsl.web_club import ORGANISER_TOKEN, Club, form_of
from planilla.application.following import PORTION_MEDIA, End, FollowerEnd
from planilla.application.permissions import ORGANISER
from planilla.application.roles import full_grant

DESK, TAKE_OVER = "/t/club/arbiter", "/t/club/acts/take-over-lead"
LOG = "/api/t/club/log"
HALL = "ab" * 16


def led_from_the_hall(club: Club) -> None:
    head = club.store.ledger.ends["club"]
    led_from = f"{HALL} Main hall"
    club.store.ledger.ends["club"] = msgspec.structs.replace(head, led_from=led_from)
    listed = club.store.ledger.streams["club"]
    club.store.ledger.streams["club"] = msgspec.structs.replace(listed, led_from=led_from)


async def organiser(club: Club) -> dict[str, str]:
    await club.store.give(ORGANISER_TOKEN, ORGANISER, full_grant("*"))
    return {"authorization": f"Bearer {ORGANISER_TOKEN}"}


async def test_the_staff_reads_from_where_it_is_led_and_the_public_does_not(club: Club) -> None:
    led_from_the_hall(club)
    note = "Read only: the tournament is led from Main hall."
    assert note in club.client.get(DESK).text
    assert note not in club.browser().get("/t/club").text


async def test_it_is_taken_over_after_it_was_shown_what_that_means(club: Club) -> None:
    led_from_the_hall(club)
    before = club.version
    form = form_of(club.client.get(DESK).text, TAKE_OVER)
    shown = club.client.post(TAKE_OVER, data=form)
    assert club.version == before
    done = club.client.post(TAKE_OVER, data=form_of(shown.text, TAKE_OVER))
    assert done.status_code == 200
    assert club.store.ledger.log[-1].type == "LeadTakenOver"
    assert "Read only" not in club.client.get(DESK).text


async def test_programs_read_the_end_of_a_log_and_of_one_that_is_not_there(club: Club) -> None:
    headers = await organiser(club)
    end = msgspec.json.decode(club.browser().get(LOG, headers=headers).content, type=FollowerEnd)
    last = club.store.ledger.log[-1]
    assert end.end == End(version=last.version, hash=last.hash.hex())
    assert end.led_by == end.log_id
    first = club.browser().get(f"{LOG}?version=1", headers=headers).json()["at"]
    assert first == {"version": 1, "hash": club.store.ledger.log[0].hash.hex()}
    beyond = club.browser().get(f"{LOG}?version=99", headers=headers).json()
    assert beyond["at"] is None
    none = club.browser().get("/api/t/none/log", headers=headers).json()
    assert (none["end"]["version"], none["led_by"]) == (0, "")


async def test_a_body_that_is_no_portion_is_malformed(club: Club) -> None:
    headers = {**await organiser(club), "content-type": PORTION_MEDIA}
    answer = club.browser().post(LOG, content=b"{}", headers=headers)
    assert answer.status_code in {400, 404}, answer.text
