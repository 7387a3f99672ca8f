"""Teams in an import: their players and matches are events, and what cannot be is refused whole."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import folded, given
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.entrants import RatingOutOfRange
from planilla.domain.tournament.importing import (
    ImportedEntrant,
    ImportedRoster,
    ImportedRound,
    ImportTournament,
)
from planilla.domain.tournament.line_ups import TooManyInLineUp
from planilla.domain.tournament.pairings import IllegalPairing
from planilla.domain.tournament.refusal import (
    EntrantTwice,
    NoSuchNumber,
    NoSuchResult,
    NotInThisSystem,
    Refusal,
)
from planilla.domain.tournament.setup import CreateTournament
from planilla.domain.tournament.shapes import DecidedBy, MatchShape
from planilla.domain.tournament.state import RoundStatus, Tournament
from planilla.domain.tournament.team_imports import ImportedBoard, ImportedMatch
from planilla.domain.tournament.teams import NotInTheTeam
from planilla.domain.vocabulary import EntrantId

A, B = EntrantId("a"), EntrantId("b")


def somebody(entrant: str, rating: int = 2000) -> ImportedEntrant:
    return ImportedEntrant(id=EntrantId(entrant), person=Sealed(f"p-{entrant}"), rating=rating)


ROSTERS = tuple(
    ImportedRoster(players=(somebody(f"{team}1"), somebody(f"{team}2"))) for team in ("a", "b")
)
"""Players 1 and 2 are those of team 1, 3 and 4 those of team 2."""


STRONG = somebody("a1", 9999)


def board(first: int, second: int, result: str = "1-0", *, white: bool = True) -> ImportedBoard:
    return ImportedBoard(first=first, second=second, result=result, first_has_white=white)


BOTH = (board(1, 3), board(2, 4, "½-½", white=False))


def importing(*matches: ImportedMatch, system: str = "swiss-team-2026") -> ImportTournament:
    return ImportTournament(
        tournament=CreateTournament(
            name="Clubs", system=system, rounds=3, shape=MatchShape(boards=2)
        ),
        format="trf26",
        entrants=(somebody("a"), somebody("b")),
        rosters=ROSTERS,
        played=(ImportedRound(matches=matches),) if matches else (),
    )


def match(
    *boards: ImportedBoard, first: int = 1, second: int = 2, winner: int | None = None
) -> ImportedMatch:
    return ImportedMatch(first=first, second=second, boards=boards, winner=winner)


def after(command: ImportTournament) -> Tournament:
    return folded(*given().when(command).then())


def test_matches_come_in_with_their_boards_and_results() -> None:
    state = after(importing(match(*BOTH)))
    (played,) = state.rounds
    assert played.sides == ((A, B),)
    assert played.games == ("1.1", "1.1.2")
    assert played.boards == (("a1", "b1"), ("b2", "a2"))
    assert played.results == bytes([1, 2])
    assert played.status is RoundStatus.PUBLISHED
    assert [team.players for team in state.teams] == [("a1", "a2"), ("b1", "b2")]


def test_a_board_without_a_player_is_that_of_the_team() -> None:
    (played,) = after(importing(match(board(1, 3), board(0, 4, "+/-", white=False)))).rounds
    assert played.boards == (("a1", "b1"), ("b2", "a"))


def test_a_match_forfeited_as_a_whole_is_decided() -> None:
    for winner, known in ((2, B), (None, None)):
        forfeited = replace(match(winner=winner), forfeited=True)
        (played,) = after(importing(forfeited)).rounds
        assert played.games == ()
        assert [(each.match, each.winner, each.by) for each in played.decisions] == [
            (1, known, DecidedBy.NO_SHOW)
        ]


def test_a_round_with_an_open_board_stays_open() -> None:
    command = importing(match(board(1, 3, "*")))
    command = replace(command, played=(*command.played, ImportedRound(matches=(match(*BOTH),))))
    first, second = after(command).rounds
    assert (first.status, second.status) == (RoundStatus.PUBLISHED, RoundStatus.PUBLISHED)
    assert first.open_games == ("1.1",)


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (importing(match(*BOTH, first=3)), NoSuchNumber),
        (importing(match(board(9, 3))), NoSuchNumber),
        (importing(match(board(3, 1))), NotInTheTeam),
        (importing(match(*BOTH, board(0, 0))), TooManyInLineUp),
        (importing(match(board(1, 3, "2-0"))), NoSuchResult),
        (importing(match(*BOTH, winner=7)), NoSuchNumber),
        (importing(match(*BOTH), match(*BOTH)), IllegalPairing),
        (importing(system="swiss-dutch-2026"), NotInThisSystem),
        (importing(system="team-round-robin"), NotInThisSystem),
        (replace(importing(), rosters=ROSTERS[:1]), NotInThisSystem),
        (replace(importing(), rosters=()), NotInThisSystem),
        (replace(importing(), rosters=(ROSTERS[0], ROSTERS[0])), EntrantTwice),
        (
            replace(
                importing(), rosters=(ImportedRoster(players=(somebody("a1", 9999),)), ROSTERS[1])
            ),
            RatingOutOfRange,
        ),
        (
            replace(importing(), played=(ImportedRound(boards=((1, 2, "1-0"),)),)),
            NotInThisSystem,
        ),
    ],
)
def test_what_cannot_be_is_refused_whole(command: ImportTournament, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        given().when(command).then()


def test_matches_are_those_of_teams() -> None:
    command = importing(match(*BOTH))
    alone = replace(command.tournament, system="swiss-dutch-2026", shape=MatchShape())
    with pytest.raises(NotInThisSystem):
        given().when(replace(command, tournament=alone, rosters=())).then()
