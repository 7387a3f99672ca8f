import pytest

from dsl.tournaments import ANA, CREATED, given
from planilla.domain.tournament.closing import AlreadyFinished, TournamentFinished
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.entrants import EnterEntrants, NewEntrant
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.refusal import NoSuchRatingRules, Refusal
from planilla.domain.tournament.setup import (
    CreateTournament,
    FirstColour,
    NameMissing,
    NoSuchMode,
    NoSuchModifier,
    NoSuchPointSystem,
    NoSuchSystem,
    NoSuchTiebreak,
    NoSuchTiebreakEdition,
    NoSuchTournament,
    RoundsOutOfRange,
    TiebreakForbidden,
    TiebreakUnreadable,
    TournamentCreated,
    TournamentExists,
)
from planilla.domain.vocabulary import Colour


def test_a_name_is_enough_for_a_swiss_of_seven_rounds() -> None:
    assert given().when(CreateTournament(name=" Club ")).then() == (
        TournamentCreated(
            name="Club",
            system_name="swiss-dutch-2026",
            rounds_asked=7,
            tiebreaks=("PS", "BH", "SB", "DE", "WIN"),
            tiebreak_edition="fide-2026-03",
            rating_rules="elo-fide-2024",
        ),
    )


def test_a_schedule_knows_its_own_number_of_rounds() -> None:
    (created,) = given().when(CreateTournament(name="Liga", system="round-robin", rounds=9)).then()
    assert isinstance(created, TournamentCreated)
    assert created.rounds_asked == 0


def test_the_first_colour_may_be_given_instead_of_drawn() -> None:
    command = CreateTournament(name="Club", first_colour=FirstColour.BLACK)
    (created,) = given().when(command).then()
    assert isinstance(created, TournamentCreated)
    assert created.first_colour is Colour.BLACK


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (CreateTournament(name="  "), NameMissing),
        (CreateTournament(name="x" * 121), NameMissing),
        (CreateTournament(name="Club", system="swiss-french"), NoSuchSystem),
        (CreateTournament(name="Club", point_system="2-1-0"), NoSuchPointSystem),
        (CreateTournament(name="Club", tiebreaks=("BH", "XX")), NoSuchTiebreak),
        (CreateTournament(name="Club", tiebreaks=("BH/Z",)), NoSuchModifier),
        (CreateTournament(name="Club", tiebreaks=("B-H",)), TiebreakUnreadable),
        (CreateTournament(name="L", system="round-robin", tiebreaks=("BH",)), TiebreakForbidden),
        (CreateTournament(name="Club", tiebreak_edition="fide-1924"), NoSuchTiebreakEdition),
        (CreateTournament(name="Club", rating_rules="elo-1960"), NoSuchRatingRules),
        (CreateTournament(name="Club", tiebreak_mode="both"), NoSuchMode),
        (CreateTournament(name="Club", rounds=31), RoundsOutOfRange),
        (CreateTournament(name="Club", rounds=-1), RoundsOutOfRange),
    ],
)
def test_a_tournament_is_refused(command: CreateTournament, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        given().when(command).then()


def test_a_tournament_is_created_once() -> None:
    with pytest.raises(TournamentExists):
        given(CREATED).when(CreateTournament(name="Club")).then()


def test_nothing_happens_in_a_tournament_that_does_not_exist() -> None:
    with pytest.raises(NoSuchTournament):
        given().when(PairRound(round=1)).then()


def test_a_finished_tournament_takes_no_more_entries() -> None:
    command = EnterEntrants(entrants=(NewEntrant(id=ANA, person=Sealed("p")),))
    with pytest.raises(AlreadyFinished):
        given(CREATED, TournamentFinished()).when(command).then()
