"""The command `whatif`: the later rounds paired again, with one result known to be another."""

import argparse
import asyncio
from collections.abc import Callable, Iterator, Sequence

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.logs import Reading, facts_of, reading_of
from planilla.adapters.cli.outcome import Outcome, Stop
from planilla.adapters.cli.tools import Tools
from planilla.adapters.cli.whatif_hall import lines_of_hall
from planilla.audit.counterfactual import Change, WhatIf, correction_in, what_if
from planilla.audit.hall_whatif import hall_what_if
from planilla.audit.prize_effect import PrizeEffect
from planilla.audit.redraw import BoardDifference, RoundDifference
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.refusals import Refusal
from planilla.domain.vocabulary import GameId
from planilla.words.catalogue import sentence
from planilla.words.figures import points


def whatif(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Show board by board what would have been, and where the two pairings part."""
    reading = asyncio.run(_read(tools, arguments.tournament))
    facts = facts_of(reading.events)
    change = _change(arguments, facts)
    name_of = _named(reading, facts)
    try:
        if fold(facts).hall is not None:
            in_hall = hall_what_if(facts, change.game, change.result)
            return Outcome(lines=tuple(lines_of_hall(in_hall, console, name_of)), data=in_hall)
        answer = what_if(facts, change)
    except Refusal as refusal:
        said = sentence(console.language, refusal.code, refusal.fields)
        raise Stop("error.refused", sentence=said) from refusal
    return Outcome(lines=tuple(lines_of(answer, console, name_of)), data=answer)


async def _read(tools: Tools, tournament: str) -> Reading:
    async with tools.open() as store:
        return await reading_of(store, tournament)


def _change(arguments: argparse.Namespace, facts: Sequence[Fact]) -> Change:
    if (arguments.game is None) != (arguments.result is None):
        raise Stop("error.game-and-result")
    if arguments.game is not None:
        return Change(
            game=GameId(arguments.game),
            result=arguments.result.replace("1/2", "½"),
            known_from=arguments.known_from,
        )
    found = correction_in(facts, arguments.correction)
    if found is None:
        raise Stop("error.no-correction")
    return Change(
        game=found.game,
        result=found.result,
        known_from=arguments.known_from,
        correction=found.correction,
    )


def _named(reading: Reading, facts: Sequence[Fact]) -> Callable[[str], str]:
    """Entrants by pairing number and name, as arbiters speak of them."""
    numbers = {entrant: number for number, entrant in enumerate(fold(facts).order, start=1)}
    return lambda who: f"{numbers[who]} {reading.names.get(who, '')}".rstrip()  # type: ignore[index]


def lines_of(answer: WhatIf, console: Console, name_of: Callable[[str], str]) -> Iterator[str]:
    """The answer in sentences: the change, then each later round."""
    yield console.say(
        "whatif.title",
        game=answer.change.game,
        round=answer.round,
        board=answer.board,
        white=answer.white,
        black=answer.black,
        before=answer.before,
        after=answer.change.result,
        name_of=name_of,
    )
    for paired in answer.rounds:
        yield ""
        yield from _of_round(paired, answer.unit, console, name_of)
    if not answer.rounds:
        yield console.say("whatif.no-later-round")
    if answer.prizes is not None:
        yield ""
        yield from _of_prizes(answer.prizes, console, name_of)


def _of_prizes(
    effect: PrizeEffect, console: Console, name_of: Callable[[str], str]
) -> Iterator[str]:
    yield console.say("whatif.prizes" if effect.changes else "whatif.prizes.none")
    for each in effect.changes:
        yield "  " + console.say(
            "whatif.prizes.row",
            player=each.entrant,
            before=each.before,
            after=each.after,
            currency=effect.currency,
            name_of=name_of,
        )


def _of_round(
    paired: RoundDifference, unit: int, console: Console, name_of: Callable[[str], str]
) -> Iterator[str]:
    yield console.say(
        _headline(paired), round=paired.round, changed=paired.changed, boards=len(paired.boards)
    )
    if paired.by_hand:
        yield console.say("whatif.by-hand")
    if paired.unpairable:
        return
    if paired.parting is not None:
        yield console.say(
            "whatif.first",
            criterion=paired.parting.article,
            points=points(paired.parting.points, unit),
            entrants=paired.parting.entrants,
            name_of=name_of,
        )
    for board in paired.boards:
        yield from _of_board(board, console, name_of)
    if paired.bye_was != paired.bye_would_be:
        yield console.say(
            "whatif.bye",
            before=paired.bye_was or (),
            after=paired.bye_would_be or (),
            name_of=name_of,
        )
    yield from _of_floaters(paired, console, name_of)


def _headline(paired: RoundDifference) -> str:
    if paired.unpairable:
        return "whatif.round-unpairable"
    if paired.identical:
        return "whatif.round-same"
    return "whatif.round-changed" if paired.changed else "whatif.round-moved"


def _of_board(
    board: BoardDifference, console: Console, name_of: Callable[[str], str]
) -> Iterator[str]:
    if board.change in {"same", "moved"} and board.was == board.would_be:
        return
    was, would_be = board.was or ((), ()), board.would_be or ((), ())
    yield console.say(
        f"whatif.board.{board.change}",
        board=board.board,
        white=would_be[0],
        black=would_be[1],
        white_was=was[0],
        black_was=was[1],
        name_of=name_of,
    )


def _of_floaters(
    paired: RoundDifference, console: Console, name_of: Callable[[str], str]
) -> Iterator[str]:
    before = tuple(each for each in paired.floaters_were if each not in paired.floaters_would_be)
    after = tuple(each for each in paired.floaters_would_be if each not in paired.floaters_were)
    if before:
        yield console.say("whatif.floats-no-more", entrants=before, name_of=name_of)
    if after:
        yield console.say("whatif.floats-now", entrants=after, name_of=name_of)
