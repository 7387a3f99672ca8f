"""Which acts ask first: every command and every form of the pages asks, or is excepted here.

An exception says why, and what of the public tables the command may change nevertheless. Random
tournaments of every system hold it to that.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from starlette.routing import Route

from dsl.random_acts import Act, advance, any_act, founded
from dsl.web_club import Club
from planilla.adapters.http.acts import needs_confirmation
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Actor, DryRunAnswer, Submission
from planilla.application.roles import full_grant
from planilla.audit.impact import Impact, impact
from planilla.domain.tournament.command import ConfirmFirst
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.subjects import COMMANDS

SYSTEMS = ("swiss-dutch-2026", "swiss-dutch-libro", "round-robin", "keizer", "masnou")
STEPS = 40
DEEP_SEEDS = 40
ANYTHING = 0.45

ASKING = frozenset(
    name for name, kind in COMMANDS.items() if kind.confirm_first is not ConfirmFirst.NEVER
)
"""Commands that are shown first in some case."""


class Why(NamedTuple):
    """Why a command does not ask, and what it may change of what is public nevertheless."""

    reason: str
    may: frozenset[str] = frozenset()


PLACES_AND_ALL = frozenset({"places", "elo", "prizes", "boards"})
FIRST = Why("nothing is published before it")
FUTURE = Why("it counts for rounds that are not paired; of a draft the arbiter alone sees")
NAMES = Why("it says nothing that counts: no place, point or board follows from it")
CLOCK = Why("nothing follows before the hour, and then the rule that set it")
FLOOR = Why("done standing at the tables of a marathon, where there are no rounds", frozenset())

EXCEPTED: dict[str, Why] = {
    "create-tournament": FIRST,
    "import-tournament": Why("it makes a tournament of its own, after a review"),
    "open-hall": FIRST,
    "rule-same-origin": FUTURE,
    "set-acceleration": Why("before the first round; it may be set again", PLACES_AND_ALL),
    "order-rounds": FUTURE,
    "date-round": NAMES,
    "postpone-games": NAMES,
    "withdraw-postponement": NAMES,
    "forbid-pairs": FUTURE,
    "allow-pairs": FUTURE,
    "fix-board": FUTURE,
    "request-bye": FUTURE,
    "cancel-bye": FUTURE,
    "correct-personal-data": NAMES,
    "add-evidence": NAMES,
    "form-appeals-committee": NAMES,
    "replace-committee-member": NAMES,
    "open-entry-form": Why("opens a form; nothing of the play changes"),
    "close-entry-form": Why("closes a form; nothing of the play changes"),
    "request-entry": Why("a wish; accepting it asks"),
    "withdraw-entry-request": Why("its own page says that the data are erased"),
    "refuse-entry-requests": Why("enters nobody; its page names those who are refused"),
    "set-publication": Why(
        "a setting; a lower level shows nothing, a higher one says what it does"
    ),
    "publish-now": Why("its button says how much it publishes; nothing of the play changes"),
    "join-festival": Why("names a festival; a button takes it out again"),
    "leave-festival": Why("names a festival; a button adds it again"),
    "post-notice": Why("a text, taken back by a button"),
    "withdraw-notice": Why("the same, taken back"),
    "check-in": Why("a note before the round; its end asks first"),
    "withdraw-check-in": Why("the same, taken back"),
    "reopen-check-in": Why("takes back an end that asked first, before the round is paired"),
    "open-claims": Why("a setting; no result follows from it"),
    "close-claims": Why("the same, taken back"),
    "claim-result": Why("two claims that agree are a first report", PLACES_AND_ALL),
    "withdraw-claim": Why("the same, taken back"),
    "note-absence": Why("who has not come yet; forfeits ask, when they are settled"),
    "withdraw-absence": Why("the same, taken back"),
    "erase-person": Why("its own page says what goes and what stays, and wants a number typed"),
    "erase-texts": Why("its own page says what goes, text by text"),
    "show-tournament": Why("shows again what everybody had seen; hiding takes it back"),
    "plan-stage": FUTURE,
    "start-stage": Why("it names those who qualified, and records nothing else of the play"),
    "rename-stage": Why("it names those who qualified, and records nothing else of the play"),
    "draw-groups": Why("it names those who qualified, and records nothing else of the play"),
    "register-players": Why("players of a team before they play; nothing public changes"),
    "arrange-team": Why("the board order of a team, which may be arranged again"),
    "hand-in-line-up": Why("seen by the staff alone until line-ups are published"),
    "publish-line-ups": Why("the line-ups with their reasons are what is shown"),
    "form-teams": Why("before the first round; teams may be formed again", PLACES_AND_ALL),
    "name-team": NAMES,
    "open-allocation": Why("asks for ballots; nothing of the play follows"),
    "hand-in-ballot": Why("a ballot may be handed in again until the allocation is decided"),
    "decide-allocation": Why("may be withdrawn until a round is paired"),
    "pair-round": Why(
        "a draft; the numbers that late entries take with it are shown when they are entered",
        frozenset({"places", "prizes", "numbers", "later"}),
    ),
    "add-games": Why("the games that the regulations have for a level match"),
    "publish-pairings": Why("the draft with its reasons is what is shown", PLACES_AND_ALL),
    "record-result": Why(
        "a first result is entered at one tap, and taken back at one", PLACES_AND_ALL
    ),
    "schedule-timer": CLOCK,
    "cancel-timer": CLOCK,
    "fire-timer": Why("the alarm hands it in, and nobody is there to ask"),
    "announce-log-key": Why("a key under which heads are signed: nothing of the play follows"),
    "queue-player": FLOOR,
    "take-seat": FLOOR,
    "miss-call": FLOOR,
    "stand-down": FLOOR,
    "add-table": FLOOR,
    "withdraw-table": FLOOR,
    "keep-table": FLOOR,
    "move-in-queue": FLOOR,
    "move-hall-end": FLOOR,
    "end-hall": FLOOR,
    "pause-hall": FLOOR,
    "resume-hall": FLOOR,
    "draw-playoff": FLOOR,
}
"""Every command that never asks."""

SOMETIMES: dict[str, Why] = {
    "enter-entrants": Why(
        "into a marathon people walk in, and stand in its table from then on; into rounds it asks",
        frozenset({"places", "prizes"}),
    ),
}
"""Those that ask, but for a case in which something public changes nevertheless."""

FORMS: dict[str, str] = {
    "/t/{tournament}/acts/{act}": "asks by `needs_confirmation`",
    "/t/{tournament}/arbiter/regulations": "announce-regulations, asks by `needs_confirmation`",
    "/t/{tournament}/entries": "enter-entrants, asks by `needs_confirmation`",
    "/t/{tournament}/entries/review": "only reads a list",
    "/t/{tournament}/arbiter/requests": "accept-entry-requests, asks by `needs_confirmation`",
    "/t/{tournament}/arbiter/rounds/{number:int}/review": "only shows a change with its impact",
    "/t/{tournament}/arbiter/hall/acts/{act}": "the floor of a marathon; corrections are not there",
    "/t/{tournament}/hall/setup": "enters people and opens the hall: nothing is public before it",
    "/t/{tournament}/arbiter/entrants/{entrant}/erase": "is the review of erase-person itself",
    "/t/{tournament}/arbiter/texts": "is the review of erase-texts itself",
    "/t/{tournament}/arbiter/evidence/{sha256}/erase": "no fact follows from a file",
    "/t/{tournament}/whatif/runs/{run}/stop": "a what-if is recorded nowhere",
    "/t/{tournament}/links": "a new link: no command",
    "/t/{tournament}/links/{link}/revoke": "no command; another link is made at once",
    "/e/{festival}": "post-notice in several tournaments",
    "/e/{festival}/screens": "a link of a screen: no command",
    "/e/{festival}/screens/{link}": "what a screen shows: no command",
    "/e/{festival}/links": "a new link: no command",
    "/e/{festival}/links/{link}/revoke": "no command; another link is made at once",
    "/links/{link}/revoke": "no command; another link is made at once",
    "/t/{tournament}/arbiter/screens": "a link of a screen: no command",
    "/t/{tournament}/arbiter/screens/{link}": "what a screen shows: no command",
    "/new": "create-tournament",
    "/new/regulations": "announce-regulations of a new tournament",
    "/import": "import-tournament",
    "/import/review": "only reads a file",
    "/t/{tournament}/proof/announce": "announce-log-key",
    "/c/{tournament}/{code}": "claim-result and withdraw-claim, of a player with a code",
    "/t/{tournament}/enter": "request-entry, of somebody who is not entered by it",
    "/t/{tournament}/enter/{secret}": "withdraw-entry-request, whose page says what it erases",
    "/enter": "no command",
    "/t/{tournament}/second-look": "no command",
    "/leave": "no command",
}
"""Every address to which a page posts, and how what it does comes to be asked."""


def test_every_command_asks_first_or_is_excepted_with_its_reason() -> None:
    assert EXCEPTED.keys() | ASKING == COMMANDS.keys()
    assert not EXCEPTED.keys() & ASKING
    assert SOMETIMES.keys() <= ASKING


def test_every_form_of_the_pages_is_known() -> None:
    routes = [each for each in Club().app.routes if isinstance(each, Route)]
    posted = {each.path for each in routes if "POST" in (each.methods or ())}
    assert {path for path in posted if not path.startswith("/api/")} == FORMS.keys()


def test_a_reminder_that_was_read_asks_nothing() -> None:
    club = Club()
    club.found()
    state = fold(each.fact for each in club.store.ledger.events("club", 0))
    assert not needs_confirmation("settle-timer", state, {"timer": "reminder.1"})


@pytest.mark.no_cover
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_does_not_ask_changes_nothing_that_is_public(system: str) -> None:
    for name, body, state, found in acts_of(system, seed=1):
        hold(name, body, state, found)


@pytest.mark.deep
@pytest.mark.no_cover
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("system", SYSTEMS)
def test_it_is_so_in_many_tournaments(system: str) -> None:
    for seed in range(2, 2 + DEEP_SEEDS):
        for name, body, state, found in acts_of(system, seed):
            hold(name, body, state, found)


def hold(name: str, body: dict[str, Any], state: Tournament, found: Impact) -> None:
    """An act that does not ask changes at most what is excepted."""
    if needs_confirmation(name, state, body):
        return
    why = EXCEPTED.get(name) or SOMETIMES.get(name) or Why("it asks where it would")
    assert public_changes(found) <= why.may, f"{name} {body}: {why.reason}"


def public_changes(found: Impact) -> set[str]:
    """What would be otherwise of what everybody has seen: lots and drafts are not there."""
    told = found.consequences
    changed = {
        "places": told.places,
        "elo": (*told.elo, *told.first_ratings),
        "prizes": told.prizes is not None and told.prizes.changes,
        "boards": found.boards,
        "numbers": [each for each in found.numbers if each.before is not None],
        "later": [each for each in found.later if each.status != "draft" and each.changed],
        "hall-had": found.hall_had,
        "paid": found.paid,
        "rounds": [each for each in found.rounds if each.before == "closed"],
    }
    return {name for name, value in changed.items() if value}


def acts_of(system: str, seed: int) -> Iterator[tuple[str, dict[str, Any], Tournament, Impact]]:
    """Acts in a random tournament where something is public, each with its impact."""
    chance = Random(f"{system} {seed}")
    store = MemoryStore(clock=SetClock(step=1_000_000), ids=CountedIds())
    for act in founded(system):
        submitted(store, act)
    for _ in range(STEPS):
        facts = [each.fact for each in store.ledger.events("club", 0)]
        state = fold(facts)
        mad = chance.random() < ANYTHING
        name, body = (any_act if mad else advance)(chance, state)
        if state.has_begun:
            found = foreseen(store, (name, body), facts)
            if found is not None:
                yield name, body, state, found
        submitted(store, (name, body))


def foreseen(store: MemoryStore, act: Act, facts: list[Fact]) -> Impact | None:
    """What an act would bring; None where it is refused, or so already."""
    answer = submitted(store, act, dry_run=True)
    if not isinstance(answer, DryRunAnswer) or not answer.foreseen:
        return None
    return impact(facts, [each.event for each in answer.foreseen], at=1)


def submitted(store: MemoryStore, act: Act, *, dry_run: bool = False) -> Any:
    """An act handed in by the organiser."""
    name, body = act
    submission = Submission(
        tournament="club",
        name=name,
        body=json.dumps(body).encode(),
        command_id=f"c{len(store.ledger.first_answers)}",
        actor=Actor(id="a", grants=(full_grant("*"),)),
        dry_run=dry_run,
    )
    return store.submit_all((submission,))[0]
