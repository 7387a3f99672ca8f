"""The views of the table: standings, crosstable, players, pairings, and the head of the page.

The tournament of `dsl.tournaments`: in round 1 Ana (1) beat Carl (3) and Bea (2) beat Dora (4); in
round 2 Bea and Ana drew and Carl beat Dora. A win is 2 half points: Ana 3, Bea 3, Carl 2, Dora 0.
"""

from datetime import datetime

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_1,
    AFTER_2,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    ROUND_1,
    ROUND_2,
    ROUND_ROBIN,
    START,
    entered,
    folded,
    numbered,
    published,
    recorded,
)
from planilla.domain.crosstable import Game
from planilla.domain.tournament.closing import RoundClosed, TournamentFinished
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.eligibility import EntrantExpelled, EntrantWithdrawn
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.postponements import GamesPostponed
from planilla.domain.tournament.state import INITIAL
from planilla.domain.tournament.values import Effect, GrantedBye, Postponement
from planilla.domain.vocabulary import ByeKind, Colour, GameId, GameResult
from planilla.projections import VIEWS, crosstable, event, pairings, people, players, standings
from planilla.projections.outcomes import outcome_of
from planilla.projections.view import StateView

EFFECT = Effect(points=True, pairing_from=None, rating=False)


def cell(view: StateView, row: tuple[object, ...], column: str) -> object:
    return row[view.columns.index(column)]


def column(name: str, state: object, of: str) -> dict[str, object]:
    view = VIEWS[name]
    assert isinstance(view, StateView)
    return {key: cell(view, row, of) for key, row in view.rows(state).items()}  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [name for name, view in VIEWS.items() if name != "timeline"])
def test_before_the_first_event_no_view_has_a_row(name: str) -> None:
    view = VIEWS[name]
    assert isinstance(view, StateView)
    assert view.rows(INITIAL) == {}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_view_is_registered_under_its_own_name(view: StateView) -> None:
    assert VIEWS[view.name] is view


def test_a_row_of_the_standings_carries_its_key_and_no_place() -> None:
    rows = standings.rows(folded(*AFTER_2))
    assert (
        rows[ANA]._asdict().items()
        >= {
            "key": (3, -1),
            "points": 3,
            "values": (),
            "number": 1,
            "before": 1,
            "form": "W1 B½",
            "rating": 2000,
            "title": "",
            "federation": "",
            "status": "playing",
        }.items()
    )
    assert sorted(rows, key=lambda key: rows[key][0], reverse=True) == [ANA, BEA, CARL, DORA]


def test_the_place_before_is_that_at_the_end_of_the_previous_round() -> None:
    assert column("standings", folded(*AFTER_2), "before") == {ANA: 1, BEA: 1, CARL: 3, DORA: 3}


def test_in_the_first_round_nobody_has_a_place_before() -> None:
    assert set(column("standings", folded(*AFTER_1), "before").values()) == {None}


def test_one_result_changes_the_rows_of_the_two_players_alone() -> None:
    before = standings.rows(folded(*ROUND_2))
    after = standings.rows(folded(*ROUND_2, recorded("2.2", "1-0")))
    assert {key for key in after if after[key] != before[key]} == {CARL, DORA}


@pytest.mark.parametrize(
    ("game", "outcome"),
    [
        (Game(round=1), "--"),
        (Game(round=1, bye=ByeKind.HALF_POINT), "H"),
        (Game(round=1, opponent=1, colour=Colour.WHITE), "W*"),
        (Game(round=1, opponent=1, colour=Colour.BLACK, result=GameResult.BLACK_WINS), "B1"),
        (Game(round=1, opponent=1, colour=Colour.BLACK, result=GameResult.WHITE_WINS), "B0"),
        (
            Game(round=1, opponent=1, colour=Colour.WHITE, result=GameResult.BLACK_WINS_BY_FORFEIT),
            "W-",
        ),
        (
            Game(round=1, opponent=1, colour=Colour.BLACK, result=GameResult.BLACK_WINS_BY_FORFEIT),
            "B+",
        ),
        (Game(round=1, opponent=1, colour=Colour.WHITE, result=GameResult.BOTH_FORFEIT), "W-"),
        (Game(round=1, opponent=1, colour=Colour.WHITE, result=GameResult.BOTH_LOSE), "W0"),
    ],
)
def test_an_outcome_is_two_characters(game: Game, outcome: str) -> None:
    assert outcome_of(game) == outcome


def test_the_crosstable_has_one_cell_for_each_published_round() -> None:
    rows = crosstable.rows(folded(*AFTER_2))
    assert rows[ANA] == (1, 3, "BN", "", (3, "W", "1", ""), (2, "B", "½", ""))
    assert rows[DORA] == (4, 0, "BN", "", (2, "W", "0", ""), (3, "B", "0", ""))


def test_who_meets_fewer_points_floats_down_and_the_other_up() -> None:
    rows = crosstable.rows(folded(*AFTER_1, published(2, (DORA, ANA), (CARL, BEA))))
    assert rows[ANA][3:] == ("D", (3, "W", "1", ""), (4, "B", "*", "D"))
    assert rows[DORA][3:] == ("A", (2, "W", "0", ""), (1, "W", "*", "A"))


def test_two_whites_in_a_row_are_an_absolute_preference() -> None:
    rows = crosstable.rows(folded(*AFTER_1, published(2, (DORA, ANA), (CARL, BEA))))
    assert rows[DORA][2] == "BB*"


def test_a_bye_and_an_absence_have_cells_of_their_own() -> None:
    five = (CREATED, *entered(*FOUR, EVA), numbered(*FOUR, EVA))
    rows = crosstable.rows(folded(*five, published(1, (ANA, CARL), bye=EVA)))
    assert rows[EVA][4:] == ((None, None, "U", "D"),)
    assert rows[BEA][4:] == (None,)


def test_a_schedule_has_no_floats() -> None:
    league = (ROUND_ROBIN, *entered(*FOUR), numbered(*FOUR))
    rounds = (published(1, (ANA, CARL)), recorded("1.1", "1-0"), published(2, (ANA, BEA)))
    assert set(column("crosstable", folded(*league, *rounds), "floats").values()) == {""}


def test_a_game_has_its_points_before_the_round() -> None:
    rows = pairings.rows(folded(*AFTER_2))
    assert rows["2.1"] == (2, 1, BEA, ANA, "½-½", 2, 2, "published", None, None, None, False)
    assert rows["1.2"] == (1, 2, DORA, BEA, "0-1", 0, 0, "published", None, None, None, False)


def test_a_bye_is_a_row_of_the_pairings() -> None:
    five = (CREATED, *entered(*FOUR, EVA), numbered(*FOUR, EVA))
    rows = pairings.rows(folded(*five, published(1, (ANA, CARL), (DORA, BEA), bye=EVA)))
    bye = (1, None, EVA, None, None, 0, None, "published", None, "U", None, False)
    assert rows["bye-eva-1"] == bye


def test_a_postponed_game_has_its_new_time_until_it_has_a_result() -> None:
    evening = datetime(2026, 5, 12, 18, 0)  # noqa: DTZ001 - local
    later = GamesPostponed(round=1, games=(GameId("1.1"),), until=evening)
    open_date = GamesPostponed(round=1, games=(GameId("1.2"),), until=None)
    state = folded(*ROUND_1, later, open_date)
    assert column("pairings", state, "postponed") == {"1.1": "2026-05-12T18:00", "1.2": ""}
    over = folded(*ROUND_1, later, open_date, recorded("1.1", "1-0"))
    assert column("pairings", over, "postponed") == {"1.1": None, "1.2": ""}


def test_an_adjourned_game_is_told_from_a_postponed_one_until_it_has_a_result() -> None:
    evening = datetime(2026, 5, 12, 18, 0)  # noqa: DTZ001 - local
    adjourned = GamesPostponed(round=1, games=(GameId("1.1"),), until=evening, adjourned=True)
    postponed = GamesPostponed(round=1, games=(GameId("1.2"),), until=None)
    state = folded(*ROUND_1, adjourned, postponed)
    assert column("pairings", state, "adjourned") == {"1.1": True, "1.2": False}
    rows = pairings.rows(state)
    assert rows["1.1"].postponement == Postponement(until=evening, adjourned=True)
    assert rows["1.2"].postponement == Postponement()
    over = pairings.rows(folded(*ROUND_1, adjourned, recorded("1.1", "1-0")))
    assert (over["1.1"].adjourned, over["1.1"].postponement) == (False, None)


def test_a_corrected_game_shows_what_it_was_and_the_ruling() -> None:
    corrected = ResultCorrected(game=GameId("1.1"), result="0-1", corrects=8, effect=EFFECT)
    assert column("pairings", folded(*AFTER_2, corrected), "corrected") == {
        "1.1": ("1-0", "0-1", 13, True),
        "1.2": None,
        "2.1": None,
        "2.2": None,
    }


def test_a_closed_round_says_so() -> None:
    status = column("pairings", folded(*AFTER_2, RoundClosed(round=1)), "status")
    assert status == {"1.1": "closed", "1.2": "closed", "2.1": "published", "2.2": "published"}


def test_who_left_and_who_was_expelled_stays_in_the_list() -> None:
    state = folded(
        *AFTER_2,
        EntrantWithdrawn(entrant=CARL, from_round=3),
        EntrantExpelled(entrant=DORA, from_round=3),
    )
    rows = players.rows(state)
    assert rows[ANA] == (1, 2000, "", "", "playing", 1, None)
    assert rows[CARL] == (3, 1980, "", "", "withdrawn", 1, 3)
    assert rows[DORA] == (4, 1970, "", "", "expelled", 1, 3)


def test_names_are_told_by_their_commitments_alone() -> None:
    assert people.rows(folded(*START)) == {each: (f"p-{each}", False) for each in FOUR}


def test_the_head_of_the_page_counts_boards_and_closed_rounds() -> None:
    created = replace(CREATED, tiebreaks=("PS", "SB"))
    late = EntrantEntered(entrant=EVA, person="p-eva", first_round=2)
    state = folded(created, *AFTER_1[1:], late, RoundClosed(round=1), TournamentFinished())
    head = event.rows(state)["event"]
    assert head._asdict() == {
        "name": "Club",
        "system": "swiss-dutch-libro",
        "point_system": "1-½-0",
        "unit": 2,
        "tiebreaks": ("PS", "SB"),
        "tiebreak_units": (2, 4),  # points in halves, products of points in quarters
        "mode": "subsidiary",
        "rounds": 3,
        "round": 1,
        "boards": 2,
        "boards_finished": 2,
        "closed": 1,
        "finished": True,
        "entrants": 5,
        "late": 1,
        "changed_at": 12_000_000,
        "notices": (),
        "stages": (),
    }


def test_before_the_first_round_there_are_no_boards() -> None:
    head = event.rows(folded(*START))["event"]
    assert (head.round, head.boards, head.boards_finished) == (0, 0, 0)


def test_an_absent_entrant_s_bye_has_its_letter() -> None:
    asked = replace(
        published(1, (ANA, CARL)),
        byes=(GrantedBye(entrant=BEA, kind=ByeKind.HALF_POINT),),
    )
    assert column("pairings", folded(*START, asked), "bye") == {"1.1": None, "bye-bea-1": "H"}
