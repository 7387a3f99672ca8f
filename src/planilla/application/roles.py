"""Roles and grants: the commands and the views that the holder of a secret link is given.

`RIGHTS` is the one table. A command declares its duty at its type (`Command.duty`), an address its
view (`Endpoint.view`), so neither has to be entered here.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec

from planilla.domain.pairing.system import System
from planilla.domain.tournament.command import Duty
from planilla.domain.tournament.refusal import Unacceptable

ALL_TOURNAMENTS = "*"
"""The organiser's scope: every tournament, also those that do not exist yet."""
FESTIVAL_SCOPE = "festival/"
"""The beginning of the scope of a link for all tournaments of a festival, before its id.

No tournament is named so: its id has no slash.
"""


class Role(StrEnum):
    """The role of a person at a tournament."""

    OWNER = "owner"
    CHIEF_ARBITER = "chief-arbiter"
    DEPUTY = "deputy"
    SECTOR_ARBITER = "sector-arbiter"
    RESULT_DESK = "result-desk"
    CHECK_IN = "check-in"
    SCREEN = "screen"
    AUDITOR = "auditor"
    PLAYER = "player"
    APPLICANT = "applicant"


UNGIVEN = frozenset({Role.OWNER, Role.PLAYER, Role.APPLICANT})
GIVEN = tuple(each.value for each in Role if each not in UNGIVEN)
"""The roles that links are made for.

The owner has the organiser's, players have their codes, and applicants the entry form.
"""
GIVEN_BY_OPERATOR = (Role.OWNER.value, *GIVEN)
"""The roles that an account is given on the command line: the owner's is for all tournaments."""


class View(StrEnum):
    """A group of pages and data that not everybody may see."""

    HIDDEN = "hidden"
    """The public pages of a hidden tournament."""
    AHEAD = "ahead"
    """The facts that are not public yet."""
    STAFF = "staff"
    """The facts, reasons and names that the public does not see."""
    BOARDS = "boards"
    """The boards of the round, with buttons for results."""
    PRESENCE = "presence"
    """The list of entrants who are here."""
    DESK = "desk"
    """The pages of the arbiters, with personal data and all acts."""
    GOVERN = "govern"
    """The secret links of the tournament, and what erases."""


class Rights(NamedTuple):
    """The duties and the views of a role; `home` is the view that a new link opens first.

    A role that records results and does nothing else may be limited to boards and rounds, or needs
    its boards.
    """

    duties: frozenset[Duty]
    views: frozenset[View]
    home: View
    may_be_limited: bool = False
    needs_boards: bool = False


_EVERY_DUTY, _EVERY_VIEW = frozenset(Duty), frozenset(View)
_RECORDING = Rights(
    frozenset({Duty.RESULTS}),
    frozenset({View.HIDDEN, View.AHEAD, View.BOARDS}),
    View.BOARDS,
    may_be_limited=True,
)
RIGHTS: dict[Role, Rights] = {
    Role.OWNER: Rights(_EVERY_DUTY, _EVERY_VIEW, View.DESK),
    Role.CHIEF_ARBITER: Rights(_EVERY_DUTY, _EVERY_VIEW, View.DESK),
    Role.DEPUTY: Rights(_EVERY_DUTY - {Duty.GOVERN}, _EVERY_VIEW - {View.GOVERN}, View.DESK),
    Role.SECTOR_ARBITER: _RECORDING._replace(needs_boards=True),
    Role.RESULT_DESK: _RECORDING,
    Role.CHECK_IN: Rights(
        frozenset({Duty.PRESENCE}),
        frozenset({View.HIDDEN, View.AHEAD, View.PRESENCE}),
        View.PRESENCE,
    ),
    Role.SCREEN: Rights(frozenset(), frozenset({View.HIDDEN}), View.HIDDEN),
    Role.AUDITOR: Rights(frozenset(), frozenset({View.HIDDEN, View.AHEAD, View.STAFF}), View.STAFF),
    Role.PLAYER: Rights(frozenset({Duty.CLAIM}), frozenset(), View.HIDDEN, may_be_limited=True),
    Role.APPLICANT: Rights(frozenset({Duty.APPLY}), frozenset(), View.HIDDEN),
}
"""The rights of each role."""


class WallShow(StrEnum):
    """A thing that a screen on the wall shows; several take turns in this order."""

    BOTH = "both"
    """The boards of the last round beside the ranking, the tree of a bracket, or a hall."""
    BOARDS = "boards"
    NAMES = "names"
    """Everybody by name with their board."""
    STANDINGS = "standings"
    ANNOUNCEMENTS = "announcements"
    """The notices of the arbiters, as large as they may be."""
    COUNTDOWN = "countdown"
    """The time until the next round, and the address of the tournament."""


def shows_of(system: System) -> tuple[WallShow, ...]:
    """Return the things that walls of a system show; without rounds there are no pairings."""
    of_rounds = {WallShow.BOARDS, WallShow.NAMES}
    return tuple(each for each in WallShow if system.has_rounds or each not in of_rounds)


class WallProgramme(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The things that a screen on the wall shows, in turn if there are several.

    `stage` is the stage of the tournament that it shows; None is the one that is played now.
    """

    shows: tuple[WallShow, ...] = (WallShow.BOTH,)
    stage: int | None = None


class Span(NamedTuple):
    """Numbers from `first` to `last`, both included."""

    first: int
    last: int

    def holds(self, number: int) -> bool:
        """Return whether a number is between both."""
        return self.first <= number <= self.last

    @property
    def written(self) -> str:
        """The span as people write it: `1–20`, and `7` for a single number."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


class Grant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A role in a tournament, or in all (`"*"`), as far as its boards, rounds and time go.

    That of a link for a festival has a scope (`FESTIVAL_SCOPE`) instead; it opens a tournament only
    as one of the grants of `spread`.

    `expires_at` is in microseconds since 1970 (UTC); None is without an end. `name` tells people
    for whom the link was made. `programme` is what the wall of a screen shows.
    """

    tournament: str
    role: Role = Role.CHIEF_ARBITER
    boards: Span | None = None
    rounds: Span | None = None
    expires_at: int | None = None
    name: str = ""
    programme: WallProgramme = WallProgramme()

    @property
    def rights(self) -> Rights:
        """The rights of its role."""
        return RIGHTS[self.role]

    def is_open(self, now: int) -> bool:
        """Return whether it has not expired."""
        return self.expires_at is None or now < self.expires_at

    @property
    def is_limited(self) -> bool:
        """Return whether it is for some boards or rounds only."""
        return self.boards is not None or self.rounds is not None

    def covers(self, number: int, board: int) -> bool:
        """Return whether a board of a round is within its limits; both are counted from 1."""
        in_boards = self.boards is None or self.boards.holds(board)
        return in_boards and (self.rounds is None or self.rounds.holds(number))


def full_grant(tournament: str) -> Grant:
    """Return a grant without limits: of the owner for `"*"`, else of the chief arbiter."""
    role = Role.OWNER if tournament == ALL_TOURNAMENTS else Role.CHIEF_ARBITER
    return Grant(tournament=tournament, role=role)


def festival_of_scope(scope: str) -> str:
    """Return the festival of the scope of a link; "" for that of one tournament, or of all."""
    return scope.removeprefix(FESTIVAL_SCOPE) if scope.startswith(FESTIVAL_SCOPE) else ""


def spread(grant: Grant, tournaments: Iterable[str]) -> tuple[Grant, ...]:
    """Return the grant of a festival for each of its tournaments, those that it has now."""
    return tuple(msgspec.structs.replace(grant, tournament=each) for each in tournaments)


HOUR_US = 3_600_000_000
HOURS_MAX = 24 * 366
"""Most hours until a link expires: longer than any tournament."""
NAME_MAX = 60
"""Most characters of the name of a link."""
_SPAN = re.compile(r"([1-9][0-9]{0,3})(?:\s*[-–]\s*([1-9][0-9]{0,3}))?")


class NoSuchRole(Unacceptable):
    """A link was asked for a role that does not exist; `known` are those that do."""

    role: str
    known: tuple[str, ...]


class BadSpan(Unacceptable):
    """Boards or rounds (`what`) of a link cannot be read as one number, or two."""

    what: str
    text: str


class LimitsNotForRole(Unacceptable):
    """Boards or rounds were given for a role that does not record results alone."""

    role: str


class LimitsNeeded(Unacceptable):
    """A sector arbiter was given no boards."""

    role: str


class BadEnd(Unacceptable):
    """The hours until a link expires are no whole number from 1 to `most`."""

    text: str
    most: int


def grant_asked(
    tournament: str, asked: Mapping[str, str], now: int, *, roles: tuple[str, ...] = GIVEN
) -> Grant:
    """Return the grant that a form or a command line asks for; its role is one of `roles`.

    `asked` has the texts `role`, `boards` and `rounds` (`7`, `1-20`), `hours` until it expires, and
    `name`; each may be missing or empty. `now` is in microseconds since 1970 (UTC).

    Raises:
        NoSuchRole: the role does not exist, or is not given so.
        BadSpan: boards or rounds cannot be read.
        LimitsNotForRole: they are for a role that does more than record results.
        LimitsNeeded: a sector arbiter has no boards.
        BadEnd: the hours cannot be read.
    """
    text = asked.get("role", "") or Role.CHIEF_ARBITER
    if text not in roles:
        raise NoSuchRole(role=text[:40], known=roles)
    role = Role(text)
    boards, rounds = (_span(what, asked.get(what, "")) for what in ("boards", "rounds"))
    if not RIGHTS[role].may_be_limited and (boards or rounds):
        raise LimitsNotForRole(role=role)
    if RIGHTS[role].needs_boards and boards is None:
        raise LimitsNeeded(role=role)
    return Grant(
        tournament=tournament,
        role=role,
        boards=boards,
        rounds=rounds,
        expires_at=_end(asked.get("hours", ""), now),
        name=" ".join(asked.get("name", "").split())[:NAME_MAX],
    )


def _span(what: str, text: str) -> Span | None:
    if not text.strip():
        return None
    found = _SPAN.fullmatch(text.strip())
    span = Span(int(found[1]), int(found[2] or found[1])) if found is not None else None
    if span is None or span.first > span.last:
        raise BadSpan(what=what, text=text[:40])
    return span


def _end(text: str, now: int) -> int | None:
    if not text.strip():
        return None
    hours = int(text) if re.fullmatch("[0-9]{1,5}", text.strip(), re.ASCII) else 0
    if not 0 < hours <= HOURS_MAX:
        raise BadEnd(text=text[:40], most=HOURS_MAX)
    return now + hours * HOUR_US
