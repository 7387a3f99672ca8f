"""Random rounds of teams or of matches of two games, from tournaments with everything in them.

A round of the past is paired by a system or at random, so that histories are also such as no system
makes. Byes, forfeits, open matches, absences, late entries, bans and accelerations occur.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

from planilla.domain.crosstable import Crosstable, Entrant, PointSystem, Round, Seat
from planilla.domain.pairing.system import ColourType, NoPairing, Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameResult

MATCHES = PointSystem(
    name="matches",
    unit=1,
    win=2,
    draw=1,
    loss=0,
    forfeit_win=2,
    forfeit_loss=0,
    pairing_bye=1,
    full_bye=2,
    half_bye=1,
    zero_bye=0,
)
W, D, B = GameResult.WHITE_WINS, GameResult.DRAW, GameResult.BLACK_WINS
FORFEITED = (
    GameResult.WHITE_WINS_BY_FORFEIT,
    GameResult.BLACK_WINS_BY_FORFEIT,
    GameResult.BOTH_FORFEIT,
)
Pair = Callable[[PairingInput], Pairing | NoPairing]


def random_rounds(
    seed: int, pair: Pair, *, most: int = 9, boards: int = 4
) -> Iterator[PairingInput]:
    """Yield the inputs of the rounds of one tournament, as far as it can be paired."""
    random = Random(seed)
    size, planned = random.randint(2, most), random.randint(1, 8)
    rounds: tuple[Round, ...] = ()
    totals = [[0] for _ in range(size)]
    games = [[0] for _ in range(size)]
    first_rounds = [1 if random.random() < 0.9 else random.randint(1, 3) for _ in range(size)]
    colour = random.choice((Colour.WHITE, Colour.BLACK))
    by_games = random.random() < 0.4
    kind = random.choice(tuple(ColourType))
    bans = frozenset(pair for pair in combinations(range(size), 2) if random.random() < 0.03)
    quick = random.random() < 0.2
    extra = tuple(
        tuple(2 if seat < size // 2 and number < planned / 2 else 0 for number in range(planned))
        for seat in range(size)
    )
    for number in range(1, planned + 1):
        primary, secondary = (games, totals) if by_games else (totals, games)
        present = tuple(
            seat for seat in range(size) if first_rounds[seat] <= number and random.random() > 0.07
        )
        given = PairingInput(
            crosstable=Crosstable(
                entrants=tuple(Entrant(id=EntrantId(f"t{seat}")) for seat in range(size)),
                rounds=rounds,
                rounds_planned=planned if random.random() < 0.9 else 0,
                points=MATCHES,
            ),
            present=present,
            first_colour=colour,
            forbidden=bans,
            accelerated=tuple(each[:number] for each in extra) if quick else (),
            totals=tuple(map(tuple, primary)),
            secondary=tuple(each[-1] for each in secondary) if random.random() < 0.8 else (),
            colour_type=kind,
        )
        yield given
        answer = pair(given)
        if isinstance(answer, NoPairing):
            return
        matched, waiting = answer.boards, [seat for seat, _ in answer.byes]
        if random.random() < 0.35:
            matched, waiting = _at_random(random, given)
        rounds = (*rounds, _played(random, (matched, waiting), size, (totals, games), boards))


def _at_random(
    random: Random, given: PairingInput
) -> tuple[tuple[tuple[Seat, Seat], ...], list[Seat]]:
    seats = list(given.present)
    random.shuffle(seats)
    boards = tuple(zip(seats[::2], seats[1::2], strict=False))
    return boards, seats[2 * len(boards) :]


def _played(
    random: Random,
    paired: tuple[tuple[tuple[Seat, Seat], ...], list[Seat]],
    size: int,
    scores: tuple[list[list[int]], list[list[int]]],
    boards: int,
) -> Round:
    totals, games = scores
    matched, waiting = paired
    gained = dict.fromkeys(range(size), (0, 0))
    results = []
    for white, black in matched:
        result = random.choice((W, W, D, B, B))
        if random.random() < 0.08:
            result = random.choice((*FORFEITED, GameResult.OPEN))
        points = (1, 1) if result is GameResult.OPEN else MATCHES.by_result[result]
        lead = 0 if points[0] == points[1] else random.randint(1, boards)
        own = boards + (lead if points[0] > points[1] else -lead)
        gained[white], gained[black] = (points[0], own), (points[1], 2 * boards - own)
        results.append(result)
    byes = [(seat, ByeKind.PAIRING_ALLOCATED) for seat in waiting]
    gained.update(dict.fromkeys(waiting, (1, boards)))
    busy = {seat for board in matched for seat in board} | set(waiting)
    for seat in set(range(size)) - busy:
        kind = random.choice((None, None, ByeKind.HALF_POINT, ByeKind.FULL_POINT))
        if kind is not None:
            byes.append((seat, kind))
            worth = MATCHES.by_bye[kind]
            gained[seat] = (worth, worth * boards)
    for seat in range(size):
        totals[seat].append(totals[seat][-1] + gained[seat][0])
        games[seat].append(games[seat][-1] + gained[seat][1])
    return Round(boards=matched, results=bytes(results), byes=tuple(byes))
