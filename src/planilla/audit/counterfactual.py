"""What if a game had ended otherwise: each later round paired again with that known.

Games that were never played have no result, so each round is taken by itself: it is paired again
from what was really played before it, with only that one result replaced. Law: without a change
every round comes out as it was paired.
"""

from collections.abc import Sequence

import msgspec

from planilla.audit.prize_effect import PrizeEffect, prize_effect
from planilla.audit.redraw import Moment, RoundDifference, difference, judged, moments
from planilla.audit.revalued import memories_had
from planilla.domain.crosstable import Crosstable
from planilla.domain.scoring import system_of
from planilla.domain.tournament.crosstables import for_pairing
from planilla.domain.tournament.events import ResultCorrected
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.refusals import NoResultYet
from planilla.domain.tournament.rules.results import known_result, published_game
from planilla.domain.tournament.state import RoundState
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameResult


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A game with another result, in the notation of `vocabulary`, seen from its present White.

    `known_from` is the first round that is paired with it; None: the one after the game's.
    `correction` is the version of the recorded correction that it comes from, if it does.
    """

    game: GameId
    result: str
    known_from: int | None = None
    correction: int | None = None


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """A change, the game that it changes, and every later round as it was and would have been.

    `before` is the result that was first recorded. `board` counts from 1; points in `rounds` are
    in units of one `unit`-th of a point. `prizes` compares with the standings as they are; for a
    recorded correction, with the result that was first recorded. None where there are no prizes.
    """

    change: Change
    round: int
    board: int
    white: EntrantId
    black: EntrantId
    before: str
    unit: int
    rounds: tuple[RoundDifference, ...]
    prizes: PrizeEffect | None = None

    @property
    def identical(self) -> bool:
        """Whether every later round would have come out the same."""
        return all(paired.identical for paired in self.rounds)


def what_if(facts: Sequence[Fact], change: Change) -> WhatIf:
    """Every round after the changed game, paired again with the change known.

    Raises:
        NoSuchGame, RoundNotPublished, NoResultYet: there is no result to change.
        NoSuchResult: the other result is none.
    """
    state = fold(facts)
    result = known_result(change.result)
    played, board = published_game(state, change.game)
    if played.recorded[board] == GameResult.OPEN:
        raise NoResultYet(game=change.game)
    white, black = played.boards[board]
    known_from = change.known_from or played.number + 1
    before = RESULT_NOTATION[GameResult(played.recorded[board])]
    instead_of = before if change.correction is not None else ""
    ladders = memories_had(facts, played, board, result, known_from)
    return WhatIf(
        change=change,
        round=played.number,
        board=board + 1,
        white=white,
        black=black,
        before=before,
        unit=system_of(for_pairing(state, 1)).unit,
        rounds=tuple(
            difference(
                moment,
                replaced(moment, played, board, result)
                if moment.round >= known_from
                else for_pairing(moment.state, moment.round),
                ladders.get(moment.version),
            )
            for moment in map(judged, moments(facts))
            if moment.round > played.number
        ),
        prizes=prize_effect(state, change.game, change.result, instead_of),
    )


def replaced(moment: Moment, played: RoundState, board: int, result: GameResult) -> Crosstable:
    """What the round was paired from, with one other result.

    `played` and `board` say where the game stands today; colours corrected since are minded.
    """
    crosstable = for_pairing(moment.state, moment.round)
    then = moment.state.rounds[played.number - 1]
    at = then.games.index(played.games[board])
    same_colours = then.boards[at] == played.boards[board]
    code = result if same_colours else result.reversed
    before = crosstable.rounds[played.number - 1]
    results = before.results[:at] + bytes((code,)) + before.results[at + 1 :]
    rounds = list(crosstable.rounds)
    rounds[played.number - 1] = msgspec.structs.replace(before, results=results)
    return msgspec.structs.replace(crosstable, rounds=tuple(rounds))


def correction_in(facts: Sequence[Fact], version: int | None = None) -> Change | None:
    """The correction of that version, or the last one, as a change known from the beginning."""
    for fact in reversed(facts):
        event = fact.event
        if isinstance(event, ResultCorrected) and version in {None, fact.version}:
            return Change(game=event.game, result=event.result, correction=fact.version)
    return None
