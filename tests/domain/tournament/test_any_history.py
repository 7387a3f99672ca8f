"""Whatever is done in whatever order, the laws of the log hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.walks import walk
from planilla.domain.crosstable import games_by_entrant
from planilla.domain.scoring import scores
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import decode, encode, type_of
from planilla.domain.tournament.pairings import PairingsPublished, RoundUnpaired
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import GameResult

pytestmark = pytest.mark.no_cover

HISTORIES = st.lists(st.integers(0, 2**16), min_size=20, max_size=90)
SYSTEMS = st.sampled_from(["swiss-dutch-libro", "round-robin"])


@given(HISTORIES, SYSTEMS)
def test_replaying_the_log_gives_the_state(numbers: list[int], system: str) -> None:
    facts, state = walk(numbers, system)
    assert fold(facts) == state
    assert [fact.version for fact in facts] == list(range(1, len(facts) + 1))
    for fact in facts:
        assert decode(type_of(fact.event), encode(fact.event)) == fact.event


@given(HISTORIES, SYSTEMS)
def test_public_facts_alone_give_the_public_tournament(numbers: list[int], system: str) -> None:
    facts, state = walk(numbers, system)
    public = fold(fact for fact in facts if fact.event.audience is Audience.PUBLIC)
    assert for_standings(public) == for_standings(state)
    assert public.order == state.order
    assert public.rounds == tuple(played for played in state.rounds if played.is_published)


@given(HISTORIES, SYSTEMS)
def test_every_finished_game_gives_its_points_once(numbers: list[int], system: str) -> None:
    """A decided game is worth two half points, a double loss or forfeit none, a bye its own."""
    _, state = walk(numbers, system)
    table = for_standings(state)
    games = [
        game
        for seat, row in enumerate(games_by_entrant(table))
        for game in row
        if table.counts(seat, game)  # not after a withdrawal before half of them
    ]
    decided = [
        game
        for game in games
        if game.opponent is not None
        and game.result not in (GameResult.OPEN, GameResult.BOTH_LOSE, GameResult.BOTH_FORFEIT)
    ]
    byes = sum({"U": 2, "F": 2, "H": 1, "Z": 0}[game.bye] for game in games if game.bye)
    assert sum(scores(table)) == len(decided) + byes


@given(HISTORIES)
def test_no_identity_is_used_twice_and_nobody_plays_twice_in_a_round(numbers: list[int]) -> None:
    _, state = walk(numbers)
    identities = [game for played in state.rounds for game in played.games]
    assert len(set(identities)) == len(identities)
    for played in state.rounds:
        there = [entrant for board in played.boards for entrant in board]
        there += [bye.entrant for bye in played.byes]
        assert len(set(there)) == len(there)
        assert _columns_fit(state)


def _columns_fit(state: Tournament) -> bool:
    return all(
        len(played.results) == len(played.rated) == len(played.recorded) == len(played.boards)
        and len(played.versions) == 4 * len(played.boards)
        for played in state.rounds
    )


@given(HISTORIES)
def test_a_correction_never_reaches_back_to_a_published_round(numbers: list[int]) -> None:
    facts, _ = walk(numbers)
    published = 0
    for fact in facts:
        match fact.event:
            case PairingsPublished(round=number):
                published = number
            case RoundUnpaired(round=number):
                published = number - 1
            case ResultCorrected(effect=Effect(pairing_from=int(from_round))):
                assert from_round > published
            case _:
                pass
