"""The audit says of each round: same, changed by the arbiter, or it differs."""

from random import Random

import pytest
from msgspec.structs import replace

from dsl.keizer_club import random_club
from dsl.leagues import TEAMS, done, league, playing, register
from dsl.lively_open import lively_open
from dsl.masnou_scenarios import Played
from dsl.played_logs import random_log
from dsl.sample import sample_facts
from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    ROUND_1_BOARDS,
    START,
    drafted,
    entered,
    facts,
    games,
    imported,
    numbered,
    published,
    recorded,
)
from dsl.walks import walk
from planilla.audit.pairing_audit import PairingAudit, RoundOutcome, audit
from planilla.domain.tournament.drafting import DraftChanged
from planilla.domain.tournament.event import Audience, Event
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.keizer import ValuesRecalculated
from planilla.domain.tournament.masnou.events import GameSeated, PlayerCalled
from planilla.domain.tournament.pairings import PairingChanged
from planilla.domain.vocabulary import EntrantId

EVA_OF_THE_HALL = EntrantId("e")
OTHERS = games(1, (ANA, BEA), (DORA, CARL))


def audited(*events: Event) -> PairingAudit:
    return audit(facts(*events))


def outcomes(found: PairingAudit) -> list[RoundOutcome]:
    return [each.outcome for each in found.rounds]


@pytest.mark.no_cover
@pytest.mark.parametrize("system", ["swiss-dutch-libro", "round-robin"])
def test_whatever_is_done_by_the_rules_holds(system: str) -> None:
    for seed in range(8):
        chance = Random(seed)
        log, _ = walk([chance.randrange(2**16) for _ in range(80)], system)
        assert audit(log).holds, seed


def test_the_books_open_holds_round_by_round() -> None:
    told: list[tuple[int, int]] = []
    found = audit(sample_facts(), lambda done, total: told.append((done, total)))
    assert found.holds
    assert outcomes(found) == [RoundOutcome.SAME] * 7
    assert told == [(number, 7) for number in range(1, 8)]
    assert all(not each.boards for each in found.rounds)


@pytest.mark.parametrize(
    "change",
    [
        (
            drafted(1, *ROUND_1_BOARDS),
            DraftChanged(round=1, games=OTHERS, reason="c0"),
        ),
        (
            published(1, *ROUND_1_BOARDS),
            PairingChanged(round=1, games=OTHERS, reason="c0"),
        ),
    ],
    ids=["a draft", "published pairings"],
)
def test_a_round_changed_by_hand_has_its_reason_and_where_it_parts(
    change: tuple[Event, ...],
) -> None:
    """Of four in one group 1-3 and 4-2 meet; the arbiter made it 1-2 and 4-3.

    2 and 3 change halves: an exchange (D.2), no transposition within the second half (D.1).
    """
    found = audited(*START, *change)
    (verdict,) = found.rounds
    assert found.holds
    assert (verdict.outcome, verdict.reason) == (RoundOutcome.BY_HAND, "c0")
    assert [(board.before, board.after) for board in verdict.boards] == [
        ((ANA, BEA), (ANA, CARL)),
        ((DORA, CARL), (DORA, BEA)),
    ]
    assert verdict.criterion is not None
    assert verdict.criterion.article == "D2"


def test_a_round_that_nobody_changed_and_is_another_differs() -> None:
    found = audited(*START, drafted(1, (ANA, BEA), (DORA, CARL)))
    (verdict,) = found.rounds
    assert not found.holds
    assert (verdict.outcome, verdict.reason) == (RoundOutcome.DIFFERS, "")
    assert len(verdict.boards) == 2
    assert verdict.criterion is not None


def test_of_a_round_whose_draft_was_not_seen_nobody_says_that_it_differs() -> None:
    """The public knows neither what the arbiter changed in the draft nor who must not meet."""
    found = audited(*START, published(1, (ANA, BEA), (DORA, CARL)))
    (verdict,) = found.rounds
    assert (found.holds, found.unjudged) == (True, 1)
    assert (verdict.outcome, len(verdict.boards)) == (RoundOutcome.UNJUDGED, 2)
    same = audited(*START, published(1, *ROUND_1_BOARDS))
    assert (outcomes(same), same.unjudged) == ([RoundOutcome.SAME], 0)


def test_a_publication_that_says_what_the_system_had_is_judged_without_the_draft() -> None:
    told = replace(published(1, (ANA, BEA), (DORA, CARL)), engine=games(1, *ROUND_1_BOARDS))
    (verdict,) = audited(*START, told).rounds
    assert verdict.outcome is RoundOutcome.BY_HAND
    assert [board.before for board in verdict.boards] == [(ANA, BEA), (DORA, CARL)]

    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    another = replace(published(1, (ANA, CARL), bye=BEA), engine=games(1, (ANA, BEA)))
    (verdict,) = audited(*three, another).rounds
    assert verdict.outcome is RoundOutcome.BY_HAND
    assert (verdict.bye_before, verdict.bye_after) == (BEA, CARL)


def test_what_the_system_never_answered_differs_though_it_was_changed_by_hand() -> None:
    wrong = drafted(1, (CARL, ANA), (DORA, BEA))
    found = audited(*START, wrong, PairingChanged(round=1, games=OTHERS, reason="c0"))
    assert outcomes(found) == [RoundOutcome.DIFFERS]


def test_only_a_bye_by_hand_is_told_too() -> None:
    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    own = published(1, (ANA, BEA), bye=CARL)
    other = published(1, (ANA, CARL), bye=BEA)
    change = PairingChanged(round=1, games=other.games, byes=other.byes, reason="c0")
    (verdict,) = audited(*three, own, change).rounds
    assert verdict.outcome is RoundOutcome.BY_HAND
    assert (verdict.bye_before, verdict.bye_after) == (BEA, CARL)


def test_a_file_is_held_to_the_systems_own_pairing() -> None:
    same = audited(*START, imported(1, *reversed(ROUND_1_BOARDS)))
    assert (outcomes(same), same.rounds[0].boards) == ([RoundOutcome.SAME], ())
    other = audited(*START, imported(1, (ANA, BEA), (DORA, CARL)))
    (verdict,) = other.rounds
    assert (verdict.outcome, verdict.imported, len(verdict.boards)) == (
        RoundOutcome.DIFFERS,
        True,
        2,
    )
    by_hand = audited(*START, imported(1, *ROUND_1_BOARDS), PairingChanged(round=1, games=OTHERS))
    assert outcomes(by_hand) == [RoundOutcome.BY_HAND]


def test_a_round_that_the_rules_do_not_allow_differs() -> None:
    two = (CREATED, *entered(ANA, BEA), numbered(ANA, BEA))
    met = (*two, published(1, (ANA, BEA)), recorded("1.1", "1-0"))
    for again in (published(2, (BEA, ANA)), imported(2, (BEA, ANA))):
        found = audited(*met, again)
        assert found.rounds[1].outcome is RoundOutcome.DIFFERS
        assert found.rounds[1].unpairable


def test_nothing_paired_is_nothing_wrong() -> None:
    found = audited(*START)
    assert (found.rounds, found.holds) == ((), True)


def test_a_list_of_values_that_does_not_follow_is_told() -> None:
    season = random_club(2, players=6, rounds=3)
    assert audit(season.facts).holds
    at = max(
        place
        for place, fact in enumerate(season.facts)
        if isinstance(fact.event, ValuesRecalculated)
    )
    event = season.facts[at].event
    assert isinstance(event, ValuesRecalculated)
    forged = replace(season.facts[at], event=replace(event, values=event.values[::-1]))
    found = audit([*season.facts[:at], forged, *season.facts[at + 1 :]])
    assert found.lists == (season.facts[at].version,)
    assert not found.holds


def hall(*results: tuple[str, str]) -> Played:
    """A hall of five at one table after these results."""
    entrants = [{"id": each, "rating": 2000 - place} for place, each in enumerate("abcde")]
    run = Played({"entrants": entrants, "rules": {"tables": 1}})
    for place, (game, result) in enumerate(results, start=1):
        body = {"game": game, "result": result}
        run.act({"command": "record-result", "body": body, "at": 60 * place})
    return run


def test_a_marathon_is_done_again_act_by_act() -> None:
    """a beats b, then c: d is the next at the table."""
    assert audit(hall().log).seats_hold is True
    run = hall(("T1.1", "1-0"), ("T1.2", "1-0"))
    found = audit(run.log)
    assert (found.rounds, found.seats_hold, found.holds) == ((), True, True)
    assert audit([forged_call(fact) for fact in run.log]).seats_hold is False


@pytest.mark.parametrize("instead", ["", "0-1"])
def test_a_marathon_whose_first_result_was_taken_back_is_done_again_too(instead: str) -> None:
    run = hall(("T1.1", "1-0"))
    run.act({"command": "withdraw-result", "body": {"game": "T1.1"}, "at": 90})
    if instead:
        body = {"game": "T1.1", "result": instead}
        run.act({"command": "record-result", "body": body, "at": 120})
    assert audit(run.log).holds


def test_a_marathon_without_results_at_its_tables_may_end_in_a_play_off() -> None:
    """Of two one goes home, so that their game is void."""
    entrants = [{"id": each, "rating": 2000} for each in "ab"]
    run = Played({"entrants": entrants, "rules": {"tables": 1}})
    for place, (command, body) in enumerate(
        (
            ("stand-down", {"entrant": "a", "away": "absent"}),
            ("end-hall", {}),
            ("draw-playoff", {}),
            ("record-result", {"game": "P1.1", "result": "1-0"}),
        ),
        start=1,
    ):
        run.act({"command": command, "body": body, "at": 60 * place})
    assert audit(run.log).holds


@pytest.mark.parametrize("players", [5, 6])
def test_a_round_robin_holds_also_where_one_is_free_in_each_round(players: int) -> None:
    """Nobody is given a bye there: who is free has nothing, as the table says."""
    found = audit(random_log("round-robin", players, 5, seed=1).facts)
    assert found.holds
    assert outcomes(found) == [RoundOutcome.SAME] * 5


def forged_call(fact: Fact) -> Fact:
    """As if e had been called over the head of d."""
    match fact.event:
        case PlayerCalled(entrant="d") as called:
            return replace(fact, event=replace(called, entrant=EVA_OF_THE_HALL))
        case GameSeated(black="d") as seated:
            return replace(fact, event=replace(seated, black=EVA_OF_THE_HALL))
        case _:
            return fact


@pytest.mark.parametrize(
    ("players", "rounds", "seed"),
    [
        pytest.param(31, 6, 4, id="small"),
        pytest.param(300, 11, 1, id="big", marks=pytest.mark.deep),
    ],
)
def test_an_open_as_it_goes_comes_out_as_it_was_paired(
    players: int, rounds: int, seed: int
) -> None:
    """Byes, withdrawals, late entries, corrections: nothing differs but by the arbiter's hand."""
    found = audit(lively_open(players, rounds, seed).facts)
    middle = (rounds + 1) // 2
    expected = [RoundOutcome.SAME] * rounds
    expected[middle - 1] = RoundOutcome.BY_HAND
    assert outcomes(found) == expected
    assert found.rounds[middle - 1].reason == "1" * 64
    assert len(found.rounds[middle - 1].boards) == 2
    assert found.holds


@pytest.mark.parametrize("to_staff", [True, False], ids=["staff", "public"])
def test_the_matches_of_a_league_are_those_of_its_table(to_staff: bool) -> None:
    scene = playing(done(league(), *(register(team, 2) for team in TEAMS)), 1)
    seen = [
        each for each in facts(*scene.events) if to_staff or each.event.audience is Audience.PUBLIC
    ]
    (verdict,) = audit(seen).rounds
    assert (verdict.outcome, verdict.games, verdict.boards) == (RoundOutcome.SAME, 2, ())
