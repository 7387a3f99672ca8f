"""Codes of links for some boards: they follow from the key, and lead to the token of a link."""

import re
from pathlib import Path

import pytest

from dsl.web_club import KEYS
from planilla.adapters.signing import KeyFile, SetKey
from planilla.application.board_codes import BITS, SIGNS
from planilla.application.link_codes import CODE_US, code_in, new_link, token_of, typed_until
from planilla.application.ports import KeyUnusable
from planilla.application.roles import Grant, Role, Span

SECTOR = Grant(tournament="club", role=Role.SECTOR_ARBITER, boards=Span(1, 20))
DRAWN = "drawn-by-lot"
HOUR_US = 3_600_000_000


def test_a_link_for_some_boards_has_a_code_that_leads_to_its_token() -> None:
    made = new_link(DRAWN, SECTOR, KEYS)
    assert made.token == token_of(KEYS, made.code)
    assert made.token not in {DRAWN, new_link("another", SECTOR, KEYS).token}
    assert re.fullmatch(f"[{SIGNS}]{{4}}(-[{SIGNS}]{{4}}){{2}}", made.code)
    assert len(made.code.replace("-", "")) * 5 == BITS, "32 signs are five bits each"


@pytest.mark.parametrize(
    "grant",
    [
        pytest.param(Grant(tournament="club"), id="the chief arbiter"),
        pytest.param(Grant(tournament="club", role=Role.RESULT_DESK), id="all boards"),
        pytest.param(
            Grant(tournament="club", role=Role.RESULT_DESK, rounds=Span(1, 2)), id="some rounds"
        ),
    ],
)
def test_no_other_link_has_a_code(grant: Grant) -> None:
    assert new_link(DRAWN, grant, KEYS) == (DRAWN, "")


def test_without_a_key_that_can_be_used_a_link_is_made_without_a_code(tmp_path: Path) -> None:
    readable = tmp_path / "key"
    readable.write_text("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    readable.chmod(0o644)
    with pytest.raises(KeyUnusable):
        KeyFile(readable).current()
    for keys in (None, KeyFile(readable)):
        assert new_link(DRAWN, SECTOR, keys) == (DRAWN, "")


def test_another_key_leads_to_another_token() -> None:
    """Whoever has the database, and not the key, cannot try codes against its hashes."""
    other = SetKey("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", variable="K")
    code = new_link(DRAWN, SECTOR, KEYS).code
    assert token_of(other, code) != token_of(KEYS, code)


@pytest.mark.parametrize(
    "text", ["7K3M-9QXP-AB20", "7k3m9qxpab2o", " 7K3M 9QXP ab2O ", "7K3M–9QXP—AB20"]
)
def test_a_code_is_read_as_people_type_it(text: str) -> None:
    assert code_in(text) == "7K3M-9QXP-AB20"


@pytest.mark.parametrize(
    "text",
    ["", "7K3M-9QXP", "7K3M-9QXP-AB2C-0000", "7K3M-9QXP-AB2U", "3.12-7K3M-9QXP-AB2C", "x" * 500],
    ids=["nothing", "short", "long", "no such sign", "the code of a slip", "a long text"],
)
def test_what_has_not_the_form_of_a_code_is_none(text: str) -> None:
    assert code_in(text) == ""


def test_a_token_is_never_taken_for_a_code() -> None:
    """It has 32 characters, and a code twelve signs and two dashes."""
    token = new_link(DRAWN, SECTOR, KEYS).token
    assert (len(token), code_in(token)) == (32, "")


@pytest.mark.parametrize(
    ("expires_at", "until"),
    [(None, 1_000 + 72 * HOUR_US), (1_000 + HOUR_US, 1_000 + HOUR_US), (1 << 60, 1_000 + CODE_US)],
    ids=["no end", "an earlier end", "a later end"],
)
def test_a_code_can_be_typed_for_three_days_and_no_longer_than_its_link_opens(
    expires_at: int | None, until: int
) -> None:
    grant = Grant(tournament="club", role=Role.SECTOR_ARBITER, expires_at=expires_at)
    assert typed_until(grant, 1_000) == until
