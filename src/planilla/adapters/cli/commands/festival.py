"""Command `festival`: the tournaments that belong together, and which of them belong to what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import Group, Invocation, argument, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Exit

if TYPE_CHECKING:
    from planilla.application.festivals import AnnouncedIn, FestivalPart

festival = Group("festival", help="cli.festival")


@festival.command("list", help="cli.festival.list")
async def show_all(invocation: Invocation) -> CommandOutcome:
    """List the festivals with their tournaments; exit with 1 if there are none."""
    from planilla.application.festivals import description_of

    found = await _festivals(invocation)
    data = [_data(description_of(parts), parts) for parts in found.values()]
    if not data:
        said = invocation.console.say("cli.festival.none")
        return CommandOutcome(lines=[said], data=[], code=Exit.NO)
    lines = [f"{each['id']}\t{each['name']}\t{', '.join(each['tournaments'])}" for each in data]
    return CommandOutcome(lines=lines, data=data)


@festival.command("show", help="cli.festival.show")
@argument("name", key="cli.festival.id", metavar="FESTIVAL")
async def show(invocation: Invocation, *, name: str) -> CommandOutcome:
    """Show a festival: its name, place and days, and how far each tournament is."""
    from planilla.application.festivals import description_of
    from planilla.presentation.dates import long_day

    console = invocation.console
    parts = (await _festivals(invocation)).get(name)
    if parts is None:
        raise CommandError("refusal.no-such-festival", festival=name)
    said = description_of(parts)
    days = [day for day in (said.first_day, said.last_day) if day is not None]
    head = [said.name, said.place, *(long_day(console.language, day) for day in days)]
    lines = [
        console.say(
            "cli.festival.part",
            tournament=part.tournament,
            name=part.state.name,
            round=part.state.last_published,
            entrants=len(part.state.entrants),
        )
        for part in parts
    ]
    return CommandOutcome(lines=[", ".join(filter(None, head)), *lines], data=_data(said, parts))


@festival.command("join", help="cli.festival.join")
@argument("tournament", key="cli.tournament")
@argument("name", key="cli.festival.id", metavar="FESTIVAL")
@option("--name", "title", key="cli.festival.name", metavar="TEXT")
@option("--place", key="cli.festival.place", metavar="TEXT")
@option("--from", "first_day", key="cli.festival.from", metavar="YYYY-MM-DD")
@option("--to", "last_day", key="cli.festival.to", metavar="YYYY-MM-DD")
async def join(
    invocation: Invocation, *, tournament: str, name: str, title: str | None, **said: str | None
) -> CommandOutcome:
    """Make a tournament a part of a festival; what is not given is as its others say it."""
    from planilla.application.festivals import description_of

    parts = (await _festivals(invocation)).get(name)
    known = {} if parts is None else msgspec.to_builtins(description_of(parts))
    given = {key: value for key, value in {"name": title, **said}.items() if value is not None}
    body = {**known, **given, "id": name}
    if not body.get("name"):
        raise CommandError("cli.festival.new-needs-name", festival=name)
    return await _done(invocation, tournament, "join-festival", body)


@festival.command("leave", help="cli.festival.leave")
@argument("tournament", key="cli.tournament")
async def leave(invocation: Invocation, *, tournament: str) -> CommandOutcome:
    """Take a tournament out of its festival."""
    return await _done(invocation, tournament, "leave-festival", {})


@festival.command("announce", help="cli.festival.announce")
@argument("name", key="cli.festival.id", metavar="FESTIVAL")
@argument("text", key="cli.festival.announce.text", metavar="TEXT")
@option("--only", key="cli.festival.announce.only", metavar="TOURNAMENT", multiple=True)
@option("--id", "command_id", key="cli.act.id", metavar="ID")
async def announce(
    invocation: Invocation, *, name: str, text: str, only: tuple[str, ...], command_id: str | None
) -> CommandOutcome:
    """Post a notice in the tournaments of a festival; exit with 1 if one of them refuses it."""
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application import festivals

    parts = (await _festivals(invocation)).get(name)
    if parts is None:
        raise CommandError("refusal.no-such-festival", festival=name)
    known = [each.tournament for each in parts]
    for each in only:
        if each not in known:
            raise CommandError("refusal.no-such-tournament", tournament=each)
    notices = [(each, {"note": text}) for each in known if each in (only or known)]
    async with invocation.services.writing() as store:
        answers = await festivals.announce(
            store.bus,
            COMMAND_LINE,
            command_id or f"announce:{invocation.services.new_id()}",
            notices,
        )
    is_whole = all(each.answer.status in {"done", "already"} for each in answers)
    return CommandOutcome(
        lines=[_announced(invocation, each) for each in answers],
        data=msgspec.to_builtins(answers),
        code=Exit.DONE if is_whole else Exit.NO,
    )


def _announced(invocation: Invocation, announced: AnnouncedIn) -> str:
    answer, console = announced.answer, invocation.console
    if answer.status in {"done", "already"}:
        return console.say(
            "cli.festival.announced", tournament=announced.tournament, version=answer.version
        )
    why = console.say(f"refusal.{answer.code}", **answer.fields)
    return console.say("cli.festival.not-announced", tournament=announced.tournament, why=why)


async def _festivals(invocation: Invocation) -> dict[str, list[FestivalPart]]:
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application.festivals import FestivalReader
    from planilla.application.integrity import Integrity
    from planilla.application.states import TournamentReader

    async with invocation.services.open() as store:
        integrity = Integrity()
        readings = TournamentReader(store.log, integrity)
        reader = FestivalReader(store.log, readings, integrity)
        return dict(await reader.all(COMMAND_LINE))


async def _done(
    invocation: Invocation, tournament: str, name: str, body: dict[str, Any]
) -> CommandOutcome:
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application.envelope import Submission

    services, console = invocation.services, invocation.console
    submission = Submission(
        tournament=tournament,
        name=name,
        body=msgspec.json.encode(body),
        command_id=f"festival:{services.new_id()}",
        actor=COMMAND_LINE,
    )
    async with services.writing() as store:
        answer = await store.bus.submit(submission)
    if answer.status not in {"done", "already"}:
        raise CommandError(f"refusal.{answer.code}", exit_code=Exit.NO, **answer.fields)
    said = console.say(
        f"cli.act.{answer.status}", events=", ".join(answer.events), version=answer.version
    )
    return CommandOutcome(lines=[said], data=msgspec.to_builtins(answer))


def _data(said: Any, parts: list[FestivalPart]) -> dict[str, Any]:
    return {**msgspec.to_builtins(said), "tournaments": [each.tournament for each in parts]}
