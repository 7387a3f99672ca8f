"""No name, reason or address becomes markup, on whatever page it stands."""

import asyncio

import pytest
from starlette.routing import Route

from adapters.http.test_access import filled
from dsl.web_club import Club

EVIL = """<i onclick="x">'\"</i>{{7*7}}"""
"""Begins an element where it is not escaped, and ends an attribute."""
WRITTEN = ("<i onclick", '&lt;i onclick="', "&gt;49")
"""What a page holds where it was taken for markup or for a template."""
ADDRESS = {"follow": EVIL, "q": EVIL, "head": EVIL, "player": EVIL, "game": EVIL, "result": EVIL}
"""Parameters of addresses, each of which some page shows again."""


def named(hall: bool) -> Club:
    """A club in which everybody and every reason is called so."""
    club = Club()
    rules = (
        {"system": "masnou", "rounds": 0} if hall else {"system": "swiss-dutch-2026", "rounds": 3}
    )
    club.command("club", "create-tournament", name=EVIL, **rules)
    person = {"name": EVIL, "club": EVIL, "contact": EVIL, "fide_id": EVIL}
    entrants = [{"id": f"e{n}", "person": person, "rating": 2100 - n} for n in range(1, 7)]
    club.command("club", "enter-entrants", entrants=entrants)
    if hall:
        club.command("club", "open-hall", rules={"tables": 2, "order": "arrival"})
        club.command("club", "move-in-queue", entrant="e6", place=1, reason=EVIL)
        return club
    club.command("club", "forbid-pairs", entrants=["e1", "e6"], reason=EVIL)
    games = club.pair(1)
    first, *_ = [
        club.command("club", "record-result", game=game, result="1-0").version for game in games
    ]
    correction = {"result": "0-1", "reason": EVIL, "corrects": first}
    club.command("club", "correct-result", game=games[0], **correction)
    club.pair(2)
    club.command("club", "withdraw-entrant", entrant="e2", reason=EVIL)
    return club


@pytest.mark.no_cover
@pytest.mark.parametrize("hall", [False, True], ids=["rounds", "hall"])
def test_nothing_that_was_typed_becomes_markup(hall: bool) -> None:
    club = named(hall)
    asyncio.run(club.let_in("organiser-token", "*"))
    shown = 0
    routes = [each for each in club.app.routes if isinstance(each, Route)]
    paths = [filled(each.path) for each in routes if "GET" in (each.methods or ())]
    corrected = [f"/t/club/{page}/15" for page in ("dossier", "whatif")]
    for path in (*paths, *corrected):
        answer = club.client.get(path, params=ADDRESS)
        if "html" not in answer.headers.get("content-type", "") and "svg" not in path:
            continue
        shown += "&lt;i onclick" in answer.text
        assert not [each for each in WRITTEN if each in answer.text], path
    assert shown > 10
