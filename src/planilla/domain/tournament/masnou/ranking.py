"""The ranking: points, then the tie-breaks of the seed, then the play-off.

Source: seed 004, "Desempates"; `docs/rules/masnou.md`.
"""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from planilla.domain.pairing.masnou import MasnouTiebreak, points_of
from planilla.domain.standings import StandingEntry
from planilla.domain.tournament.crosstables import seats_of
from planilla.domain.tournament.masnou.hall import Hall, MasnouGame, Status, hall_of
from planilla.domain.tournament.masnou.playoff import round_reached
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameResult

WINS = (GameResult.WHITE_WINS, GameResult.BLACK_WINS)
"""The results that White and Black win by."""

Group = tuple[EntrantId, ...]

Values = Mapping[EntrantId, int] | Mapping[EntrantId, int | None]


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """A member's place, points in halves, and the tie-break values in the order of the rules.

    A value is None if it does not separate the tied. `key` sorts: the smaller is ahead.
    """

    entrant: EntrantId
    place: int
    points: int
    values: tuple[int | None, ...]
    key: tuple[int, ...]


def ranking(hall: Hall) -> tuple[Ranked, ...]:
    """Return all members from the first place on; those tied on everything share a place.

    Expelled players come after all others.
    """
    points = {
        entrant: points_of(hall.rules, member.wins, member.draws)
        for entrant, member in hall.members.items()
    }
    keys: dict[EntrantId, tuple[int, ...]] = {
        entrant: (int(member.status is Status.EXPELLED), -points[entrant])
        for entrant, member in hall.members.items()
    }
    values: dict[EntrantId, tuple[int | None, ...]] = dict.fromkeys(points, ())
    for code in hall.rules.tiebreaks:
        column = _VALUES[code](hall, _groups(keys))
        for entrant, value in column.items():
            values[entrant] = (*values[entrant], value)
            keys[entrant] = (*keys[entrant], _SIGN[code] * (value or 0))
    reached = round_reached(hall)
    ends = {entrant: (*key, -reached.get(entrant, 0)) for entrant, key in keys.items()}
    return tuple(_placed(ends, points, values))


def longest_reigns(hall: Hall) -> Mapping[EntrantId, int]:
    """Return the most wins of each member in a row without leaving a table."""
    found = dict.fromkeys(hall.members, 0)
    for game in (game for table in hall.tables.values() for game in table.games):
        for entrant, wins, before in zip(game.players, WINS, game.streaks, strict=True):
            if game.result is wins and not game.voided:
                found[entrant] = max(found[entrant], before + 1)
    return found


def standings_of(state: Tournament) -> tuple[StandingEntry, ...]:
    """Return the ranking of the open hall as standings, without entrants who never came."""
    seats = seats_of(state)
    return tuple(
        StandingEntry(
            seat=seats[row.entrant],
            rank=row.place,
            points=row.points,
            values=row.values,
            among=((),) * len(row.values),
            key=(*(-part for part in row.key), -seats[row.entrant] - 1),
        )
        for row in ranking(hall_of(state))
    )


def tiebreak_codes(state: Tournament) -> tuple[str, ...]:
    """Return the codes of the tie-breaks of the open hall, in their order."""
    return tuple(code.value for code in hall_of(state).rules.tiebreaks)


def _placed(
    keys: Mapping[EntrantId, tuple[int, ...]],
    points: Mapping[EntrantId, int],
    values: Mapping[EntrantId, tuple[int | None, ...]],
) -> Iterator[Ranked]:
    place = 1
    for group in _groups(keys):
        for entrant in group:
            yield Ranked(
                entrant=entrant,
                place=place,
                points=points[entrant],
                values=values[entrant],
                key=keys[entrant],
            )
        place += len(group)


def _groups(keys: Mapping[EntrantId, tuple[int, ...]]) -> list[Group]:
    """Return the groups of equal keys, from the first place."""
    groups: dict[tuple[int, ...], list[EntrantId]] = {}
    for entrant, key in keys.items():
        groups.setdefault(key, []).append(entrant)
    return [tuple(groups[key]) for key in sorted(groups)]


def _games(hall: Hall, _: list[Group]) -> Values:
    """Return the number of finished games; fewer is better."""
    return {entrant: member.games for entrant, member in hall.members.items()}


def _wins(hall: Hall, _: list[Group]) -> Values:
    return {entrant: member.wins for entrant, member in hall.members.items()}


def particular(hall: Hall, groups: list[Group]) -> Values:
    """Return the points of the games among the tied, in halves; None if two of them never met."""
    tied = {entrant: group for group in groups if len(group) > 1 for entrant in group}
    points: dict[EntrantId, int | None] = dict.fromkeys(tied, 0)
    met: dict[Group, set[frozenset[EntrantId]]] = {group: set() for group in tied.values()}
    for game in _finished_among(hall, tied):
        met[tied[game.white]].add(frozenset(game.players))
        for entrant, result in zip(game.players, (game.result, game.result.reversed), strict=True):
            won, drawn = result is GameResult.WHITE_WINS, result is GameResult.DRAW
            points[entrant] = (points[entrant] or 0) + points_of(hall.rules, int(won), int(drawn))
    for group, pairs in met.items():
        if len(pairs) < len(group) * (len(group) - 1) // 2:
            points.update(dict.fromkeys(group, None))
    return {entrant: points.get(entrant) for entrant in hall.members}


def _finished_among(hall: Hall, tied: Mapping[EntrantId, Group]) -> Iterator[MasnouGame]:
    for table in hall.tables.values() if tied else ():
        for game in table.games:
            group = tied.get(game.white)
            if group is None or group is not tied.get(game.black):
                continue
            if game.result is not GameResult.OPEN:
                yield game


_VALUES: dict[MasnouTiebreak, Callable[[Hall, list[Group]], Values]] = {
    MasnouTiebreak.FEWEST_GAMES: _games,
    MasnouTiebreak.MOST_WINS: _wins,
    MasnouTiebreak.PARTICULAR: particular,
}

_SIGN = {
    MasnouTiebreak.FEWEST_GAMES: 1,
    MasnouTiebreak.MOST_WINS: -1,
    MasnouTiebreak.PARTICULAR: -1,
}
"""The direction of each tie-break: more is worse (1) or better (-1)."""
