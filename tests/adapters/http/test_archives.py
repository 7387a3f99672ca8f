"""Archives are downloaded, in the form that the visitor may read; their verifiers are served."""

import base64
import hashlib
import io
import re

import pytest

from dsl.verifier import PAGE, PROGRAM, VERIFIER
from dsl.web_club import KEYS, Club
from planilla.adapters.http.pages.files import policy_of

pytestmark = pytest.mark.anyio


def read(content: bytes) -> dict[str, object]:
    """What an archive proves to somebody who has only the file that verifies."""
    found: dict[str, object] = VERIFIER.Reading(io.BytesIO(content)).verify()
    return found


async def test_everybody_gets_the_public_form_signed(club: Club) -> None:
    club.pair(1)
    answer = club.browser().get("/t/club/archive.jsonl")
    found = read(answer.content)
    assert (found["form"], found["withheld"], found["events"]) == ("public", 1, club.version)
    assert (found["public_key"], found["head_signed"]) == (KEYS.current().public_key.hex(), True)
    assert answer.headers["content-disposition"] == 'attachment; filename="club.public.jsonl"'
    assert "Ana Alba" not in answer.text


async def test_an_arbiter_gets_the_full_form_and_may_ask_for_the_public_one(club: Club) -> None:
    club.pair(1)
    full = club.client.get("/t/club/archive.jsonl")
    assert (read(full.content)["form"], read(full.content)["withheld"]) == ("full", 0)
    assert full.headers["content-disposition"] == 'attachment; filename="club.jsonl"'
    public = club.client.get("/t/club/archive.jsonl?form=public")
    assert read(public.content)["form"] == "public"


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/t/nobody/archive.jsonl", 404, "There is no tournament “nobody”."),
        ("/t/club/archive.jsonl?form=half", 422, "There is no archive form “half”. Choose from:"),
        ("/t/club/archive.jsonl?form=full", 401, "No link came with the request."),
    ],
)
async def test_what_is_not_there_or_not_theirs_is_a_sentence(
    club: Club, path: str, status: int, sentence: str
) -> None:
    answer = club.browser().get(path)
    assert answer.status_code == status
    assert sentence in answer.text


async def test_the_verifiers_are_served_with_their_texts(club: Club) -> None:
    browser = club.browser()
    assert browser.get("/verify/planilla_verify.py").content == PROGRAM.encode()
    page = browser.get("/verify")
    assert page.content == PAGE.encode()
    policy = page.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "connect-src" not in policy  # nothing may be reached: default-src 'none'
    script = re.search(rb"<script>(.*?)</script>", page.content, re.DOTALL)
    assert script is not None
    digest = base64.b64encode(hashlib.sha256(script[1]).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy


def test_a_policy_names_what_stands_in_the_page() -> None:
    # SHA-256 of no bytes at all, in base64.
    empty = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    policy = policy_of(b"<style></style><script></script>")
    assert f"script-src '{empty}'; style-src '{empty}'" in policy
