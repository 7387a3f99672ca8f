"""The next round foreseen.

Ana (1) played Carl (3), Dora (4) lost to Bea (2), White first. If Ana wins or draws, Bea meets
her: they have 1 and 1, or Bea comes down to ½ where Ana is first of two and due Black. If Carl
wins, he and Bea have 1 and must meet; both are due White and Bea is ranked higher (E4); Ana and
Dora are both due Black, which Ana gets.
"""

import pytest

from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    ROUND_1,
    ROUND_2_BOARDS,
    ROUND_ROBIN,
    START,
    drafted,
    entered,
    folded,
    given,
    numbered,
    published,
    recorded,
)
from planilla.audit.preview import Meeting, Preview, UncertainBoard, outcomes_of, parts, preview_of
from planilla.domain.tournament.closing import TooManyGamesOpen
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.fixed_boards import BoardFixed
from planilla.domain.tournament.pairings import AllRoundsPaired, DraftPending, PairRound
from planilla.domain.tournament.postponements import GamesPostponed
from planilla.domain.tournament.refusal import NotInThisSystem, RoundNotPaired
from planilla.domain.vocabulary import EntrantId, GameId

ONE_OPEN = (*ROUND_1, recorded("1.2", "0-1"))
IF_CARL_WINS: tuple[Meeting, ...] = ((BEA, CARL), (DORA, ANA))


def foreseen(*events: Event, size: int = 2) -> Preview:
    state = folded(*events)
    outcomes = [
        outcome for part in parts(state, DecisionContext(), size) for outcome in outcomes_of(part)
    ]
    return preview_of(state, outcomes)


def test_with_one_game_open_each_of_its_results_decides_the_round() -> None:
    preview = foreseen(*ONE_OPEN)
    assert (preview.round, preview.games, preview.certain) == (2, ("1.1",), ())
    assert [(each.result, each.meetings) for each in preview.decisions] == [
        ("1-0", ROUND_2_BOARDS),
        ("½-½", ROUND_2_BOARDS),
        ("0-1", IF_CARL_WINS),
    ]


def test_a_board_of_some_outcomes_names_the_game_it_depends_on() -> None:
    assert foreseen(*ONE_OPEN).undecided == (
        *(
            UncertainBoard(meeting=board, outcomes=2, games=(GameId("1.1"),))
            for board in ROUND_2_BOARDS
        ),
        *(
            UncertainBoard(meeting=board, outcomes=1, games=(GameId("1.1"),))
            for board in IF_CARL_WINS
        ),
    )


def test_a_fixed_board_is_foreseen() -> None:
    fixed = BoardFixed(entrant=DORA, board=1)
    assert foreseen(*AFTER_1, fixed).certain == ROUND_2_BOARDS[::-1]


def test_with_no_game_open_everything_is_certain() -> None:
    preview = foreseen(*AFTER_1)
    assert (preview.certain, preview.undecided) == (ROUND_2_BOARDS, ())


def test_a_postponed_game_is_a_draw_and_no_outcome_is_foreseen_for_it() -> None:
    postponed = GamesPostponed(round=1, games=(GameId("1.1"),), until=None)
    preview = foreseen(*ONE_OPEN, postponed)
    assert (preview.games, preview.certain) == ((), ROUND_2_BOARDS)


def test_each_outcome_is_what_pair_round_then_makes() -> None:
    preview = foreseen(*ROUND_1, size=4)
    assert len(preview.outcomes) == 9
    for outcome in preview.outcomes:
        results = zip(preview.games, outcome.results, strict=True)
        ended = (*ROUND_1, *(recorded(game, result) for game, result in results))
        draft = given(*ended).when(PairRound(round=2)).then()[-1]
        assert isinstance(draft, RoundPaired)
        assert outcome.meetings == tuple((game.white, game.black) for game in draft.games)


def test_a_board_depends_on_a_game_when_that_alone_can_change_it() -> None:
    preview = foreseen(*ROUND_1)
    for undecided in preview.undecided:
        having = {each.results for each in preview.outcomes if undecided.meeting in each.meetings}
        depends = tuple(
            game
            for place, game in enumerate(preview.games)
            if any(
                (*results[:place], other, *results[place + 1 :]) not in having
                for results in having
                for other in ("1-0", "½-½", "0-1")
            )
        )
        assert (len(having), depends) == (undecided.outcomes, undecided.games)


def test_the_bye_is_foreseen_too() -> None:
    five = (*FOUR, EVA)
    events = (CREATED, *entered(*five), numbered(*five))
    first = published(1, (ANA, CARL), (DORA, BEA), bye=EVA)
    preview = foreseen(*events, first, recorded("1.1", "1-0"), recorded("1.2", "0-1"))
    byes = [meeting for meeting in preview.certain if meeting[1] is None]
    # Carl and Dora have nothing; the last of the table without a bye is Dora.
    assert byes == [(DORA, None)]


def test_a_late_entry_is_foreseen_with_the_number_it_will_take() -> None:
    late = EntrantEntered(entrant=EVA, person="p-eva", rating=2500, first_round=2)
    preview = foreseen(*AFTER_1, late)
    assert EVA in {entrant for meeting in preview.certain for entrant in meeting}


def test_an_outcome_without_a_legal_pairing_is_told() -> None:
    events = (CREATED, *entered(ANA, BEA), numbered(ANA, BEA), published(1, (ANA, BEA)))
    preview = foreseen(*events)
    assert [(each.unpairable, each.meetings) for each in preview.outcomes] == [(True, ())] * 3


def of_games(count: int) -> tuple[Event, ...]:
    """So many open games of round 1."""
    players = tuple(EntrantId(f"e{place}") for place in range(2 * count))
    boards = tuple(zip(players[::2], players[1::2], strict=True))
    return (CREATED, *entered(*players), numbered(*players), published(1, *boards))


def test_more_than_six_open_games_are_refused() -> None:
    with pytest.raises(TooManyGamesOpen) as refused:
        foreseen(*of_games(7))
    assert refused.value.fields == {"round": 1, "open": 7, "largest": 6}


def test_all_outcomes_of_six_open_games_are_paired() -> None:
    preview = foreseen(*of_games(6))
    assert len({each.results for each in preview.outcomes}) == 3**6
    # If all games are drawn, all twelve have half a point: the halves meet, 1-7 to 6-12, but for
    # those who have just met; the boards of one outcome are no more than the six of a round.
    assert all(len(each.meetings) == 6 for each in preview.outcomes)
    for decision in preview.decisions:
        place = preview.games.index(decision.game)
        with_it = [each for each in preview.outcomes if each.results[place] == decision.result]
        shared = set.intersection(*(set(each.meetings) for each in with_it))
        assert set(decision.meetings) == shared - set(preview.certain)


@pytest.mark.parametrize(
    ("events", "refusal"),
    [
        ((ROUND_ROBIN, *entered(*FOUR)), NotInThisSystem),
        (START, RoundNotPaired),
        ((*START, drafted(1, (ANA, CARL), (DORA, BEA))), DraftPending),
        (
            (
                CREATED,
                *entered(*FOUR),
                numbered(*FOUR),
                *(published(number, (ANA, CARL), (DORA, BEA)) for number in (1, 2, 3)),
            ),
            AllRoundsPaired,
        ),
    ],
)
def test_what_cannot_be_paired_next_cannot_be_foreseen(
    events: tuple[Event, ...], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        foreseen(*events)
