"""The command `person`: somebody is forgotten, a text is emptied, and what remains is told.

It may be called while servers run: whoever writes the log is handed the command.
"""

import argparse
import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from planilla.adapters.cli.act import ACTOR
from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, NO, Outcome, Stop
from planilla.adapters.cli.paths import is_file, is_folder
from planilla.adapters.cli.persons_told import (
    again_lines,
    prospect_lines,
    report_lines,
    storage_lines,
    text_lines,
)
from planilla.adapters.cli.tools import Shelf, Store, Tools
from planilla.application import erasing
from planilla.application.erasing import (
    BACKUP_DAYS,
    NotDone,
    NotKept,
    Remaining,
    Report,
    Wanted,
    remains_of_storage,
)
from planilla.application.erasing_again import erase_again
from planilla.application.erasure import (
    Sources,
    TextFound,
    prospect,
    reading_of,
    searched,
    texts_with,
)
from planilla.application.ports import Erasure
from planilla.domain.tournament.refusal import NoSuchEntrant
from planilla.domain.tournament.setup import NoSuchTournament
from planilla.presentation.catalogue import sentence

_DAY_S = 86_400


class _Call(NamedTuple):
    """One call of the command."""

    arguments: argparse.Namespace
    tools: Tools
    console: Console

    def sources(self, store: Shelf) -> Sources:
        """Where is looked."""
        return Sources(log=store.log, evidence=store.evidence, lists=self.tools.rating_lists())

    def to_erase(self, store: Store) -> erasing.Tools:
        """What erasing needs."""
        return erasing.Tools(
            sources=self.sources(store),
            desk=store.desk,
            people=store.people,
            new_id=self.tools.new_id,
            now=self.tools.now,
            erasures=self.tools.erasures(),
        )

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[Store]:
        """The database, which is not made where there is none."""
        async with self.tools.open():
            pass
        async with self.tools.writing() as store:
            yield store


def person(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Do one of its acts; what cannot be erased is told in a sentence."""
    call = _Call(arguments, tools, console)
    try:
        return asyncio.run(ACTS[arguments.act](call))
    except NoSuchTournament as error:
        raise Stop("error.no-such-tournament", tournament=error.tournament) from error
    except NoSuchEntrant as error:
        fields: dict[str, Any] = {"tournament": arguments.tournament, "entrant": error.entrant}
        raise Stop("error.no-such-entrant", **fields) from error
    except NotKept as error:
        of = arguments.tournament
        raise Stop(f"erasure.not-kept.{error.what}", hash=error.key, tournament=of) from error
    except NotDone as error:
        why = sentence(console.language, error.answer.code, error.answer.fields)
        raise Stop("erasure.not-done", exit_code=NO, why=why) from error


async def _erase(call: _Call) -> Outcome:
    """Forget an entrant; the answer is no when nothing was kept any more."""
    arguments, console = call.arguments, call.console
    if arguments.dry_run:
        return await _would_erase(call)
    wanted = Wanted(
        tournament=arguments.tournament,
        entrant=arguments.entrant,
        texts=tuple(arguments.text or ()),
        files=tuple(arguments.file or ()),
        matching=arguments.texts is not None,
    )
    backups = _backups_in(arguments.backups)
    async with call.writing() as store:
        told = console.progress("progress.erasure")
        report = await erasing.erase(call.to_erase(store), wanted, ACTOR, told)
    told_of = msgspec.structs.replace(report, remains=(*report.remains, *backups))
    return _reported(told_of, console)


async def _would_erase(call: _Call) -> Outcome:
    arguments = call.arguments
    async with call.tools.open() as store:
        people = await store.log.people(arguments.tournament)
        found = await prospect(call.sources(store), arguments.tournament, arguments.entrant)
    name = people[arguments.entrant].name if arguments.entrant in people else ""
    return Outcome(
        lines=prospect_lines(found, name, call.console),
        data={**msgspec.to_builtins(found), "name": name},
        code=NO if found.is_erased else DONE,
    )


def _reported(report: Report, console: Console) -> Outcome:
    was_there = bool(report.fields or report.texts or report.files)
    return Outcome(
        lines=report_lines(report, console),
        data=msgspec.to_builtins(report),
        code=DONE if was_there and not report.chain.faults else NO,
    )


def _backups_in(folder: str | None) -> tuple[Remaining, ...]:
    """Each backup of a folder by its name, and the moment by which it is gone.

    Raises:
        Stop: there is no such folder.
    """
    if folder is None:
        return ()
    if not is_folder(folder):
        raise Stop("erasure.no-folder", path=folder)
    return tuple(
        Remaining(
            code="backup",
            fields={
                "name": path.name,
                "until": int(path.stat().st_mtime + BACKUP_DAYS * _DAY_S) * 1_000_000,
            },
        )
        for path in sorted(Path(folder).iterdir())
        if path.is_file()
    )


async def _again(call: _Call) -> Outcome:
    """Erase again what is back; the answer is no when nothing is."""
    arguments, console = call.arguments, call.console
    listed = _listed(call, arguments.list)
    async with call.writing() as store:
        told = console.progress("progress.erasure")
        again = await erase_again(
            call.to_erase(store), listed, ACTOR, told, dry_run=arguments.dry_run
        )
    return Outcome(
        lines=again_lines(again, console, dry_run=arguments.dry_run),
        data=msgspec.to_builtins(again),
        code=DONE if again.done else NO,
    )


def _listed(call: _Call, path: str | None) -> tuple[Erasure, ...]:
    """The list that was named, or that of the data folder.

    Raises:
        Stop: it cannot be read.
    """
    if path is not None and not is_file(path):
        raise Stop("erasure.bad-list", path=path)
    try:
        return call.tools.erasures(path).all()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Stop("erasure.bad-list", path=path or "erasures.jsonl") from error


async def _texts(call: _Call) -> Outcome:
    """Free texts with their commitments; the answer is no when there are none."""
    found = await _found(call, " ".join(call.arguments.words))
    lines = text_lines(found, call.console) or [call.console.say("erasure.cli.no-texts")]
    return Outcome(lines=lines, data=msgspec.to_builtins(found), code=DONE if found else NO)


async def _found(call: _Call, words: str) -> Iterable[TextFound]:
    async with call.tools.open() as store:
        reading = await reading_of(store.log, call.arguments.tournament)
        return await texts_with(store.log, reading, searched(words))


async def _erase_texts(call: _Call) -> Outcome:
    """Empty texts; the answer is no when they were empty already."""
    arguments, console = call.arguments, call.console
    wanted = Wanted(tournament=arguments.tournament, texts=tuple(arguments.texts))
    async with call.writing() as store:
        to_erase = call.to_erase(store)
        if arguments.dry_run:
            meant = (await erasing.chosen(to_erase, wanted)).texts
            said = console.say("erasure.cli.would-erase-texts", n=len(meant))
            return Outcome(lines=[said], data={"texts": meant})
        told = console.progress("progress.erasure")
        report = await erasing.erase_texts(to_erase, wanted, ACTOR, told)
    return _reported(report, console)


async def _compact(call: _Call) -> Outcome:
    """Overwrite what emptied rows left behind; the answer is no where something has to wait."""
    async with call.tools.open() as store:
        storage = await store.people.compact(call.console.progress("progress.erasure"))
    waits = tuple(remains_of_storage(storage))
    return Outcome(
        lines=storage_lines(storage, waits, call.console),
        data={"storage": msgspec.to_builtins(storage), "remains": msgspec.to_builtins(waits)},
        code=DONE if storage.rewritten else NO,
    )


ACTS: dict[str, Callable[[_Call], Coroutine[Any, Any, Outcome]]] = {
    "erase": _erase,
    "erase-again": _again,
    "texts": _texts,
    "erase-texts": _erase_texts,
    "compact": _compact,
}
