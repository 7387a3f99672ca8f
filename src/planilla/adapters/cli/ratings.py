"""The command `ratings`: what tournament files do to everybody's rating, and why, game by game."""

import argparse
from collections.abc import Iterator
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, UNREADABLE, Outcome, Stop
from planilla.adapters.cli.rating_tables import Sheet, data_of, player_lines, table_lines
from planilla.adapters.cli.tournament_files import (
    Fault,
    found,
    read_document,
    said,
)
from planilla.adapters.cli.tournament_files import data_of as data_of_fault
from planilla.domain.crosstable import Crosstable
from planilla.domain.ratings.rated import changes
from planilla.domain.ratings.round_robin import round_robin
from planilla.domain.ratings.rules import RATING_RULES, RatingRules
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.rounds import rounds_played

ROUND_ROBIN = "round-robin"


class FileRated(msgspec.Struct, frozen=True, kw_only=True):
    """A file and what came out, or else what is wrong with it."""

    file: str
    sheet: Sheet | None = None
    faults: tuple[Fault, ...] = ()


def ratings(arguments: argparse.Namespace, console: Console) -> Outcome:
    """Rate everybody. A file with faults keeps none of the others from it."""
    rules = rules_named(arguments.rules)
    names = found(arguments.files)
    progress = console.progress("progress.ratings")
    files = []
    for number, name in enumerate(names, start=1):
        files.append(_rated(name, rules, arguments))
        progress(number, len(names))
    aside = [said(fault, console) for each in files for fault in each.faults]
    code = UNREADABLE if any(each.faults for each in files) else DONE
    if console.as_json:
        raw = b"".join(
            msgspec.json.encode(_data(each, arguments.explain, console)) + b"\n" for each in files
        )
        return Outcome(raw=raw, code=code, aside=aside)
    lines = [line for each in files for line in _lines(each, arguments.explain, console)]
    return Outcome(lines=lines, code=code, aside=aside)


def rules_named(name: str) -> RatingRules:
    """The rating rules of this name.

    Raises:
        Stop: there are none.
    """
    rules = RATING_RULES.get(name)
    if rules is None:
        raise Stop("error.no-such-rating-rules", rules=name, known=tuple(RATING_RULES))
    return rules


def _rated(name: str, rules: RatingRules, arguments: argparse.Namespace) -> FileRated:
    document = read_document(name)
    if not isinstance(document, TrfDocument):
        return FileRated(file=name, faults=document)
    if arguments.explain is not None and arguments.explain not in document.seats:
        raise Stop("error.no-such-number", file=name, number=arguments.explain)
    crosstable = _with_k(crosstable_of(document, rounds_played(document)), arguments.k or 0)
    by_means = arguments.method == ROUND_ROBIN
    return FileRated(
        file=name,
        sheet=Sheet(
            rules=rules,
            numbers=document.numbers,
            crosstable=crosstable,
            players=changes(crosstable, rules),
            by_means=by_means,
            means=round_robin(crosstable, rules) if by_means else None,
        ),
    )


def _with_k(crosstable: Crosstable, k: int) -> Crosstable:
    entrants = tuple(msgspec.structs.replace(each, k=k) for each in crosstable.entrants)
    return msgspec.structs.replace(crosstable, entrants=entrants)


def _data(each: FileRated, explained: int | None, console: Console) -> dict[str, Any]:
    if each.sheet is None:
        faults = [data_of_fault(fault, console) for fault in each.faults]
        return {"file": each.file, "faults": faults}
    return {"file": each.file, **data_of(each.sheet, explained)}


def _lines(each: FileRated, explained: int | None, console: Console) -> Iterator[str]:
    if each.sheet is None:
        return
    yield console.say("cli.ratings.title", file=each.file, rules=_rules(each.sheet, console))
    if explained is None:
        yield from table_lines(each.sheet, console)
    else:
        yield from player_lines(each.sheet, each.sheet.numbers.index(explained), console)


def _rules(sheet: Sheet, console: Console) -> str:
    return console.say(f"rating-rules.{sheet.rules.name}")
