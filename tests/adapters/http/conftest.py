"""A club whose arbiter has entered."""

import pytest

from dsl.web_club import Club
from planilla.adapters.http import credentials


@pytest.fixture
async def club() -> Club:
    """Six entrants, nothing paired; the browser holds the arbiter's link."""
    made = Club()
    made.found()
    await made.let_in("arbiter-token", "club")
    return made


@pytest.fixture
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords whose hashes take little work."""
    monkeypatch.setattr(credentials, "PROFILE", "CHEAPEST")
