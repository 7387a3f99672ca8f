"""A pairing worked out before: used when it answers what is asked, and only then."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    DORA,
    FOUR,
    NOTHING_SAID,
    ROUND_2,
    ROUND_2_BOARDS,
    ROUND_ROBIN,
    START,
    drafted,
    entered,
    folded,
    games,
    given,
    numbered,
    recorded,
)
from planilla.domain.pairing.system import Explanation, NoPairing, Pairing
from planilla.domain.tournament.closing import AlreadyFinished, TournamentFinished
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import question_of
from planilla.domain.tournament.drafting import NoLegalPairing, RoundPaired
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.pairings import (
    ChangePairing,
    NotTheLastRound,
    PairingChanged,
    PairRound,
    PublishPairings,
)
from planilla.domain.tournament.questions import Prepared, Question, answer_to
from planilla.domain.tournament.refusal import Refusal, RoundNotPaired
from planilla.domain.tournament.setup import NoSuchTournament

PAIR_2 = PairRound(round=2)
SEATS = {entrant: seat for seat, entrant in enumerate(FOUR)}
ANOTHER = Pairing(
    boards=((SEATS[ANA], SEATS[DORA]), (SEATS[BEA], SEATS[CARL])),
    explanation=Explanation(system="swiss-dutch-libro"),
)
"""Not what the rules give, so that it shows where it was used."""


def asked(*events: Event, command: Command = PAIR_2) -> Question:
    question = question_of(folded(*events), command, DecisionContext())
    assert question is not None
    return question


def test_the_answer_to_the_very_question_is_used() -> None:
    prepared = Prepared(question=asked(*AFTER_1), answer=ANOTHER)
    draft = given(*AFTER_1).when(PAIR_2, prepared=prepared).then()[-1]
    assert isinstance(draft, RoundPaired)
    assert draft.games == games(2, (ANA, DORA), (BEA, CARL))


def test_an_answer_to_another_question_is_as_none() -> None:
    others = (*AFTER_1[:-1], recorded("1.2", "½-½"))
    prepared = Prepared(question=asked(*others), answer=ANOTHER)
    draft = given(*AFTER_1).when(PAIR_2, prepared=prepared).then()[-1]
    assert isinstance(draft, RoundPaired)
    assert draft.games == games(2, *ROUND_2_BOARDS)


def test_a_prepared_answer_may_be_that_there_is_none() -> None:
    prepared = Prepared(question=asked(*AFTER_1), answer=NoPairing(reason="no-legal-pairing"))
    with pytest.raises(NoLegalPairing):
        given(*AFTER_1).when(PAIR_2, prepared=prepared).then()


def test_the_answer_is_that_of_the_system() -> None:
    answer = answer_to(asked(*AFTER_1))
    assert isinstance(answer, Pairing)
    assert [(FOUR[white], FOUR[black]) for white, black in answer.boards] == [*ROUND_2_BOARDS]


def test_a_change_by_hand_asks_for_the_system_s_own_answer() -> None:
    command = ChangePairing(round=2, boards=((ANA, BEA), (CARL, DORA)), reason=NOTHING_SAID)
    question = asked(*ROUND_2, command=command)
    assert question == asked(*AFTER_1)
    prepared = Prepared(question=question, answer=ANOTHER)
    (changed,) = given(*ROUND_2).when(command, prepared=prepared).then()
    assert isinstance(changed, PairingChanged)
    assert [(game.white, game.black) for game in changed.engine] == [(ANA, DORA), (BEA, CARL)]


def test_a_change_is_recorded_where_the_system_has_no_answer() -> None:
    command = ChangePairing(round=2, boards=((ANA, BEA), (CARL, DORA)), reason=NOTHING_SAID)
    nothing = Prepared(
        question=asked(*ROUND_2, command=command), answer=NoPairing(reason="no-legal-pairing")
    )
    (changed,) = given(*ROUND_2).when(command, prepared=nothing).then()
    assert isinstance(changed, PairingChanged)
    assert changed.engine == ()


def test_the_colour_that_was_drawn_is_not_drawn_again_for_a_change() -> None:
    by_lot = (replace(START[0], first_colour=None), *START[1:])
    draft = given(*by_lot).when(PairRound(round=1), lot=1).then()[-1]
    assert isinstance(draft, RoundPaired)
    first, second = ((game.white, game.black) for game in draft.games)
    command = ChangePairing(round=1, boards=(second, first), reason=NOTHING_SAID)
    (changed,) = given(*by_lot, draft).when(command, lot=2).then()
    engine = [(game.white, game.black) for game in changed.engine]
    assert engine == [first, second]


@pytest.mark.parametrize(
    ("events", "command"),
    [
        (START, PublishPairings(round=1)),
        ((ROUND_ROBIN, *entered(*FOUR), numbered(*FOUR)), PairRound(round=1)),
        (ROUND_2, ChangePairing(round=2, boards=ROUND_2_BOARDS, reason=NOTHING_SAID)),
    ],
)
def test_what_asks_no_round_system_has_no_question(
    events: tuple[Event, ...], command: Command
) -> None:
    assert question_of(folded(*events), command, DecisionContext()) is None


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        ((), PairRound(round=1), NoSuchTournament),
        (START, PairRound(round=2), RoundNotPaired),
        ((*START, TournamentFinished()), PairRound(round=1), AlreadyFinished),
        (
            (*ROUND_2, drafted(3, (ANA, DORA), (BEA, CARL))),
            ChangePairing(round=2, boards=(), reason=NOTHING_SAID),
            NotTheLastRound,
        ),
    ],
)
def test_a_question_is_refused_as_the_decision_would_be(
    events: tuple[Event, ...], command: Command, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        question_of(folded(*events), command, DecisionContext())
    with pytest.raises(refusal):
        given(*events).when(command).then()
