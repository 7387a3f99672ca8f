"""When an error became known decides what its correction counts for: C.04.2, 4.3, in two times."""

import pytest

from dsl.tournaments import (
    AFTER_1,
    AFTER_2,
    ANA,
    BEA,
    CARL,
    DORA,
    ROUND_2,
    folded,
    given,
    imported,
    published,
    recorded,
)
from planilla.domain.scoring import scores
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.corrections import (
    ColoursCorrected,
    CorrectColours,
    CorrectResult,
    NotPlayed,
    ResultDeleted,
)
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.effects import KnownTooEarly, proposals, reported
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.pairings import PairingChanged
from planilla.domain.tournament.refusal import CorrectsAnotherEvent, NoResultYet
from planilla.domain.tournament.values import Effect, PairedGame, Reported
from planilla.domain.vocabulary import GameId, GameResult

SECOND = 1_000_000
G = GameId("1.1")
PUBLISHED = 10 * SECOND
"""Round 2 is version 10 of `AFTER_2`, and each fact is a second after the one before."""
ROUND_3 = (*AFTER_2, RoundClosed(round=2), published(3, (ANA, DORA), (BEA, CARL)))
COUNTS = Effect(points=True, pairing_from=4, rating=True)
RATING_ALONE = Effect(points=False, pairing_from=None, rating=True)


@pytest.mark.parametrize(
    ("known_at", "effect"),
    [
        pytest.param(PUBLISHED - 1, COUNTS, id="before the pairing of round 2"),
        pytest.param(PUBLISHED, COUNTS, id="during round 2"),
        pytest.param(13 * SECOND - 1, COUNTS, id="just before round 2 was closed"),
        pytest.param(13 * SECOND, RATING_ALONE, id="when round 2 was closed"),
        pytest.param(None, RATING_ALONE, id="now"),
    ],
)
def test_a_correction_counts_by_the_moment_in_which_it_became_known(
    known_at: int | None, effect: Effect
) -> None:
    command = CorrectResult(
        game=G, result="0-1", corrects=8, reason=Sealed("slip"), known_at=known_at
    )
    (event,) = given(*ROUND_3).when(command).then()
    assert event.effect == effect
    assert event.known_at == known_at


def test_a_round_that_nobody_closed_ended_when_the_next_was_published() -> None:
    state = folded(*AFTER_2, published(3, (ANA, DORA), (BEA, CARL)))
    assert reported(state, state.rounds[0], 13 * SECOND - 1) is Reported.DURING_NEXT_ROUND
    assert reported(state, state.rounds[0], 13 * SECOND) is Reported.LATER


def test_of_imported_rounds_only_their_order_is_known() -> None:
    events = (*AFTER_1, imported(2, (BEA, ANA), (CARL, DORA)))
    state = folded(*events, recorded("2.1", "½-½"), recorded("2.2", "1-0"), RoundClosed(round=2))
    assert reported(state, state.rounds[0], 9 * SECOND) is Reported.LATER


def test_all_three_cases_are_proposed_and_one_applies() -> None:
    state = folded(*ROUND_2)
    cases = proposals(state, state.rounds[0])
    assert [(each.reported, each.applies) for each in cases] == [
        (Reported.BEFORE_NEXT_PAIRING, False),
        (Reported.DURING_NEXT_ROUND, True),
        (Reported.LATER, False),
    ]
    during = Effect(points=True, pairing_from=3, rating=True)
    assert [each.effect for each in cases] == [during, during, RATING_ALONE]


def test_an_error_is_not_known_before_its_round_was_published() -> None:
    command = CorrectResult(
        game=G, result="0-1", corrects=8, reason=Sealed("slip"), known_at=7 * SECOND - 1
    )
    with pytest.raises(KnownTooEarly) as refused:
        given(*AFTER_1).when(command).then()
    assert refused.value.fields == {"known_at": 7 * SECOND - 1, "earliest": 7 * SECOND}


def test_colours_known_too_late_are_for_the_report_and_not_for_pairing() -> None:
    scene = given(*ROUND_3).when(CorrectColours(game=G))
    assert scene.then() == (ColoursCorrected(game=G, corrects=8, effect=RATING_ALONE),)
    state = scene.state()
    # the report has Carl with White; the pairing of round 4 goes by what was played with
    assert for_standings(state).rounds[0].boards[0] == (2, 0)
    assert for_pairing(state, 4).rounds[0].boards[0] == (0, 2)
    assert scores(for_standings(state)) == scores(for_pairing(state, 4)) == (3, 3, 2, 0)


def test_colours_count_for_pairing_from_their_round_on_also_turned_twice() -> None:
    once = given(*AFTER_1).when(CorrectColours(game=G)).and_then()
    state = once.state()
    assert for_pairing(state, 1 + 1).rounds[0].boards[0] == (2, 0)
    version = len(once.events)
    again = once.when(CorrectColours(game=G, corrects=version))
    assert for_pairing(again.state(), 2).rounds[0].boards[0] == (0, 2)
    with pytest.raises(CorrectsAnotherEvent):
        again.and_then().when(CorrectColours(game=G, corrects=version)).then()


def test_a_correction_moves_with_its_board_and_goes_with_it() -> None:
    first = given(*AFTER_1).when(CorrectColours(game=G)).and_then()
    command = CorrectResult(game=G, result="½-½", corrects=len(first.events), reason=Sealed("slip"))
    events = first.when(command).and_then().events
    other, corrected = (
        PairedGame(game=GameId("1.2"), white=DORA, black=BEA),
        PairedGame(game=G, white=CARL, black=ANA),
    )
    moved = folded(*events, PairingChanged(round=1, games=(other, corrected))).rounds[0]
    assert (moved.rulings[0].board, moved.recolourings[0].board) == (1, 1)
    assert moved.reported_result(1) is GameResult.DRAW
    gone = folded(*events, PairingChanged(round=1, games=(other,))).rounds[0]
    assert (gone.rulings, gone.recolourings) == ((), ())


@pytest.mark.parametrize(
    ("events", "refusal"),
    [
        pytest.param(AFTER_1[:-2], NoResultYet, id="no result yet"),
        pytest.param((*AFTER_1[:-2], recorded("1.1", "+/-")), NotPlayed, id="not played"),
        pytest.param(
            (
                *AFTER_1,
                ResultDeleted(game=G, corrects=8, counts_as="*", effect=RATING_ALONE),
            ),
            NoResultYet,
            id="deleted",
        ),
    ],
)
def test_colours_of_a_game_that_was_not_played_are_not_corrected(
    events: tuple[Event, ...], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(CorrectColours(game=G)).then()
