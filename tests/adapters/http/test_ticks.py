"""The scrubber's ticks, and its columns where there are more facts than a phone can show apart."""

from collections import Counter

from dsl.timelines import listed
from dsl.tournaments import facts
from planilla.adapters.http.views.head import COLUMNS, TICKS_MAX, Track, stacked, track_of
from planilla.application.states import HistoryEntry
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.pairings import PairingsPublished
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import Colour, GameId

PUBLISHED = PairingsPublished(round=1, games=(), system="s", edition="", first_colour=Colour.WHITE)
RESULT = ResultRecorded(game=GameId("1.1"), result="1-0")
CORRECTION = ResultCorrected(
    game=GameId("1.1"),
    result="0-1",
    corrects=2,
    effect=Effect(points=True, pairing_from=None, rating=True),
    reason="0" * 64,
)


def track(*events: Event) -> Track:
    return track_of(
        [
            HistoryEntry(
                fact=fact,
                listed=listed(fact),
                is_public=True,
            )
            for fact in facts(*events)
        ]
    )


def test_few_facts_have_a_tick_each() -> None:
    found = track(PUBLISHED, RESULT, RESULT, CORRECTION)
    assert not found.has_columns
    assert dict(found.paths) == {
        "result": "M2 20v-9M3 20v-9",
        "round": "M1 20v-20",
        "correction": "M4 0v8M4 12v8",
    }
    assert [(kind, sign) for kind, _, sign in found.legend] == [
        ("result", "●"),
        ("round", "▤"),
        ("correction", "✎"),
    ]


def test_of_many_each_column_stands_for_as_many_versions() -> None:
    # 288 facts, 72 columns: four versions each. The first four are a round and three results.
    count = 4 * COLUMNS
    assert count > TICKS_MAX
    found = track(PUBLISHED, *[RESULT] * (count - 3), CORRECTION, RoundClosed(round=1))
    assert found.has_columns
    paths = dict(found.paths)
    assert paths["begins"] == "M1 20v-20"
    assert paths["correction"] == f"M{count - 1} 0v8M{count - 1} 12v8"
    columns = paths["result"].split("z")
    assert len(columns) == COLUMNS + 1
    # Three of four at most: 110 * 3 // 4 = 82 tenths of 200. A column takes 0.8 of its four.
    assert columns[0] == "M0.5 11.8h3.2V20h-3.2"
    assert columns[1] == "M4.5 9h3.2V20h-3.2"
    # The last four: two results, the correction, the end of the round in the lane above.
    assert columns[-2] == f"M{count - 4}.5 14.5h3.2V20h-3.2"
    assert paths["round"] == f"M{count - 4}.5 1h3.2V8.5h-3.2z"
    assert [kind for kind, _, _ in found.legend] == ["round", "result", "begins", "correction"]


def test_the_last_column_ends_with_the_last_fact() -> None:
    # 290 facts: five versions a column, the last of which has only them all; 289 have four in it.
    found = dict(track(*[RESULT] * 290).paths)["result"].split("z")
    assert len(found) == 290 // 5 + 1
    short = dict(track(*[RESULT] * 291).paths)["result"].split("z")
    assert short[-2] == "M290.5 17.8h1V20h-1"


def test_piles_of_a_lane_share_its_height_and_nothing_vanishes() -> None:
    counted = Counter({("round", 0): 6, ("entrant", 0): 2, ("round", 1): 4, ("setup", 1): 1})
    counted["result", 0] = 100
    counted["result", 1] = 1
    found = stacked(counted)
    # The lane is 75 high and its tallest pile is 8: 75 * 6 // 8 = 56, 75 * 2 // 8 = 18.
    assert found["round", 0] == (85 - 56, 85)
    assert found["entrant", 0] == (85 - 56 - 18, 85 - 56)
    assert found["round", 1] == (85 - 37, 85)
    assert found["setup", 1] == (85 - 37 - 12, 85 - 37)  # 75 // 8 = 9 would hardly be seen
    assert found["result", 0] == (200 - 110, 200)
    assert found["result", 1] == (200 - 12, 200)
