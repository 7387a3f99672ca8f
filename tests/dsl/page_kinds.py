"""Every kind of page there is, on tournaments that have something to show on each.

`furnish` hands the commands in; `PAGES` are the addresses. Tests walk them: in a browser, for what
hinders readers; in a client without script, for what is written on them.
"""

from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any, NamedTuple

from dsl.closed_kinds import furnish_closed

Post = Callable[..., object]
"""Hands a command in: `post(tournament, command, **fields)`."""

TWELVE = (
    "Ana Alba", "Bea Bosch", "Carl Cruz", "Dora Díaz", "Eva Elías", "Fay Font",
    "Gil Gómez-Fernández de Montcada y Rodríguez", "Hugo Hidalgo", "ნანა ალექსანდრია", "أحمد عادل",
    "Iker Ibarra", "Jon Juncosa",
)  # fmt: skip
GROUP = {"prizes": [100_000, 60_000, 33_300], "sharing": "hort"}
PLAN = {"currency": "EUR", "fund": 193_300, "groups": [GROUP]}
RESULTS = ("1-0", "½-½", "0-1", "+/-", "1-0", "0-1")
SECOND = ("½-½", "1-0", "0-1", "1-0", "½-½", "0-0")
HALL = {"tables": 3, "order": "arrival", "clock": 5, "call_seconds": 600, "paused": "keeps"}
REGULATED = {
    "name": "Regulated open",
    "play": {"system": "swiss-dutch-2026", "rounds": 5, "tiebreaks": ["BH/C1", "BH", "SB"]},
}


class PageKind(NamedTuple):
    """A page: its address, who looks at it, and the form that leads there, if one does."""

    path: str
    is_staff: bool = False
    form: Mapping[str, str] | None = None


def _entrants(*names: str) -> list[dict[str, Any]]:
    return [
        {
            "id": f"e{n}",
            "person": {"name": name, "club": "Masnou", "fide_id": f"22000{n:02}"},
            "rating": 2300 - 70 * n,
            "federation": ("ESP", "FRA", "GEO")[n % 3],
            "title": ("GM", "", "WFM")[n % 3],
        }
        for n, name in enumerate(names, start=1)
    ]


def _round(post: Post, tournament: str, number: int, results: Sequence[str]) -> None:
    post(tournament, "pair-round", round=number)
    post(tournament, "publish-pairings", round=number)
    for board, result in enumerate(results, start=1):
        post(tournament, "record-result", game=f"{number}.{board}", result=result)


def _open(post: Post) -> None:
    """A Swiss open in its third round: prizes, qualifying places, a correction, a withdrawal."""
    tiebreaks = ["BH/C1", "BH", "SB", "DE", "WIN"]
    post(
        "open", "create-tournament", name="Open del Masnou", rounds=5, tiebreaks=tiebreaks,
        system="swiss-dutch-2026", first_colour="white",
    )  # fmt: skip
    post("open", "enter-entrants", entrants=_entrants(*TWELVE))
    post("open", "announce-prizes", plan=PLAN)
    post("open", "set-qualifying-places", places=4)
    post("open", "forbid-pairs", entrants=["e11", "e12"], reason="They are sisters")
    _round(post, "open", 1, RESULTS)
    post("open", "close-round", round=1)
    _round(post, "open", 2, SECOND)
    post("open", "close-round", round=2)
    post("open", "withdraw-entrant", entrant="e12", reason="Unwell since the second round")
    post("open", "request-bye", entrant="e11", round=4, kind="H")
    post("open", "form-appeals-committee")
    post("open", "draw-lots", entrants=["e1", "e2", "e3"])
    _round(post, "open", 3, ("1-0", "-/+"))


def _others(post: Post) -> None:
    """A draft, one whose players report, an empty one, a finished one, a Keizer tournament."""
    post("draft", "create-tournament", name="Draft", rounds=3)
    post("draft", "enter-entrants", entrants=_entrants(*TWELVE[:7]))
    post("draft", "pair-round", round=1)
    post("draft", "open-entry-form", places=8)
    for number, name in enumerate(("Gil Gómez", "Hal Haro"), start=1):
        post("draft", "request-entry", entrant=f"r{number}", person={"name": name}, rating=1500)
    post("draft", "post-notice", note="Round 1 starts at 17:15, a quarter of an hour late")
    post("phones", "create-tournament", name="Results by phone", rounds=3)
    post("phones", "enter-entrants", entrants=_entrants(*TWELVE[:4]))
    post("phones", "open-claims")
    _round(post, "phones", 1, ())
    for side, result in (("white", "1-0"), ("black", "½-½")):
        post("phones", "claim-result", game="1.1", side=side, result=result)
    post("empty", "create-tournament", name="Nobody yet", rounds=3)
    post("done", "create-tournament", name="Final group", system="round-robin")
    post("done", "enter-entrants", entrants=_entrants(*TWELVE[:4]))
    post("done", "announce-prizes", plan=PLAN)
    for number in (1, 2, 3):
        _round(post, "done", number, ("1-0", "½-½") if number < 3 else ("+/-", "0-1"))
        post("done", "close-round", round=number)
    post("done", "finish-tournament")
    post("done", "share-prizes")
    post("keizer", "create-tournament", name="Club Keizer", system="keizer", rounds=10)
    post("keizer", "enter-entrants", entrants=_entrants(*TWELVE[:7]))
    for number in (1, 2):
        _round(post, "keizer", number, ("1-0", "½-½", "0-1"))
        post("keizer", "close-round", round=number)
    post("keizer", "recalculate-values")


def _halls(post: Post) -> None:
    """A marathon before it begins, one that is played, and one that is over."""
    for name in ("fresh", "hall", "over"):
        post(name, "create-tournament", name="Masnou de la Fira", system="masnou", rounds=0)
        post(name, "enter-entrants", entrants=_entrants(*TWELVE))
    for name in ("hall", "over"):
        post(name, "open-hall", rules=HALL)
        for call in range(1, 7):
            post(name, "take-seat", call=call)
        post(name, "record-result", game="T1.1", result="1-0")
        post(name, "take-seat", call=7)
        post(name, "record-result", game="T2.1", result="½-½")
        post(name, "stand-down", entrant="e9", away="paused")
    post("over", "record-result", game="T1.2", result="1-0")
    post("over", "end-hall")


def furnished_by(post: Post, facts_of_open: Callable[[], Sequence[Any]]) -> dict[str, str]:
    """Hand everything in; the versions that addresses name.

    The first result of all is corrected: `facts_of_open` are the facts of the open so far, as
    `/api/t/open/facts` has them.
    """
    _open(post)
    _others(post)
    _halls(post)
    furnish_closed(post)
    for each in ("done", "keizer", "empty"):
        post(
            each, "join-festival", id="opens", name="Open days", place="Masnou",
            first_day="2026-07-04", last_day="2026-07-12",
        )  # fmt: skip
    post("empty", "set-publication", level="pairings")
    reported = [each["version"] for each in facts_of_open() if each["type"] == "ResultRecorded"]
    post(
        "open", "correct-result", game="1.1", result="½-½", corrects=reported[0],
        reason="The slip was misread",
    )  # fmt: skip
    corrected = facts_of_open()[-1]["version"]
    return {"correction": str(corrected), "second": str(reported[len(RESULTS)])}


PUBLIC: tuple[PageKind, ...] = tuple(
    PageKind(path)
    for path in (
        "/", "/enter", "/verify", "/t/nowhere",
        "/t/open", "/t/open?theme=projector", "/t/open?at=v40", "/t/open?follow=e1,e4",
        "/t/open?embed=1", "/t/open/rounds?embed=1",
        "/t/open/rounds", "/t/open/rounds/2", "/t/open/rounds/2/why", "/t/open/cross",
        "/t/open/entrants", "/t/open/entrants/e1", "/t/open/elo", "/t/open/elo/e1",
        "/t/open/qualifying", "/t/open/prizes", "/t/open/prizes/e1", "/t/open/facts",
        "/t/open/rules", "/t/open/regulations", "/t/open/audit", "/t/open/proof",
        "/t/open/proof?head=v3", "/t/open/dossier/{correction}", "/t/open/whatif/{correction}",
        "/t/open/whatif?game=1.2&result=1-0", "/t/open/whatif?game=1.2&result=1-0&reading=branch",
        "/t/empty", "/t/empty/rounds", "/t/empty/cross", "/t/empty/entrants", "/t/empty/facts",
        "/t/done", "/t/done/cross", "/t/done/prizes", "/t/done/prizes/e1", "/t/done/qualifying",
        "/t/keizer", "/t/keizer/entrants/e1", "/t/keizer/rules", "/t/keizer/rounds/2/why",
        "/t/fresh", "/t/fresh/hall", "/t/hall", "/t/hall/hall", "/t/hall/screen",
        "/t/hall/fairness", "/t/hall/rules", "/t/hall/facts", "/t/hall/entrants",
        "/t/hall/entrants/e1",
        "/t/hall/whatif?game=T1.1&result=0-1", "/t/over", "/t/over/hall", "/t/over/screen",
        "/t/over/poster", "/t/over/cards", "/t/over/fairness", "/t/over/entrants/e1",
        "/screen", "/t/open/screen", "/t/open/screen?show=names", "/t/open/screen?show=boards",
        "/t/open/screen?show=standings", "/t/open/screen?show=countdown", "/t/draft/screen",
        "/t/keizer/screen", "/t/keizer/screen?show=standings", "/t/done/screen?show=countdown",
        "/t/open/screen?show=boards,names,standings,announcements,countdown",
        "/t/draft/screen?show=announcements", "/t/fresh/screen?show=standings",
        "/t/hall/screen?show=standings", "/t/hall/screen?show=both,standings,countdown",
        "/t/hall/screen?show=announcements", "/t/over/screen?show=both,countdown",
        "/t/line-ups/screen?show=names",
        "/t/copa", "/t/copa/stages", "/t/copa/groups", "/t/copa/bracket",
        "/t/copa/bracket?follow=e1", "/t/copa/bracket?at=v90", "/t/copa/bracket?stage=7",
        "/t/copa/matches/6-1.1", "/t/copa/cross?stage=2", "/t/copa/facts", "/t/copa/screen",
        "/t/copa/screen?stage=1", "/t/copa/screen?stage=2",
        "/t/knockout", "/t/knockout/bracket", "/t/knockout/bracket/paper", "/t/knockout/screen",
        "/t/knockout/screen?at=v70", "/t/knockout/cross", "/t/knockout/rounds",
        "/t/liga", "/t/liga/rounds", "/t/liga/rounds?at=v100", "/t/liga/matches/4.2",
        "/t/liga/cross", "/t/liga/teams", "/t/liga/teams/t1", "/t/liga/screen",
        "/t/line-ups/rounds", "/t/line-ups/matches/1.1", "/t/line-ups/screen",
        "/t/teams", "/t/teams/cross", "/t/teams/teams", "/t/teams/rounds", "/t/teams/screen",
        "/t/places/allocation", "/t/pairs/allocation", "/t/places/allocation?at=v9",
        "/t/draft", "/t/draft/enter", "/t/draft/screen", "/e/opens", "/e/opens?q=ana",
        "/e/opens/prizes", "/e/opens/screen", "/e/opens/screen?show=names,countdown",
        "/c/phones", "/c/phones/1.1-AAAA-AAAA-AAAA", "/t/open/papers", "/t/open/papers/names",
        "/t/open/papers/places", "/t/open/papers/presence", "/t/open/papers/cards",
        "/t/open/papers/short-cards", "/t/open/papers/chart", "/t/open/papers/crosstable",
        "/t/knockout/papers/chart?lines=16", "/t/over/papers", "/t/fresh/papers",
        "/t/open/papers/standings/v9-000000000000",
        "/players/2200001",
    )
)  # fmt: skip

STAFF: tuple[PageKind, ...] = tuple(
    PageKind(path, is_staff=True)
    for path in (
        "/new", "/new?kind=cup", "/new?from=open", "/new/regulations", "/import",
        "/e/opens/check-in", "/e/opens/links", "/e/opens/screens", "/t/draft/arbiter/festival",
        "/t/draft/arbiter/notices", "/t/draft/arbiter/requests", "/t/open/entries",
        "/t/draft/arbiter/publication",
        "/t/open/arbiter",
        "/t/open/arbiter?round=1", "/t/open/arbiter/games/1.1", "/t/open/arbiter/games/3.3",
        "/t/open/arbiter/entrants/e1", "/t/open/arbiter/entrants/e12",
        "/t/open/arbiter/entrants/e2/erase", "/t/open/arbiter/texts", "/t/open/arbiter/apart",
        "/t/open/arbiter/committee", "/t/open/arbiter/prizes", "/t/open/arbiter/screens",
        "/t/open/arbiter/qualifying",
        "/t/open/arbiter/timers", "/t/open/arbiter/corrections", "/t/open/arbiter/regulations",
        "/t/open/arbiter/preview", "/t/open/arbiter/rounds/3", "/t/open/rounds/3", "/t/open/facts",
        "/t/draft/arbiter", "/t/draft/arbiter/rounds/1", "/t/empty/arbiter", "/t/empty/entries",
        "/t/done/arbiter", "/t/done/arbiter/prizes", "/t/keizer/arbiter",
        "/t/keizer/arbiter/keizer", "/t/fresh/hall/setup", "/t/hall/arbiter/hall",
        "/t/hall/entries", "/t/hall/arbiter/games/T1.1",
        "/t/hall/arbiter/entrants/e1", "/t/hall/arbiter/corrections", "/t/over/arbiter/hall",
        "/new?system=knockout-single", "/new?system=team-round-robin", "/new?system=stages",
        "/t/copa/arbiter", "/t/copa/arbiter/stages",
        "/t/copa/arbiter/stages?system=knockout-double",
        "/t/copa/matches/6-2.1", "/t/knockout/arbiter", "/t/liga/arbiter",
        "/t/liga/matches/4.2", "/t/liga/arbiter/games/4.1", "/t/liga/arbiter/line-ups/4",
        "/t/line-ups/arbiter", "/t/line-ups/arbiter/line-ups/1", "/t/teams/arbiter",
        "/t/places/arbiter/allocation", "/t/pairs/arbiter/allocation",
        "/links", "/t/open/links", "/t/open/boards", "/t/open/second-look?round=2",
        "/t/liga/second-look?round=1", "/t/open/check-in", "/t/draft/check-in",
        "/t/phones/arbiter", "/t/phones/arbiter/claims", "/t/phones/arbiter/slips",
        "/t/open/arbiter/slips",
    )
)  # fmt: skip

FORMS: tuple[PageKind, ...] = (
    PageKind("/enter", form={"token": "wrong"}),
    PageKind(
        "/t/empty/entries/review", is_staff=True, form={"lines": "Zoe; 1900; ESP\nYan; many"}
    ),
    PageKind("/t/open/entries/review", is_staff=True, form={"lines": "Zoe Zorn; 1900; ESP"}),
    PageKind(
        "/t/open/acts/correct-result",
        is_staff=True,
        form={
            "game": "2.1", "result": "1-0", "corrects": "{second}", "reason": "Misread",
            "command_id": "asked", "next": "/t/open/arbiter", "effect": "default",
        },
    ),
    PageKind(
        "/t/open/acts/expel-entrant",
        is_staff=True,
        form={"entrant": "e10", "reason": "", "command_id": "refused", "next": "/t/open/arbiter"},
    ),
    PageKind(
        "/t/draft/arbiter/rounds/1/review",
        is_staff=True,
        form={
            "round": "1", "reason": "They share a car", "command_id": "reviewed", "bye": "e7",
            "white-1": "e1", "black-1": "e5", "white-2": "e4", "black-2": "e2",
            "white-3": "e3", "black-3": "e6",
        },
    ),
    PageKind("/t/open/second-look?round=2", is_staff=True, form={"2.1": "½-½", "2.4": "+/-"}),
    PageKind("/new", is_staff=True, form={"name": "", "command_id": "n", "system": "round-robin"}),
    PageKind("/new/regulations", is_staff=True, form={"name": "", "command_id": "r"}),
)  # fmt: skip
"""Pages that answer a form; none of these forms records anything."""

PAGES = PUBLIC + STAFF + FORMS


class _Reading(HTMLParser):
    """The visible content of a page: its text, and the attributes that people read or follow."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.addresses: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in UNREAD
        for name, value in attrs:
            if name in ADDRESSES:
                self.addresses.append(value or "")
            elif name in READ_ATTRIBUTES:
                self.texts.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD
        if tag in BLOCKS:
            self.texts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.texts.append(data)


UNREAD = frozenset({"script", "style", "textarea"})
READ_ATTRIBUTES = frozenset({"aria-label", "aria-valuetext", "alt", "placeholder", "title"})
ADDRESSES = frozenset({"href", "src", "action", "id", "for", "name"})
BLOCKS = frozenset({"p", "li", "h1", "h2", "h3", "h4", "td", "th", "dd", "dt", "option", "button"})


def reading_of(html: str) -> tuple[str, tuple[str, ...]]:
    """The text of a page, titles and labels included, and its addresses and ids."""
    reading = _Reading()
    reading.feed(html)
    return " ".join(" ".join(reading.texts).split(" ")), tuple(reading.addresses)
