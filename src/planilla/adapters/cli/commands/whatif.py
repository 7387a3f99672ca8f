"""Command `whatif`: the tournament with other facts, in two readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console
from planilla.adapters.cli.parallel import each_of, processors
from planilla.adapters.cli.values import (
    at_moment,
    at_stage,
    count,
    edit_in_stage,
    game_in_stage,
    seed,
    stage_named,
    version,
)
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.vocabulary import GameId, result_notation
from planilla.presentation.catalogue import sentence

if TYPE_CHECKING:
    from planilla.audit.branch import Branch, BranchOptions
    from planilla.audit.edits import Edit
    from planilla.audit.known_from_start import KnownCorrection, OtherResult
    from planilla.audit.round_by_round import RoundByRound
    from planilla.domain.tournament.facts import Fact
    from planilla.presentation.whatif import WhatIfWords


ROUNDS, BRANCH, BOTH = "rounds", "branch", "both"
PORTION = 16
"""Number of scenarios that a process draws at a time."""


class WhatIfQuestion(NamedTuple):
    """The facts to replace, and the readings."""

    game: str | None
    result: str | None
    correction: int | None
    known_from: int | None
    edits: tuple[Edit, ...]
    names: Mapping[str, str]
    readings: frozenset[str]
    ways: BranchOptions

    def other_result(self) -> tuple[GameId, str] | None:
        """Return the game and its other result, if named.

        Raises:
            CommandError: only one of them is named.
        """
        if self.game is None and self.result is None:
            return None
        if self.game is None or self.result is None:
            raise CommandError("error.game-and-result")
        return GameId(self.game), result_notation(self.result)


@command("whatif", "cli.whatif")
@argument("tournament", key="cli.tournament")
@at_moment
@at_stage
@option("--game", key="cli.game", metavar="N.N")
@option("--result", key="cli.result", metavar="RESULT")
@option("--correction", key="cli.correction", metavar="vN", type=version)
@option("--known-from", key="cli.known-from", metavar="N", type=count)
@option("--remove", key="cli.remove", metavar="vN", multiple=True)
@option("--insert", key="cli.insert", metavar="vN COMMAND JSON", nargs=3, multiple=True)
@option("--replace", key="cli.replace", metavar="vN COMMAND JSON", nargs=3, multiple=True)
@option("--reading", key="cli.reading", type=click.Choice((ROUNDS, BRANCH, BOTH)), default=BOTH)
@option("--draws", key="cli.draws", metavar="N", type=count)
@option("--seed", key="cli.seed", metavar="N", type=seed, default=0)
@option("--top", key="cli.top", metavar="N", type=seed, default=0)
async def whatif(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    tournament: str,
    at: str | None,
    stage: str | None,
    game: str | None,
    result: str | None,
    correction: int | None,
    known_from: int | None,
    remove: tuple[str, ...],
    insert: tuple[tuple[str, ...], ...],
    replace: tuple[tuple[str, ...], ...],
    reading: str,
    draws: int | None,
    seed: int,
    top: int,
) -> CommandOutcome:
    """Show the changed tournament, round by round or as a branch."""
    from planilla.adapters.cli.logs import facts_of, naming, reading_at
    from planilla.audit.branch import BranchOptions
    from planilla.domain.tournament.evolve import fold
    from planilla.presentation.whatif import WhatIfWords

    console = invocation.console
    log = await reading_at(invocation.services, tournament, at)
    facts = facts_of(log.events)
    listed = [
        *(["remove", version] for version in remove),
        *(["insert", *words] for words in insert),
        *(["replace", *words] for words in replace),
    ]
    try:
        number = stage_named(fold(facts), stage).stage
        edits, names = _edits_in(listed, number, console)
        question = WhatIfQuestion(
            game=game_in_stage(game, number),
            result=result,
            correction=correction,
            known_from=known_from,
            edits=edits,
            names=names,
            readings=frozenset({ROUNDS, BRANCH} if reading == BOTH else {reading}),
            ways=BranchOptions(draws=draws, seed=seed, top=top),
        )
        if fold(facts).system.seats_at_once:
            words = WhatIfWords(console.language, naming(facts, log.names))
            return _in_hall(question, facts, words)
        acts = {each.version: each.command_id for each in log.events}
        return _in_rounds(question, facts, acts, log.names, console)
    except Refusal as refusal:
        name_of = naming(facts, log.names)
        said = sentence(console.language, refusal.code, refusal.fields, name_of=name_of)
        raise CommandError("error.refused", sentence=said) from refusal


def _edits_in(
    listed: Sequence[Sequence[str]], stage: int, console: Console
) -> tuple[tuple[Edit, ...], Mapping[str, str]]:
    """Return the edits in order, those of a later stage in it, and the names that they enter.

    Raises:
        CommandError: one of them cannot be read.
    """
    from planilla.application.malformed import Malformed
    from planilla.application.redaction import NoSuchCommand
    from planilla.application.whatif import edits_of, wanted_in

    try:
        wanted = [wanted_in(list(words)) for words in listed]
        return edits_of(wanted if stage == 1 else (edit_in_stage(each, stage) for each in wanted))
    except NoSuchCommand as error:
        said = console.say("refusal.no-such-command", command=str(error))
        raise CommandError("error.refused", sentence=said) from error
    except Malformed as error:
        said = console.say(f"refusal.{error.code}", **error.fields)
        raise CommandError("error.refused", sentence=said) from error


def _in_hall(question: WhatIfQuestion, facts: Sequence[Fact], words: WhatIfWords) -> CommandOutcome:
    """Return the outcome of another result of a game, or of edited results, in a hall.

    Raises:
        CommandError: the change is not valid.
        Refusal: the change is not possible.
    """
    from planilla.adapters.cli.whatif_lines import lines_of_edits, lines_of_masnou
    from planilla.audit.known_from_start import known_in_masnou
    from planilla.audit.masnou_replay import masnou_edited, masnou_what_if

    if question.edits:
        found = masnou_edited(facts, question.edits, top=question.ways.top)
        return CommandOutcome(lines=tuple(lines_of_edits(found, words)), data=found)
    wanted = question.other_result()
    if wanted is None:
        known = known_in_masnou(facts, question.correction)
        if known is None:
            raise CommandError("error.no-correction")
        wanted = known.game, known.result
    answer = masnou_what_if(facts, *wanted)
    return CommandOutcome(lines=tuple(lines_of_masnou(answer, words)), data=answer)


def _in_rounds(
    question: WhatIfQuestion,
    facts: Sequence[Fact],
    acts: Mapping[int, str],
    names: Mapping[str, str],
    console: Console,
) -> CommandOutcome:
    """Return the outcome of another result, of an earlier correction, or of edited facts.

    Raises:
        CommandError: it cannot be read what is to be changed.
        Refusal: there is no such game, no such result, or no such correction.
    """
    from planilla.adapters.cli.logs import naming
    from planilla.adapters.cli.whatif_lines import lines_of_branch, lines_of_rounds, steps_shown
    from planilla.audit.edits import edited
    from planilla.audit.round_by_round import round_by_round
    from planilla.presentation.whatif import WhatIfWords

    edits, other = question.edits, None
    if question.game is not None or question.correction is not None or not edits:
        known = _shorthand(question, facts, acts)
        edits, other = (*known.edits, *edits), known.other
    words = WhatIfWords(console.language, naming(facts, {**names, **question.names}))
    log = edited(facts, edits)
    lines = [] if other is None else [_title(words, other)]
    if other is None or len(edits) > len(other.edits):
        lines += words.edits(log) or (words.say("whatif.edit.none"),)
    data: dict[str, Any] = {
        "change": None if other is None else _plain(other),
        "left_out": [each.fact for each in log.left_out],
        "added": [each.fact for each in log.added],
        "rounds": None,
        "branch": None,
    }
    if ROUNDS in question.readings:
        found: RoundByRound = round_by_round(
            facts, edits, top=question.ways.top, tick=steps_shown(console)
        )
        data["rounds"] = found
        lines += ["", *lines_of_rounds(found, log, words)]
    if BRANCH in question.readings:
        followed = _followed(facts, edits, question.ways, console)
        data["branch"] = followed
        lines += ["", *lines_of_branch(followed, words)]
    return CommandOutcome(lines=tuple(lines), data=data)


def _followed(
    facts: Sequence[Fact], edits: Sequence[Edit], ways: BranchOptions, console: Console
) -> Branch:
    """Return the branch, calculated on all processors if scenarios are drawn."""
    from planilla.adapters.cli.whatif_lines import steps_shown
    from planilla.audit.branch import branch, branch_portions, count_portion
    from planilla.audit.branch import branch_from as told_of
    from planilla.audit.replay import Phase

    parts = branch_portions(facts, edits, ways, PORTION)
    if len(parts) < 2 or ways.draws is None:
        return branch(facts, edits, ways, steps_shown(console))
    progress, draws = console.progress(f"progress.whatif.{Phase.WORLDS}"), ways.draws

    def done(part: int, _: int) -> None:
        progress(min(part * PORTION, draws), draws)

    counts = each_of(count_portion, parts, jobs=processors(), progress=done)
    return told_of(parts[0], counts)


def _title(words: WhatIfWords, other: OtherResult) -> str:
    from planilla.presentation.sentences import board_text

    where = board_text(words.language, other.board, other.match)
    return words.say("whatif.title", where=where, **_plain(other))


def _plain(other: OtherResult) -> dict[str, Any]:
    names = ("game", "round", "match", "board", "white", "black", "before", "after")
    return {name: each for name in names if (each := getattr(other, name)) is not None}


def _shorthand(
    question: WhatIfQuestion, facts: Sequence[Fact], acts: Mapping[int, str]
) -> KnownCorrection:
    """Return another result or a correction; by default the last correction of a result."""
    from planilla.audit.known_from_start import KnownCorrection, other_result

    wanted = question.other_result()
    if wanted is None:
        known = _correction(question.correction, facts, acts)
        if question.known_from is None:
            return known
        if known.other is None:
            raise CommandError("error.known-from-result")
        wanted = known.other.game, known.other.after
    other = other_result(facts, *wanted, question.known_from)
    return KnownCorrection(edits=other.edits, other=other)


def _correction(
    version: int | None, facts: Sequence[Fact], acts: Mapping[int, str]
) -> KnownCorrection:
    from planilla.audit.known_from_start import known_from_start, last_result_corrected

    wanted = last_result_corrected(facts) if version is None else version
    if wanted is None:
        raise CommandError("error.no-correction")
    return known_from_start(facts, wanted, acts)
