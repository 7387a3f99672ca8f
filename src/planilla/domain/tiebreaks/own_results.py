"""Tie-breaks by the entrant's own results: wins, black games, progressive and standard score.

With predetermined pairings forfeit wins are wins over the board, forfeit losses unplayed (FIDE
C.07, 15.2); elsewhere no forfeit is played.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.lanes import both, flags_of, sums, sums_of_rows, whole
from planilla.domain.tiebreaks.tally import NOBODY, VOLUNTARY, Kind, Tally, in_rows
from planilla.domain.tiebreaks.tiebreak import Note, Term, Tiebreak, Working

Count = Callable[[Tally, Seat, int], int]
"""What one round (from 0) counts for one entrant."""

_NOTES = {
    Kind.OPEN: Note.OPEN,
    Kind.PLAYED: Note.PLAYED,
    Kind.FORFEIT_WIN: Note.FORFEIT,
    Kind.FORFEIT_LOSS: Note.FORFEIT,
    Kind.FULL_BYE: Note.BYE,
    Kind.REQUESTED: Note.ABSENT,
    Kind.FREE: Note.NOT_COUNTED,
}


_BY_RESULTS = frozenset({int(Kind.PLAYED)})
_BY_SCHEDULE = frozenset({int(Kind.PLAYED), int(Kind.FORFEIT_WIN)})
"""What counts as played over the board."""


def tally_for(code: Code, contest: Contest) -> Tally:
    """The tally that a code names, or else the primary one."""
    return contest.tallies.get(code.score) or contest.tally


def counting(count: Count, unit: int, code: Code, _: object = None) -> Tiebreak:
    """A tie-break that counts something in each round."""
    return Tiebreak(
        code=code.written,
        unit=lambda _: unit,
        values=partial(_counted, count, code),
        working=partial(_counted_working, count, code, unit),
    )


def _counted(count: Count, code: Code, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    tally = tally_for(code, contest)
    if count not in _AT_ONCE:
        rounds, rows = range(tally.rounds), in_rows(tally)
        return [sum(count(rows, seat, at) for at in rounds) for seat in tied]
    counts = contest.once((count, code.score), lambda: _counts(count, tally))
    return [counts[seat] for seat in tied]


def _counts(count: Count, tally: Tally) -> Sequence[int]:
    """What all rounds count for everybody."""
    return sums(_AT_ONCE[count](tally), tally.size, (1,) * tally.rounds)


def _counted_working(
    count: Count, code: Code, unit: int, contest: Contest, _: Sequence[Seat], seat: Seat
) -> Working:
    tally = tally_for(code, contest)
    terms = tuple(_term(tally, seat, at, count(tally, seat, at)) for at in range(tally.rounds))
    return Working(unit=unit, terms=terms)


def _term(tally: Tally, seat: Seat, at: int, value: int) -> Term:
    opponent = tally.opponents[seat][at]
    return Term(
        round=at + 1,
        opponent=None if opponent == NOBODY else opponent,
        value=value,
        note=round_note(tally, seat, at),
    )


def round_note(tally: Tally, seat: Seat, at: int) -> Note:
    """What a round (from 0) was for an entrant."""
    return _NOTES[Kind(tally.kinds[seat][at])]


def _over_the_board(tally: Tally, seat: Seat, at: int) -> bool:
    return tally.kinds[seat][at] in (_BY_SCHEDULE if tally.predetermined else _BY_RESULTS)


def win(tally: Tally, seat: Seat, at: int) -> int:
    """A round that brought as many points as a win, played or not.

    Source: FIDE C.07 (1 March 2026), `WIN`; seed 000, 3.1.6, Kashdan 100 without the adjustment.
    """
    return int(tally.points[seat][at] == tally.win and tally.kinds[seat][at] != Kind.OPEN)


def game_won(tally: Tally, seat: Seat, at: int) -> int:
    """A game won over the board.

    Source: FIDE C.07 (1 March 2026), `WON`; seed 000, 3.1.6, Kashdan 100 with the adjustment.
    """
    return int(tally.points[seat][at] == tally.win and _over_the_board(tally, seat, at))


def black_game(tally: Tally, seat: Seat, at: int) -> int:
    """A game played with the black pieces. Source: FIDE C.07 (1 March 2026), `BPG`."""
    return int(tally.blacks[seat][at] and _over_the_board(tally, seat, at))


def black_win(tally: Tally, seat: Seat, at: int) -> int:
    """A game won with the black pieces. Source: FIDE C.07 (1 March 2026), `BWG`."""
    return tally.blacks[seat][at] and game_won(tally, seat, at)


def elected(tally: Tally, seat: Seat, at: int) -> int:
    """A round the entrant chose to play: not a requested bye, not lost by forfeit.

    Source: FIDE C.07 (1 March 2026), `REP`; `GE` before August 2024.
    """
    return int(tally.kinds[seat][at] not in VOLUNTARY)


def _table(kinds: frozenset[int]) -> bytes:
    """For `bytes.translate`: 1 for these kinds of a round, 0 for all others."""
    return bytes(kind in kinds for kind in range(256))


_PLAYED = _table(_BY_RESULTS)
_PLAYED_BY_SCHEDULE = _table(_BY_SCHEDULE)
_ENDED = _table(frozenset(Kind) - {Kind.OPEN})
_ELECTED = _table(frozenset(range(256)) - VOLUNTARY)


def _wins(tally: Tally) -> bytes:
    ended = whole(tally.kinds).translate(_ENDED)
    return both(flags_of(tally.points, tally.win), ended)


def _games_won(tally: Tally) -> bytes:
    return both(flags_of(tally.points, tally.win), _board(tally))


def _black_games(tally: Tally) -> bytes:
    return both(whole(tally.blacks), _board(tally))


def _black_wins(tally: Tally) -> bytes:
    return both(whole(tally.blacks), _games_won(tally))


def _elected(tally: Tally) -> bytes:
    return whole(tally.kinds).translate(_ELECTED)


def _board(tally: Tally) -> bytes:
    """1 for each round that was played over the board."""
    table = _PLAYED_BY_SCHEDULE if tally.predetermined else _PLAYED
    return whole(tally.kinds).translate(table)


_AT_ONCE: dict[Count, Callable[[Tally], bytes]] = {
    win: _wins,
    game_won: _games_won,
    black_game: _black_games,
    black_win: _black_wins,
    elected: _elected,
}
"""The same for all rounds of everybody: a call for each round would take most of the time."""


def standard_points(tally: Tally, seat: Seat, at: int) -> int:
    """Two for a round with more points than the opponent, one for one with as many.

    Without an opponent: with more points than a draw brings, or as many (in half points).

    Source: FIDE C.07 (1 March 2026), `STD`.
    """
    kind, points, opponent = (
        tally.kinds[seat][at],
        tally.points[seat][at],
        tally.opponents[seat][at],
    )
    if kind in {Kind.OPEN, Kind.FREE}:
        return 0
    against = tally.draw if opponent == NOBODY else tally.points[opponent][at]
    return (points > against) + (points >= against)


# --- the progressive score -----------------------------------------------------------------------


def progressive(code: Code, _: object = None) -> Tiebreak:
    """The sum of the running score after each round, in units of the point system.

    `/C1` leaves out the score after round 1, `/C2` also that after round 2, and so on.

    Source: FIDE C.07 (1 March 2026), `PS`, 14.1; seed 000, 3.1.7 and 3.1.8.
    """
    cut = code.number("C") or 0
    return Tiebreak(
        code=code.written,
        unit=lambda contest: tally_for(code, contest).unit,
        values=partial(_progressive, code, cut),
        working=partial(_progressive_working, code, cut),
    )


def _progressive(code: Code, cut: int, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    tally = tally_for(code, contest)
    # The points of a round are in the score after it, and in each one after that.
    weights = [max(0, tally.rounds - max(at, cut)) for at in range(tally.rounds)]
    scores = contest.once(
        ("progressive", code.score, cut), lambda: sums_of_rows(tally.points, weights)
    )
    return [scores[seat] for seat in tied]


def _progressive_working(
    code: Code, cut: int, contest: Contest, _: Sequence[Seat], seat: Seat
) -> Working:
    tally = tally_for(code, contest)
    terms = tuple(
        Term(
            round=term.round,
            opponent=term.opponent,
            value=term.value,
            note=term.note,
            cut=at < cut,
            article="14.1" if at < cut else "",
        )
        for at, term in enumerate(
            _term(tally, seat, at, score) for at, score in enumerate(accumulate(tally.points[seat]))
        )
    )
    return Working(unit=tally.unit, terms=terms)
