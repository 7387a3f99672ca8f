"""Text lines of what-ifs, round by round, as a branch and in a hall, and of their progress."""

from collections.abc import Iterable, Iterator

from planilla.adapters.cli.console import Console
from planilla.audit.branch import BoardOutlook, Branch, Outlook, RoundOutlook
from planilla.audit.compare import BoardDifference, Consequences
from planilla.audit.edits import EditedLog
from planilla.audit.masnou_replay import MasnouEdited, MasnouWhatIf
from planilla.audit.redraw import RoundDifference
from planilla.audit.replay import OnProgress, Phase, ReplayProgress
from planilla.audit.round_by_round import RoundByRound
from planilla.audit.tally import TEN_THOUSAND
from planilla.domain.tournament.memory import Seating
from planilla.presentation.figures import figure
from planilla.presentation.impact import ImpactTopic
from planilla.presentation.whatif import BranchWords, WhatIfWords, reservations, share_text


def steps_shown(console: Console) -> OnProgress:
    """Return a function that shows each step as one line with a bar, rewritten.

    Drawn scenarios are counted in rounds.
    """
    lines = {phase: console.progress(f"progress.whatif.{phase}") for phase in Phase}
    drawn = console.progress("progress.whatif.worlds-round")

    def shown(step: ReplayProgress) -> None:
        line = drawn if step.rounds else lines[step.phase]
        line(*step.bar)

    return shown


def lines_of_rounds(found: RoundByRound, log: EditedLog, words: WhatIfWords) -> Iterator[str]:
    """Yield the reading with its explanation, each later round, void facts, and consequences."""
    yield words.say("whatif.reading.rounds")
    yield words.say("whatif.reading.rounds.help")
    yield from reservations(words.language, found)
    yield from words.void(log)
    for paired in found.rounds:
        yield ""
        stage = words.stage(found, paired.stage)
        yield from (f"{stage}:",) if stage else ()
        yield from _of_round(paired, words.unit(found, paired.stage), words)
    if not found.rounds:
        yield words.say("whatif.no-later-round")
    yield ""
    yield words.say("whatif.consequences")
    yield from _of_topics(words.later_stages(found))
    for stage, effects in words.stages(found):
        yield from (f"{stage}:",) if stage else ()
        yield from lines_of_consequences(effects, words)


def lines_of_consequences(effects: Consequences, words: WhatIfWords) -> Iterator[str]:
    """Yield lines about changed places, qualifying places, prizes and ratings."""
    if effects.is_nothing:
        yield "  " + words.say("whatif.nobody")
    yield from _of_topics(words.topics(effects))


def _of_topics(topics: Iterable[ImpactTopic]) -> Iterator[str]:
    for topic in topics:
        yield f"  {topic.title}:"
        for line in topic.lines:
            yield f"    {line.shape} {line.text}" if line.shape else f"    {line.text}"


def _of_round(paired: RoundDifference, unit: int, words: WhatIfWords) -> Iterator[str]:
    yield words.say(
        _headline(paired), round=paired.round, changed=paired.changed, boards=len(paired.boards)
    )
    if paired.by_hand:
        yield words.say("whatif.by-hand")
    if paired.unpairable:
        return
    if paired.criterion is not None:
        yield words.say(
            "whatif.first",
            criterion=paired.criterion.article,
            points=figure(paired.criterion.points, unit),
            entrants=paired.criterion.entrants,
        )
    for board in paired.boards:
        yield from _of_board(board, words)
    if paired.bye_before != paired.bye_after:
        yield words.say("whatif.bye", before=paired.bye_before or (), after=paired.bye_after or ())
    yield from _of_floaters(paired, words)


def _headline(paired: RoundDifference) -> str:
    if paired.unpairable:
        return "whatif.round-unpairable"
    if paired.identical:
        return "whatif.round-same"
    return "whatif.round-changed" if paired.changed else "whatif.round-moved"


def _of_board(board: BoardDifference, words: WhatIfWords) -> Iterator[str]:
    if board.change in {"same", "moved"} and board.before == board.after:
        return
    was, would_be = board.before or ((), ()), board.after or ((), ())
    yield words.say(
        f"whatif.board.{board.change}",
        board=board.board,
        white=would_be[0],
        black=would_be[1],
        white_was=was[0],
        black_was=was[1],
    )


def _of_floaters(paired: RoundDifference, words: WhatIfWords) -> Iterator[str]:
    before = tuple(each for each in paired.floaters_before if each not in paired.floaters_after)
    after = tuple(each for each in paired.floaters_after if each not in paired.floaters_before)
    if before:
        yield words.say("whatif.floats-no-more", entrants=before)
    if after:
        yield words.say("whatif.floats-now", entrants=after)


def lines_of_branch(found: Branch, words: WhatIfWords) -> Iterator[str]:
    """Yield the reading with its explanation, each round, and the final places with their error."""
    yield words.say("whatif.reading.branch")
    yield words.say("whatif.reading.branch.help")
    yield from words.method(found)
    for stage, branch in words.branches(found):
        yield from (f"{stage}:",) if stage else ()
        yield from _of_branch(branch, words)


def _of_branch(found: Branch, words: WhatIfWords) -> Iterator[str]:
    for paired in found.rounds:
        yield from _of_round_outlook(paired, words)
    yield ""
    if found.consequences is not None:
        yield words.say("whatif.consequences.branch")
        yield from lines_of_consequences(found.consequences, words)
        return
    yield words.say("whatif.branch.places")
    for place in found.places:
        yield _place_outlook(place, found, words)
    yield ""
    yield words.say("branch.figures")
    figures = BranchWords(words.language, found)
    yield figures.how
    for place in found.places:
        if line := figures.line(place):
            yield f"  {words.name_of(place.entrant)}: {line}"


def _of_round_outlook(paired: RoundOutlook, words: WhatIfWords) -> Iterator[str]:
    yield words.outlook(paired)
    for board in paired.boards:
        if board.stays.share != TEN_THOUSAND:
            yield _board_outlook("board" if board.board else "bye", board, words)
    if paired.certain:
        for board in paired.instead:
            kind = "instead" if board.black else "instead-bye"
            yield _board_outlook(kind, board, words)


def _board_outlook(kind: str, board: BoardOutlook, words: WhatIfWords) -> str:
    return words.say(
        f"whatif.branch.{kind}",
        board=board.board,
        white=board.white,
        black=board.black or (),
        stays=share_text(words.language, board.stays),
    )


def _place_outlook(place: Outlook, found: Branch, words: WhatIfWords) -> str:
    said = words.say(
        "whatif.branch.place",
        player=place.entrant,
        now="–" if place.now is None else place.now,
        best=place.best,
        likely=place.likely,
        worst=place.worst,
        same=share_text(words.language, place.same),
    )
    if place.top is None:
        return said
    share = share_text(words.language, place.top)
    return f"{said}; {words.say('whatif.branch.top', top=found.top, share=share)}"


def lines_of_edits(answer: MasnouEdited, words: WhatIfWords) -> Iterator[str]:
    """Yield the seats that differ, the reach of the later results, and the places."""
    yield words.say("whatif.masnou.now")
    yield from _of_seats(*answer.now, words)
    yield ""
    yield from words.reach(answer)
    yield ""
    yield words.say("whatif.consequences.branch")
    yield from lines_of_consequences(answer.consequences, words)


def lines_of_masnou(answer: MasnouWhatIf, words: WhatIfWords) -> Iterator[str]:
    """Yield the change, the seats that differ, and the reach of the later results."""
    yield words.masnou_change(answer)
    for key, (was, would_be) in (("after", answer.after), ("now", answer.now)):
        yield ""
        yield words.say(f"whatif.masnou.{key}")
        yield from _of_seats(was, would_be, words)
    yield ""
    yield from words.reach(answer)


def _of_seats(was: Seating, would_be: Seating, words: WhatIfWords) -> Iterator[str]:
    if was == would_be:
        yield words.say("whatif.masnou.same")
    yield from words.tables(was, would_be)
    for key, seating in (("was", was), ("would-be", would_be)):
        if was.queue != would_be.queue:
            yield words.say(f"whatif.masnou.queue-{key}", queue=seating.queue)
