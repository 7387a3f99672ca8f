"""The next round while a few games are still open: what is certain, and what each game decides.

Every outcome of the open games is paired as `pair-round` would pair it; the arbiter sees which
boards are the same in all of them. A preview is of a draft: it is for the staff alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import msgspec

from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import NoPairing
from planilla.domain.tournament.closing import TooManyGamesOpen
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import question_of
from planilla.domain.tournament.drafting import fixed_boards, seated
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.lookups import awaited_games
from planilla.domain.tournament.pairings import DraftPending, PairRound
from planilla.domain.tournament.questions import PairingAsked
from planilla.domain.tournament.refusal import NotInThisSystem, RoundNotPaired
from planilla.domain.tournament.results import first_report
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import RESULT_OF_NOTATION, EntrantId, GameId

OPEN_GAMES_MAX = 6
"""Largest number of open games: six have 729 outcomes, each of which is paired."""

RESULTS = ("1-0", "½-½", "0-1")
"""Results of an open game in a preview; forfeits are left out."""

Meeting = tuple[EntrantId, EntrantId | None]
"""White and Black of a board; or an entrant with the bye, and None."""

OutcomeSet = int
"""Some of the outcomes: bit n is set for outcome n, from 0."""


class PreviewOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """One combination of results of the open games, and the round that follows.

    `meetings` are the boards in board order and then the bye; none where the rules leave no
    pairing.
    """

    results: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    unpairable: bool = False


class UncertainBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board of some outcomes: their number, and the games it depends on."""

    meeting: Meeting
    outcomes: int
    games: tuple[GameId, ...]


class GameDecision(msgspec.Struct, frozen=True, kw_only=True):
    """The boards that become certain by one result of a game, whatever the others are."""

    game: GameId
    result: str
    meetings: tuple[Meeting, ...]


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """The round to come: the boards of all outcomes, those of some, and every outcome.

    Boards stand in the order of the first outcome in which they appear.
    """

    round: int
    games: tuple[GameId, ...]
    certain: tuple[Meeting, ...]
    undecided: tuple[UncertainBoard, ...]
    decisions: tuple[GameDecision, ...]
    outcomes: tuple[PreviewOutcome, ...]


class PreviewPart(msgspec.Struct, frozen=True, kw_only=True):
    """Outcomes to be paired: the tournament as it stands, and the context of `pair-round`."""

    state: Tournament
    context: DecisionContext
    results: tuple[tuple[str, ...], ...]


def parts(state: Tournament, context: DecisionContext, size: int) -> tuple[PreviewPart, ...]:
    """Return the outcomes of the open games, `size` of them in each part.

    Raises:
        TooManyGamesOpen: more than `OPEN_GAMES_MAX`.
        Refusal: the next round could not be paired whatever the games' outcomes.
    """
    games = _open_games(state)
    outcomes = tuple(product(RESULTS, repeat=len(games)))
    question_of(_ended(state, outcomes[0]), _next_round(state), context)
    return tuple(
        PreviewPart(state=state, context=context, results=outcomes[first : first + size])
        for first in range(0, len(outcomes), size)
    )


def outcomes_of(part: PreviewPart) -> tuple[PreviewOutcome, ...]:
    """Pair the round after each of these outcomes; it takes as long as pairing all of them."""
    return tuple(_outcome(part, results) for results in part.results)


def preview_of(state: Tournament, outcomes: Sequence[PreviewOutcome]) -> Preview:
    """Return the boards that all outcomes have in common, and those that each game decides.

    The outcomes are all of them, in the order of `parts`.
    """
    games = _open_games(state)
    having = _having(outcomes)
    certain = tuple(each for each in having if having[each].bit_count() == len(outcomes))
    undecided = {each: found for each, found in having.items() if each not in certain}
    ends = tuple(_by_result(outcomes, place) for place in range(len(games)))
    return Preview(
        round=_next_round(state).round,
        games=games,
        certain=certain,
        undecided=tuple(
            UncertainBoard(
                meeting=meeting,
                outcomes=found.bit_count(),
                games=tuple(
                    game for game, end in zip(games, ends, strict=True) if _depends(found, end)
                ),
            )
            for meeting, found in undecided.items()
        ),
        decisions=tuple(_decisions(games, ends, undecided)),
        outcomes=tuple(outcomes),
    )


def _next_round(state: Tournament) -> PairRound:
    return PairRound(round=len(state.rounds) + 1, in_stage=state.stage)


def _open_games(state: Tournament) -> tuple[GameId, ...]:
    """Return the open games of the last round, without those that are postponed."""
    if state.system.pair is None:
        raise NotInThisSystem(system=state.system_name)
    if not state.rounds:
        raise RoundNotPaired(round=1)
    last = state.rounds[-1]
    if not last.is_published:
        raise DraftPending(round=last.number)
    games = awaited_games(state, last)
    if len(games) > OPEN_GAMES_MAX:
        raise TooManyGamesOpen(round=last.number, open=len(games), largest=OPEN_GAMES_MAX)
    return games


def _ended(state: Tournament, results: Iterable[str]) -> Tournament:
    """Return the tournament after the open games ended so."""
    for game, result in zip(_open_games(state), results, strict=True):
        event = first_report(game, RESULT_OF_NOTATION[result])
        state = evolve(
            state, Fact(version=state.version + 1, recorded_at=state.changed_at, event=event)
        )
    return state


def _outcome(part: PreviewPart, results: tuple[str, ...]) -> PreviewOutcome:
    command = _next_round(part.state)
    question = question_of(_ended(part.state, results), command, part.context)
    assert isinstance(question, PairingAsked)  # a schedule was refused
    answer = SYSTEMS[question.system].answer(question.given, briefly=True)
    if isinstance(answer, NoPairing):
        return PreviewOutcome(results=results, meetings=(), unpairable=True)
    entrants = question.given.crosstable.entrants
    boards: tuple[Meeting, ...] = seated(
        tuple((entrants[white].id, entrants[black].id) for white, black in answer.boards),
        fixed_boards(part.state),
    )
    byes: list[Meeting] = [(entrants[seat].id, None) for seat, _ in answer.byes]
    return PreviewOutcome(results=results, meetings=(*boards, *byes))


def _having(outcomes: Sequence[PreviewOutcome]) -> dict[Meeting, OutcomeSet]:
    """Return the outcomes in which each board is."""
    found: dict[Meeting, OutcomeSet] = {}
    for place, outcome in enumerate(outcomes):
        for meeting in outcome.meetings:
            found[meeting] = found.get(meeting, 0) | 1 << place
    return found


def _by_result(outcomes: Sequence[PreviewOutcome], game: int) -> tuple[OutcomeSet, ...]:
    """Return the outcomes that have each result of a game."""
    return tuple(
        sum(1 << place for place, each in enumerate(outcomes) if each.results[game] == result)
        for result in RESULTS
    )


def _depends(having: OutcomeSet, ends: tuple[OutcomeSet, ...]) -> bool:
    """Return whether two outcomes that differ in this game alone differ in this board.

    In the order of the outcomes those with another result of the game, and the same of all others,
    are always as far from one another as the first of them are.
    """
    firsts = [(end & -end).bit_length() - 1 for end in ends]
    return len({(having & end) >> first for end, first in zip(ends, firsts, strict=True)}) > 1


def _decisions(
    games: tuple[GameId, ...],
    ends: tuple[tuple[OutcomeSet, ...], ...],
    undecided: dict[Meeting, OutcomeSet],
) -> Iterator[GameDecision]:
    for game, by_result in zip(games, ends, strict=True):
        for result, end in zip(RESULTS, by_result, strict=True):
            yield GameDecision(
                game=game,
                result=result,
                meetings=tuple(each for each, found in undecided.items() if found & end == end),
            )
