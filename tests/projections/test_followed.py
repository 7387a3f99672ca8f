"""News of followed players, by example."""

import pytest
from msgspec.structs import replace

from dsl.team_matches import LIA, LIONS, TOM, cup, league
from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    ROUND_1,
    ROUND_1_BOARDS,
    ROUND_2,
    ROUND_2_BOARDS,
    START,
    drafted,
    entered,
    folded,
    imported,
    numbered,
    published,
    recorded,
)
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.results import ResultWithdrawn
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.projections.followed import followed_news

ALL = frozenset({ANA, BEA, CARL, DORA, EVA})


def said(
    before: tuple[Event, ...], after: tuple[Event, ...], *followed: EntrantId
) -> list[tuple[str, int, str, int | None]]:
    """The news as entrant, round, kind and board; of everybody unless some are named."""
    return news_of(folded(*before), folded(*after), *followed)


def news_of(
    before: Tournament, after: Tournament, *followed: EntrantId
) -> list[tuple[str, int, str, int | None]]:
    found = followed_news(before, after, frozenset(followed) or ALL)
    return [(each.entrant, each.round, each.kind.value, each.board) for each in found]


def test_a_published_round_gives_the_followed_their_boards() -> None:
    assert said(START, ROUND_1, ANA, BEA) == [(ANA, 1, "paired", 0), (BEA, 1, "paired", 1)]


def test_a_draft_says_nothing() -> None:
    assert said(START, (*START, drafted(1, *ROUND_1_BOARDS))) == []


def test_a_draft_that_is_published_gives_boards() -> None:
    draft = (*START, drafted(1, *ROUND_1_BOARDS))
    assert said(draft, (*draft, published(1, *ROUND_1_BOARDS)), CARL) == [(CARL, 1, "paired", 0)]


def test_a_bye_is_news_once() -> None:
    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    paired = (*three, published(1, (ANA, BEA), bye=CARL))
    assert said(three, paired, CARL) == [(CARL, 1, "bye", None)]
    assert said(paired, (*paired, recorded("1.1", "1-0")), CARL) == []


def test_a_result_is_news_of_both_players_and_of_nobody_else() -> None:
    assert said(ROUND_1, (*ROUND_1, recorded("1.1", "1-0"))) == [
        (ANA, 1, "result", 0),
        (CARL, 1, "result", 0),
    ]


def test_a_result_taken_back_is_no_news_and_another_one_is() -> None:
    first = (*ROUND_1, recorded("1.1", "1-0"))
    gone = (*first, ResultWithdrawn(game=GameId("1.1")))
    assert said(first, gone) == []
    assert said(first, (*gone, recorded("1.1", "0-1")), ANA) == [(ANA, 1, "result", 0)]
    assert said(first, (*gone, recorded("1.1", "1-0"))) == []


def test_a_late_result_of_an_earlier_round_is_news() -> None:
    before = (*ROUND_1, recorded("1.1", "1-0"), published(2, *ROUND_2_BOARDS))
    assert said(before, (*before, recorded("1.2", "0-1")), BEA) == [(BEA, 1, "result", 1)]


def test_of_rounds_that_came_at_once_only_the_last_has_news() -> None:
    one_import = (
        imported(1, *ROUND_1_BOARDS),
        recorded("1.1", "1-0"),
        recorded("1.2", "0-1"),
        imported(2, *ROUND_2_BOARDS),
        recorded("2.1", "1-0"),
    )
    assert said(START, (*START, *one_import)) == [
        (BEA, 2, "result", 0),
        (ANA, 2, "result", 0),
        (CARL, 2, "paired", 1),
        (DORA, 2, "paired", 1),
    ]


def test_a_tournament_that_did_not_exist_before_and_nothing_new() -> None:
    assert said((), ROUND_1, DORA) == [(DORA, 1, "paired", 1)]
    assert said(AFTER_1, AFTER_1) == []


def test_a_hidden_tournament_says_nothing() -> None:
    hidden = replace(folded(*ROUND_2), hidden=True)
    assert followed_news(folded(*AFTER_1), hidden, ALL) == ()


LEAGUE = league()
BEFORE_LEAGUE = replace(LEAGUE, rounds=())
ONE_GAME = league((("1.1", "1-0"),))
BOTH_GAMES = league((("1.1", "1-0"), ("1.1.2", "½-½")))


@pytest.mark.parametrize(
    ("before", "after", "news"),
    [
        pytest.param(BEFORE_LEAGUE, LEAGUE, "paired", id="the match is published"),
        pytest.param(LEAGUE, ONE_GAME, "", id="one game of two ended"),
        pytest.param(ONE_GAME, BOTH_GAMES, "result", id="the last game ended"),
        pytest.param(BEFORE_LEAGUE, BOTH_GAMES, "result", id="published with its results"),
        pytest.param(
            BOTH_GAMES, league((("1.1", "1-0"), ("1.1.2", "1-0"))), "result", id="another"
        ),
        pytest.param(BOTH_GAMES, replace(BOTH_GAMES, rounds=BOTH_GAMES.rounds), "", id="the same"),
        pytest.param(BOTH_GAMES, league((("1.1", "1-0"), ("1.1.2", "½-½"))), "", id="an equal one"),
    ],
)
def test_a_match_of_teams_has_news_of_its_pairing_and_its_end(
    before: Tournament, after: Tournament, news: str
) -> None:
    expected = [(LIONS, 1, news, None)] if news else []
    assert news_of(before, after, LIONS) == expected


def test_each_player_of_a_team_has_a_board() -> None:
    assert news_of(BEFORE_LEAGUE, LEAGUE, LIA, TOM) == [
        (TOM, 1, "paired", 0),
        (LIA, 1, "paired", 1),
    ]


def test_a_stage_that_begins_has_news_of_its_own() -> None:
    found = followed_news(cup(is_drawn=False), cup(), ALL)
    assert [(each.entrant, each.stage, each.kind.value) for each in found] == [
        (ANA, 2, "result"),
        (BEA, 2, "result"),
        (CARL, 3, "result"),
        (DORA, 3, "result"),
    ]
    assert followed_news(cup(), cup(), ALL) == ()


def test_two_players_who_meet_in_several_games_have_news_of_the_match_alone() -> None:
    """As in a knockout: the sides are players, and their first game is on board 1."""
    match = replace(published(1, (ANA, CARL)), sides=((ANA, CARL),))
    assert said(START, (*START, match), ANA) == [(ANA, 1, "paired", None)]
    ended = (*START, match, recorded("1.1", "1-0"))
    assert said((*START, match), ended, ANA, CARL) == [
        (ANA, 1, "result", None),
        (CARL, 1, "result", None),
    ]
