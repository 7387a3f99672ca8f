"""Command `takeover`: leads a tournament here that is led from another log, as of a lost laptop."""

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Exit


@command("takeover", "cli.takeover")
@argument("tournament", key="cli.tournament")
@option("--yes", key="takeover.cli.yes", is_flag=True)
async def takeover(invocation: Invocation, *, tournament: str, yes: bool) -> CommandOutcome:
    """Take the lead over; without `--yes` show what that means, and exit with 1."""
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application.envelope import Submission
    from planilla.application.recording import place_in

    console, services = invocation.console, invocation.services
    async with services.open() as store:
        version = await store.log.head(tournament)
        led_from = await store.log.led_from(tournament)
        last = await store.log.events(tournament, version - 1, version) if version else ()
    if not last:
        raise CommandError("error.no-such-tournament", tournament=tournament)
    data = {"tournament": tournament, "version": version, "led_from": place_in(led_from)}
    if led_from and not yes:
        asked = console.say(
            "takeover.ask",
            place=place_in(led_from),
            version=f"v{version}",
            at=last[0].recorded_at,
        )
        return CommandOutcome(lines=[asked], data=data, code=Exit.NO)
    submission = Submission(
        tournament=tournament,
        name="take-over-lead",
        body=b"{}",
        command_id=f"takeover:{services.new_id()}",
        actor=COMMAND_LINE,
    )
    async with services.writing() as writing:
        answer = await writing.bus.submit(submission)
    if answer.status not in {"done", "already"}:
        raise CommandError(f"refusal.{answer.code}", exit_code=Exit.NO, **answer.fields)
    key = "takeover.done" if answer.status == "done" else "takeover.already"
    said = console.say(key, version=f"v{answer.version}")
    return CommandOutcome(lines=[said], data={**data, "version": answer.version, "led_from": ""})
