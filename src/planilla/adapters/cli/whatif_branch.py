"""The reading *branch* in sentences: how often each board stays, and everybody's places."""

from collections.abc import Callable, Iterator
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.whatif_rounds import lines_of_consequences
from planilla.audit.branch import BoardOutlook, Branch, Outlook, RoundOutlook
from planilla.audit.tally import TEN_THOUSAND
from planilla.presentation.figures import written
from planilla.presentation.whatif import BranchWords, share_said

Naming = Callable[[str], str]


def lines_of_branch(found: Branch, console: Console, name_of: Naming) -> Iterator[str]:
    """The reading named and explained, each round, and the final places with their error."""
    yield console.say("whatif.reading.branch")
    yield console.say("whatif.reading.branch.help")
    yield from _method(found, console)
    for paired in found.rounds:
        yield from _of_round(paired, console, name_of)
    yield ""
    if found.consequences is not None:
        yield console.say("whatif.consequences.branch")
        yield from lines_of_consequences(found.consequences, console, name_of)
        return
    yield console.say("whatif.branch.places")
    for place in found.places:
        yield _place(place, found, console, name_of)
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
        share = _percent(found.stopped, console)
        yield console.say("whatif.branch.stopped", share=share)
    if found.running is not None:
        yield console.say("whatif.branch.running", round=found.running)
    if found.by_hand:
        rounds = tuple(map(str, found.by_hand))
        yield console.say("whatif.branch.by-hand", n=len(rounds), rounds=rounds)
    if found.edits_void:
        yield console.say("whatif.branch.edits-void", n=found.edits_void)


def _of_round(paired: RoundOutlook, console: Console, name_of: Naming) -> Iterator[str]:
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
            yield _board("board" if board.board else "bye", board, console, name_of)
    if paired.certain:
        for board in paired.instead:
            kind = "instead" if board.black else "instead-bye"
            yield _board(kind, board, console, name_of)


def _board(kind: str, board: BoardOutlook, console: Console, name_of: Naming) -> str:
    return console.say(
        f"whatif.branch.{kind}",
        board=board.board,
        white=board.white,
        black=board.black or (),
        stays=share_said(console.language, board.stays),
        name_of=name_of,
    )


def _place(place: Outlook, found: Branch, console: Console, name_of: Naming) -> str:
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


def _percent(share: int, console: Console) -> str:
    return written(console.language, share)
