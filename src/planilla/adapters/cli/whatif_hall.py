"""The what-if of a Masnou in sentences: who would sit where, right after the game and today."""

import argparse
from collections.abc import Callable, Iterator, Sequence

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import Outcome, Stop
from planilla.adapters.cli.whatif_edits import listed_edits
from planilla.adapters.cli.whatif_rounds import lines_of_consequences
from planilla.audit.hall_replay import HallEdited, HallWhatIf, Seating, hall_edited, hall_what_if
from planilla.audit.known_from_start import known_in_hall
from planilla.domain.tournament.facts import Fact
from planilla.domain.vocabulary import GameId

Naming = Callable[[str], str]


def in_hall(
    arguments: argparse.Namespace, facts: Sequence[Fact], name_of: Naming, console: Console
) -> Outcome:
    """Another result of a game, or results edited one by one.

    Raises:
        Stop: it cannot be read what is to be changed.
        Refusal: it cannot be changed.
    """
    edits, _ = listed_edits(arguments, console)
    if edits:
        found = hall_edited(facts, edits, top=arguments.top)
        return Outcome(lines=tuple(lines_of_edits(found, console, name_of)), data=found)
    game, result = _wanted(arguments, facts)
    answer = hall_what_if(facts, game, result)
    return Outcome(lines=tuple(lines_of_hall(answer, console, name_of)), data=answer)


def _wanted(arguments: argparse.Namespace, facts: Sequence[Fact]) -> tuple[GameId, str]:
    if (arguments.game is None) != (arguments.result is None):
        raise Stop("error.game-and-result")
    if arguments.game is not None:
        return GameId(arguments.game), arguments.result.replace("1/2", "½")
    found = known_in_hall(facts, arguments.correction)
    if found is None:
        raise Stop("error.no-correction")
    return found.game, found.result


def lines_of_edits(answer: HallEdited, console: Console, name_of: Naming) -> Iterator[str]:
    """The seats that differ today, how far the later results reach, and the places."""
    yield console.say("whatif.hall.now")
    yield from _of_seats(*answer.now, console, name_of)
    yield ""
    yield from _reach(answer, console)
    yield ""
    yield console.say("whatif.consequences.branch")
    yield from lines_of_consequences(answer.consequences, console, name_of)


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
    yield from _reach(answer, console)


def _reach(answer: HallWhatIf | HallEdited, console: Console) -> Iterator[str]:
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
