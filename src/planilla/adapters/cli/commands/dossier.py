"""Command `dossier`: all documents of a correction as text, as a printable sheet, or as data.

The sheet is one self-contained HTML file for A4 paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, as_text
from planilla.adapters.cli.files import write
from planilla.adapters.cli.services import Services
from planilla.adapters.cli.values import version as version_in
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.vocabulary import GameId, result_notation
from planilla.presentation.catalogue import sentence

if TYPE_CHECKING:
    from planilla.adapters.cli.logs import LogReading
    from planilla.audit.dossier import Dossier
    from planilla.audit.proofs import SignedHead
    from planilla.domain.tournament.facts import Fact
    from planilla.presentation.dossier import DossierText, Item, Readings, SealedLog, Section


ENDINGS = (".html", ".txt", ".json")
SHEETS = ("tokens", "dossier", "drawings")
"""Style sheets included in the file."""

INDENT = "  "


@command("dossier", "cli.dossier")
@argument("tournament", key="cli.tournament")
@argument("version", key="dossier.cli.version", metavar="[vN]", required=False, type=version_in)
@option("--game", key="cli.game", metavar="GAME")
@option("--result", key="cli.result", metavar="RESULT")
@option("--public", key="dossier.cli.public", is_flag=True)
@option("--output", "-o", key="dossier.cli.output", metavar="FILE")
async def dossier(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    tournament: str,
    version: int | None,
    game: str | None,
    result: str | None,
    public: bool,
    output: str | None,
) -> CommandOutcome:
    """Show the dossier of a correction, or write it to a file."""
    from planilla.adapters.cli.logs import facts_of, naming
    from planilla.domain.tournament.event import Audience, audience_of
    from planilla.presentation.dossier import DossierWords

    console, services = invocation.console, invocation.services
    if output is not None and Path(output).suffix.lower() not in ENDINGS:
        raise CommandError("dossier.cli.ending", path=output)
    reading, signed = await _read(services, tournament, public=public)
    facts = facts_of(reading.events)
    if public:
        facts = tuple(each for each in facts if audience_of(each.event) is Audience.PUBLIC)
    if version is not None:
        case = _recorded_case(facts, version, reading)
    elif game is None or result is None:
        raise CommandError("dossier.cli.nothing-asked")
    else:
        case = _supposed_case(facts, GameId(game), result, console)
    readings = _readings(case, facts, console)
    words = DossierWords(
        language=console.language,
        name_of=naming(facts, reading.names),
        facts=facts,
        sealed=_sealed(reading, signed, public=public),
    )
    said = words.said(case, readings)
    data = {
        "dossier": case,
        "rounds": readings.rounds,
        "branch": readings.branch,
        "hall": readings.seats,
        "sections": said.sections,
    }
    if output is None:
        return CommandOutcome(lines=tuple(_lines(said)), data=data)
    write(output, _content(Path(output), said, data, invocation).encode())
    return CommandOutcome(lines=(console.say("dossier.cli.written", path=output),), data=data)


async def _read(
    services: Services, tournament: str, *, public: bool
) -> tuple[LogReading, SignedHead | None]:
    """Return the tournament, and its signed head if there is a key."""
    from planilla.adapters.cli.logs import facts_of, reading_of
    from planilla.application.privacy import shown_to_all
    from planilla.domain.tournament.evolve import fold

    async with services.open() as store:
        reading = await reading_of(store, tournament)
        people = await store.log.people(tournament)
        if public:
            shown = shown_to_all(dict(people), fold(facts_of(reading.events)))
            reading = msgspec.structs.replace(
                reading,
                names={entrant: person.name for entrant, person in shown.items()},
                texts=await store.log.texts(tournament, "public"),
            )
        try:
            return reading, await services.heads(store.log).head(tournament)
        except CommandError:  # the key cannot be used: the sheet is marked as unsigned
            return reading, None


def _recorded_case(facts: tuple[Fact, ...], version: int, reading: LogReading) -> Dossier:
    from planilla.audit.dossier import dossier as dossier_of

    acts = {each.version: each.command_id for each in reading.events}
    found = dossier_of(facts, version, acts)
    if found is None:
        raise CommandError("refusal.no-case", version=version)
    return found


def _supposed_case(facts: tuple[Fact, ...], game: GameId, result: str, console: Console) -> Dossier:
    from planilla.audit.dossier import supposed

    try:
        return supposed(facts, game, result_notation(result))
    except Refusal as refusal:
        said = sentence(console.language, refusal.code, refusal.fields)
        raise CommandError("error.refused", sentence=said) from refusal


def _readings(case: Dossier, facts: tuple[Fact, ...], console: Console) -> Readings:
    from planilla.adapters.cli.whatif_lines import steps_shown
    from planilla.audit.branch import branch
    from planilla.audit.masnou_replay import masnou_what_if
    from planilla.audit.round_by_round import round_by_round
    from planilla.presentation.dossier import Readings

    try:
        if case.game_seated_again is not None:
            return Readings(seats=masnou_what_if(facts, case.game_seated_again, case.after))
        if not case.edits:
            return Readings()
        tick = steps_shown(console)
        rounds = round_by_round(facts, case.edits, tick=tick)
        followed = branch(facts, case.edits, tick=tick)
    except Refusal as refusal:
        return Readings(refused=(refusal.code, refusal.fields))
    return Readings(rounds=rounds, branch=followed)


def _sealed(reading: LogReading, signed: SignedHead | None, *, public: bool) -> SealedLog:
    from planilla.presentation.dossier import SealedLog

    actors = {each.version: each.actor_id for each in reading.events}
    return SealedLog(
        tournament=reading.tournament,
        hashes={each.version: each.hash.hex() for each in reading.events},
        actors={} if public else actors,
        texts=reading.texts,
        signed=signed,
        is_public=public,
    )


def _content(path: Path, said: DossierText, data: dict[str, Any], invocation: Invocation) -> str:
    """Return the text of the file: a sheet, data or lines, by its suffix."""
    ending = path.suffix.lower()
    if ending == ".html":
        services = invocation.services
        styles = [services.web_file(f"styles/{name}.css").decode() for name in SHEETS]
        text = _html(said, invocation.console.language, styles)
    else:
        text = as_text(data) if ending == ".json" else "\n".join(_lines(said))
    return text.rstrip("\n") + "\n"


def _lines(said: DossierText) -> Iterator[str]:
    """Yield the lines of the dossier, for a terminal or a text file."""
    yield said.title.upper()
    yield said.about
    for section in said.sections:
        yield ""
        yield section.title.upper()
        yield from section.intro
        for item in section.items:
            yield from _item_lines(item)


def _item_lines(item: Item) -> Iterator[str]:
    head = f"{item.label}: {item.text}" if item.label else item.text
    if item.mark == "code" and item.code:
        head = f"{item.label}: {item.code}"
    yield INDENT + head.removesuffix(": ").rstrip()
    yield from (f"{INDENT * 2}{note}" for note in item.notes)
    if item.code and item.mark != "code":
        yield f"{INDENT * 2}{item.code}"


def _html(said: DossierText, language: str, styles: Sequence[str]) -> str:
    """Return a self-contained HTML file without scripts."""
    body = "\n".join(_section(each) for each in said.sections)
    style = "\n".join(styles)
    return (
        f'<!doctype html>\n<html lang="{language}" data-theme="light">\n<head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(said.title)}</title>\n<style>\n{style}\n</style>\n</head>\n"
        f'<body class="dossier-file"><article class="dossier">\n<h1>{escape(said.title)}</h1>\n'
        f'<p class="about">{escape(said.about)}</p>\n{body}\n</article></body>\n</html>\n'
    )


def _section(section: Section) -> str:
    intro = "".join(f'<p class="intro">{escape(text)}</p>' for text in section.intro)
    items = "\n".join(_item(each) for each in section.items)
    return (
        f'<section class="part {section.name}"><h2>{escape(section.title)}</h2>{intro}\n'
        f"{section.drawing}<dl>{items}</dl></section>"
    )


def _item(item: Item) -> str:
    code = f"<code>{escape(item.code)}</code>" if item.code else ""
    listed = () if item.drawn_instead else item.notes
    notes = "".join(f"<small>{escape(note)}</small>" for note in listed)
    return (
        f'<div class="{escape(item.mark)}"><dt>{escape(item.label)}</dt>'
        f"<dd>{escape(item.text)}{code}{item.drawing}{notes}</dd></div>"
    )
