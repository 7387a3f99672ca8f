"""The reading round by round in sentences: each later round, and what changes for the players."""

from collections.abc import Callable, Iterator

from planilla.adapters.cli.console import Console
from planilla.audit.compare import BoardDifference, Consequences
from planilla.audit.edits import EditedLog
from planilla.audit.impact import Impact
from planilla.audit.redraw import RoundDifference
from planilla.audit.round_by_round import RoundByRound
from planilla.presentation.catalogue import sentence
from planilla.presentation.figures import points
from planilla.presentation.impact import ImpactWords
from planilla.presentation.whatif import fact_sentence, reservations

Naming = Callable[[str], str]


def lines_of_rounds(
    found: RoundByRound, log: EditedLog, console: Console, name_of: Naming
) -> Iterator[str]:
    """The reading named and explained, each later round, what is void, and the consequences."""
    yield console.say("whatif.reading.rounds")
    yield console.say("whatif.reading.rounds.help")
    yield from reservations(console.language, found)
    for void, told in zip(log.void, log.voided, strict=True):
        text = fact_sentence(console.language, told, name_of)
        why = sentence(console.language, void.code, void.fields, name_of=name_of)
        yield console.say("whatif.void", version=void.version, text=text, why=why)
    for paired in found.rounds:
        yield ""
        yield from _of_round(paired, found.unit, console, name_of)
    if not found.rounds:
        yield console.say("whatif.no-later-round")
    yield ""
    yield console.say("whatif.consequences")
    yield from lines_of_consequences(found.consequences, console, name_of)


def lines_of_consequences(told: Consequences, console: Console, name_of: Naming) -> Iterator[str]:
    """Places, qualifying places, prizes and Elo that would be others."""
    topics = ImpactWords(console.language, name_of).topics(
        Impact(head=0, version=0, consequences=told)
    )
    if told.is_nothing:
        yield "  " + console.say("whatif.nobody")
    for topic in topics:
        yield f"  {topic.title}:"
        for line in topic.lines:
            yield f"    {line.shape} {line.text}" if line.shape else f"    {line.text}"


def _of_round(
    paired: RoundDifference, unit: int, console: Console, name_of: Naming
) -> Iterator[str]:
    yield console.say(
        _headline(paired), round=paired.round, changed=paired.changed, boards=len(paired.boards)
    )
    if paired.by_hand:
        yield console.say("whatif.by-hand")
    if paired.unpairable:
        return
    if paired.criterion is not None:
        yield console.say(
            "whatif.first",
            criterion=paired.criterion.article,
            points=points(paired.criterion.points, unit),
            entrants=paired.criterion.entrants,
            name_of=name_of,
        )
    for board in paired.boards:
        yield from _of_board(board, console, name_of)
    if paired.bye_before != paired.bye_after:
        yield console.say(
            "whatif.bye",
            before=paired.bye_before or (),
            after=paired.bye_after or (),
            name_of=name_of,
        )
    yield from _of_floaters(paired, console, name_of)


def _headline(paired: RoundDifference) -> str:
    if paired.unpairable:
        return "whatif.round-unpairable"
    if paired.identical:
        return "whatif.round-same"
    return "whatif.round-changed" if paired.changed else "whatif.round-moved"


def _of_board(board: BoardDifference, console: Console, name_of: Naming) -> Iterator[str]:
    if board.change in {"same", "moved"} and board.before == board.after:
        return
    was, would_be = board.before or ((), ()), board.after or ((), ())
    yield console.say(
        f"whatif.board.{board.change}",
        board=board.board,
        white=would_be[0],
        black=would_be[1],
        white_was=was[0],
        black_was=was[1],
        name_of=name_of,
    )


def _of_floaters(paired: RoundDifference, console: Console, name_of: Naming) -> Iterator[str]:
    before = tuple(each for each in paired.floaters_before if each not in paired.floaters_after)
    after = tuple(each for each in paired.floaters_after if each not in paired.floaters_before)
    if before:
        yield console.say("whatif.floats-no-more", entrants=before, name_of=name_of)
    if after:
        yield console.say("whatif.floats-now", entrants=after, name_of=name_of)
