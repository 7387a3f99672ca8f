"""Players and score groups of the Dubov system, as plain numbers."""

from collections.abc import Sequence
from typing import Any

import msgspec

from dsl.crosstables import crosstable
from dsl.dutch_worlds import player
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.matching import largest_matching, set_of
from planilla.domain.pairing.swiss.dubov import DUBOV
from planilla.domain.pairing.swiss.dubov.seekers import FloatLimits, Seeker
from planilla.domain.pairing.swiss.dubov.upfloaters import (
    FloatingGroup,
    Lower,
    first_upfloaters,
)
from planilla.domain.pairing.system import Pairing, PairingInput

NO_LIMITS = FloatLimits(most=3, last_round=False)
Met = Sequence[tuple[Seat, Seat]]


def seeker(seat: Seat, score: int, colour: str, **options: Any) -> Seeker:
    """A player who seeks `W` or `B`; options are fields of `Seeker`."""
    plain = {"mark": 0, "games": 1, "upfloats": 0, "upfloated": False}
    return Seeker(player=player(seat, score), white=colour == "W", **(plain | options))


def upfloaters(
    seekers: Sequence[Seeker], met: Met = (), limits: FloatLimits = NO_LIMITS
) -> tuple[int, ...] | None:
    """The upfloaters of the highest score; who has met is given in pairs of places."""
    everybody = (1 << len(seekers)) - 1
    rows = [
        everybody & ~set_of([at, *(sum(each) - at for each in met if at in each)])
        for at in range(len(seekers))
    ]
    top = seekers[0].player.score
    residents = [at for at, each in enumerate(seekers) if each.player.score == top]
    lower = everybody & ~set_of(residents)
    among = [row & lower if lower >> at & 1 else 0 for at, row in enumerate(rows)]
    return first_upfloaters(
        FloatingGroup(
            seekers=seekers,
            rows=rows,
            residents=tuple(residents),
            below=Lower(mask=lower, rows=rows, mates=largest_matching(among)),
            loss=limits.loss,
        )
    )


def world(size: int, *rounds: str, ratings: Sequence[int] = (), **options: Any) -> PairingInput:
    """The round after `rounds`; `rounds_planned` is nine unless it is said."""
    table = crosstable(size, *rounds)
    entrants = tuple(
        msgspec.structs.replace(entrant, rating=rating)
        for entrant, rating in zip(
            table.entrants, ratings or [2400 - 100 * seat for seat in range(size)], strict=True
        )
    )
    planned = options.pop("rounds_planned", 9)
    return PairingInput(
        crosstable=msgspec.structs.replace(table, entrants=entrants, rounds_planned=planned),
        present=options.pop("present", tuple(range(size))),
        **options,
    )


def paired(given: PairingInput, name: str = "swiss-dubov-2026") -> Pairing:
    """The system's answer, which must be a pairing that breaks no absolute rule."""
    system = DUBOV[name]
    found = system.answer(given)
    assert isinstance(found, Pairing)
    assert system.check is not None
    assert system.check(given, found) == ()
    return found


def met(pairing: Pairing) -> set[tuple[int, int]]:
    """Who meets whom by pairing numbers, the lower one first."""
    return {(min(board) + 1, max(board) + 1) for board in pairing.boards}


def barred(*pairs: tuple[int, int]) -> frozenset[tuple[Seat, Seat]]:
    """Pairs of pairing numbers as seats."""
    return frozenset((low - 1, high - 1) for low, high in pairs)
