"""Roles: what each may do and see, and the grants that are asked for."""

from collections.abc import Mapping

import pytest

from planilla.application.envelope import Actor
from planilla.application.permissions import may_found, may_see, may_submit
from planilla.application.roles import (
    BadEnd,
    BadSpan,
    Grant,
    LimitsNeeded,
    LimitsNotForRole,
    NoSuchRole,
    Role,
    Span,
    View,
    WallShow,
    full_grant,
    grant_asked,
    shows_of,
)
from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.subjects import COMMANDS

GOVERNING = """
announce-regulations announce-prizes hide-tournament show-tournament erase-person erase-texts
announce-log-key hand-over-lead take-over-lead create-tournament import-tournament open-claims
close-claims join-festival leave-festival
"""
RECORDING = "record-result withdraw-result"
ATTENDING = """
request-bye cancel-bye withdraw-entrant return-entrant note-absence withdraw-absence
check-in withdraw-check-in close-check-in reopen-check-in
"""
ALL = set(COMMANDS)
MAY_SUBMIT = {
    Role.OWNER: ALL,
    Role.CHIEF_ARBITER: ALL,
    Role.APPLICANT: {"request-entry", "withdraw-entry-request"},
    Role.DEPUTY: ALL - set(GOVERNING.split()),
    Role.SECTOR_ARBITER: set(RECORDING.split()),
    Role.RESULT_DESK: set(RECORDING.split()),
    Role.CHECK_IN: set(ATTENDING.split()),
    Role.SCREEN: set[str](),
    Role.AUDITOR: set[str](),
    Role.PLAYER: {"claim-result", "withdraw-claim"},
}
MAY_SEE = {
    Role.OWNER: "hidden ahead staff boards presence desk govern",
    Role.CHIEF_ARBITER: "hidden ahead staff boards presence desk govern",
    Role.DEPUTY: "hidden ahead staff boards presence desk",
    Role.SECTOR_ARBITER: "hidden ahead boards",
    Role.RESULT_DESK: "hidden ahead boards",
    Role.CHECK_IN: "hidden ahead presence",
    Role.SCREEN: "hidden",
    Role.AUDITOR: "hidden ahead staff",
    Role.PLAYER: "",
    Role.APPLICANT: "",
}


def holder(role: Role, tournament: str = "club") -> Actor:
    return Actor(id="x", grants=(Grant(tournament=tournament, role=role),))


@pytest.mark.parametrize("role", Role)
def test_a_role_submits_the_commands_of_its_duties_and_no_others(role: Role) -> None:
    permitted = {name for name, kind in COMMANDS.items() if may_submit(holder(role), "club", kind)}
    assert permitted == MAY_SUBMIT[role]
    assert not any(may_submit(holder(role), "other", kind) for kind in COMMANDS.values())


@pytest.mark.parametrize("role", Role)
def test_a_role_sees_its_views_and_no_others(role: Role) -> None:
    assert {view for view in View if may_see(holder(role), "club", view)} == {
        View(each) for each in MAY_SEE[role].split()
    }
    assert not any(may_see(holder(role), "other", view) for view in View)


@pytest.mark.parametrize("role", Role)
def test_the_owner_of_all_tournaments_founds_them_and_nobody_else(role: Role) -> None:
    assert may_found(holder(role, "*")) is (role is Role.OWNER)
    assert not may_found(holder(role))


def test_a_link_without_limits_is_the_chief_arbiter_s_or_the_owner_s() -> None:
    assert full_grant("club").role is Role.CHIEF_ARBITER
    assert full_grant("*").role is Role.OWNER


HOUR_US = 60 * 60 * 1_000_000


def test_a_grant_is_asked_for_in_words() -> None:
    asked = {"role": "sector-arbiter", "boards": "1 - 20", "rounds": "7", "hours": "2"}
    grant = grant_asked("club", {**asked, "name": "  Hall   B "}, 5)
    assert grant == Grant(
        tournament="club",
        role=Role.SECTOR_ARBITER,
        boards=Span(1, 20),
        rounds=Span(7, 7),
        expires_at=5 + 2 * HOUR_US,
        name="Hall B",
    )
    assert (grant.is_open(4 + 2 * HOUR_US), grant.is_open(5 + 2 * HOUR_US)) == (True, False)
    assert [Span(1, 20).written, Span(7, 7).written] == ["1–20", "7"]


def test_without_words_it_is_the_chief_arbiter_s_for_good() -> None:
    assert grant_asked("club", {"role": "", "boards": " ", "hours": ""}, 5) == full_grant("club")


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        ({"role": "owner"}, NoSuchRole),
        ({"role": "king"}, NoSuchRole),
        ({"role": "applicant"}, NoSuchRole),
        ({"role": "result-desk", "boards": "20-1"}, BadSpan),
        ({"role": "result-desk", "boards": "first"}, BadSpan),
        ({"role": "result-desk", "rounds": "0"}, BadSpan),
        ({"role": "deputy", "boards": "1-20"}, LimitsNotForRole),
        ({"role": "check-in", "rounds": "1"}, LimitsNotForRole),
        ({"role": "sector-arbiter"}, LimitsNeeded),
        ({"hours": "0"}, BadEnd),
        ({"hours": "8785"}, BadEnd),
        ({"hours": "soon"}, BadEnd),
    ],
)
def test_what_cannot_be_granted_is_told(asked: Mapping[str, str], refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        grant_asked("club", asked, 0)


@pytest.mark.parametrize(
    ("grant", "number", "board", "covered"),
    [
        (Grant(tournament="club"), 9, 900, True),
        (Grant(tournament="club", boards=Span(3, 5)), 1, 3, True),
        (Grant(tournament="club", boards=Span(3, 5)), 1, 5, True),
        (Grant(tournament="club", boards=Span(3, 5)), 1, 2, False),
        (Grant(tournament="club", rounds=Span(2, 2)), 2, 9, True),
        (Grant(tournament="club", rounds=Span(2, 2)), 3, 9, False),
        (Grant(tournament="club", boards=Span(3, 5), rounds=Span(2, 2)), 2, 6, False),
    ],
)
def test_limits_are_boards_and_rounds(grant: Grant, number: int, board: int, covered: bool) -> None:
    assert grant.covers(number, board) is covered
    assert grant.is_limited is (grant.boards is not None or grant.rounds is not None)


def test_a_wall_shows_no_pairings_of_a_system_without_rounds() -> None:
    assert shows_of(SYSTEMS["swiss-dutch-2026"]) == tuple(WallShow)
    assert shows_of(SYSTEMS["masnou"]) == (
        WallShow.BOTH,
        WallShow.STANDINGS,
        WallShow.ANNOUNCEMENTS,
        WallShow.COUNTDOWN,
    )
