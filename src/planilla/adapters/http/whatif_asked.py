"""Requests for what-ifs, in an address or a body, on the facts visible to the visitor."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request

from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure
from planilla.application.jobs import JOBS_MAX, PATIENCE_S, Job, Jobs, JobStopped, TooManyJobs
from planilla.application.malformed import Malformed
from planilla.application.redaction import NoSuchCommand
from planilla.application.whatif import (
    Answer,
    Asked,
    Reading,
    WantedEdit,
    edits_of,
    job_key,
    wanted_in,
)
from planilla.audit.branch import Branch, BranchOptions
from planilla.audit.edits import EDITS_MAX, Edit, EditedLog, edited
from planilla.audit.known_from_start import OtherResult, known_from_start, other_result
from planilla.audit.masnou_replay import MasnouEdited, MasnouWhatIf
from planilla.audit.replay import FactWithState, VoidFact
from planilla.audit.round_by_round import RoundByRound
from planilla.audit.scenarios import DRAWS_MIN, default_draws
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import PairingAct
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.whatif import DrawsOutOfRange, TooManyEdits
from planilla.domain.vocabulary import GameId

TOP_MAX = 9_999
LINE_MAX = 4_000
DRAWS_FACTOR_MAX = 4
"""Multiple of the usual draws that a page accepts; the command line accepts more."""
DIGITS = 15
PUBLIC, STAFF = "public", "staff"

Found = TypeVar("Found")


class WantedWhatIf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A what-if in the body of a request: edits, or a game with another result."""

    edits: tuple[WantedEdit, ...] = ()
    game: str = ""
    result: str = ""
    known_from: int | None = None
    correction: int | None = None
    reading: Reading | None = None
    draws: int | None = None
    seed: int = 0
    top: int = 0


class WhatIfFact(msgspec.Struct, frozen=True, kw_only=True):
    """A fact left out or added."""

    version: int
    recorded_at: int
    event: dict[str, Any]


class WhatIfReadings(msgspec.Struct, frozen=True, kw_only=True):
    """The requested readings."""

    left_out: tuple[WhatIfFact, ...]
    added: tuple[WhatIfFact, ...]
    void: tuple[VoidFact, ...]
    rounds: RoundByRound | msgspec.UnsetType = msgspec.UNSET
    branch: Branch | msgspec.UnsetType = msgspec.UNSET


WHAT_IF_ANSWERS = (WhatIfReadings, MasnouWhatIf, MasnouEdited)
"""Types of an answer to a what-if; for a Masnou with the seats."""


@dataclass(frozen=True, kw_only=True)
class Supposed:
    """An assumption: the edits, the result if there is only one, and new names."""

    facts: tuple[Fact, ...]
    edits: tuple[Edit, ...]
    other: OtherResult | None
    names: Mapping[str, str]
    ways: BranchOptions

    def log(self) -> EditedLog:
        """Return the edited log.

        Raises:
            Refusal: an edit is not possible, or the rules refuse it.
        """
        return edited(self.facts, self.edits)


def facts_seen(page_request: PageRequest) -> tuple[Fact, ...]:
    """Return the facts visible to the visitor, up to the moment of the page."""
    return tuple(entry.fact for entry in page_request.seen)


def key_of(page_request: PageRequest) -> tuple[str, ...]:
    """Return the cache key of an answer: the tournament, the audience, and the last seal.

    The seal covers all earlier facts; after a restore other facts may have the same version.
    """
    return page_request.page.id, audience_of(page_request), page_request.seen[-1].hash


def audience_of(page_request: PageRequest) -> str:
    """Return the audience of the facts that the visitor may see."""
    return STAFF if page_request.is_staff else PUBLIC


def wanted_of(query: QueryParams) -> WantedWhatIf:
    """`?game=2.3&result=1-0`, `&edit=remove v12` and so on.

    Raises:
        Failure: it cannot be read.
    """
    lines = [line.strip() for text in query.getlist("edit") for line in text.splitlines()]
    lines = [line for line in lines if line]
    if len(lines) > EDITS_MAX:
        raise Failure(TooManyEdits.code, {"largest": EDITS_MAX})
    try:
        edits = tuple(wanted_in(line[:LINE_MAX].split(None, 3)) for line in lines)
    except Malformed as error:
        raise Failure(error.code, error.fields) from error
    draws = _number(query, "draws")
    return WantedWhatIf(
        edits=edits,
        game=query.get("game", "")[:40],
        result=query.get("result", "")[:10].replace("1/2", "½"),
        known_from=_number(query, "known_from"),
        correction=_number(query, "correction"),
        reading=None,
        draws=draws,
        seed=_number(query, "seed") or 0,
        top=min(_number(query, "top") or 0, TOP_MAX),
    )


def _number(query: QueryParams, name: str) -> int | None:
    text = query.get(name, "")
    if not text:
        return None
    if not (text.isdecimal() and text.isascii() and len(text) <= DIGITS):
        raise Failure("not-a-number", {"text": text[:40]})
    return int(text)


def supposed(facts: tuple[Fact, ...], wanted: WantedWhatIf) -> Supposed:
    """Return the assumption that the request describes.

    Raises:
        Failure: it is not valid, or there is no such game.
    """
    edits, names = _read(wanted)
    try:
        other = None
        if wanted.game or wanted.result or not edits:
            other = other_result(facts, GameId(wanted.game), wanted.result, wanted.known_from)
        _check_draws(facts, wanted)
    except Refusal as refusal:
        raise Failure(refusal.code, refusal.fields) from refusal
    return Supposed(
        facts=facts,
        edits=(*(() if other is None else other.edits), *edits),
        other=other,
        names=names,
        ways=BranchOptions(draws=wanted.draws, seed=wanted.seed, top=min(wanted.top, TOP_MAX)),
    )


def edits_wanted(wanted: WantedWhatIf) -> tuple[Edit, ...]:
    """Return the edits.

    Raises:
        Failure: one of them cannot be read.
    """
    return _read(wanted)[0]


def _read(wanted: WantedWhatIf) -> tuple[tuple[Edit, ...], Mapping[str, str]]:
    try:
        return edits_of(wanted.edits)
    except NoSuchCommand as error:
        raise Failure("no-such-command", {"command": str(error)[:40]}) from error
    except Malformed as error:
        raise Failure(error.code, error.fields) from error


def supposed_correction(page_request: PageRequest, version: int, wanted: WantedWhatIf) -> Supposed:
    """Return the assumption that a recorded correction was known from the start.

    Raises:
        Failure: the fact of that version is no correction, or could not have been known before.
    """
    facts = facts_seen(page_request)
    try:
        known = known_from_start(facts, version, acts_seen(page_request))
        _check_draws(facts, wanted)
    except Refusal as refusal:
        raise Failure(refusal.code, refusal.fields) from refusal
    ways = BranchOptions(draws=wanted.draws, seed=wanted.seed, top=min(wanted.top, TOP_MAX))
    return Supposed(facts=facts, edits=known.edits, other=known.other, names={}, ways=ways)


def acts_seen(page_request: PageRequest) -> dict[int, str]:
    """Return the command of each visible fact, to find those of one act."""
    return {entry.version: entry.listed.command_id for entry in page_request.seen}


def _check_draws(facts: Sequence[Fact], wanted: WantedWhatIf) -> None:
    if wanted.draws is None:
        return
    shown = {PairingAct.PUBLISHED, PairingAct.IMPORTED}
    rounds = sum(fact.event.pairing_act in shown for fact in facts)
    entered = sum(isinstance(fact.event, EntrantEntered) for fact in facts)
    largest = DRAWS_FACTOR_MAX * default_draws(entered, rounds)
    if not DRAWS_MIN <= wanted.draws <= largest:
        raise DrawsOutOfRange(draws=wanted.draws, smallest=DRAWS_MIN, largest=largest)


def begun(
    jobs: Jobs[Asked, Answer], page_request: PageRequest, about: Supposed, reading: Reading
) -> Job[Answer]:
    """Return the job of a reading.

    Raises:
        Failure: too many are running.
    """
    asked = Asked(facts=about.facts, edits=about.edits, reading=reading, ways=about.ways)
    try:
        is_public = audience_of(page_request) == PUBLIC
        return jobs.begin(job_key(key_of(page_request), asked), asked, is_public=is_public)
    except TooManyJobs as many:
        raise Failure("too-many-what-ifs", {"most": JOBS_MAX}) from many


async def answer_of(run: Job[Answer], patience_s: float) -> Answer:
    """Return the answer of a job.

    Raises:
        JobNotReady: it is not ready yet.
        Failure: it was refused, or has failed.
    """
    try:
        return await run.within(patience_s)
    except JobStopped as stopped:
        raise Failure("what-if-stopped") from stopped
    except Refusal as refusal:
        raise Failure(refusal.code, refusal.fields) from refusal


async def data_of(
    page_request: PageRequest, about: Supposed, found: Mapping[Reading, Answer]
) -> WhatIfReadings:
    """Return the readings of a what-if and its assumption, as data."""
    log = await beside(page_request, about.log)
    readings: dict[str, Any] = {reading.value: answer for reading, answer in found.items()}
    return WhatIfReadings(
        left_out=tuple(_fact(context) for context in log.left_out),
        added=tuple(_fact(context) for context in log.added),
        void=log.void,
        **readings,
    )


def _fact(context: FactWithState) -> WhatIfFact:
    fact = context.fact
    event = msgspec.to_builtins(fact.event)
    return WhatIfFact(version=fact.version, recorded_at=fact.recorded_at, event=event)


async def beside(page_request: PageRequest, work: Callable[..., Found], *about: Any) -> Found:
    """Return the result of work in a thread; a refusal becomes a `Failure`."""
    try:
        return await page_request.beside(work, *about)
    except Refusal as refusal:
        raise Failure(refusal.code, refusal.fields) from refusal


def patience_of(request: Request) -> float:
    """Return the seconds that a program waits (RFC 7240, 4.1 and 4.3), at most `PATIENCE_S`."""
    said = ",".join(request.headers.getlist("prefer")).lower()
    wishes = {name.strip(): value.strip() for name, _, value in map(_parted, said.split(","))}
    wait = wishes.get("wait", "")
    if wait.isdecimal() and wait.isascii():
        return min(float(wait[:DIGITS]), PATIENCE_S)
    return 0.0 if "respond-async" in wishes else PATIENCE_S


def _parted(wish: str) -> tuple[str, str, str]:
    return wish.partition(";")[0].partition("=")
