"""Unfinished tournaments, and their prizes by working out every outcome from nothing."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

from msgspec.structs import replace

from dsl.crosstables import round_of
from planilla.domain.crosstable import Crosstable, Entrant, Seat
from planilla.domain.prizes.chances import OpenTournament
from planilla.domain.prizes.distribution import distribution, ranking_of
from planilla.domain.prizes.outcomes import ENDS, OpenGame, open_games
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.standings import Announced, standings
from planilla.domain.vocabulary import EntrantId


def contest(
    table: Crosstable, *tiebreaks: str, edition: str = "libro", mode: str = "subsidiary"
) -> OpenTournament:
    announced = Announced(codes=tiebreaks, edition=edition, mode=mode)
    return OpenTournament(crosstable=table, games=open_games(table), announced=announced)


def ended(crosstable: Crosstable, games: Sequence[OpenGame], outcome: Sequence[int]) -> Crosstable:
    """Return the crosstable with these results of the open games."""
    rounds = [*crosstable.rounds]
    results = {game.round - 1: bytearray(rounds[game.round - 1].results) for game in games}
    for game, end in zip(games, outcome, strict=True):
        results[game.round - 1][game.board] = ENDS[end]
    for at, column in results.items():
        rounds[at] = replace(rounds[at], results=bytes(column))
    return replace(crosstable, rounds=tuple(rounds))


def tried_out(
    table: Crosstable, rules: OpenTournament, announced: PrizePlan
) -> dict[Seat, Fraction]:
    """The mean prizes with every outcome worked out from nothing."""
    games = open_games(table)
    sums = dict.fromkeys(range(table.size), Fraction(0))
    for outcome in product(range(len(ENDS)), repeat=len(games)):
        final = ranking_of(standings(ended(table, games, outcome), rules.announced))
        for tie in (
            tie
            for each in distribution(announced, table.entrants, final).groups
            for tie in each.ties
        ):
            for share in tie.shares:
                sums[share.seat] += (share.common + share.by_place) / 3 ** len(games)
    return {seat: mean for seat, mean in sums.items() if mean}


def unfinished(seed: int, size: int, rounds: int, games: int) -> Crosstable:
    """A tournament by chance with forfeits; the last boards of the last rounds are open."""
    chance = Random(seed)
    texts: list[str] = []
    for _ in range(rounds):
        seats = chance.sample(range(1, size + 1), size)
        results = chance.choices(("1-0", "½-½", "0-1", "+/-"), weights=(3, 3, 3, 1), k=size // 2)
        boards = zip(seats[::2], seats[1::2], results, strict=False)
        byes = [f"{seats[-1]} F"] if size % 2 else []
        texts.append(", ".join([*byes, *(" ".join(map(str, board)) for board in boards)]))
    left = games
    for at in range(rounds - 1, -1, -1):
        items = texts[at].split(", ")
        here = min(left, len(items) - (0 if at == rounds - 1 else 1) - size % 2)
        opened = [f"{item.rsplit(' ', 1)[0]} *" for item in items[len(items) - here :]]
        texts[at] = ", ".join(items[: len(items) - here] + opened)
        left -= here
    return Crosstable(
        entrants=tuple(
            Entrant(id=EntrantId(f"e{number}"), rating=chance.choice((0, 1400, 1500, 1900)))
            for number in range(size)
        ),
        rounds=tuple(map(round_of, texts)),
        rounds_planned=rounds,
    )
