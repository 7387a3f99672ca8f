"""The command `whatif`: what would have been with other facts, in its two readings."""

import argparse
import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.logs import facts_of, naming
from planilla.adapters.cli.moments import reading_at
from planilla.adapters.cli.outcome import Outcome, Stop
from planilla.adapters.cli.parallel import each_of, processors
from planilla.adapters.cli.tools import Tools
from planilla.adapters.cli.whatif_branch import lines_of_branch
from planilla.adapters.cli.whatif_edits import listed_edits
from planilla.adapters.cli.whatif_hall import in_hall
from planilla.adapters.cli.whatif_rounds import lines_of_rounds
from planilla.adapters.cli.whatif_steps import steps_shown
from planilla.audit.branch import Branch, BranchOptions, branch, branch_portions, count_portion
from planilla.audit.branch import branch_from as told_of
from planilla.audit.edits import Edit, EditedLog, edited
from planilla.audit.known_from_start import (
    KnownCorrection,
    OtherResult,
    known_from_start,
    last_result_corrected,
    other_result,
)
from planilla.audit.replay import Phase
from planilla.audit.round_by_round import RoundByRound, round_by_round
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.vocabulary import GameId
from planilla.presentation.catalogue import sentence
from planilla.presentation.whatif import fact_sentence

ROUNDS, BRANCH, BOTH = "rounds", "branch", "both"
AskedEdits = tuple[tuple[Edit, ...], Mapping[str, str], OtherResult | None]
"""Edits, the names of those whom they enter, and what they are where that is one result."""
PORTION = 16
"""So many worlds are drawn by a process at a time."""


def whatif(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Show board by board what would have been, round by round and as a branch."""
    reading = asyncio.run(reading_at(tools, arguments.tournament, arguments.at))
    facts = facts_of(reading.events)
    try:
        if fold(facts).hall is not None:
            return in_hall(arguments, facts, naming(facts, reading.names), console)
        acts = {each.version: each.command_id for each in reading.events}
        asked = edits_in(arguments, facts, acts, console)
        return _of_rounds(arguments, facts, asked, reading.names, console)
    except Refusal as refusal:
        name_of = naming(facts, reading.names)
        said = sentence(console.language, refusal.code, refusal.fields, name_of=name_of)
        raise Stop("error.refused", sentence=said) from refusal


def _of_rounds(
    arguments: argparse.Namespace,
    facts: Sequence[Fact],
    asked: AskedEdits,
    names: Mapping[str, str],
    console: Console,
) -> Outcome:
    edits, entered, told = asked
    name_of = naming(facts, {**names, **entered})
    wanted = {ROUNDS, BRANCH} if arguments.reading == BOTH else {arguments.reading}
    log = edited(facts, edits)
    lines = [] if told is None else [_title(told, console, name_of)]
    if told is None or len(edits) > len(told.edits):
        lines += _changes(log, console, name_of)
    data: dict[str, Any] = {
        "change": None if told is None else _plain(told),
        "left_out": [each.fact for each in log.left_out],
        "added": [each.fact for each in log.added],
        "rounds": None,
        "branch": None,
    }
    if ROUNDS in wanted:
        found: RoundByRound = round_by_round(
            facts, edits, top=arguments.top, tick=steps_shown(console)
        )
        data["rounds"] = found
        lines += ["", *lines_of_rounds(found, log, console, name_of)]
    if BRANCH in wanted:
        ways = BranchOptions(draws=arguments.draws, seed=arguments.seed, top=arguments.top)
        followed = _followed(facts, edits, ways, console)
        data["branch"] = followed
        lines += ["", *lines_of_branch(followed, console, name_of)]
    return Outcome(lines=tuple(lines), data=data)


def _followed(
    facts: Sequence[Fact], edits: Sequence[Edit], ways: BranchOptions, console: Console
) -> Branch:
    """The branch, on all processors where it is said how many worlds are drawn."""
    parts = branch_portions(facts, edits, ways, PORTION)
    if len(parts) < 2 or ways.draws is None:
        return branch(facts, edits, ways, steps_shown(console))
    progress, draws = console.progress(f"progress.whatif.{Phase.WORLDS}"), ways.draws

    def done(part: int, _: int) -> None:
        progress(min(part * PORTION, draws), draws)

    counts = each_of(count_portion, parts, jobs=processors(), progress=done)
    return told_of(parts[0], counts)


def _plain(told: OtherResult) -> dict[str, Any]:
    names = ("game", "round", "board", "white", "black", "before", "after")
    return {name: getattr(told, name) for name in names}


def edits_in(
    arguments: argparse.Namespace,
    facts: Sequence[Fact],
    acts: Mapping[int, str],
    console: Console,
) -> AskedEdits:
    """The edits that are asked for, who they enter, and what they are where that is one result.

    Raises:
        Stop: they cannot be read.
        Refusal: there is no such game, no such result, or no such correction.
    """
    edits, names = listed_edits(arguments, console)
    if arguments.game is None and arguments.correction is None and edits:
        return edits, names, None
    known = _shorthand(arguments, facts, acts)
    return (*known.edits, *edits), names, known.told


def _shorthand(
    arguments: argparse.Namespace, facts: Sequence[Fact], acts: Mapping[int, str]
) -> KnownCorrection:
    """Another result, or a correction; without anything else the last one of a result."""
    if (arguments.game is None) != (arguments.result is None):
        raise Stop("error.game-and-result")
    if arguments.game is not None:
        result = arguments.result.replace("1/2", "½")
        told = other_result(facts, GameId(arguments.game), result, arguments.known_from)
        return KnownCorrection(edits=told.edits, told=told)
    known = _correction(arguments.correction, facts, acts)
    if arguments.known_from is None:
        return known
    if known.told is None:
        raise Stop("error.known-from-result")
    told = other_result(facts, known.told.game, known.told.after, arguments.known_from)
    return KnownCorrection(edits=told.edits, told=told)


def _correction(
    version: int | None, facts: Sequence[Fact], acts: Mapping[int, str]
) -> KnownCorrection:
    wanted = last_result_corrected(facts) if version is None else version
    if wanted is None:
        raise Stop("error.no-correction")
    return known_from_start(facts, wanted, acts)


def _title(told: OtherResult, console: Console, name_of: Callable[[str], str]) -> str:
    return console.say(
        "whatif.title",
        game=told.game,
        round=told.round,
        board=told.board,
        white=told.white,
        black=told.black,
        before=told.before,
        after=told.after,
        name_of=name_of,
    )


def _changes(log: EditedLog, console: Console, name_of: Callable[[str], str]) -> Iterator[str]:
    """Every fact that the edits take away or bring."""
    for key, facts in (("left-out", log.left_out), ("added", log.added)):
        for each in facts:
            text = fact_sentence(console.language, each, name_of)
            yield console.say(f"whatif.edit.{key}", version=each.fact.version, text=text)
    if not log.left_out and not log.added:
        yield console.say("whatif.edit.none")
