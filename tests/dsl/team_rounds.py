"""One round of teams by hand: scores, colours and meetings of each, in a few words."""

from collections.abc import Sequence

from dsl.even_rounds import MATCHES
from planilla.domain.crosstable import Crosstable, Entrant, Round
from planilla.domain.pairing.colours import NO_PREFERENCE, ColourSide
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.matching import set_of
from planilla.domain.pairing.swiss.players import SwissPlayer, lean_of
from planilla.domain.pairing.swiss.team_2026 import preference_of_team
from planilla.domain.pairing.system import ColourType, Pairing, PairingInput
from planilla.domain.vocabulary import Colour, EntrantId, GameResult

COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}


def in_colours(text: str) -> tuple[Colour, ...]:
    """Colours played, oldest first: `WB`."""
    return tuple(COLOURS[letter] for letter in text)


def player(number: int, score: int = 0, met: Sequence[int] = (), colours: str = "") -> SwissPlayer:
    """A team with this pairing number, which has met those with the numbers `met`."""
    return SwissPlayer(
        seat=number - 1,
        score=score,
        played=in_colours(colours),
        preference=NO_PREFERENCE,
        lean=lean_of(NO_PREFERENCE),
        met=set_of(other - 1 for other in met),
        last_float=Float.NONE,
        float_before=Float.NONE,
        may_have_bye=True,
        top_scorer=False,
        unplayed=0,
        number=number,
    )


def by_meetings(
    totals: Sequence[int],
    met: Sequence[tuple[int, int]],
    *,
    planned: int = 9,
    secondary: tuple[int, ...] = (),
    forbidden: Sequence[tuple[int, int]] = (),
) -> PairingInput:
    """The round after the matches of these numbers, one round each; `totals` are the scores now."""
    size, rounds = len(totals), len(met)
    table = Crosstable(
        entrants=tuple(Entrant(id=EntrantId(f"t{seat + 1}")) for seat in range(size)),
        rounds=tuple(
            Round(boards=((one - 1, other - 1),), results=bytes([GameResult.DRAW]))
            for one, other in met
        ),
        rounds_planned=planned,
        points=MATCHES,
    )
    return PairingInput(
        crosstable=table,
        present=tuple(range(size)),
        totals=tuple((*([0] * rounds), total) for total in totals),
        secondary=secondary,
        colour_type=ColourType.NONE,
        forbidden=frozenset((one - 1, other - 1) for one, other in forbidden),
    )


def numbers(pairing: object) -> set[frozenset[int]]:
    """The pairs of a round by pairing number, whatever their colours."""
    assert isinstance(pairing, Pairing), pairing
    return {frozenset((white + 1, black + 1)) for white, black in pairing.boards}


def side(colours: str, kind: ColourType, *, is_last: bool = False, number: int = 1) -> ColourSide:
    """A team for the colour rules, with the preference of its type."""
    given = PairingInput(
        crosstable=Crosstable(
            entrants=(),
            rounds=(Round(),) * len(colours),
            rounds_planned=len(colours) + 1 if is_last else 20,
        ),
        present=(),
        colour_type=kind,
    )
    known = player(number, colours=colours)
    preference = preference_of_team(given, known)
    return ColourSide(played=known.played, preference=preference, ordinal=number - 1)
