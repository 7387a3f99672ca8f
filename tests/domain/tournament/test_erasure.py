"""Forgetting what was kept apart: a fact says that it was, once, also after the end."""

import pytest

from dsl.tournaments import ANA, FOUR, START, folded, given
from planilla.domain.tournament.closing import TournamentFinished
from planilla.domain.tournament.entrants import PersonalDataCorrected
from planilla.domain.tournament.erasure import ErasePerson, EraseTexts, PersonErased, TextsErased
from planilla.domain.tournament.refusal import NoSuchEntrant
from planilla.domain.vocabulary import EntrantId

FIRST, SECOND = ("a1" * 32, "b2" * 32)
KNOWN = (*START, PersonalDataCorrected(entrant=ANA, person=FIRST))


def test_a_person_is_erased_with_the_texts_that_name_them_once() -> None:
    scene = given(*KNOWN).when(ErasePerson(entrant=ANA, texts=(SECOND, SECOND)))
    gone = PersonErased(entrant=ANA, commitment=FIRST)
    assert scene.then() == (gone, TextsErased(texts=(SECOND,)))
    after = scene.and_then()
    assert after.when(ErasePerson(entrant=ANA, texts=(SECOND,))).then() == ()
    third = "c3" * 32
    another = after.when(ErasePerson(entrant=ANA, texts=(SECOND, third)))
    assert another.then() == (TextsErased(texts=(third,)),)


def test_who_is_entered_again_is_erased_again() -> None:
    gone = PersonErased(entrant=ANA, commitment=FIRST)
    back = PersonalDataCorrected(entrant=ANA, person=SECOND)
    scene = given(*KNOWN, gone, back).when(ErasePerson(entrant=ANA))
    assert scene.then() == (PersonErased(entrant=ANA, commitment=SECOND),)


def test_texts_are_erased_once_and_all_is_possible_after_the_end() -> None:
    over = given(*KNOWN, TournamentFinished())
    scene = over.when(EraseTexts(texts=(FIRST, SECOND)))
    assert scene.then() == (TextsErased(texts=(FIRST, SECOND)),)
    assert scene.and_then().when(EraseTexts(texts=(SECOND,))).then() == ()
    assert len(over.when(ErasePerson(entrant=ANA)).then()) == 1


def test_nobody_is_erased_who_is_not_there() -> None:
    with pytest.raises(NoSuchEntrant):
        given(*KNOWN).when(ErasePerson(entrant=EntrantId("zoe"))).then()


def test_what_was_played_is_as_it_was() -> None:
    before = folded(*KNOWN)
    after = folded(*KNOWN, PersonErased(entrant=ANA, commitment=FIRST))
    assert after.erased == {FIRST}
    assert (after.entrants, after.order) == (before.entrants, FOUR)
