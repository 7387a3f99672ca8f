"""Dapiran's system: players skip first rounds until a power of two is left.

*Dispensed* players skip one or more rounds because the regulations say so; *released* ones skip
the first round because their number is no power of two; both are *readmitted* afterwards.

Source: seed 000, 2.1.3.
"""

from collections.abc import Mapping

import msgspec

from planilla.domain.pairing.table import NoTable

PLAYERS_MIN = 2


class ReleaseTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table that gives the released players of the first or preliminary round, lines a to e."""

    round: int
    available: int
    fictitious: int
    total: int
    ideal: int
    released: int


class DapiranRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round: `players` = `entered` - `dispensed` - `released` + `readmitted`.

    Those who won the round before count as `entered`.
    """

    round: int
    players: int
    entered: int
    dispensed: int
    released: int
    readmitted: int

    @property
    def skipping(self) -> int:
        """The number of those who go on without a match of this round."""
        return self.dispensed + self.released


class DapiranPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The tables that were needed, and the rounds up to the first one that everybody plays.

    The last table is valid. A preliminary round has number 0. `ideal` is the size of the bracket
    that holds the players, with those fictitious.
    """

    tables: tuple[ReleaseTable, ...]
    rounds: tuple[DapiranRound, ...]

    @property
    def ideal(self) -> int:
        """The ideal number of players, a power of two: line d of the last table."""
        return self.tables[-1].ideal


def dapiran(entrants: int, exempt: Mapping[int, int] | None = None) -> DapiranPlan:
    """Return the rounds until a power of two is left.

    `exempt` has the number of dispensed players by the number of rounds that they skip.

    Raises:
        NoTable: fewer than two entrants (`players`); or `exempt` dispenses so many that there are
            not enough others, even with a preliminary round.
    """
    skips = {rounds: players for rounds, players in (exempt or {}).items() if players}
    if entrants < PLAYERS_MIN:
        raise NoTable("players", entrants, least=PLAYERS_MIN)
    dispensed = sum(skips.values())
    if min([*skips, *skips.values(), 1]) < 1 or dispensed > entrants:
        raise NoTable("exempt", dispensed)
    tables = [_table(1, entrants, skips)]
    if tables[0].released > tables[0].available:
        skips = {rounds + 1: players for rounds, players in skips.items()}
        tables.append(_table(0, entrants, skips))
    if tables[-1].released > tables[-1].available:
        raise NoTable("exempt", dispensed)
    return DapiranPlan(tables=tuple(tables), rounds=_rounds(entrants, skips, tables[-1]))


def _table(number: int, entrants: int, skips: Mapping[int, int]) -> ReleaseTable:
    available = entrants - sum(skips.values())
    fictitious = sum(players << rounds for rounds, players in skips.items())
    total = available + fictitious
    ideal = 1 << (total - 1).bit_length()
    return ReleaseTable(
        round=number,
        available=available,
        fictitious=fictitious,
        total=total,
        ideal=ideal,
        released=ideal - total,
    )


def _rounds(
    entrants: int, skips: Mapping[int, int], table: ReleaseTable
) -> tuple[DapiranRound, ...]:
    """Return the rounds from the first or preliminary one to the first that nobody skips."""
    rounds: list[DapiranRound] = []
    entered, readmitted, released = entrants, 0, table.released
    while not rounds or rounds[-1].skipping:
        skipped = len(rounds)
        dispensed = sum(players for rounds_, players in skips.items() if rounds_ > skipped)
        players = entered - dispensed - released + readmitted
        rounds.append(
            DapiranRound(
                round=table.round + skipped,
                players=players,
                entered=entered,
                dispensed=dispensed,
                released=released,
                readmitted=readmitted,
            )
        )
        entered, readmitted, released = players // 2, dispensed + released, 0
    return tuple(rounds)
