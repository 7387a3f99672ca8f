"""Tournaments that pair from their standings: Monrad, and Schenkel in groups."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    entered,
    folded,
    games,
    given,
    numbered,
    published,
    recorded,
)
from planilla.domain.tournament.drafting import RoundPaired, groups_in, standings_before
from planilla.domain.tournament.lots import Draw, DrawnLot, LotsDrawn
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.setup import (
    CreateTournament,
    GroupsOutOfRange,
    TournamentCreated,
)
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId

MONRAD = replace(CREATED, system_name="monrad", tiebreaks=("SB",))
SIX = A, B, C, D, E, F = tuple(EntrantId(name) for name in "abcdef")


def boards_of(scene_events: tuple[object, ...]) -> list[tuple[EntrantId, EntrantId]]:
    (draft,) = (event for event in scene_events if isinstance(event, RoundPaired))
    return [(game.white, game.black) for game in draft.games]


def test_the_lots_that_were_drawn_order_the_first_round() -> None:
    lots = LotsDrawn(
        draw=Draw.HAND,
        lots=tuple(
            DrawnLot(entrant=each, number=at) for at, each in enumerate((DORA, ANA, CARL, BEA), 1)
        ),
    )
    start = (MONRAD, *entered(*FOUR), numbered(*FOUR), lots)
    # Dora drew 1, Ana 2, Carl 3, Bea 4: Dora plays Ana, Carl plays Bea.
    paired = boards_of(given(*start).when(PairRound(round=1)).then())
    assert {frozenset(board) for board in paired} == {
        frozenset((DORA, ANA)),
        frozenset((CARL, BEA)),
    }


def test_a_monrad_pairs_in_the_order_of_its_tie_breaks() -> None:
    # Round 1: a beat b, c drew d, e beat f. Round 2: e beat a, b drew c, d beat f.
    # Points: e 2, d 1½, a 1, c 1, b ½, f 0. Of a and c with 1 point: a's SB is ½ (b), c's is
    # ½ × 1½ + ½ × ½ = 1: c is before a.
    events = (
        MONRAD,
        *entered(*SIX),
        numbered(*SIX),
        published(1, (A, B), (C, D), (E, F)),
        recorded("1.1", "1-0"),
        recorded("1.2", "½-½"),
        recorded("1.3", "1-0"),
        published(2, (E, A), (B, C), (D, F)),
        recorded("2.1", "1-0"),
        recorded("2.2", "½-½"),
        recorded("2.3", "1-0"),
    )
    state = folded(*events)
    order = [state.order[seat] for seat in standings_before(state, 3)]
    assert order == [E, D, C, A, B, F]
    paired = boards_of(given(*events).when(PairRound(round=3)).then())
    # c meets a; by number a would come first, and would meet c as well: b and f are left.
    assert {frozenset(board) for board in paired} == {
        frozenset((E, D)),
        frozenset((C, A)),
        frozenset((B, F)),
    }


def schenkel(size: int, rounds: int) -> Tournament:
    created: TournamentCreated = replace(
        CREATED, system_name="schenkel", shape=MatchShape(group_size=size, group_rounds=rounds)
    )
    return folded(
        created,
        *entered(*SIX),
        numbered(*SIX),
        # f beats a, e beats b, d beats c: the order is turned round.
        published(1, (A, F), (B, E), (C, D)),
        recorded("1.1", "0-1"),
        recorded("1.2", "0-1"),
        recorded("1.3", "0-1"),
    )


def test_the_groups_of_schenkel_are_formed_again_after_their_rounds() -> None:
    # Formed before rounds 1 and 3: round 2 is played in the groups of round 1.
    assert groups_in(schenkel(3, 2), 2) == ((0, 1, 2), (3, 4, 5))
    # Formed before each round: d, e and f lead with one point.
    assert {frozenset(group) for group in groups_in(schenkel(3, 1), 2)} == {
        frozenset({3, 4, 5}),
        frozenset({0, 1, 2}),
    }
    assert groups_in(schenkel(3, 1), 2)[0][0] in {3, 4, 5}
    # Never formed again.
    assert groups_in(schenkel(3, 0), 2) == ((0, 1, 2), (3, 4, 5))
    assert groups_in(schenkel(0, 0), 2) == ()


def test_a_round_of_schenkel_is_played_in_its_groups() -> None:
    created = replace(
        CREATED, system_name="schenkel", shape=MatchShape(group_size=4, group_rounds=2)
    )
    start = (created, *entered(*SIX), numbered(*SIX))
    paired = boards_of(given(*start).when(PairRound(round=1)).then())
    assert {frozenset(board) for board in paired} == {
        frozenset((A, B)),
        frozenset((C, D)),
        frozenset((E, F)),
    }
    assert games(1, *paired)[0].game == "1.1"


@pytest.mark.parametrize(
    "shape", [MatchShape(group_size=1), MatchShape(group_size=4, group_rounds=-1)]
)
def test_a_group_of_one_or_negative_rounds_are_refused(shape: MatchShape) -> None:
    command = CreateTournament(name="Club", system="schenkel", shape=shape)
    with pytest.raises(GroupsOutOfRange):
        given().when(command).then()
