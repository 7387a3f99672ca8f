"""A Double-Swiss in the log: matches of two games, drafted, played, changed and corrected."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from dsl.double_swiss import AFTER_FIRST, FIRST, PLAYERS, double, played, published, recorded
from dsl.leagues import done
from dsl.played_logs import random_log
from dsl.tournaments import Scene, facts
from planilla.audit.pairing_audit import RoundOutcome, audit
from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing.byes import may_have_bye
from planilla.domain.pairing.colours import colour_of
from planilla.domain.pairing.swiss.double import SWISS_DOUBLE
from planilla.domain.pairing.system import Pairing
from planilla.domain.prizes.plan import PrizeGroup, PrizePlan
from planilla.domain.scoring import points_by_round, scores
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.closing import CloseRound, FinishTournament
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.corrections import CorrectColours, CorrectResult
from planilla.domain.tournament.crosstables import for_games, for_pairing, for_standings
from planilla.domain.tournament.drafting import pairing_input
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.entrants import EnterEntrants, NewEntrant
from planilla.domain.tournament.matches import AddGames, DecideMatch, place_of
from planilla.domain.tournament.pairings import (
    ChangePairing,
    PairingsPublished,
    PairRound,
    PublishPairings,
    RoundHasResults,
)
from planilla.domain.tournament.prizes import AnnouncePrizes, SharePrizes
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.refusal import NotInThisSystem
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.setup import CreateTournament, TournamentCreated
from planilla.domain.tournament.shapes import DecidedBy
from planilla.domain.tournament.values import SharedBy
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameId, GameResult
from planilla.projections.crosstable import rows
from planilla.projections.player_card import player_card

P1, P2, P3, P4, P5, P6, P7 = PLAYERS


def table_after(scene: Scene) -> Crosstable:
    """The crosstable of the standings."""
    return for_standings(scene.state())


def test_a_draft_has_two_games_for_each_match_with_the_colours_changed() -> None:
    draft = done(double(), PairRound(round=1)).state().rounds[0]
    assert draft.sides == ((P1, P4), (P5, P2), (P3, P6))
    assert draft.games == ("1.1", "1.1.2", "1.2", "1.2.2", "1.3", "1.3.2")
    assert draft.boards == ((P1, P4), (P4, P1), (P5, P2), (P2, P5), (P3, P6), (P6, P3))


def test_a_round_is_published_with_its_matches() -> None:
    scene = published(double(), 1)
    event = scene.events[-1]
    assert isinstance(event, PairingsPublished)
    assert event.sides == event.pairs == ((P1, P4), (P5, P2), (P3, P6))
    assert event.details()["boards"] == 3
    assert place_of(scene.state(), scene.state().rounds[0], 3) == (2, 2)


def test_each_game_counts_in_the_standings() -> None:
    scene = played(double(), 1, *FIRST)
    table = table_after(scene)
    assert scores(table) == AFTER_FIRST
    assert [each.points for each in current_standings(scene.state())] == [4, 3, 2, 2, 1, 0]
    assert contest_of(table).tally.scores == list(AFTER_FIRST)
    # The crosstable tells the points of the match, also of who had Black first.
    assert rows(scene.state())[P4][4] == (1, "B", "½", "")
    assert rows(scene.state())[P2][4] == (5, "B", "2", "")


def test_the_card_of_a_player_has_the_points_of_each_match() -> None:
    card = player_card(played(double(), 1, *FIRST).state(), P1)
    assert card is not None
    assert [(each.outcome, each.points, each.total) for each in card.rounds] == [("W1", 3, 3)]


def test_a_match_counts_game_by_game_while_it_is_played() -> None:
    scene = recorded(published(double(), 1), g1_1="1-0")
    assert scores(table_after(scene)) == (2, 0, 0, 0, 0, 0)
    assert rows(scene.state())[P1][4] == (4, "W", "*", "")


def test_the_next_round_is_paired_by_the_points_of_the_games() -> None:
    # 1 goes up to 2, who had White less often. 3 and 6 have met: 4 and 5 go up to them, and the
    # first identifier is 3-5 4-6. 3 and 5 had White, 4 and 6 Black: the higher ranked alternates.
    scene = published(played(double(), 1, *FIRST), 2)
    assert set(scene.state().rounds[1].sides) == {(P2, P1), (P5, P3), (P6, P4)}


def test_the_bye_is_a_win_and_a_draw() -> None:
    scene = played(double(7), 1, *FIRST)
    (bye,) = scene.state().rounds[0].byes
    assert (bye.entrant, bye.kind) == (P7, ByeKind.PAIRING_ALLOCATED)
    assert scores(table_after(scene)) == (*AFTER_FIRST, 3)
    assert pairing_input(scene.state(), 2, Colour.WHITE).crosstable.size == 7


@pytest.mark.parametrize(
    ("kind", "halves"), [(ByeKind.FULL_POINT, 4), (ByeKind.HALF_POINT, 2), (ByeKind.ZERO_POINT, 0)]
)
def test_a_bye_on_request_is_of_a_whole_match(kind: ByeKind, halves: int) -> None:
    scene = done(double(7), RequestBye(entrant=P7, round=1, kind=kind))
    scene = played(scene, 1, *FIRST)
    assert scores(table_after(scene))[6] == halves


@dataclass(frozen=True, kw_only=True)
class Forfeited:
    """A match of two players, 1 and 2, with forfeits, and what it comes to in halves."""

    first: str
    second: str
    points: tuple[int, int]
    has_met: bool
    colours: tuple[Colour | None, Colour | None]
    may_have_bye: tuple[bool, bool]


BOTH = (Colour.WHITE, Colour.BLACK)
NONE = (None, None)
FORFEITS = (
    # In the second game 1 has Black.
    Forfeited(
        first="+/-",
        second="-/+",
        points=(4, 0),
        has_met=False,
        colours=NONE,
        may_have_bye=(False, True),
    ),
    Forfeited(
        first="+/-",
        second="-/-",
        points=(2, 0),
        has_met=False,
        colours=NONE,
        may_have_bye=(False, True),
    ),
    Forfeited(
        first="-/-",
        second="-/-",
        points=(0, 0),
        has_met=False,
        colours=NONE,
        may_have_bye=(True, True),
    ),
    Forfeited(
        first="+/-",
        second="½-½",
        points=(3, 1),
        has_met=True,
        colours=BOTH,
        may_have_bye=(True, True),
    ),
    Forfeited(
        first="+/-",
        second="+/-",
        points=(2, 2),
        has_met=True,
        colours=NONE,
        may_have_bye=(True, True),
    ),
)


@pytest.mark.parametrize("case", FORFEITS, ids=lambda case: f"{case.first} {case.second}")
def test_a_match_is_forfeited_by_who_forfeits_both_games(case: Forfeited) -> None:
    scene = played(double(2), 1, case.first, case.second)
    assert scores(table_after(scene)) == case.points
    given = pairing_input(scene.state(), 2, Colour.WHITE)
    games = [own[0] for own in given.crosstable.games]
    assert tuple(map(colour_of, games)) == case.colours
    assert may_have_bye(given.crosstable) == case.may_have_bye
    assert isinstance(SWISS_DOUBLE.answer(given), Pairing) is not case.has_met


def test_an_open_game_of_a_match_is_drawn_for_pairing() -> None:
    scene = recorded(published(double(), 1), g1_1="1-0", g1_2="0-1", g1_2_2="1-0")
    # 1 has won one game and the other is open: 1½. 3 and 6 have not begun: 1 each.
    assert scores(for_pairing(scene.state(), 2)) == (3, 4, 2, 1, 0, 2)


def test_the_games_of_matches_are_rated_one_by_one() -> None:
    games = for_games(played(double(7), 1, *FIRST).state())
    assert [len(each.boards) for each in games.rounds] == [3, 3]
    assert scores(games) == (*AFTER_FIRST, 3)
    assert [each.byes for each in games.rounds] == [
        ((6, ByeKind.PAIRING_ALLOCATED),),
        ((6, ByeKind.HALF_POINT),),
    ]


def test_a_round_of_byes_alone_has_two_columns_too() -> None:
    scene = done(
        double(3), *(RequestBye(entrant=each, round=1, kind=ByeKind.HALF_POINT) for each in (P2,))
    )
    scene = published(scene, 1)
    scene = recorded(scene, g1_1="1-0", g1_1_2="1-0")
    assert len(for_games(scene.state()).rounds) == 2


def changed(scene: Scene, *boards: tuple[EntrantId, EntrantId], number: int = 1) -> Scene:
    """The scene after a change of the matches by hand."""
    return done(scene, ChangePairing(round=number, boards=boards, reason=Sealed("because")))


def test_a_draft_is_changed_match_by_match() -> None:
    scene = done(double(), PairRound(round=1))
    scene = changed(scene, (P3, P6), (P2, P4), (P1, P5))
    draft = scene.state().rounds[0]
    assert draft.sides == ((P3, P6), (P2, P4), (P1, P5))
    # The match of 3 and 6 keeps its games, the others are new.
    assert draft.games == ("1.3", "1.3.2", "1.4", "1.4.2", "1.5", "1.5.2")
    scene = done(scene, PublishPairings(round=1))
    scene = recorded(scene, g1_4="1-0", g1_4_2="0-1", g1_3="½-½")
    assert scores(table_after(scene)) == (0, 4, 1, 0, 0, 1)
    assert place_of(scene.state(), scene.state().rounds[0], 3) == (2, 2)
    (verdict,) = audit(facts(*scene.events)).rounds
    assert verdict.outcome is RoundOutcome.BY_HAND


def test_what_was_changed_back_is_the_systems_own() -> None:
    scene = done(double(), PairRound(round=1))
    scene = changed(changed(scene, (P3, P6), (P2, P4), (P1, P5)), (P1, P4), (P5, P2), (P3, P6))
    scene = done(scene, PublishPairings(round=1))
    (verdict,) = audit(facts(*scene.events)).rounds
    assert verdict.outcome is RoundOutcome.SAME
    same = ChangePairing(round=1, boards=((P1, P4), (P5, P2), (P3, P6)), reason=Sealed("r"))
    assert scene.when(same).then() == ()


def test_a_change_of_a_published_round_keeps_the_results_of_the_other_matches() -> None:
    scene = recorded(published(double(), 1), g1_3="1-0")
    scene = changed(scene, (P3, P6), (P1, P2), (P5, P4))
    assert scores(table_after(scene)) == (0, 0, 2, 0, 0, 0)
    wanted = ChangePairing(round=1, boards=((P3, P1), (P6, P2), (P5, P4)), reason=Sealed("r"))
    with pytest.raises(RoundHasResults):
        scene.when(wanted).then()


def test_the_published_facts_alone_tell_what_was_changed() -> None:
    scene = done(double(), PairRound(round=1))
    scene = done(changed(scene, (P3, P6), (P2, P4), (P1, P5)), PublishPairings(round=1))
    public = [fact for fact in facts(*scene.events) if fact.event.audience == "public"]
    (verdict,) = audit(public).rounds
    assert verdict.outcome is RoundOutcome.BY_HAND


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(AddGames(round=1, match=1), id="further games"),
        pytest.param(
            DecideMatch(round=1, match=1, winner=P1, by=DecidedBy.LOT, reason=Sealed("r")),
            id="a ruling",
        ),
    ],
)
def test_nobody_rules_who_won_a_match(command: AddGames | DecideMatch) -> None:
    scene = played(double(), 1, *FIRST)
    with pytest.raises(NotInThisSystem):
        scene.when(command).then()


def test_a_correction_of_one_game_counts_from_the_next_pairing() -> None:
    scene = published(played(double(), 1, *FIRST), 2)
    game = GameId("1.1.2")
    version = next(
        place
        for place, event in enumerate(scene.events, start=1)
        if isinstance(event, ResultRecorded) and event.game == game
    )
    wrong = CorrectResult(game=game, corrects=version, result="1-0", reason=Sealed("r"))
    scene = done(scene, wrong)
    # 4 won the second game, in which it had White: 1-1. In round 2, open, 1 has two draws.
    assert scores(table_after(scene))[:4] == (2, 4, 2, 2)
    assert [scores(for_pairing(scene.state(), number))[0] for number in (2, 3)] == [3, 2 + 2]


def test_the_colour_of_a_match_is_that_of_its_first_game_as_it_was_played() -> None:
    scene = played(double(), 1, *FIRST)
    for game, colour in (("1.1.2", Colour.WHITE), ("1.1", Colour.BLACK)):
        scene = done(scene, CorrectColours(game=GameId(game), reason=Sealed("r")))
        own = for_pairing(scene.state(), 2).games[0][0]
        assert (own.colour, colour_of(own)) == (colour, colour)
    # Who won a game stays.
    assert scores(table_after(scene)) == AFTER_FIRST


def test_late_entries_and_withdrawals_change_who_is_paired() -> None:
    scene = played(double(), 1, *FIRST)
    scene = done(
        scene,
        EnterEntrants(entrants=(NewEntrant(id=P7, person=Sealed("7")),)),
        WithdrawEntrant(entrant=P2),
        PairRound(round=2),
    )
    there = {each for sides in scene.state().rounds[1].sides for each in sides}
    assert there == {P1, P3, P4, P5, P6, P7}


def test_a_match_is_played_to_the_end_of_the_tournament() -> None:
    scene = played(double(4), 1, "1-0", "½-½", "½-½", "½-½")
    scene = done(scene, CloseRound(round=1))
    for number in (2, 3):
        scene = done(played(scene, number, "1-0", "0-1", "½-½", "½-½"), CloseRound(round=number))
    scene = done(scene, FinishTournament())
    sides = [frozenset(pair) for each in scene.state().rounds for pair in each.sides]
    assert len(set(sides)) == 6  # everybody has met everybody
    assert sum(scores(table_after(scene))) == 2 * 2 * 6


def test_prizes_are_not_shared_by_chances_of_matches() -> None:
    plan = PrizePlan(currency="EUR", fund=100, groups=(PrizeGroup(prizes=(100,)),))
    scene = done(published(double(), 1), AnnouncePrizes(plan=plan))
    with pytest.raises(NotInThisSystem):
        scene.when(SharePrizes(by=SharedBy.CHANCES)).then()


def test_a_tournament_is_created_with_the_usual_settings() -> None:
    (created,) = given_nothing().when(CreateTournament(name="D", system="swiss-double")).then()
    assert isinstance(created, TournamentCreated)
    assert created.rounds_asked == 7


def given_nothing() -> Scene:
    """A scene before everything."""
    return Scene(())


@pytest.mark.parametrize("seed", range(8))
def test_what_holds_of_every_tournament(seed: int) -> None:
    log = random_log("swiss-double", 11, 5, seed)
    state = log.state
    assert audit(log.facts).holds
    table = for_standings(state)
    meetings = [
        frozenset(board)
        for each in table.rounds
        for board, result in zip(each.boards, each.results, strict=True)
        if GameResult(result).is_played
    ]
    assert len(meetings) == len(set(meetings))
    byes = [
        seat
        for each in table.rounds
        for seat, kind in each.byes
        if kind is ByeKind.PAIRING_ALLOCATED
    ]
    assert len(byes) == len(set(byes))
    for each in state.rounds:
        assert each.boards[::2] == tuple(pair[::-1] for pair in each.boards[1::2])
    by_game = points_by_round(for_games(state))
    assert points_by_round(table) == tuple(
        tuple(map(sum, zip(own[::2], own[1::2], strict=True))) for own in by_game
    )


@pytest.mark.parametrize("seed", range(4))
def test_names_and_ratings_of_players_decide_nothing(seed: int) -> None:
    state = random_log("swiss-double", 11, 5, seed).state
    given = pairing_input(state, 6, Colour.WHITE)
    table = given.crosstable
    renamed = tuple(
        replace(entrant, id=EntrantId(f"x{seat}"), rating=2800 - seat)
        for seat, entrant in enumerate(table.entrants)
    )
    other = replace(given, crosstable=replace(table, entrants=renamed))
    assert SWISS_DOUBLE.answer(other) == SWISS_DOUBLE.answer(given)
