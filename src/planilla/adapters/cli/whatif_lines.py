"""Sentences of what-ifs, round by round, as a branch and in a hall, and of their progress."""

from collections.abc import Callable, Iterator
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.audit.branch import BoardOutlook, Branch, Outlook, RoundOutlook
from planilla.audit.compare import BoardDifference, Consequences
from planilla.audit.edits import EditedLog
from planilla.audit.impact import Impact
from planilla.audit.masnou_replay import MasnouEdited, MasnouWhatIf
from planilla.audit.redraw import RoundDifference
from planilla.audit.replay import OnProgress, Phase, ReplayProgress
from planilla.audit.round_by_round import RoundByRound
from planilla.audit.tally import TEN_THOUSAND
from planilla.domain.tournament.memory import Seating
from planilla.presentation.catalogue import sentence
from planilla.presentation.figures import figure, written
from planilla.presentation.impact import ImpactWords
from planilla.presentation.whatif import BranchWords, fact_sentence, reservations, share_said

Naming = Callable[[str], str]
"""The name of an entrant."""


def steps_shown(console: Console) -> OnProgress:
    """Return a function that shows each step as one line with a bar, rewritten.

    Worlds that are drawn are counted by their rounds.
    """
    lines = {phase: console.progress(f"progress.whatif.{phase}") for phase in Phase}
    drawn = console.progress("progress.whatif.worlds-round")

    def shown(step: ReplayProgress) -> None:
        line = drawn if step.rounds else lines[step.phase]
        line(*step.bar)

    return shown


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
            points=figure(paired.criterion.points, unit),
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


def lines_of_branch(found: Branch, console: Console, name_of: Naming) -> Iterator[str]:
    """The reading named and explained, each round, and the final places with their error."""
    yield console.say("whatif.reading.branch")
    yield console.say("whatif.reading.branch.help")
    yield from _method(found, console)
    for paired in found.rounds:
        yield from _of_round_outlook(paired, console, name_of)
    yield ""
    if found.consequences is not None:
        yield console.say("whatif.consequences.branch")
        yield from lines_of_consequences(found.consequences, console, name_of)
        return
    yield console.say("whatif.branch.places")
    for place in found.places:
        yield _place_outlook(place, found, console, name_of)
    yield ""
    yield console.say("branch.figures")
    words = BranchWords(console.language, found)
    yield words.how
    for place in found.places:
        if line := words.line(place):
            yield f"  {name_of(place.entrant)}: {line}"


def _method(found: Branch, console: Console) -> Iterator[str]:
    if found.certain:
        yield console.say("whatif.branch.certain")
    else:
        key = "exact" if found.exact else "drawn"
        fields: dict[str, Any] = {
            "worlds": found.worlds,
            "seed": found.seed,
            "share": found.drawn_games,
        }
        yield console.say(f"whatif.branch.{key}", **fields)
        yield console.say("whatif.branch.method")
    if found.stopped:
        share = written(console.language, found.stopped)
        yield console.say("whatif.branch.stopped", share=share)
    if found.running is not None:
        yield console.say("whatif.branch.running", round=found.running)
    if found.by_hand:
        rounds = tuple(map(str, found.by_hand))
        yield console.say("whatif.branch.by-hand", n=len(rounds), rounds=rounds)
    if found.edits_void:
        yield console.say("whatif.branch.edits-void", n=found.edits_void)


def _of_round_outlook(paired: RoundOutlook, console: Console, name_of: Naming) -> Iterator[str]:
    if paired.certain and not paired.instead:
        yield console.say("whatif.branch.round-same", round=paired.round)
        return
    yield console.say(
        "whatif.branch.round",
        round=paired.round,
        kept=paired.kept,
        boards=len(paired.boards),
        unknown=written(console.language, paired.unknown),
    )
    for board in paired.boards:
        if board.stays.share != TEN_THOUSAND:
            yield _board_outlook("board" if board.board else "bye", board, console, name_of)
    if paired.certain:
        for board in paired.instead:
            kind = "instead" if board.black else "instead-bye"
            yield _board_outlook(kind, board, console, name_of)


def _board_outlook(kind: str, board: BoardOutlook, console: Console, name_of: Naming) -> str:
    return console.say(
        f"whatif.branch.{kind}",
        board=board.board,
        white=board.white,
        black=board.black or (),
        stays=share_said(console.language, board.stays),
        name_of=name_of,
    )


def _place_outlook(place: Outlook, found: Branch, console: Console, name_of: Naming) -> str:
    said = console.say(
        "whatif.branch.place",
        player=place.entrant,
        now="–" if place.now is None else place.now,
        best=place.best,
        likely=place.likely,
        worst=place.worst,
        same=share_said(console.language, place.same),
        name_of=name_of,
    )
    if place.top is None:
        return said
    share = share_said(console.language, place.top)
    return f"{said}; {console.say('whatif.branch.top', top=found.top, share=share)}"


def lines_of_edits(answer: MasnouEdited, console: Console, name_of: Naming) -> Iterator[str]:
    """The seats that differ today, how far the later results reach, and the places."""
    yield console.say("whatif.masnou.now")
    yield from _of_seats(*answer.now, console, name_of)
    yield ""
    yield from _reach(answer, console)
    yield ""
    yield console.say("whatif.consequences.branch")
    yield from lines_of_consequences(answer.consequences, console, name_of)


def lines_of_masnou(answer: MasnouWhatIf, console: Console, name_of: Naming) -> Iterator[str]:
    """The change, the seats that differ, and how far the later results reach."""
    yield console.say(
        "whatif.masnou.title",
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
        yield console.say(f"whatif.masnou.{key}")
        yield from _of_seats(was, would_be, console, name_of)
    yield ""
    yield from _reach(answer, console)


def _reach(answer: MasnouWhatIf | MasnouEdited, console: Console) -> Iterator[str]:
    yield console.say("whatif.masnou.kept", kept=answer.kept)
    if answer.unknown:
        unknown = answer.unknown
        yield console.say("whatif.masnou.unknown", n=len(unknown), games=unknown)


def _of_seats(was: Seating, would_be: Seating, console: Console, name_of: Naming) -> Iterator[str]:
    if was == would_be:
        yield console.say("whatif.masnou.same")
    before = {table: (white, black) for table, white, black in was.tables}
    after = {table: (white, black) for table, white, black in would_be.tables}
    for table in sorted(before.keys() | after.keys()):
        if before.get(table) != after.get(table):
            yield console.say(
                "whatif.masnou.table",
                table=table,
                was=before.get(table, ()),
                would_be=after.get(table, ()),
                name_of=name_of,
            )
    for key, seating in (("was", was), ("would-be", would_be)):
        if was.queue != would_be.queue:
            yield console.say(f"whatif.masnou.queue-{key}", queue=seating.queue, name_of=name_of)
