"""A tournament that is led elsewhere, on pages and for programs, and portions sent by HTTP."""

import asyncio

import msgspec
from httpx2 import Response

from dsl.portions import of_hall, portions
from dsl.web_club import ORGANISER_TOKEN, Club, form_of
from planilla.application.following import PORTION_MEDIA, End, FollowerEnd, Portion
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


async def sent(club: Club, portion: Portion | bytes) -> Response:
    headers = {**await organiser(club), "content-type": PORTION_MEDIA}
    body = portion if isinstance(portion, bytes) else msgspec.json.encode(portion)
    return club.browser().post(LOG, content=body, headers=headers)


async def test_a_body_that_is_no_portion_is_malformed(club: Club) -> None:
    before = club.version
    for body, path, message in (
        (b"{}", "$", "Object missing required field `log_id`"),
        (b'{"logid": ""}', "$", "expected one of `log_id`, `place`, `after`, `events`, `kept`"),
        (b"[", "$", "Expected `object`"),
    ):
        answer = await sent(club, body)
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (400, "malformed"), problem
        assert problem["fields"]["path"] == path
        assert message in problem["fields"]["message"]
    assert club.version == before


async def test_a_log_that_parted_is_refused(club: Club) -> None:
    before = club.version
    other = End(version=1, hash="00" * 32)
    answer = await sent(club, Portion(log_id=HALL, place="Hall", after=other, events=()))
    assert (answer.status_code, answer.json()["code"]) == (409, "follower-diverged"), answer.text
    assert club.version == before


async def test_the_log_of_a_hall_is_taken_and_taking_it_again_changes_nothing() -> None:
    public, hall = Club(), of_hall()
    last = hall.ledger.log[-1]
    pushed = await asyncio.to_thread(portions, hall)
    for _ in range(2):
        answers = [await sent(public, portion) for portion in pushed]
        assert {answer.status_code for answer in answers} == {200}
        end = msgspec.json.decode(answers[-1].content, type=FollowerEnd)
        assert (end.end, end.led_by) == (End(version=last.version, hash=last.hash.hex()), HALL)
        assert public.version == last.version
    assert public.browser().get("/t/club").status_code == 200
