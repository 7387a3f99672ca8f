"""Random tournaments to test with: all that happens in an open, drawn from given numbers.

Chance comes in as an argument, and only whole numbers are drawn and compared, so that the same
draws make the same tournament on every machine. Each round is paired by a pairing system.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Entrant, Round, Seat
from planilla.domain.pairing.swiss.acceleration import TOP_GROUPS
from planilla.domain.pairing.system import NoPairing, PairingInput, System
from planilla.domain.scoring import STANDARD, byes_of_games, points_of_match
from planilla.domain.teams import Board, Match, TeamRound, round_of_matches
from planilla.domain.vocabulary import RESULTS, ByeKind, Colour, EntrantId, GameResult

Draw = Callable[[int], int]
"""A whole number from 0 to one less than the one given, each as likely as the other."""

MILLION = 1_000_000
"""Rates are whole numbers of millionths: 50,000 is one in twenty."""

RATING_GAPS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153),
    *(162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344),
    *(357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
"""The greatest difference of rating for which 50, 51, … 99 of a hundred points are expected.

Source: the conversion table of the FIDE rating regulations. A formula would not give the same
last digit on every machine.
"""

FORFEIT_RESULTS = (
    *(GameResult.WHITE_WINS_BY_FORFEIT,) * 5,
    *(GameResult.BLACK_WINS_BY_FORFEIT,) * 4,
    GameResult.BOTH_FORFEIT,
)
"""The results of a forfeited game, one lot in ten each."""

REQUESTED_BYES = (ByeKind.HALF_POINT, ByeKind.HALF_POINT, ByeKind.ZERO_POINT)
"""The worth of a requested bye, one lot in three each."""


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """Ratings from `low` to `high`, both included, as likely as `weight` among all weights."""

    low: int
    high: int
    weight: int = 1


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """The recipe of a random tournament. Rates are in millionths.

    `draw_rate` of games, as far as the ratings allow it; `forfeit_rate` of games; `bye_rate` and
    `full_bye_rate` of players in a round (a bye asked for, of half a point or nothing; of a whole
    point); `withdrawal_rate` of players before each round from the second on; `late_rate` of
    players, who enter in the second or third round. `acceleration` names one of `TOP_GROUPS`;
    empty: none.
    """

    players: int
    rounds: int
    bands: tuple[Band, ...]
    draw_rate: int = 0
    forfeit_rate: int = 0
    bye_rate: int = 0
    full_bye_rate: int = 0
    withdrawal_rate: int = 0
    late_rate: int = 0
    acceleration: str = ""


class RandomTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as far as it was played.

    `accelerated` are the fictitious points by seat in all planned rounds, in units; empty: none.
    `unpairable` says why no further round could be paired, and then it ends early. `columns` are
    the rounds game by game: those of the crosstable, if no round is of matches.
    """

    crosstable: Crosstable
    columns: tuple[Round, ...] = ()
    first_colour: Colour
    accelerated: tuple[tuple[int, ...], ...] = ()
    unpairable: NoPairing | None = None


def played(recipe: Recipe, system: System, draw: Draw) -> Iterator[RandomTournament]:
    """The tournament after every round; where a round has no legal pairing, that is the last."""
    entrants = _entrants(recipe, draw)
    tournament = RandomTournament(
        crosstable=Crosstable(
            entrants=entrants,
            rounds_planned=recipe.rounds,
            points=points_of_match(STANDARD, system.match_games) if system.plays_matches else None,
        ),
        first_colour=(Colour.WHITE, Colour.BLACK)[draw(2)],
        accelerated=fictitious_points(recipe, entrants, STANDARD.win),
    )
    withdrawn: set[Seat] = set()
    for _ in range(recipe.rounds):
        number = len(tournament.crosstable.rounds) + 1
        byes = byes_drawn(recipe, entrants, number, withdrawn, draw)
        paired = system.answer(_given(tournament, byes))
        if isinstance(paired, NoPairing):
            yield replace(tournament, unpairable=paired)
            return
        all_byes = tuple(sorted((*paired.byes, *byes.items())))
        games = _games(recipe, tournament, paired.boards, system.match_games, draw)
        columns = _with_byes(games, all_byes)
        played = _of_matches(columns, all_byes) if system.plays_matches else columns[0]
        rounds = (*tournament.crosstable.rounds, played)
        tournament = replace(
            tournament,
            crosstable=replace(tournament.crosstable, rounds=rounds),
            columns=(*tournament.columns, *columns),
        )
        yield tournament


def expected_of_a_hundred(difference: int) -> int:
    """The points of a hundred that are expected against a player `difference` points weaker."""
    expected = 50 + bisect_left(RATING_GAPS, abs(difference))
    return expected if difference >= 0 else 100 - expected


def _entrants(recipe: Recipe, draw: Draw) -> tuple[Entrant, ...]:
    ratings = sorted(
        (rating_drawn(recipe.bands, draw) for _ in range(recipe.players)), reverse=True
    )
    return tuple(
        Entrant(
            id=EntrantId(str(number)), rating=rating, first_round=first_round_drawn(recipe, draw)
        )
        for number, rating in enumerate(ratings, start=1)
    )


def fictitious_points(
    recipe: Recipe, entrants: tuple[Entrant, ...], win: int
) -> tuple[tuple[int, ...], ...]:
    """Return the points by seat in all rounds, where a win is worth `win`; empty: not accelerated.

    The top group is formed of those who are there in round 1. A late entry above its last one
    belongs to it (C.04.7, 2.3).
    """
    if not recipe.acceleration:
        return ()
    rule = TOP_GROUPS[recipe.acceleration]
    in_time = [seat for seat, entrant in enumerate(entrants) if entrant.first_round == 1]
    top = in_time[: rule.size(len(in_time))]
    by_round = rule.points(recipe.rounds, win)
    in_top = (*by_round, *(0,) * recipe.rounds)[: recipe.rounds]
    size = top[-1] + 1 if top else 0
    return (in_top,) * size + ((0,) * recipe.rounds,) * (len(entrants) - size)


def rating_drawn(bands: tuple[Band, ...], draw: Draw) -> int:
    """Draw a rating."""
    lot = draw(sum(band.weight for band in bands))
    for band in bands:
        lot -= band.weight
        if lot < 0:
            return band.low + draw(band.high - band.low + 1)
    raise AssertionError("unreachable: a lot is less than all weights together")


def first_round_drawn(recipe: Recipe, draw: Draw) -> int:
    """Draw the first round of an entrant."""
    late, how_late = draw(MILLION) < recipe.late_rate, draw(2)
    return min(2 + how_late, recipe.rounds) if late else 1


def byes_drawn(
    recipe: Recipe, entrants: tuple[Entrant, ...], number: int, withdrawn: set[Seat], draw: Draw
) -> dict[Seat, ByeKind]:
    """Draw the byes of round `number`, by seat; those who now leave are added to `withdrawn`.

    As many lots are drawn for everybody, so that what happens to one moves nobody else's lot.
    """
    byes = {}
    for seat, entrant in enumerate(entrants):
        leaves, asks, full, worth = draw(MILLION), draw(MILLION), draw(MILLION), draw(3)
        if entrant.first_round < number and leaves < recipe.withdrawal_rate:
            withdrawn.add(seat)
        if entrant.first_round > number or seat in withdrawn:
            byes[seat] = ByeKind.ZERO_POINT
        elif full < recipe.full_bye_rate:
            byes[seat] = ByeKind.FULL_POINT
        elif asks < recipe.bye_rate:
            byes[seat] = REQUESTED_BYES[worth]
    return byes


def _given(tournament: RandomTournament, byes: dict[Seat, ByeKind]) -> PairingInput:
    crosstable = tournament.crosstable
    return PairingInput(
        crosstable=crosstable,
        present=tuple(seat for seat in range(crosstable.size) if seat not in byes),
        first_colour=tournament.first_colour,
        requested=tuple(sorted(byes.items())),
        accelerated=tuple(own[: len(crosstable.rounds) + 1] for own in tournament.accelerated),
    )


def _games(
    recipe: Recipe,
    tournament: RandomTournament,
    boards: tuple[tuple[Seat, Seat], ...],
    games: int,
    draw: Draw,
) -> tuple[Round, ...]:
    """Return the games of a round with their results; in each further one colours are changed."""
    entrants, columns = tournament.crosstable.entrants, []
    for _ in range(games):
        results = (
            result_drawn(recipe, entrants[white].rating - entrants[black].rating, draw)
            for white, black in boards
        )
        columns.append(Round(boards=boards, results=bytes(results)))
        boards = tuple((black, white) for white, black in boards)
    return tuple(columns)


def _of_matches(columns: tuple[Round, ...], byes: tuple[tuple[Seat, ByeKind], ...]) -> Round:
    """Return a round of matches from their games."""
    first = columns[0].boards
    matches = tuple(
        Match(
            first=white,
            second=black,
            boards=tuple(
                Board(RESULTS[column.results[at]], column.boards[at][0] == white)
                for column in columns
            ),
        )
        for at, (white, black) in enumerate(first)
    )
    return round_of_matches(TeamRound(matches=matches, byes=byes), STANDARD)


def _with_byes(
    columns: tuple[Round, ...], byes: tuple[tuple[Seat, ByeKind], ...]
) -> tuple[Round, ...]:
    kinds = [(seat, byes_of_games(kind, len(columns))) for seat, kind in byes]
    return tuple(
        replace(column, byes=tuple((seat, each[game]) for seat, each in kinds))
        for game, column in enumerate(columns)
    )


def result_drawn(recipe: Recipe, difference: int, draw: Draw) -> GameResult:
    """Draw the result of a game of White, who is `difference` points stronger."""
    forfeited, how, lot = draw(MILLION), draw(len(FORFEIT_RESULTS)), draw(MILLION)
    if forfeited < recipe.forfeit_rate:
        return FORFEIT_RESULTS[how]
    expected = expected_of_a_hundred(difference)
    drawn = min(recipe.draw_rate, 2 * min(expected, 100 - expected) * MILLION // 100)
    won = expected * MILLION // 100 - drawn // 2
    if lot < won:
        return GameResult.WHITE_WINS
    return GameResult.DRAW if lot < won + drawn else GameResult.BLACK_WINS
