"""A Double-Swiss of the log as a file, read back and imported: the same matches and points."""

import pytest

from dsl.double_swiss import FIRST, PLAYERS, double, played, published, recorded
from dsl.leagues import done
from dsl.played_logs import random_log
from dsl.tournaments import facts
from dsl.trf_files import read, ready, state_of, submit
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.checking import checked_rounds
from planilla.application.envelope import Person
from planilla.application.trf_export import trf_of
from planilla.application.trf_remarks import remarks_of
from planilla.application.trf_standings import Question, standings_of_file
from planilla.domain.pairing import SYSTEMS
from planilla.domain.scoring import scores
from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.pairings import ChangePairing, PairRound, PublishPairings
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import ByeKind, EntrantId

P1, P2, P3, P4, P5, P6, P7 = PLAYERS


def file_of(state: Tournament) -> str:
    return trf_of(state, person).decode()


def person(entrant: EntrantId) -> Person:
    return Person(name=f"Player {entrant}")


def imported(text: str) -> Tournament:
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    wanted = ready(text, "swiss-double")
    submit(store, wanted)
    return state_of(store, wanted.tournament)


def test_the_games_of_a_round_are_columns_and_the_bye_is_a_win_and_a_draw() -> None:
    lines = file_of(played(double(7), 1, *FIRST).state()).splitlines()
    assert "192 FIDE_DOUBLESWISS" in lines
    assert "142 3" in lines
    ends = [line[89:].split() for line in lines if line.startswith("001")]
    assert ends[0] == ["4", "w", "1", "4", "b", "="]
    assert ends[1] == ["5", "b", "1", "5", "w", "1"]
    assert ends[6] == ["0000", "-", "U", "0000", "-", "H"]
    assert [line[80:84].strip() for line in lines if line.startswith("001")][:3] == [
        "1.5",
        "2.0",
        "1.0",
    ]


def test_byes_of_coming_rounds_are_told_by_the_numbers_of_rounds() -> None:
    scene = done(
        played(double(), 1, *FIRST), RequestBye(entrant=P3, round=2, kind=ByeKind.HALF_POINT)
    )
    assert "240 H 002    3" in file_of(scene.state()).splitlines()


@pytest.mark.parametrize("seed", range(4))
def test_what_is_imported_is_what_was_exported(seed: int) -> None:
    state = random_log("swiss-double", 9, 4, seed).state
    text = file_of(state)
    assert all(each.same for each in checked_rounds(read(text), SYSTEMS["swiss-double"]))
    again = imported(text)
    assert scores(for_standings(again)) == scores(for_standings(state))
    place = {entrant: at for at, entrant in enumerate(state.order)}
    known = {entrant: at for at, entrant in enumerate(again.order)}
    for one, other in zip(state.rounds, again.rounds, strict=True):
        # A file has no board numbers.
        assert {tuple(place[each] for each in sides) for sides in one.sides} == {
            tuple(known[each] for each in sides) for sides in other.sides
        }
        assert len(one.games) == len(other.games)


def test_an_open_game_stays_open_when_it_is_imported() -> None:
    scene = recorded(published(double(), 1), g1_1="1-0", g1_2="0-1", g1_2_2="1-0")
    again = imported(file_of(scene.state()))
    assert [len(each.open_games) for each in again.rounds] == [3]
    assert scores(for_standings(again)) == (2, 4, 0, 0, 0, 0)


def test_standings_of_a_file_add_up_its_games() -> None:
    found = standings_of_file(read(file_of(played(double(7), 1, *FIRST).state())), Question())
    assert sorted((each.points for each in found.rows), reverse=True) == [4, 3, 3, 2, 2, 1, 0]


def test_a_remark_on_a_change_by_hand_names_each_match_once() -> None:
    scene = done(double(4), PairRound(round=1))
    boards = ((P1, P2), (P3, P4))
    scene = done(
        scene,
        ChangePairing(round=1, boards=boards, reason=Sealed("r")),
        PublishPairings(round=1),
    )
    (remark,) = remarks_of(facts(*scene.events), scene.state())
    assert remark == "### MPA @ Round 1: 1-3 4-2 => 1-2 3-4"
