"""Round by round: one fact is another one, and the later rounds are paired again with it known.

Four players. Round 1: Ana 1-0 Carl, Dora 0-1 Bea. Round 2: Bea - Ana and Carl - Dora, since the
winners meet and each gets the other colour. Had Carl won, Bea and Carl would lead: both had Black,
Bea is ranked higher and gets White; of Ana and Dora both had White and Ana, ranked higher, gets
Black.
"""

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from dsl.sample import sample_facts
from dsl.tournaments import (
    AFTER_1,
    AFTER_2,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    ROUND_1,
    ROUND_2,
    ROUND_2_BOARDS,
    drafted,
    entered,
    facts,
    imported,
    numbered,
    published,
    recorded,
)
from planilla.audit.compare import QualifyingDifference
from planilla.audit.edits import EditedLog, Removed, Replaced, edited
from planilla.audit.known_from_start import correction_known, other_result
from planilla.audit.round_by_round import RoundByRound, round_by_round
from planilla.domain.tournament.corrections import ColoursCorrected, ResultCorrected, ResultDeleted
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.pairings import PairingChanged
from planilla.domain.tournament.qualifying import QualifyingPlacesSet, SetQualifyingPlaces
from planilla.domain.tournament.refusal import (
    NoResultYet,
    NoSuchGame,
    NoSuchResult,
    RoundNotPublished,
)
from planilla.domain.tournament.values import Effect, Stage
from planilla.domain.vocabulary import GameId, GameResult

POINTS_AND_RATING = Effect(points=True, pairing_from=None, rating=True)
FROM_ROUND_3 = Effect(points=True, pairing_from=3, rating=True)
WOULD_BE = [(BEA, CARL), (DORA, ANA)]


def what_if(
    log: Sequence[Fact], game: str, result: str, known_from: int | None = None
) -> RoundByRound:
    """The later rounds had the game ended so."""
    return round_by_round(log, other_result(log, GameId(game), result, known_from).edits)


def corrected(game: str, result: str, corrects: int) -> ResultCorrected:
    return ResultCorrected(
        game=GameId(game), result=result, corrects=corrects, effect=POINTS_AND_RATING
    )


def test_the_later_round_is_paired_with_the_change_known() -> None:
    log = facts(*ROUND_2)
    told = other_result(log, GameId("1.1"), "0-1")
    answer = round_by_round(log, told.edits)
    (paired,) = answer.rounds
    assert (told.before, told.white, told.black, told.board) == ("1-0", ANA, CARL, 1)
    assert [board.before for board in paired.boards] == list(ROUND_2_BOARDS)
    assert [board.after for board in paired.boards] == WOULD_BE
    assert not answer.identical


def test_the_first_criterion_at_which_they_part_is_named() -> None:
    (paired,) = what_if(facts(*ROUND_2), "1.1", "0-1").rounds
    # In the group of one point (two half points) one pair is possible and none was made.
    assert paired.criterion is not None
    assert (paired.criterion.article, paired.criterion.points) == ("C14", 2)
    assert (paired.criterion.before, paired.criterion.after) == (0, 1)


def test_other_qualifying_places_bring_others_in_and_pair_nothing_again() -> None:
    """Ana and Bea share the first place, Carl and Dora the third."""
    log = facts(*ROUND_2, QualifyingPlacesSet(places=1))
    last = log[-1].version
    more = round_by_round(log, (Replaced(version=last, command=SetQualifyingPlaces(places=4)),))
    assert more.consequences.qualifying == QualifyingDifference(
        top=4, into=(CARL, DORA), out=(), stage=Stage.NEXT
    )
    none = round_by_round(log, (Removed(version=last),))
    assert none.consequences.qualifying == QualifyingDifference(top=0, into=(), out=(ANA, BEA))
    assert none.identical


@pytest.mark.parametrize("game", ["1.1", "2.12", "5.3"])
def test_without_a_change_every_round_comes_out_as_it_was_paired(game: str) -> None:
    known = sample_facts()
    result = next(
        fact.event.result
        for fact in known
        if getattr(fact.event, "game", None) == game and hasattr(fact.event, "result")
    )
    answer = what_if(known, game, result)
    assert answer.identical
    assert [paired.round for paired in answer.rounds] == list(range(int(game[0]) + 1, 8))


def test_rounds_before_it_is_known_are_left_alone() -> None:
    known = facts(*AFTER_2, published(3, (ANA, DORA), (CARL, BEA)))
    answer = what_if(known, "1.1", "0-1", known_from=3)
    assert [paired.round for paired in answer.rounds] == [3]


def test_colours_that_were_corrected_later_are_minded() -> None:
    # Seen from today's White, Carl, the same result is 1-0.
    swapped = ColoursCorrected(game=GameId("1.1"))
    (paired,) = what_if(facts(*ROUND_2, swapped), "1.1", "1-0").rounds
    assert [board.after for board in paired.boards] == WOULD_BE


def test_another_bye_is_told() -> None:
    # Carl has the bye of round 1 and Ana beats Bea, so that Bea has that of round 2. Had Bea won,
    # she would have met Carl, and Ana would have it.
    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    first = (*three, published(1, (ANA, BEA), bye=CARL), recorded("1.1", "1-0"))
    known = facts(*first, published(2, (CARL, ANA), bye=BEA))
    (paired,) = what_if(known, "1.1", "0-1").rounds
    assert (paired.bye_before, paired.bye_after) == (BEA, ANA)


def test_after_the_last_round_nothing_was_paired() -> None:
    answer = what_if(facts(*AFTER_1), "1.1", "0-1")
    assert (answer.rounds, answer.identical) == ((), True)


@pytest.mark.parametrize(
    ("events", "wanted", "refusal"),
    [
        pytest.param(ROUND_2, ("9.1", "1-0"), NoSuchGame, id="no such game"),
        pytest.param(ROUND_1, ("1.1", "1-0"), NoResultYet, id="no result yet"),
        pytest.param(ROUND_2, ("1.1", "2-0"), NoSuchResult, id="no such result"),
        pytest.param(
            (*AFTER_1, drafted(2, *ROUND_2_BOARDS)),
            ("2.1", "1-0"),
            RoundNotPublished,
            id="a draft",
        ),
    ],
)
def test_a_change_of_nothing_is_refused(
    events: tuple[Event, ...], wanted: tuple[str, str], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        what_if(facts(*events), *wanted)


def test_the_last_correction_is_the_one_that_is_meant() -> None:
    known = facts(*ROUND_2, corrected("1.1", "½-½", 8), corrected("1.2", "1-0", 9))
    last = len(known)
    for version, game, result in ((None, "1.2", "1-0"), (last - 1, "1.1", "½-½")):
        told = correction_known(known, version)
        assert told is not None
        assert (told.game, told.after) == (game, result)


def test_without_a_correction_nothing_is_meant() -> None:
    assert correction_known(facts(*ROUND_2)) is None
    assert correction_known(facts(*ROUND_2, corrected("1.1", "½-½", 8)), 3) is None


def test_a_correction_is_known_from_the_first_report() -> None:
    known = facts(*ROUND_2, corrected("1.1", "0-1", 8))
    told = correction_known(known)
    assert told is not None
    assert told.before == "1-0"
    answer = round_by_round(known, told.edits)
    assert [board.after for board in answer.rounds[0].boards] == WOULD_BE
    assert not answer.void


def test_a_correction_of_a_correction_stays_after_the_first_was_known_from_the_start() -> None:
    # The first report of game 1.1 is version 9. Known at once is ½-½; the ruling 0-1 comes after.
    report = len(ROUND_1) + 1
    first = corrected("1.1", "½-½", report)
    known = facts(*ROUND_2, first, corrected("1.1", "0-1", len(ROUND_2) + 1))
    log = edited_from_the_start(known, len(ROUND_2) + 1)
    assert log.state.rounds[0].recorded[0] == GameResult.DRAW
    assert log.state.rounds[0].results[0] == GameResult.BLACK_WINS


def test_a_deletion_of_the_corrected_result_stays_when_the_correction_is_known_at_once() -> None:
    """Reported was 1-0, ruled ½-½, then that it was not played: known at once is ½-½."""
    at = len(ROUND_2) + 1
    deleted = ResultDeleted(
        game=GameId("1.1"), corrects=at, counts_as="-/-", effect=POINTS_AND_RATING
    )
    known = facts(*ROUND_2, corrected("1.1", "½-½", len(ROUND_1) + 1), deleted)
    log = edited_from_the_start(known, at)
    assert log.state.rounds[0].recorded[0] == GameResult.DRAW
    assert log.state.rounds[0].results[0] == GameResult.BOTH_FORFEIT


def test_a_ruling_of_the_same_result_is_not_needed_when_it_was_known_at_once() -> None:
    """The second ruling says 0-1 again, to count it for the next pairing; the third says ½-½."""
    at = len(ROUND_2) + 1
    again = replace(corrected("1.1", "0-1", at), effect=FROM_ROUND_3)
    first = corrected("1.1", "0-1", len(ROUND_1) + 1)
    known = facts(*ROUND_2, first, again, corrected("1.1", "½-½", at + 1))
    log = edited_from_the_start(known, at)
    assert log.state.rounds[0].recorded[0] == GameResult.BLACK_WINS
    assert log.state.rounds[0].results[0] == GameResult.DRAW


def edited_from_the_start(known: Sequence[Fact], version: int) -> EditedLog:
    """The log in which that correction was known at once, nothing of it void."""
    told = correction_known(known, version)
    assert told is not None
    log = edited(known, told.edits)
    assert not log.void
    return log


def test_the_answer_can_be_read_by_programs() -> None:
    answer = what_if(facts(*ROUND_2), "1.1", "0-1")
    said = msgspec.json.decode(msgspec.json.encode(answer))
    assert said["rounds"][0]["boards"][0] == {
        "board": 1,
        "before": [BEA, ANA],
        "after": [BEA, CARL],
        "change": "opponents",
    }
    assert DORA in said["rounds"][0]["boards"][1]["after"]


FOREIGN_2 = imported(2, (CARL, ANA), (DORA, BEA))
"""Round 2 as another program might have paired it: losers against winners."""


def test_who_paired_an_imported_round_is_not_held_against_the_change() -> None:
    """Without a change the system's own answers are compared: they are the same."""
    (paired,) = what_if(facts(*AFTER_1, FOREIGN_2), "1.1", "1-0").rounds
    assert (paired.identical, paired.by_hand) == (True, True)
    (paired,) = what_if(facts(*AFTER_1, FOREIGN_2), "1.1", "0-1").rounds
    assert [board.before for board in paired.boards] == list(ROUND_2_BOARDS)
    assert [board.after for board in paired.boards] == WOULD_BE


def test_an_imported_round_that_the_system_pairs_too_is_its_own() -> None:
    ours = imported(2, *ROUND_2_BOARDS)
    (paired,) = what_if(facts(*AFTER_1, ours), "1.1", "0-1").rounds
    assert not paired.by_hand


def test_a_change_by_hand_to_an_imported_round_stays_one() -> None:
    by_hand = PairingChanged(round=2, games=FOREIGN_2.games)
    ours = imported(2, *ROUND_2_BOARDS)
    (paired,) = what_if(facts(*AFTER_1, ours, by_hand), "1.1", "1-0").rounds
    assert (paired.identical, paired.by_hand) == (True, True)


def test_an_imported_round_that_the_system_cannot_pair_stays_as_it_is() -> None:
    """Two players met already, and a file lets them meet again."""
    two = (CREATED, *entered(ANA, BEA), numbered(ANA, BEA), published(1, (ANA, BEA)))
    again = (*two, recorded("1.1", "1-0"), imported(2, (BEA, ANA)))
    (paired,) = what_if(facts(*again), "1.1", "0-1").rounds
    assert paired.unpairable
    assert [board.before for board in paired.boards] == [(BEA, ANA)]
