import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_1,
    ANA,
    CARL,
    NOTHING_SAID,
    ROUND_1,
    ROUND_1_BOARDS,
    ROUND_2,
    START,
    drafted,
    folded,
    given,
    recorded,
)
from planilla.domain.scoring import scores
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.corrections import (
    ColoursCorrected,
    CorrectColours,
    NotPlayed,
    ResultCorrected,
    ResultDeleted,
)
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.refusal import (
    LaterRoundPaired,
    NoResultYet,
    NoSuchGame,
    NoSuchResult,
    Refusal,
    RoundIsClosed,
    RoundNotPublished,
)
from planilla.domain.tournament.results import (
    RecordResult,
    ResultsConflict,
    ResultWithdrawn,
    SecondLook,
    WithdrawResult,
    second_look,
)
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import GameId, GameResult

G = GameId("1.1")


def record(result: str, game: str = "1.1") -> RecordResult:
    return RecordResult(game=GameId(game), result=result)


@pytest.mark.parametrize("result", ["1-0", "½-½", "0-1", "+/-", "-/+", "-/-", "0-0"])
def test_every_result_can_be_recorded(result: str) -> None:
    assert given(*ROUND_1).when(record(result)).then() == (recorded("1.1", result),)


def test_the_second_phone_with_the_same_result_changes_nothing() -> None:
    assert given(*ROUND_1, recorded("1.1", "1-0")).when(record("1-0")).then() == ()


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(START, record("1-0"), NoSuchGame, id="before the first round"),
        pytest.param(ROUND_1, record("1-0", "1.3"), NoSuchGame, id="a board that does not exist"),
        pytest.param(ROUND_1, record("1-0", "table 3"), NoSuchGame, id="not an identity"),
        pytest.param(ROUND_1, record("1-0", "9" * 5000), NoSuchGame, id="digits without end"),
        pytest.param(ROUND_1, record("1-0", "1.1.2"), NoSuchGame, id="a further game of a match"),
        pytest.param(ROUND_1, record("1-0", "2-1.1"), NoSuchGame, id="a game of a later stage"),
        pytest.param(ROUND_1, record("1-0", "T1.1"), NoSuchGame, id="a game at a table"),
        pytest.param(ROUND_1, record("1-0", "01.1"), NoSuchGame, id="another form of an id"),
        pytest.param(ROUND_1, record("2-0"), NoSuchResult, id="not a result"),
        pytest.param(ROUND_1, record("*"), NoSuchResult, id="an open game is not a result"),
        pytest.param(
            (*START, drafted(1, *ROUND_1_BOARDS)), record("1-0"), RoundNotPublished, id="a draft"
        ),
        pytest.param(AFTER_1, record("½-½"), ResultsConflict, id="another result"),
    ],
)
def test_a_result_is_refused(
    events: tuple[Event, ...], command: RecordResult, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()


def test_a_conflict_names_both_results() -> None:
    with pytest.raises(ResultsConflict) as refused:
        given(*AFTER_1).when(record("½-½")).then()
    assert refused.value.fields == {"game": "1.1", "recorded": "1-0", "reported": "½-½"}
    assert str(refused.value).startswith("results-conflict ")


CORRECTED = (
    *AFTER_1,
    ResultCorrected(
        game=G,
        result="0-1",
        corrects=len(AFTER_1) - 1,
        effect=Effect(points=True, pairing_from=2, rating=True),
        reason="slip",
    ),
)


@pytest.mark.parametrize("points", [True, False], ids=["for points", "for the report only"])
def test_a_repeated_report_is_compared_with_the_corrected_result(points: bool) -> None:
    events = (
        *AFTER_1,
        replace(CORRECTED[-1], effect=Effect(points=points, pairing_from=None, rating=True)),
    )
    assert given(*events).when(record("0-1")).then() == ()
    with pytest.raises(ResultsConflict) as refused:
        given(*events).when(record("1-0")).then()
    assert refused.value.fields == {"game": "1.1", "recorded": "0-1", "reported": "1-0"}


def test_a_repeated_report_is_compared_with_a_game_ruled_unplayed() -> None:
    effect = Effect(points=True, pairing_from=2, rating=True)
    deleted = ResultDeleted(
        game=G, corrects=len(AFTER_1) - 1, counts_as="-/-", effect=effect, reason="never played"
    )
    assert given(*AFTER_1, deleted).when(record("-/-")).then() == ()
    with pytest.raises(ResultsConflict) as refused:
        given(*AFTER_1, deleted).when(record("1-0")).then()
    assert refused.value.fields["recorded"] == "-/-"


def test_a_ruling_on_one_game_does_not_close_another() -> None:
    one = (*ROUND_1, recorded("1.1", "1-0"))
    ruled = replace(CORRECTED[-1], corrects=len(one))
    assert given(*one, ruled).when(record("½-½", "1.2")).then() == (recorded("1.2", "½-½"),)


def test_a_result_taken_back_leaves_the_game_open() -> None:
    scene = given(*AFTER_1).when(WithdrawResult(game=G))
    assert scene.then() == (ResultWithdrawn(game=G),)
    assert scene.state().rounds[0].results == bytes([GameResult.OPEN, GameResult.BLACK_WINS])


def test_taking_back_nothing_changes_nothing() -> None:
    assert given(*ROUND_1).when(WithdrawResult(game=G)).then() == ()


@pytest.mark.parametrize(
    ("events", "refusal"),
    [
        pytest.param((*AFTER_1, RoundClosed(round=1)), RoundIsClosed, id="the round is closed"),
        pytest.param(ROUND_2, LaterRoundPaired, id="the next round is paired"),
    ],
)
def test_later_a_result_is_corrected_and_not_taken_back(
    events: tuple[Event, ...], refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(WithdrawResult(game=G)).then()


def test_corrected_colours_leave_the_points_and_swap_the_colours() -> None:
    command = CorrectColours(game=G, reason=NOTHING_SAID)
    scene = given(*AFTER_1).when(command)
    counts = Effect(points=True, pairing_from=2, rating=True)
    assert scene.then() == (ColoursCorrected(game=G, corrects=8, effect=counts),)
    state = scene.state()
    assert state.rounds[0].boards[0] == (CARL, ANA)
    assert state.rounds[0].results[0] == GameResult.BLACK_WINS
    # Ana 1, Bea 1, Carl 0, Dora 0 in half points, as before
    assert scores(for_standings(state)) == (2, 2, 0, 0)


@pytest.mark.parametrize(
    ("events", "refusal"),
    [
        pytest.param(ROUND_1, NoResultYet, id="no result yet"),
        pytest.param((*ROUND_1, recorded("1.1", "+/-")), NotPlayed, id="a forfeit has no colours"),
    ],
)
def test_colours_are_corrected_only_of_a_played_game(
    events: tuple[Event, ...], refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(CorrectColours(game=G)).then()


TYPED_1, TYPED_2 = GameId("1.1"), GameId("1.2")


@pytest.mark.parametrize(
    ("events", "typed", "found"),
    [
        pytest.param(AFTER_1, {}, SecondLook((), (), (0, 1)), id="nothing is typed"),
        pytest.param(
            AFTER_1,
            {TYPED_1: GameResult.WHITE_WINS, TYPED_2: GameResult.DRAW},
            SecondLook((1,), (0,), ()),
            id="one agrees, one differs",
        ),
        pytest.param(
            AFTER_1,
            {TYPED_1: GameResult.WHITE_WINS_BY_FORFEIT},
            SecondLook((0,), (), (1,)),
            id="a forfeit is no game won",
        ),
        pytest.param(
            ROUND_1, {TYPED_2: GameResult.DRAW}, SecondLook((1,), (), ()), id="withdrawn meanwhile"
        ),
    ],
)
def test_a_second_look_compares_what_is_typed_with_what_is_recorded(
    events: tuple[Event, ...], typed: dict[GameId, GameResult], found: SecondLook
) -> None:
    played = folded(*events).rounds[0]
    assert second_look(played, {1, 0}, typed) == found
    assert found.boards == tuple(sorted(found.boards))


def test_a_second_look_is_at_the_given_boards_alone() -> None:
    played = folded(*AFTER_1).rounds[0]
    typed = {TYPED_1: GameResult.DRAW}
    assert second_look(played, {1}, typed) == SecondLook((), (), (1,))
    assert second_look(played, {1}, typed).boards == (1,)
