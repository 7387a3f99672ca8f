"""A tournament that a file tells of comes in as events, all of them or none."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CARL, DORA, START, given
from planilla.domain.crosstable import Crosstable
from planilla.domain.scoring import THREE_ONE_NOUGHT, scores
from planilla.domain.tournament.byes import ByeNotOffered, ByeRequested
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.importing import (
    ImportedEntrant,
    ImportedProhibition,
    ImportedRound,
    ImportTournament,
    PointsRuled,
    TournamentImported,
)
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import IllegalPairing, PairRound, RoundImported
from planilla.domain.tournament.prohibitions import NobodyToForbid, PairsForbidden
from planilla.domain.tournament.refusal import (
    EntrantTwice,
    NoSuchNumber,
    NoSuchResult,
    NoSuchRound,
    Refusal,
)
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.setup import (
    CreateTournament,
    FirstColour,
    TournamentCreated,
    TournamentExists,
)
from planilla.domain.tournament.state import RoundStatus
from planilla.domain.tournament.values import NumberingReason
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameId, GameResult

ROUND_1 = ImportedRound(boards=((1, 2, "1-0"),), byes=((3, ByeKind.PAIRING_ALLOCATED),))
ROUND_2 = ImportedRound(boards=((4, 1, "*"),), byes=((2, ByeKind.HALF_POINT),))


def somebody(entrant: EntrantId, rating: int = 2000) -> ImportedEntrant:
    return ImportedEntrant(id=entrant, person=Sealed(f"p-{entrant}"), rating=rating)


def importing(
    *played: ImportedRound, first_colour: FirstColour = FirstColour.LOT
) -> ImportTournament:
    """Ana, Bea and Carl; Dora comes for round 2, and Carl does not come back for it."""
    return ImportTournament(
        tournament=CreateTournament(
            name="Club", system="swiss-dutch-libro", rounds=3, first_colour=first_colour
        ),
        format="trf16",
        entrants=(
            somebody(ANA),
            somebody(BEA),
            replace(somebody(CARL), out_from=2),
            replace(somebody(DORA), first_round=2),
        ),
        played=played,
        reason=Sealed("file"),
    )


def test_what_was_played_comes_in_as_it_happened() -> None:
    events = given().when(importing(ROUND_1, ROUND_2)).then()
    assert [type(event) for event in events] == [
        TournamentCreated,
        TournamentImported,
        *[EntrantEntered] * 4,
        PairingNumbersAssigned,
        RoundImported,
        ResultRecorded,
        RoundClosed,
        EntrantWithdrawn,
        ByeRequested,
        RoundImported,
    ]
    assert events[1] == TournamentImported(format="trf16", reason="file")
    assert events[6] == PairingNumbersAssigned(
        order=(ANA, BEA, CARL, DORA), reason=NumberingReason.IMPORTED
    )
    assert events[8] == ResultRecorded(game=GameId("1.1"), result="1-0")
    assert events[10] == EntrantWithdrawn(entrant=CARL, from_round=2)
    assert events[11] == ByeRequested(entrant=BEA, round=2, kind=ByeKind.HALF_POINT)


def test_the_tournament_goes_on_where_the_file_ends() -> None:
    """Round 1: Ana 1, Carl 1 (bye); round 2: Dora beats Ana, Bea half a point."""
    scene = given().when(importing(ROUND_1, ROUND_2)).and_then()
    state = scene.state()
    assert [played.status for played in state.rounds] == [RoundStatus.CLOSED, RoundStatus.PUBLISHED]
    assert state.rounds[1].open_games == ("2.1",)
    won = scene.when(RecordResult(game=GameId("2.1"), result="1-0")).and_then()
    assert scores(for_standings(won.state())) == (2, 1, 2, 2)
    paired = won.when(PairRound(round=3)).then()[-1]
    assert isinstance(paired, RoundPaired)
    there = {each for game in paired.games for each in (game.white, game.black)}
    assert there | {bye.entrant for bye in paired.byes} == {ANA, BEA, DORA}


@pytest.mark.parametrize(
    ("command", "colour"),
    [
        pytest.param(importing(ROUND_1), Colour.WHITE, id="as it was played"),
        pytest.param(
            importing(ImportedRound(boards=((4, 3, "1-0"), (2, 1, "1-0")))),
            Colour.BLACK,
            id="of the top player, wherever they sat",
        ),
        pytest.param(importing(ImportedRound()), Colour.WHITE, id="nobody played"),
        pytest.param(
            importing(ROUND_1, first_colour=FirstColour.BLACK), Colour.BLACK, id="as it was said"
        ),
    ],
)
def test_the_first_colour_is_known(command: ImportTournament, colour: Colour) -> None:
    state = given().when(command).state()
    assert state.rounds[0].first_colour is colour


def test_what_is_to_come_is_known() -> None:
    command = replace(
        importing(),
        entrants=(somebody(ANA), somebody(BEA), replace(somebody(CARL), out_from=3)),
        byes=((2, 1, ByeKind.ZERO_POINT), (2, 3, ByeKind.HALF_POINT)),
        forbidden=(ImportedProhibition(numbers=(1, 3, 1), first_round=2, last_round=3),),
    )
    state = given().when(command).state()
    assert state.rounds == ()
    assert state.entrants[BEA].byes == ((1, ByeKind.ZERO_POINT), (3, ByeKind.HALF_POINT))
    assert state.entrants[CARL].out_from == 3
    (event,) = [e for e in given().when(command).then() if isinstance(e, PairsForbidden)]
    assert event == PairsForbidden(entrants=(ANA, CARL), first_round=2, last_round=3)


def test_the_file_may_have_points_of_its_own() -> None:
    """With 3 for a win and 1 for the bye Ana has 3 points after round 1, and Carl 1."""
    points = replace(THREE_ONE_NOUGHT, name="", pairing_bye=1)
    command = replace(importing(ROUND_1), points=points, header=Sealed("lines"))
    events = given().when(command).then()
    assert events[1:3] == (
        TournamentImported(format="trf16", reason="file", header="lines"),
        PointsRuled(points=points),
    )
    assert scores(for_standings(given().when(command).state())) == (3, 0, 1, 0)


def test_a_game_that_is_not_rated_counts_for_points_alone() -> None:
    unrated = replace(ROUND_1, unrated=(1,))
    events = given().when(importing(unrated)).then()
    assert ResultRecorded(game=GameId("1.1"), result="1-0", unrated=True) in events
    state = given().when(importing(unrated)).state()
    assert state.rounds[0].results == bytes((GameResult.WHITE_WINS,))
    assert state.rounds[0].rated == bytes((GameResult.OPEN,))


def test_an_empty_tournament_comes_in() -> None:
    command = replace(importing(), entrants=())
    created, _ = given().when(command).then()
    assert isinstance(created, TournamentCreated)
    assert for_standings(given().when(command).state()) == Crosstable(entrants=(), rounds_planned=3)


def test_a_round_robin_comes_in() -> None:
    """Three players play three rounds, whatever number is asked for."""
    liga = CreateTournament(name="Liga", system="round-robin")
    command = replace(
        importing(ImportedRound(boards=((1, 2, "½-½"),))),
        tournament=liga,
        entrants=(somebody(ANA), somebody(BEA), somebody(CARL)),
    )
    assert given().when(command).state().rounds[0].system == "round-robin"
    four = replace(command, played=(ImportedRound(),) * 4)
    with pytest.raises(NoSuchRound):
        given().when(four).then()


def with_round(*boards: tuple[int, int, str], bye: int | None = None) -> ImportTournament:
    byes = () if bye is None else ((bye, ByeKind.FULL_POINT),)
    return importing(ImportedRound(boards=boards, byes=byes))


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(importing(*[ImportedRound()] * 4), NoSuchRound, id="too many rounds"),
        pytest.param(with_round((1, 9, "1-0")), NoSuchNumber, id="an unknown number"),
        pytest.param(with_round((0, 1, "1-0")), NoSuchNumber, id="the number 0"),
        pytest.param(with_round((1, 2, "1-0"), (2, 3, "*")), IllegalPairing, id="two opponents"),
        pytest.param(with_round((1, 2, "1-0"), bye=1), IllegalPairing, id="a bye besides"),
        pytest.param(with_round((1, 2, "2-0")), NoSuchResult, id="an unknown result"),
        pytest.param(
            replace(importing(), entrants=(somebody(ANA), somebody(ANA))),
            EntrantTwice,
            id="somebody twice",
        ),
        pytest.param(
            replace(importing(ROUND_1), byes=((1, 1, ByeKind.ZERO_POINT),)),
            NoSuchRound,
            id="a bye to come in a round that was played",
        ),
        pytest.param(
            replace(importing(), byes=((1, 1, ByeKind.PAIRING_ALLOCATED),)),
            ByeNotOffered,
            id="a bye that cannot be asked for",
        ),
        pytest.param(
            replace(importing(), forbidden=(ImportedProhibition(numbers=(1, 1)),)),
            NobodyToForbid,
            id="one alone is kept apart",
        ),
        pytest.param(
            replace(importing(), forbidden=(ImportedProhibition(numbers=(1, 2), last_round=4),)),
            NoSuchRound,
            id="kept apart beyond the end",
        ),
    ],
)
def test_what_cannot_be_is_refused_whole(command: ImportTournament, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        given().when(command).then()


def test_a_tournament_that_exists_is_not_imported_over() -> None:
    with pytest.raises(TournamentExists):
        given(*START).when(importing()).then()
