"""Command `person`: erasure of personal data and texts, with a report of remaining data.

It can be used while servers run: commands go to the writer of the log.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from planilla.adapters.cli.command_line import Group, Invocation, argument, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import is_file, is_folder
from planilla.adapters.cli.services import ReadStore, Services, Store
from planilla.presentation.catalogue import sentence

if TYPE_CHECKING:
    from planilla.application.erasing import Again, ErasureRequest, Remaining, Report, Tools
    from planilla.application.erasure import FileFound, Prospect, Sources, TextFound
    from planilla.application.ports import Compacted, Erasure
    from planilla.presentation.erasure import ErasureWords

DAY_S = 86_400
person = Group("person", help="cli.person")


@contextlib.contextmanager
def _faults_as_sentences(console: Console, tournament: str = "") -> Iterator[None]:
    """Translate the errors of an erasure or a search to `CommandError`."""
    from planilla.application.erasing import NotDone, NotKept
    from planilla.domain.tournament.refusal import NoSuchEntrant
    from planilla.domain.tournament.setup import NoSuchTournament

    try:
        yield
    except NoSuchTournament as error:
        raise CommandError("error.no-such-tournament", tournament=error.tournament) from error
    except NoSuchEntrant as error:
        fields: dict[str, Any] = {"tournament": tournament, "entrant": error.entrant}
        raise CommandError("error.no-such-entrant", **fields) from error
    except NotKept as error:
        key = f"erasure.not-kept.{error.what}"
        raise CommandError(key, hash=error.key, tournament=tournament) from error
    except NotDone as error:
        why = sentence(console.language, error.answer.code, error.answer.fields)
        raise CommandError("erasure.not-done", exit_code=Exit.NO, why=why) from error


def _sources(store: ReadStore, services: Services) -> Sources:
    """Return the places to search."""
    from planilla.application.erasure import Sources

    return Sources(log=store.log, evidence=store.evidence, lists=services.rating_lists())


def _eraser(store: Store, services: Services) -> Tools:
    """Return the ports for an erasure."""
    from planilla.application.erasing import Tools

    return Tools(
        sources=_sources(store, services),
        bus=store.bus,
        people=store.people,
        new_id=services.new_id,
        now=services.now,
        erasures=services.erasures(),
    )


@contextlib.asynccontextmanager
async def _writing(services: Services) -> AsyncIterator[Store]:
    """Open the existing database; never create one."""
    async with services.open():
        pass
    async with services.writing() as store:
        yield store


@person.command("erase", help="erasure.cli.erase")
@argument("tournament", key="cli.tournament")
@argument("entrant", key="cli.entrant")
@option("--text", "texts", key="erasure.cli.text", multiple=True, metavar="HEX")
@option("--texts", "matching", key="erasure.cli.matching", type=click.Choice(("matching",)))
@option("--file", "files", key="erasure.cli.file", multiple=True, metavar="HEX")
@option("--backups", key="erasure.cli.backups", metavar="FOLDER")
@option("--dry-run", key="cli.dry-run", is_flag=True)
async def erase(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    tournament: str,
    entrant: str,
    texts: tuple[str, ...],
    matching: str | None,
    files: tuple[str, ...],
    backups: str | None,
    dry_run: bool,
) -> CommandOutcome:
    """Erase an entrant's personal data; exit with 1 if there were none."""
    from planilla.application.erasing import ErasureRequest

    console = invocation.console
    if dry_run:
        with _faults_as_sentences(console, tournament):
            return await _would_erase(invocation, tournament, entrant)
    wanted = ErasureRequest(
        tournament=tournament,
        entrant=entrant,
        texts=texts,
        files=files,
        matching=matching is not None,
    )
    with _faults_as_sentences(console, tournament):
        return await _erased(invocation, wanted, _backups_in(backups))


async def _erased(
    invocation: Invocation, wanted: ErasureRequest, backups: Sequence[Remaining]
) -> CommandOutcome:
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application.erasing import erase

    console, services = invocation.console, invocation.services
    async with _writing(services) as store:
        progress = console.progress("progress.erasure")
        report = await erase(_eraser(store, services), wanted, COMMAND_LINE, progress)
    complete = msgspec.structs.replace(report, remains=(*report.remains, *backups))
    return _reported(complete, console)


async def _would_erase(invocation: Invocation, tournament: str, entrant: str) -> CommandOutcome:
    from planilla.application.erasure import prospect

    async with invocation.services.open() as store:
        people = await store.log.people(tournament)
        found = await prospect(_sources(store, invocation.services), tournament, entrant)
    name = people[entrant].name if entrant in people else ""
    return CommandOutcome(
        lines=_prospect_lines(found, name, invocation.console),
        data={**msgspec.to_builtins(found), "name": name},
        code=Exit.NO if found.is_erased else Exit.DONE,
    )


def _reported(report: Report, console: Console) -> CommandOutcome:
    was_there = bool(report.fields or report.texts or report.files)
    return CommandOutcome(
        lines=_report_lines(report, console),
        data=msgspec.to_builtins(report),
        code=Exit.DONE if was_there and not report.chain.faults else Exit.NO,
    )


def _backups_in(folder: str | None) -> tuple[Remaining, ...]:
    """Return the backups in a folder, and the time by which each is deleted.

    Raises:
        CommandError: there is no such folder.
    """
    from planilla.application.erasing import BACKUP_DAYS, Remaining

    if folder is None:
        return ()
    if not is_folder(folder):
        raise CommandError("erasure.no-folder", path=folder)
    return tuple(
        Remaining(
            code="backup",
            fields={
                "name": path.name,
                "until": int(path.stat().st_mtime + BACKUP_DAYS * DAY_S) * 1_000_000,
            },
        )
        for path in sorted(Path(folder).iterdir())
        if path.is_file()
    )


@person.command("erase-again", help="erasure.cli.again")
@argument("path", key="erasure.cli.list", required=False, metavar="[FILE]")
@option("--dry-run", key="cli.dry-run", is_flag=True)
async def erase_again_(
    invocation: Invocation, *, path: str | None, dry_run: bool
) -> CommandOutcome:
    """Repeat erasures of restored data; exit with 1 if there were none to repeat."""
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application.erasing import erase_again

    console, services = invocation.console, invocation.services
    listed, progress = _listed(services, path), console.progress("progress.erasure")
    with _faults_as_sentences(console):
        async with _writing(services) as store:
            again = await erase_again(
                _eraser(store, services), listed, COMMAND_LINE, progress, dry_run=dry_run
            )
    return CommandOutcome(
        lines=_again_lines(again, console, dry_run=dry_run),
        data=msgspec.to_builtins(again),
        code=Exit.DONE if again.done else Exit.NO,
    )


def _listed(services: Services, path: str | None) -> tuple[Erasure, ...]:
    """Return the named list of erasures, or that of the data folder.

    Raises:
        CommandError: it cannot be read.
    """
    if path is not None and not is_file(path):
        raise CommandError("erasure.bad-list", path=path)
    try:
        return services.erasures(path).all()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CommandError("erasure.bad-list", path=path or "erasures.jsonl") from error


@person.command("texts", help="erasure.cli.texts")
@argument("tournament", key="cli.tournament")
@argument("words", key="erasure.cli.words", metavar="[WORD]...", nargs=-1)
async def texts_(
    invocation: Invocation, *, tournament: str, words: tuple[str, ...]
) -> CommandOutcome:
    """List free texts with their commitments; exit with 1 if there are none."""
    from planilla.application.erasure import reading_of, searched, texts_with

    console = invocation.console
    with _faults_as_sentences(console, tournament):
        async with invocation.services.open() as store:
            reading = await reading_of(store.log, tournament)
            texts = await texts_with(store.log, reading, searched(" ".join(words)))
    lines = _text_lines(texts, console) or [console.say("erasure.cli.no-texts")]
    return CommandOutcome(
        lines=lines, data=msgspec.to_builtins(texts), code=Exit.DONE if texts else Exit.NO
    )


@person.command("erase-texts", help="erasure.cli.erase-texts")
@argument("tournament", key="cli.tournament")
@argument("texts", key="erasure.cli.commitment", metavar="HEX...", nargs=-1, required=True)
@option("--dry-run", key="cli.dry-run", is_flag=True)
async def erase_texts(
    invocation: Invocation, *, tournament: str, texts: tuple[str, ...], dry_run: bool
) -> CommandOutcome:
    """Erase texts; exit with 1 if they were erased already."""
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application import erasing

    console, services = invocation.console, invocation.services
    wanted = erasing.ErasureRequest(tournament=tournament, texts=texts)
    with _faults_as_sentences(console, tournament):
        async with _writing(services) as store:
            eraser = _eraser(store, services)
            if dry_run:
                meant = (await erasing.chosen(eraser, wanted)).texts
                said = console.say("erasure.cli.would-erase-texts", n=len(meant))
                return CommandOutcome(lines=[said], data={"texts": meant})
            progress = console.progress("progress.erasure")
            report = await erasing.erase_texts(eraser, wanted, COMMAND_LINE, progress)
    return _reported(report, console)


@person.command("compact", help="erasure.cli.compact")
async def compact(invocation: Invocation) -> CommandOutcome:
    """Overwrite the storage of erased rows; exit with 1 if a part is left for later."""
    from planilla.application.erasing import remains_of_storage

    console = invocation.console
    async with invocation.services.open() as store:
        storage = await store.people.compact(console.progress("progress.erasure"))
    waits = tuple(remains_of_storage(storage))
    return CommandOutcome(
        lines=_storage_lines(storage, waits, console),
        data={"storage": msgspec.to_builtins(storage), "remains": msgspec.to_builtins(waits)},
        code=Exit.DONE if storage.rewritten else Exit.NO,
    )


def _words(console: Console) -> ErasureWords:
    """Return the words for what was erased and what remains."""
    from planilla.presentation.erasure import ErasureWords

    return ErasureWords(console.language)


def _prospect_lines(found: Prospect, name: str, console: Console) -> list[str]:
    """Return lines about the data to be erased, and the texts and files to choose from."""
    shown = console.say("page.player-number", number=found.number)
    if found.is_erased:
        return [console.say("erasure.nothing", shown=shown)]
    fields = _words(console).fields(found.fields)
    n = len(found.fields)
    lines = [console.say("erasure.would", shown=shown, name=name, n=n, fields=fields)]
    if found.texts:
        lines += [console.say("erasure.found-texts"), *_text_lines(found.texts, console)]
    if found.files:
        lines += [console.say("erasure.found-files"), *_file_lines(found.files, console)]
    return lines


def _report_lines(report: Report, console: Console) -> list[str]:
    """Return lines about the erased data, the state of the chain, and remaining data."""
    words = _words(console)
    is_of_no_text = not (report.texts or report.entrant)
    lines = [console.say("erasure.texts", n=0)] if is_of_no_text else []
    lines += [*words.emptied(report), words.chain(report)]
    return [*lines, *_remaining_lines(report.remains, console)]


def _storage_lines(storage: Compacted, waits: Sequence[Remaining], console: Console) -> list[str]:
    """Return lines about the storage of erased rows."""
    return [
        *_words(console).storage(storage),
        *_remaining_lines(waits, console),
    ]


def _again_lines(again: Again, console: Console, *, dry_run: bool) -> list[str]:
    """Return a line for each repeated erasure, or one line if there was none."""
    if not again.done:
        return [console.say("erasure.cli.nothing-again")]
    key = "erasure.cli.would-again-line" if dry_run else "erasure.cli.again-line"
    lines = []
    for wanted in again.done:
        texts, files = len(wanted.texts), len(wanted.files)
        counted = console.say("erasure.cli.texts-and-files", texts=texts, files=files)
        who = f"“{wanted.entrant}”" if wanted.entrant else counted
        lines.append(console.say(key, tournament=wanted.tournament, who=who))
    if again.storage is not None:
        lines += _words(console).storage(again.storage)
    return lines


def _text_lines(found: Iterable[TextFound], console: Console) -> list[str]:
    """Return a line for each text, with the digits of its commitment."""
    from planilla.presentation.erasure import HASH_DIGITS

    return [
        console.say(
            "erasure.text-line",
            commitment=each.commitment[:HASH_DIGITS],
            versions=_versions(each.versions),
            audience=each.audience,
            text=each.text,
        )
        for each in found
    ]


def _file_lines(found: Iterable[FileFound], console: Console) -> list[str]:
    from planilla.presentation.erasure import HASH_DIGITS

    unread = console.say("erasure.cannot-search")
    return [
        console.say(
            "erasure.file-line",
            sha256=each.sha256[:HASH_DIGITS],
            type=each.media_type,
            about=_versions(each.about),
            words=unread if each.words is None else " ".join(each.words) or "–",
        )
        for each in found
    ]


def _versions(versions: Iterable[int]) -> str:
    return " ".join(f"v{version}" for version in versions) or "–"


def _remaining_lines(remains: Sequence[Remaining], console: Console) -> list[str]:
    if not remains:
        return []
    said = _words(console).remains(remains)
    return [console.say("erasure.remains"), *(f"- {line}" for line in said)]
