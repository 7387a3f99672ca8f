"""A setting of a Keizer tournament that does not exist is a typing error, and no event keeps it."""

import pytest

from planilla.adapters.memory import CountedIds
from planilla.application.malformed import Malformed
from planilla.application.redaction import redact


@pytest.mark.parametrize(
    ("name", "body", "path"),
    [
        (
            "create-tournament",
            b'{"name":"Club","system":"keizer","keizer":{"own_worth":"none"}}',
            "$.keizer.own_worth",
        ),
        (
            "announce-regulations",
            b'{"regulations":{"name":"Club"},"keizer":{"bye":{"part":"1"}}}',
            "$.keizer.bye",
        ),
        ("rule-keizer", b'{"rules":{"stairs":2}}', "$.rules.stairs"),
    ],
)
def test_an_unknown_setting_is_named(name: str, body: bytes, path: str) -> None:
    with pytest.raises(Malformed) as caught:
        redact(name, body, CountedIds())
    assert caught.value.path == path


def test_what_is_not_said_is_as_usual() -> None:
    command, _ = redact("create-tournament", b'{"name":"Club","system":"keizer"}', CountedIds())
    assert getattr(command, "keizer", 0) is None
