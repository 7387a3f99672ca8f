"""Names and passwords of accounts."""

import pytest

from planilla.application.accounts import (
    AccountNameMissing,
    PasswordIsName,
    PasswordLength,
    account_id,
    account_name,
    checked_password,
    name_key,
    passkey_id,
)


def test_a_name_is_stored_with_single_blanks_and_without_what_nobody_sees() -> None:
    assert account_name("  Ana \t Pons\u200b\0 ") == "Ana Pons"


@pytest.mark.parametrize("text", ["", " \n", "\u200b", "x" * 61])
def test_a_name_has_one_to_sixty_characters(text: str) -> None:
    with pytest.raises(AccountNameMissing):
        account_name(text)


def test_names_are_compared_without_case_and_by_their_characters() -> None:
    assert name_key(" ANA  MUÑOZ") == name_key("ana mun\u0303oz")


@pytest.mark.parametrize("text", ["a" * 11, "a" * 201, ""])
def test_a_password_has_twelve_to_two_hundred_characters(text: str) -> None:
    with pytest.raises(PasswordLength):
        checked_password(text, "Ana")


@pytest.mark.parametrize(
    "text", ["ana pons 2026", "AnaPonsAnaPons", "ponsponspons!", "Ana-Pons-Ana-Pons"]
)
def test_a_password_is_not_the_name_alone(text: str) -> None:
    with pytest.raises(PasswordIsName):
        checked_password(text, "Ana Pons")


@pytest.mark.parametrize("text", ["ana likes rooks", "123456789012", "bananabananas"])
def test_no_other_rule_refuses_a_password(text: str) -> None:
    assert checked_password(text, "Ana Pons") == text


def test_the_same_password_typed_on_another_keyboard_is_the_same() -> None:
    composed, apart = "contraseña larga", "contrasen\u0303a larga"
    assert checked_password(apart, "Ana") == checked_password(composed, "Ana")


def test_ids_follow_from_bytes() -> None:
    assert account_id(bytes(range(16))) == "account-000102030405"
    assert passkey_id(b"") == "e3b0c44298fc", "SHA-256 of nothing, FIPS 180"
