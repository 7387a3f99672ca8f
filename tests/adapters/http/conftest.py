"""A club whose arbiter has entered."""

import pytest

from dsl.web_club import Club


@pytest.fixture
async def club() -> Club:
    """Six entrants, nothing paired; the browser holds the arbiter's link."""
    made = Club()
    made.found()
    await made.let_in("arbiter-token", "club")
    return made
