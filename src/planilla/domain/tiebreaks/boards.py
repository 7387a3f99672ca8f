"""Tie-breaks of teams by boards: board count, top boards, bottom boards left out, and games.

Game points at a board count for any player of the team. Individual forfeits are wins and losses,
and a pairing-allocated bye is a win on each board. `TBR`, `BBE` and the Dutch weighting of boards
proceed from stage to stage until the tie is broken: their value is that of the first stage that
separates any of the tied teams, and they are applied again to those still tied.

Source: FIDE C.07 (1 March 2026), 12.1 to 12.3; 7.1 to 7.4 by game points; seed 000, 3.1.9.
"""

from collections.abc import Callable, Sequence
from functools import partial

from planilla.domain.crosstable import Seat
from planilla.domain.teams import GAME
from planilla.domain.tiebreaks.contest import NOBODY, BoardResults, Contest, RoundKind
from planilla.domain.tiebreaks.elements import label_of_round
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.own_results import (
    Count,
    black_game,
    black_win,
    counting,
    game_won,
    win,
)
from planilla.domain.tiebreaks.tiebreak import (
    BOOK,
    FIDE,
    Family,
    Note,
    Term,
    Tiebreak,
    Working,
    WorkingStep,
)

Rounds = Sequence[int]
"""Round numbers from 0."""

Stages = Callable[[Sequence[int]], list[int]]
"""Function from the sums by board, top board first, to the values of the stages."""


def has_boards(contest: Contest) -> bool:
    """Return whether the results at each board are known."""
    return contest.boards is not None


def results_of(contest: Contest) -> BoardResults:
    """Return the results at the boards of a team contest."""
    assert contest.boards is not None
    return contest.boards


def sums_by_board(contest: Contest, seat: Seat, rounds: Rounds) -> list[int]:
    """Return the game points at each board in some rounds, the top board first."""
    results = results_of(contest)
    rows = [results.points[seat][at] for at in rounds]
    return [sum(row[board] for row in rows if row) for board in range(results.boards)]


def _every_round(contest: Contest) -> Rounds:
    return range(contest.tally.rounds)


# --- board count ---------------------------------------------------------------------------------


def board_count(code: Code, _: object = None) -> Tiebreak:
    """Return the sum of board number times game points; the lower is ahead.

    All values are 0 unless the tied teams have equal game points.

    Source: FIDE C.07 (1 March 2026), 12.1.
    """
    return Tiebreak(
        code=code.written,
        unit=_unit,
        values=_counts,
        working=_count_working,
        applies=has_boards,
        depends_on_tied=True,
        lower_is_better=True,
    )


def _unit(contest: Contest) -> int:
    return contest.tallies[GAME].unit


def weighted(sums: Sequence[int]) -> int:
    """Return the sum of the board number, 1 for the top one, times the points there."""
    return sum(number * points for number, points in enumerate(sums, start=1))


def _may_count(contest: Contest, tied: Sequence[Seat]) -> bool:
    scores = contest.tallies[GAME].scores
    return len({scores[seat] for seat in tied}) <= 1


def _counts(contest: Contest, tied: Sequence[Seat]) -> list[int]:
    if not _may_count(contest, tied):
        return [0] * len(tied)
    rounds = _every_round(contest)
    return [weighted(sums_by_board(contest, seat, rounds)) for seat in tied]


def _count_working(contest: Contest, tied: Sequence[Seat], seat: Seat) -> Working:
    rounds, counts = _every_round(contest), _may_count(contest, tied)
    return Working(
        unit=_unit(contest),
        terms=tuple(
            _term(contest, seat, at, weighted(sums_by_board(contest, seat, [at])), counted=counts)
            for at in rounds
        ),
    )


def _term(contest: Contest, seat: Seat, at: int, value: int, *, counted: bool = True) -> Term:
    tally = contest.tally
    label = label_of_round(tally, seat, at)
    is_pairing_bye = tally.kinds[seat][at] == RoundKind.FULL_BYE
    return Term(
        round=at + 1,
        opponent=label.opponent,
        value=value if counted else 0,
        note=label.note if counted else Note.NOT_COUNTED,
        article="12" if is_pairing_bye and counted else "" if counted else "12.1",
    )


# --- from board to board -------------------------------------------------------------------------


def top_boards(sums: Sequence[int]) -> list[int]:
    """Return the points by board, from the top board to the last.

    Source: FIDE C.07 (1 March 2026), 12.2.
    """
    return list(sums)


def without_bottom_boards(sums: Sequence[int]) -> list[int]:
    """Return the points without the bottom board, then without two, up to the top one alone.

    Source: FIDE C.07 (1 March 2026), 12.3.
    """
    return [sum(sums[:kept]) for kept in range(max(len(sums) - 1, 1), 0, -1)]


def board_by_board(stages: Stages, code: Code, _: object = None) -> Tiebreak:
    """Return the value at the first separating one of `stages`, or else at the first."""
    return Tiebreak(
        code=code.written,
        unit=_unit,
        values=partial(_staged, stages),
        working=partial(_staged_working, stages),
        applies=has_boards,
        depends_on_tied=True,
        reapplies=True,
    )


def deciding_stage(rows: Sequence[Sequence[int]]) -> int:
    """Return the first stage (from 0) at which the rows differ; 0 if they never do."""
    for at, column in enumerate(zip(*rows, strict=True)):
        if len(set(column)) > 1:
            return at
    return 0


def _stage_rows(stages: Stages, contest: Contest, tied: Sequence[Seat]) -> list[list[int]]:
    rounds = _every_round(contest)
    return [stages(sums_by_board(contest, seat, rounds)) for seat in tied]


def _staged(stages: Stages, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    rows = _stage_rows(stages, contest, tied)
    at = deciding_stage(rows)
    return [row[at] for row in rows]


def _staged_working(stages: Stages, contest: Contest, tied: Sequence[Seat], seat: Seat) -> Working:
    stage = deciding_stage(_stage_rows(stages, contest, tied))
    terms = tuple(
        _term(contest, seat, at, stages(sums_by_board(contest, seat, [at]))[stage])
        for at in _every_round(contest)
    )
    unit = _unit(contest)
    total = sum(term.value for term in terms)
    return Working(
        unit=unit,
        terms=terms,
        steps=(
            stage_step(stages, stage, results_of(contest).boards),
            WorkingStep(name="sum", numerator=total, denominator=unit),
        ),
    )


def stage_step(stages: Stages, stage: int, boards: int) -> WorkingStep:
    """Return the board that a stage counts, or the number of boards that it keeps."""
    if stages is top_boards:
        return WorkingStep(name="board", numerator=stage + 1)
    return WorkingStep(name="boards-kept", numerator=max(boards - 1 - stage, 1))


# --- games of the boards -------------------------------------------------------------------------


def counting_games(by_round: Count, counts: str, code: Code, _: object = None) -> Tiebreak:
    """Return a count of rounds; by game points, a count of the games at the boards.

    `counts` is the count of the code for individuals: `WIN`, `WON`, `BPG`, `BWG`.
    """
    rounds = counting(by_round, 1, code)
    return Tiebreak(
        code=code.written,
        unit=lambda _: 1,
        values=lambda contest, tied: (
            [sum(_games(contest, counts, seat)) for seat in tied]
            if _by_games(code, contest)
            else rounds.values(contest, tied)
        ),
        working=lambda contest, tied, seat: (
            _games_working(contest, counts, seat)
            if _by_games(code, contest)
            else rounds.working(contest, tied, seat)
        ),
    )


def _by_games(code: Code, contest: Contest) -> bool:
    return has_boards(contest) and contest.named(code.score) == GAME


def _games(contest: Contest, counts: str, seat: Seat) -> list[int]:
    """Return the number of games of each round that count."""
    return [_games_in(contest, counts, seat, at) for at in _every_round(contest)]


def _games_in(contest: Contest, counts: str, seat: Seat, at: int) -> int:
    tally, results = contest.tallies[GAME], results_of(contest)
    won = [points * results.boards == tally.win for points in results.points[seat][at]]
    over_the_board = _over_the_board(contest, seat, at)
    if counts == "WIN":
        # A bye is a win on each board only if it scores as much as winning on all of them.
        is_less = tally.opponents[seat][at] == NOBODY and tally.points[seat][at] != tally.win
        return 0 if is_less else sum(won)
    if counts == "WON":
        return sum(map(min, won, over_the_board))
    black = list(map(min, results.blacks[seat][at], over_the_board))
    return sum(black) if counts == "BPG" else sum(map(min, won, black))


def _over_the_board(contest: Contest, seat: Seat, at: int) -> list[int]:
    """Return the games played; with predetermined pairings also forfeit wins (15.2)."""
    results, tally = results_of(contest), contest.tallies[GAME]
    played = list(results.played[seat][at])
    if not tally.predetermined or tally.opponents[seat][at] == NOBODY:
        return played
    won = [points * results.boards == tally.win for points in results.points[seat][at]]
    return list(map(max, played, won))


def _games_working(contest: Contest, counts: str, seat: Seat) -> Working:
    terms = []
    for at, value in enumerate(_games(contest, counts, seat)):
        label = label_of_round(contest.tallies[GAME], seat, at)
        terms.append(Term(round=at + 1, opponent=label.opponent, value=value, note=label.note))
    return Working(unit=1, terms=tuple(terms))


# --- the Dutch weighting -------------------------------------------------------------------------

Counted = Callable[[Contest, Sequence[Seat], Seat], list[int]]
"""Function that returns the rounds (from 0) whose matches count for one of the tied teams."""


def among_tied(contest: Contest, tied: Sequence[Seat], seat: Seat) -> list[int]:
    """Return the rounds in which a team met another of the tied teams."""
    opponents = contest.tally.opponents[seat]
    return [at for at in range(contest.tally.rounds) if opponents[at] in tied]


def whole_tournament(contest: Contest, _tied: Sequence[Seat], _seat: Seat) -> list[int]:
    """Return all rounds."""
    return list(range(contest.tally.rounds))


def board_weights(counted: Counted, code: Code, _: object = None) -> Tiebreak:
    """Return the value at the first separating stage of the Dutch weighting.

    The result of board 1 counts as often as there are boards, that of board 2 once less, and so on:
    results at higher boards have more weight. If that separates no teams, board 1 alone does, then
    board 2, …; if all games were drawn, the team that had Black on board 1. `HOL` counts the
    matches among the tied teams, `HOLT` the whole tournament. Forfeits count as they were scored.

    Source: seed 000, 3.1.9.
    """
    return Tiebreak(
        code=code.written,
        unit=lambda contest: contest.tallies[GAME].unit,
        values=partial(_weighted_values, counted),
        working=partial(_weighted_working, counted),
        applies=has_boards,
        depends_on_tied=True,
        reapplies=True,
    )


def _weighted_stages(contest: Contest, seat: Seat, rounds: Sequence[int]) -> list[int]:
    """Return the weighted sum, then each board, then Black on board 1 if all games were drawn."""
    sums = sums_by_board(contest, seat, rounds)
    weighted = sum(weight * points for weight, points in enumerate(reversed(sums), start=1))
    return [weighted, *sums, _weighted_blacks(contest, seat, rounds)]


def _weighted_blacks(contest: Contest, seat: Seat, rounds: Sequence[int]) -> int:
    results, games = results_of(contest), contest.tallies[GAME]
    boards = [points for at in rounds for points in results.points[seat][at]]
    if any(points * results.boards != games.draw for points in boards):
        return 0
    return games.unit * sum(results.blacks[seat][at][:1] == b"\1" for at in rounds)


def _weighted_rows(counted: Counted, contest: Contest, tied: Sequence[Seat]) -> list[list[int]]:
    return [_weighted_stages(contest, seat, counted(contest, tied, seat)) for seat in tied]


def _weighted_values(counted: Counted, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    rows = _weighted_rows(counted, contest, tied)
    stage = deciding_stage(rows)
    return [row[stage] for row in rows]


def _weighted_working(
    counted: Counted, contest: Contest, tied: Sequence[Seat], seat: Seat
) -> Working:
    rows = _weighted_rows(counted, contest, tied)
    stage = deciding_stage(rows)
    tally, unit = contest.tallies[GAME], contest.tallies[GAME].unit
    terms = tuple(
        Term(
            round=at + 1,
            opponent=label.opponent,
            value=_weighted_stages(contest, seat, [at])[stage],
            note=label.note,
        )
        for at in counted(contest, tied, seat)
        for label in [label_of_round(tally, seat, at)]
    )
    total = rows[list(tied).index(seat)][stage]
    step = _weighted_step(stage, results_of(contest).boards)
    return Working(
        unit=unit,
        terms=terms,
        steps=(step, WorkingStep(name="sum", numerator=total, denominator=unit)),
    )


def _weighted_step(stage: int, boards: int) -> WorkingStep:
    """Return the subject of a stage: all boards weighted, one board, or its colour."""
    if not stage:
        return WorkingStep(name="board-weights", numerator=boards)
    if stage <= boards:
        return WorkingStep(name="board", numerator=stage)
    return WorkingStep(name="black-on-board", numerator=1)


_COUNTS: tuple[tuple[str, Count], ...] = (
    ("WIN", win),
    ("WON", game_won),
    ("BPG", black_game),
    ("BWG", black_win),
)
TIEBREAKS = (
    *(
        Family(name=name, editions=FIDE, make=partial(counting_games, count, name))
        for name, count in _COUNTS
    ),
    *(
        Family(name=name, editions=FIDE, make=make, teams=True, scored=False)
        for name, make in (
            ("BC", board_count),
            ("TBR", partial(board_by_board, top_boards)),
            ("BBE", partial(board_by_board, without_bottom_boards)),
        )
    ),
    *(
        Family(
            name=name,
            editions=(BOOK,),
            make=partial(board_weights, counted),
            teams=True,
            scored=False,
        )
        for name, counted in (("HOL", among_tied), ("HOLT", whole_tournament))
    ),
)
