"""Repeated erasures, after a backup was restored or a copy brought rows back.

A backup knows nothing of what was erased after it was made; the list outside the database does.
Who was entered again on purpose, after the fact that says so, is left alone.
"""

from collections.abc import Sequence

import msgspec

from planilla.application.envelope import Actor
from planilla.application.erasing import ErasureRequest, Tools, empty
from planilla.application.erasure import TournamentReading, reading_of
from planilla.application.ledger import PersonalData
from planilla.application.ports import Compacted, Erasure, Told
from planilla.domain.tournament.erasure import PersonErased
from planilla.domain.vocabulary import EntrantId


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """The data that were found and emptied again, by tournament, and the state of their storage.

    `storage` is None where nothing was found.
    """

    done: tuple[ErasureRequest, ...]
    storage: Compacted | None = None


async def erase_again(
    tools: Tools, listed: Sequence[Erasure], actor: Actor, told: Told, *, dry_run: bool = False
) -> Again:
    """Empty what the facts of the log, or the list, say to be erased and what is here all the same.

    Raises:
        NotDone: an erasure was not recorded; those before it were.
        StoreUnavailable: as `CommandBus.submit`.
    """
    done: list[ErasureRequest] = []
    for summary in await tools.sources.log.tournaments():
        lines = [line for line in listed if line.tournament == summary.id]
        done += await _found(tools, summary.id, lines)
    if dry_run or not done:
        return Again(done=tuple(done))
    for wanted in done:
        await empty(tools, wanted, actor)
    return Again(done=tuple(done), storage=await tools.people.compact(told))


async def _found(tools: Tools, tournament: str, lines: Sequence[Erasure]) -> list[ErasureRequest]:
    log, evidence = tools.sources.log, tools.sources.evidence
    apart = await log.apart(tournament)
    reading = await reading_of(log, tournament)
    texts = {text for line in lines for text in line.texts} | reading.state.erased
    files = {file for line in lines for file in line.files}
    kept = () if evidence is None else await evidence.kept(tournament)
    here = ErasureRequest(
        tournament=tournament,
        texts=tuple(row.commitment for row in apart.texts if row.commitment in texts),
        files=tuple(
            each.file.sha256 for each in kept if each.file.sha256 in files and not each.is_erased
        ),
    )
    people = [
        ErasureRequest(tournament=tournament, entrant=entrant)
        for entrant in _entrants(reading, apart, {line.entrant for line in lines})
    ]
    return [*people, here] if here.texts or here.files else people


def _entrants(reading: TournamentReading, apart: PersonalData, listed: set[str]) -> list[str]:
    recorded = {
        each.event.entrant for each in reading.events if isinstance(each.event, PersonErased)
    }
    found = []
    for row in apart.people:
        came_back = row.commitment in reading.state.erased
        is_older = row.entrant in listed and row.entrant not in recorded
        if _is_known(reading, row.entrant) and (came_back or is_older):
            found.append(row.entrant)
    return found


def _is_known(reading: TournamentReading, entrant: str) -> bool:
    state, id_ = reading.state, EntrantId(entrant)
    return id_ in state.entrants or id_ in state.removed
