"""The what-if of a Masnou in sentences: who would sit where, right after the game and today."""

from collections.abc import Callable, Iterator

from planilla.adapters.cli.console import Console
from planilla.audit.hall_whatif import HallWhatIf, Seating

Naming = Callable[[str], str]


def lines_of_hall(answer: HallWhatIf, console: Console, name_of: Naming) -> Iterator[str]:
    """The change, the seats that differ, and how far the later results reach."""
    yield console.say(
        "whatif.hall.title",
        game=answer.game,
        table=answer.table,
        white=answer.white,
        black=answer.black,
        before=answer.before,
        after=answer.result,
        name_of=name_of,
    )
    for key, (was, would_be) in (("after", answer.after), ("now", answer.now)):
        yield ""
        yield console.say(f"whatif.hall.{key}")
        yield from _of_seats(was, would_be, console, name_of)
    yield ""
    yield console.say("whatif.hall.kept", kept=answer.kept)
    if answer.unknown:
        unknown = answer.unknown
        yield console.say("whatif.hall.unknown", n=len(unknown), games=unknown)


def _of_seats(was: Seating, would_be: Seating, console: Console, name_of: Naming) -> Iterator[str]:
    if was == would_be:
        yield console.say("whatif.hall.same")
    before = {table: (white, black) for table, white, black in was.tables}
    after = {table: (white, black) for table, white, black in would_be.tables}
    for table in sorted(before.keys() | after.keys()):
        if before.get(table) != after.get(table):
            yield console.say(
                "whatif.hall.table",
                table=table,
                was=before.get(table, ()),
                would_be=after.get(table, ()),
                name_of=name_of,
            )
    for key, seating in (("was", was), ("would-be", would_be)):
        if was.queue != would_be.queue:
            yield console.say(f"whatif.hall.queue-{key}", queue=seating.queue, name_of=name_of)
