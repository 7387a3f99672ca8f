"""The command `dossier`: the whole case of a correction, as text, as a sheet to print, as data."""

import argparse
import asyncio
from pathlib import Path
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console, as_text
from planilla.adapters.cli.dossier_sheet import as_html, as_lines
from planilla.adapters.cli.logs import Reading, facts_of, reading_of
from planilla.adapters.cli.outcome import Outcome, Stop
from planilla.adapters.cli.tools import Tools
from planilla.adapters.cli.whatif_steps import steps_shown
from planilla.application.privacy import shown_to_all
from planilla.audit.branch import branch
from planilla.audit.dossier import SEATED_AGAIN, Dossier, dossier, supposed
from planilla.audit.hall_replay import hall_what_if
from planilla.audit.proofs import SignedHead
from planilla.audit.round_by_round import round_by_round
from planilla.domain.tournament.event import Audience, audience_of
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.vocabulary import GameId
from planilla.presentation.catalogue import sentence
from planilla.presentation.dossier import DossierSaid, DossierWords, Readings, Sealed

ENDINGS = (".html", ".txt", ".json")


def dossier_of(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Show the case of a correction, or write it to a file."""
    path = None if arguments.output is None else Path(arguments.output)
    if path is not None and path.suffix.lower() not in ENDINGS:
        raise Stop("dossier.cli.ending", path=str(path))
    reading, signed = asyncio.run(_read(tools, arguments))
    facts = facts_of(reading.events)
    if arguments.public:
        facts = tuple(each for each in facts if audience_of(each.event) is Audience.PUBLIC)
    case = _case(arguments, reading, facts, console)
    readings = _readings(case, facts, console)
    said = _words(arguments, reading, facts, signed, console).said(case, readings)
    data = {"dossier": case, **_plain(readings), "sections": said.sections}
    if path is None:
        return Outcome(lines=as_lines(said), data=data)
    _write(path, said, data, tools, console)
    return Outcome(lines=(console.say("dossier.cli.written", path=str(path)),), data=data)


async def _read(tools: Tools, arguments: argparse.Namespace) -> tuple[Reading, SignedHead | None]:
    """The tournament, and its head signed where there is a key."""
    async with tools.open() as store:
        reading = await reading_of(store, arguments.tournament)
        people = await store.log.people(arguments.tournament)
        if arguments.public:
            shown = shown_to_all(dict(people), fold(facts_of(reading.events)))
            reading = msgspec.structs.replace(
                reading,
                names={entrant: person.name for entrant, person in shown.items()},
                texts=await store.log.texts(arguments.tournament, "public"),
            )
        try:
            return reading, await tools.heads(store.log).head(arguments.tournament)
        except Stop:  # the key cannot be used here: the sheet says that it is not signed
            return reading, None


def _case(
    arguments: argparse.Namespace, reading: Reading, facts: tuple[Fact, ...], console: Console
) -> Dossier:
    if arguments.version is not None:
        acts = {each.version: each.command_id for each in reading.events}
        found = dossier(facts, arguments.version, acts)
        if found is None:
            raise Stop("refusal.no-case", version=arguments.version)
        return found
    if arguments.game is None or arguments.result is None:
        raise Stop("dossier.cli.nothing-asked")
    result = arguments.result.replace("1/2", "½")
    try:
        return supposed(facts, GameId(arguments.game), result)
    except Refusal as refusal:
        said = sentence(console.language, refusal.code, refusal.fields)
        raise Stop("error.refused", sentence=said) from refusal


def _readings(case: Dossier, facts: tuple[Fact, ...], console: Console) -> Readings:
    try:
        if case.game is not None and case.in_hall and case.kind in SEATED_AGAIN:
            return Readings(hall=hall_what_if(facts, case.game, case.after))
        if not case.edits:
            return Readings()
        tick = steps_shown(console)
        rounds = round_by_round(facts, case.edits, tick=tick)
        followed = branch(facts, case.edits, tick=tick)
    except Refusal as refusal:
        return Readings(refused=(refusal.code, refusal.fields))
    return Readings(rounds=rounds, branch=followed)


def _plain(readings: Readings) -> dict[str, Any]:
    return {"rounds": readings.rounds, "branch": readings.branch, "hall": readings.hall}


def _words(
    arguments: argparse.Namespace,
    reading: Reading,
    facts: tuple[Fact, ...],
    signed: SignedHead | None,
    console: Console,
) -> DossierWords:
    numbers = {str(each): number for number, each in enumerate(fold(facts).order, start=1)}

    def name_of(who: str) -> str:
        return f"{numbers.get(who, '')} {reading.names.get(who, '')}".strip() or who

    return DossierWords(
        language=console.language,
        name_of=name_of,
        facts=facts,
        sealed=Sealed(
            tournament=reading.tournament,
            hashes={each.version: each.hash.hex() for each in reading.events},
            actors={}
            if arguments.public
            else {each.version: each.actor_id for each in reading.events},
            texts=reading.texts,
            signed=signed,
            is_public=arguments.public,
        ),
    )


SHEETS = ("tokens", "dossier", "drawings")
"""The style sheets that a file takes along."""


def _write(
    path: Path, said: DossierSaid, data: dict[str, Any], tools: Tools, console: Console
) -> None:
    ending = path.suffix.lower()
    if ending == ".html":
        styles = [tools.web_file(f"styles/{name}.css").decode() for name in SHEETS]
        text = as_html(said, console.language, styles)
    else:
        text = as_text(data) if ending == ".json" else "\n".join(as_lines(said))
    try:
        path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
    except OSError as error:
        reason = error.strerror or "?"
        raise Stop("error.cannot-write", path=str(path), reason=reason) from error
