"""Knockouts by commands: rounds of the bracket, games of matches, rulings, corrections."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    DORA,
    EVA,
    FOUR,
    ROUND_ROBIN,
    Scene,
    entered,
    facts,
    games,
    given,
)
from planilla.audit.pairing_audit import RoundOutcome, audit
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.knockout.bracket import BracketSection, PlacesPlayed
from planilla.domain.pairing.knockout.progress import (
    NOBODY,
    WITH_OUTCOME,
    BracketProgress,
    MatchStatus,
)
from planilla.domain.tournament import matches
from planilla.domain.tournament.brackets import (
    AdvanceTakenBack,
    ahead_in_bracket,
    bracket_of,
    bracket_pairing,
    progress_of,
    taken_back,
    undecided_by_round,
)
from planilla.domain.tournament.closing import CloseRound, FinishTournament, MatchesUndecided
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.crosstables import for_games, for_standings, rounds_planned
from planilla.domain.tournament.draw import DrawnBy, DrawOutdated, DrawTable, TableDrawn
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact, decode, encode, type_of
from planilla.domain.tournament.matches import (
    AddGames,
    DecideMatch,
    GamesAdded,
    MatchDecided,
    MatchHasOpenGames,
    MatchIsDecided,
    NoFurtherGames,
    NotASide,
    WithdrawDecision,
    match_scores,
)
from planilla.domain.tournament.pairings import (
    AllRoundsPaired,
    ChangePairing,
    PairRound,
    PublishPairings,
)
from planilla.domain.tournament.qualifiers import QualifierReplaced
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.refusal import (
    LaterRoundPaired,
    NotInThisSystem,
    Refusal,
    RoundIsClosed,
)
from planilla.domain.tournament.results import RecordResult, ResultRecorded, SidesUnknown
from planilla.domain.tournament.setup import CreateTournament, GamesOfMatchOutOfRange
from planilla.domain.tournament.shapes import DecidedBy, MatchShape
from planilla.domain.tournament.stages import StageRenamed
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import Colour, EntrantId, GameId, GameRef

ONE_GAME = MatchShape()


def cup(
    *entrants: EntrantId, system: str = "knockout-single", shape: MatchShape = ONE_GAME
) -> Scene:
    created = replace(
        ROUND_ROBIN, system_name=system, shape=shape, tiebreaks=(), first_colour=Colour.WHITE
    )
    return given(created, *entered(*entrants))


def after(scene: Scene, *commands: Command) -> Scene:
    for command in commands:
        scene = scene.when(command).and_then()
    return scene


def paired(scene: Scene, number: int = 1) -> Scene:
    return after(scene, PairRound(round=number), PublishPairings(round=number))


def result(game: str, text: str) -> RecordResult:
    return RecordResult(game=GameId(game), result=text)


def no_refusal(scene: Scene, command: Command) -> tuple[object, ...]:
    return scene.when(command).then()


def played_cup() -> Scene:
    """Ana beats Dora and Bea beats Carl in round 1; the final is Ana against Bea."""
    first = after(paired(cup(*FOUR)), result("1.1", "1-0"), result("1.2", "0-1"))
    return paired(first, 2)


def test_the_first_pairing_draws_the_bracket_by_numbers() -> None:
    events = cup(*FOUR).when(PairRound(round=1)).then()
    (drawn,) = [event for event in events if isinstance(event, TableDrawn)]
    assert (drawn.by, drawn.order) == (DrawnBy.NUMBERS, FOUR)
    assert drawn.table.bracket is not None
    assert drawn.table.bracket.players == 4


def test_the_first_round_is_that_of_the_order_and_colours_alternate() -> None:
    state = paired(cup(*FOUR)).state()
    assert state.rounds[0].sides == ((ANA, DORA), (CARL, BEA))
    assert state.rounds[0].bracket_matches == (1, 2)
    assert rounds_planned(state) == 2


def test_the_next_round_is_of_those_who_advanced() -> None:
    state = played_cup().state()
    assert set(state.rounds[1].boards[0]) == {ANA, BEA}
    assert state.rounds[1].bracket_matches == (3,)


def test_those_without_an_opponent_walk_over_as_free() -> None:
    state = paired(cup(ANA, BEA, CARL)).state()
    assert [set(board) for board in state.rounds[0].boards] == [{BEA, CARL}]
    assert [bye.entrant for bye in state.rounds[0].byes] == [ANA]


def test_a_match_has_the_games_of_its_shape_with_alternating_colours() -> None:
    state = paired(cup(ANA, BEA, shape=MatchShape(games=2))).state()
    played = state.rounds[0]
    assert played.games == ("1.1", "1.1.2")
    assert played.boards == ((ANA, BEA), (BEA, ANA))


def test_every_game_counts_for_rating_and_the_match_once_for_the_standings() -> None:
    scene = paired(cup(ANA, BEA, shape=MatchShape(games=2)))
    state = after(scene, result("1.1", "1-0"), result("1.1.2", "½-½"))
    assert len(for_games(state.state()).rounds) == 2
    assert len(for_standings(state.state()).rounds) == 1


def test_a_level_match_is_undecided_until_its_tie_break_games() -> None:
    shape = MatchShape(games=1, tiebreaks=(2,), sudden_death=True)
    level = after(paired(cup(*FOUR, shape=shape)), result("1.1", "½-½"), result("1.2", "1-0"))
    for command in (PairRound(round=2), CloseRound(round=1)):
        with pytest.raises(MatchesUndecided) as refused:
            level.when(command).then()
        assert refused.value.matches == (1,)
    more = after(level, AddGames(round=1, match=1))
    played = more.state().rounds[0]
    assert played.games[2:] == ("1.1.2", "1.1.3")
    assert played.boards[2:] == ((DORA, ANA), (ANA, DORA))
    with pytest.raises(MatchHasOpenGames):
        more.when(AddGames(round=1, match=1)).then()
    level = after(more, result("1.1.2", "1-0"), result("1.1.3", "1-0"))
    death = after(level, AddGames(round=1, match=1, white=DORA))
    assert death.state().rounds[0].boards[4] == (DORA, ANA)
    assert set(paired(after(death, result("1.1.4", "0-1")), 2).state().rounds[1].sides[0]) == {
        ANA,
        CARL,
    }
    with pytest.raises(NoFurtherGames):
        after(death, result("1.1.4", "½-½")).when(AddGames(round=1, match=1)).then()
    with pytest.raises(NotASide):
        level.when(AddGames(round=1, match=1, white=EVA)).then()


def test_the_last_match_is_decided_before_the_tournament_ends() -> None:
    scene = after(paired(cup(ANA, BEA)), result("1.1", "½-½"))
    with pytest.raises(MatchesUndecided):
        scene.when(FinishTournament()).then()
    lot = DecideMatch(round=1, match=1, winner=BEA, by=DecidedBy.LOT)
    ended = after(scene, lot, FinishTournament()).state()
    assert [ended.order[each.seat] for each in current_standings(ended)] == [BEA, ANA]


def test_a_match_that_its_games_decided_has_no_ruling_and_no_further_games() -> None:
    scene = after(paired(cup(*FOUR)), result("1.1", "1-0"))
    for command in (
        AddGames(round=1, match=1),
        DecideMatch(round=1, match=1, winner=DORA, by=DecidedBy.RULING),
    ):
        with pytest.raises(MatchIsDecided) as refused:
            scene.when(command).then()
        assert refused.value.winner == ANA


@pytest.mark.parametrize("by", [DecidedBy.LOT, DecidedBy.RULING])
def test_open_games_are_played_before_a_lot_or_a_ruling(by: DecidedBy) -> None:
    with pytest.raises(MatchHasOpenGames):
        paired(cup(*FOUR)).when(DecideMatch(round=1, match=1, winner=ANA, by=by)).then()


@pytest.mark.parametrize(
    ("winner", "results"), [(ANA, ("+/-", "-/+")), (DORA, ("-/+", "+/-")), (None, ("-/-", "-/-"))]
)
def test_a_no_show_forfeits_the_open_games(
    winner: EntrantId | None, results: tuple[str, str]
) -> None:
    scene = paired(cup(*FOUR, shape=MatchShape(games=2)))
    *forfeits, decided = scene.when(
        DecideMatch(round=1, match=1, winner=winner, by=DecidedBy.NO_SHOW)
    ).then()
    assert isinstance(decided, MatchDecided)
    assert tuple(each.result for each in forfeits if isinstance(each, ResultRecorded)) == results


def test_a_walk_over_after_a_game_that_was_played_leaves_its_result() -> None:
    scene = paired(cup(*FOUR, shape=MatchShape(games=2)))
    scene = after(scene, result("1.1", "1-0"))
    *forfeits, _ = scene.when(
        DecideMatch(round=1, match=1, winner=DORA, by=DecidedBy.WALK_OVER)
    ).then()
    assert len(forfeits) == 1


def test_after_a_double_no_show_the_next_opponent_walks_over() -> None:
    nobody = DecideMatch(round=1, match=1, winner=None, by=DecidedBy.NO_SHOW)
    scene = after(paired(cup(*FOUR)), nobody, result("1.2", "1-0"))
    assert rounds_planned(scene.state()) == 1
    with pytest.raises(AllRoundsPaired):
        scene.when(PairRound(round=2)).then()
    ended = after(scene, FinishTournament()).state()
    assert ended.order[current_standings(ended)[0].seat] == CARL


def test_a_ruling_is_withdrawn_while_no_draft_follows() -> None:
    lot = DecideMatch(round=1, match=1, winner=DORA, by=DecidedBy.LOT)
    scene = after(paired(cup(*FOUR)), result("1.1", "½-½"), result("1.2", "1-0"), lot)
    assert no_refusal(scene, lot) == ()
    drafted = after(scene, PairRound(round=2))
    with pytest.raises(LaterRoundPaired):
        drafted.when(WithdrawDecision(round=1, match=1)).then()
    with pytest.raises(RoundIsClosed):
        drafted.when(DecideMatch(round=1, match=1, winner=ANA, by=DecidedBy.LOT)).then()
    state = after(drafted, PublishPairings(round=2), WithdrawDecision(round=1, match=1)).state()
    assert taken_back(state) == (AdvanceTakenBack(round=1, match=1, paired=DORA, now=None),)


def test_a_ruling_follows_only_before_the_next_pairing() -> None:
    scene = after(paired(cup(ANA, BEA)), result("1.1", "½-½"))
    with pytest.raises(NotASide):
        scene.when(DecideMatch(round=1, match=1, winner=EVA, by=DecidedBy.LOT)).then()
    reopened = played_cup()
    with pytest.raises((RoundIsClosed, LaterRoundPaired)):
        reopened.when(AddGames(round=1, match=1)).then()


def test_a_result_of_a_match_without_sides_is_refused() -> None:
    scene = paired(cup(*FOUR))
    with pytest.raises(SidesUnknown) as refused:
        scene.when(result("2.1", "1-0")).then()
    assert refused.value.round == 2
    for game in ("9.1", "x"):
        with pytest.raises(Refusal):
            scene.when(result(game, "1-0")).then()


def test_the_boards_of_a_bracket_are_not_changed_by_hand() -> None:
    scene = paired(cup(*FOUR))
    change = ChangePairing(round=1, boards=((ANA, BEA), (CARL, DORA)), reason=Sealed("r"))
    with pytest.raises(NotInThisSystem):
        scene.when(change).then()


def test_a_player_who_left_is_not_drawn_and_later_loses_by_forfeit() -> None:
    early = after(cup(*FOUR), WithdrawEntrant(entrant=BEA, reason=Sealed("ill")))
    state = paired(early).state()
    assert state.order == (ANA, CARL, DORA, BEA)
    assert bracket_of(state) is not None
    assert ahead_in_bracket(state)[3] < min(ahead_in_bracket(state)[:3])
    scene = after(paired(cup(*FOUR)), result("1.1", "1-0"), result("1.2", "0-1"))
    late = after(scene, WithdrawEntrant(entrant=BEA, reason=Sealed("ill")))
    final = paired(late, 2).state()
    (score,) = match_scores(final, final.rounds[1])
    assert score.leader == ANA


def test_a_bracket_drawn_for_others_is_drawn_again() -> None:
    scene = after(cup(*FOUR), DrawTable())
    with pytest.raises(DrawOutdated):
        given(*scene.events, *entered(EVA)).when(PairRound(round=1)).then()


def test_those_who_lose_in_one_round_share_their_places() -> None:
    players = tuple(EntrantId(f"e{number}") for number in range(1, 9))
    scene = paired(cup(*players))
    for game in scene.state().rounds[0].games:
        scene = after(scene, result(game, "1-0"))
    ranks = Counter(each.rank for each in current_standings(scene.state()))
    assert ranks == {1: 4, 5: 4}


def test_the_third_place_is_played_for_where_the_shape_says_so() -> None:
    shape = MatchShape(places=PlacesPlayed.THIRD)
    scene = after(paired(cup(*FOUR, shape=shape)), result("1.1", "1-0"), result("1.2", "1-0"))
    state = paired(scene, 2).state()
    assert {frozenset(sides) for sides in state.rounds[1].sides} == {
        frozenset({ANA, CARL}),
        frozenset({BEA, DORA}),
    }


def test_a_correction_leaves_the_published_match_and_says_whom_it_concerns() -> None:
    scene = played_cup()
    version = scene.state().rounds[0].version_of(0)
    correction = CorrectResult(
        game=GameId("1.1"), result="0-1", corrects=version, reason=Sealed("r")
    )
    scene = after(scene, correction)
    state = scene.state()
    assert set(state.rounds[1].boards[0]) == {ANA, BEA}
    assert taken_back(state) == (AdvanceTakenBack(round=1, match=1, paired=ANA, now=DORA),)
    game = state.rounds[1].games[0]
    ended = after(scene, result(game, "1-0"), FinishTournament()).state()
    now = progress_of(ended)
    assert now is not None
    assert now.winner
    assert ended.order[now.winner - 1] == ended.rounds[1].boards[0][0]


def test_without_a_bracket_nothing_advances() -> None:
    state = given(ROUND_ROBIN, *entered(*FOUR)).state()
    assert (progress_of(state), taken_back(state), ahead_in_bracket(state)) == (None, (), ())


SHAPES = [
    ONE_GAME,
    MatchShape(games=2, tiebreaks=(2,), sudden_death=True, places=PlacesPlayed.THIRD),
]
TEXTS = ("1-0", "0-1", "½-½", "+/-", "-/+", "-/-")


def _played_at_random(scene: Scene, chance: Random) -> Scene:
    """Play the last round: results, tie-break games, and a ruling where nothing else is left."""
    while True:
        state = scene.state()
        if state.rounds[-1].open_games:
            for game in state.rounds[-1].open_games:
                text = chance.choices(TEXTS, (6, 6, 4, 1, 1, 1))[0]
                scene = after(scene, RecordResult(game=game, result=text))
            continue
        level = undecided_by_round(state)
        if not level:
            return scene
        for number, match in ((each, match) for each in level for match in level[each]):
            sides = match_scores(state, state.rounds[number - 1])[match - 1].sides
            command: Command = AddGames(round=number, match=match)
            if not _allowed(scene, command) or chance.random() < 0.3:
                command = DecideMatch(
                    round=number,
                    match=match,
                    winner=chance.choice((*sides, None)),
                    by=DecidedBy.LOT,
                )
            scene = after(scene, command)


def _allowed(scene: Scene, command: Command) -> bool:
    try:
        scene.when(command).then()
    except Refusal:
        return False
    return True


def _corrected_at_random(scene: Scene, chance: Random) -> Scene:
    """Correct a result of any round, or withdraw a ruling, if it is allowed."""
    state = scene.state()
    played = chance.choice(state.rounds)
    commands: list[Command] = [
        WithdrawDecision(round=played.number, match=each.match) for each in played.decisions
    ]
    if played.games:
        board = chance.randrange(len(played.games))
        commands.append(
            CorrectResult(
                game=played.games[board],
                result=chance.choice(TEXTS),
                corrects=played.version_of(board),
                reason=Sealed("r"),
            )
        )
    if not commands:
        return scene
    command = chance.choice(commands)
    return after(scene, command) if _allowed(scene, command) else scene


def _check_fold(state: Tournament, scene: Scene) -> None:
    facts = tuple(
        Fact(version=version, recorded_at=version * 1_000_000, event=event)
        for version, event in enumerate(scene.events, start=1)
    )
    assert fold(facts) == state
    for fact in facts:
        assert decode(type_of(fact.event), encode(fact.event)) == fact.event


def _check_sides(state: Tournament) -> None:
    """Every match that is paired has the sides of the bracket, and counts at most once."""
    now = progress_of(state)
    assert now is not None
    numbers = {entrant: number for number, entrant in enumerate(state.order, start=1)}
    for played in state.rounds:
        for number, sides in zip(played.bracket_matches, played.sides, strict=True):
            match = now.match(number)
            assert {numbers[side] for side in sides} == {*match.sides}
            assert len({GameRef.of(game).round for game in played.games}) == 1
            assert match.status in {*WITH_OUTCOME, MatchStatus.READY}
    assert now.invalid == ()


LIVES = {"knockout-single": 1, "knockout-double": 2, "knockout-triple": 3}


def _check_losses(now: BracketProgress, state: Tournament) -> None:
    """Nobody loses more matches than the bracket allows, and whoever won lost fewer.

    A match for the third place comes after the last loss.
    """
    lives = LIVES[state.system_name]
    bracket = bracket_of(state)
    assert bracket is not None
    losses = Counter(
        side
        for match, each in zip(bracket.matches, now.matches, strict=True)
        if match.section is not BracketSection.THIRD_PLACE
        for side in ([each.loser] if each.status is MatchStatus.PLAYED else [])
    )
    assert max(losses.values(), default=0) <= lives
    assert losses[now.winner] < lives


IN_EVERY_RUN = {2, 3, 4, 5, 7, 8, 11, 16}
"""The sizes of cups that are played in every run; `make test-deep` plays all to 64."""


@pytest.mark.parametrize("system", LIVES)
@pytest.mark.parametrize("shape", SHAPES, ids=["one game", "two games"])
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, marks=[] if size in IN_EVERY_RUN else [pytest.mark.deep])
        for size in range(2, 65)
    ],
)
def test_a_cup_with_corrections_has_one_winner_and_the_sides_of_its_bracket(
    system: str, shape: MatchShape, size: int
) -> None:
    chance = Random(f"{system} {size} {shape.games}")
    players = tuple(EntrantId(f"e{number}") for number in range(1, size + 1))
    scene = cup(*players, system=system, shape=shape)
    while len(scene.state().rounds) < rounds_planned(scene.state()):
        scene = paired(scene, len(scene.state().rounds) + 1)
        scene = _played_at_random(scene, chance)
        for _ in range(3):
            scene = _played_at_random(_corrected_at_random(scene, chance), chance)
        _check_sides(scene.state())
    scene = after(scene, FinishTournament())
    state = scene.state()
    now = progress_of(state)
    assert now is not None
    assert now.winner is not None
    first = [each for each in current_standings(state) if each.rank == 1]
    neither_appeared = now.winner == NOBODY
    assert neither_appeared or [each.seat + 1 for each in first] == [now.winner]
    _check_losses(now, state)
    _check_fold(state, scene)


def corrected(scene: Scene, game: str, text: str) -> Scene:
    """The scene after the result of a game was corrected."""
    reference = GameRef.of(GameId(game))
    played = scene.state().rounds[reference.round - 1]
    version = played.version_of(played.games.index(GameId(game)))
    return after(
        scene,
        CorrectResult(game=GameId(game), result=text, corrects=version, reason=Sealed("s")),
    )


def won_by(scene: Scene, number: int, winner: EntrantId) -> RecordResult:
    """The result of the one game of a round that `winner` wins."""
    (board,) = scene.state().rounds[number - 1].boards
    return result(f"{number}.1", "1-0" if board[0] == winner else "0-1")


def test_who_won_is_told_by_the_game_if_both_sides_meet_again_at_once() -> None:
    # Of two sides the loser of the first match has no other opponent: the final follows.
    scene = after(paired(cup(ANA, BEA, system="knockout-double")), result("1.1", "0-1"))
    scene = paired(scene, 2)
    now = progress_of(scene.state())
    assert now is not None
    assert (now.match(1).winner, now.match(1).loser) == (2, 1)
    ended = progress_of(after(scene, won_by(scene, 2, BEA)).state())
    assert ended is not None
    assert (ended.winner, ended.match(3).status) == (2, MatchStatus.VOID)
    level = corrected(scene, "1.1", "½-½")
    now = progress_of(level.state())
    assert now is not None
    assert now.match(1).winner == 1
    assert taken_back(level.state()) == (AdvanceTakenBack(round=1, match=1, paired=ANA, now=None),)


@pytest.mark.parametrize("text", ["-/-", "½-½"])
def test_a_final_whose_repetition_is_paired_keeps_a_winner_though_its_game_names_none(
    text: str,
) -> None:
    scene = after(paired(cup(ANA, BEA, system="knockout-double")), result("1.1", "1-0"))
    scene = paired(scene, 2)
    scene = corrected(paired(after(scene, won_by(scene, 2, BEA)), 3), "2.1", text)
    now = progress_of(scene.state())
    assert now is not None
    assert now.match(2).winner == 2  # Ana had no loss: she lost it, or it had not been repeated
    assert now.match(3).status is MatchStatus.READY


def played_to_round_4() -> Scene:
    """Eight players, double elimination: round 4 is played, which the two of match 9 sit out.

    Match 9 is the final of the winners, in round 3; its loser plays in round 5 and its winner in
    round 6.
    """
    players = tuple(EntrantId(f"e{number}") for number in range(1, 9))
    scene = cup(*players, system="knockout-double")
    for number in range(1, 5):
        scene = paired(scene, number)
        for game in scene.state().rounds[-1].games:
            scene = after(scene, result(game, "1-0"))
    return scene


def test_a_match_that_a_correction_makes_level_is_ruled_on_before_its_sides_are_paired() -> None:
    scene = played_to_round_4()
    played = scene.state().rounds[2]
    assert played.bracket_matches[0] == 9
    first, second = played.sides[0]
    level = corrected(scene, played.games[0], "½-½")
    assert undecided_by_round(level.state()) == {3: (1,)}
    with pytest.raises(MatchesUndecided) as refused:
        level.when(PairRound(round=5)).then()
    assert (refused.value.round, refused.value.matches) == (3, (1,))
    with pytest.raises(RoundIsClosed):
        level.when(AddGames(round=3, match=1)).then()
    ruling = DecideMatch(round=3, match=1, winner=second, by=DecidedBy.LOT)
    ruled = paired(after(level, ruling), 5).state()
    assert 3 not in undecided_by_round(ruled)
    assert first in ruled.rounds[4].sides[0]
    assert second not in ruled.rounds[4].sides[0]
    again = DecideMatch(round=3, match=1, winner=first, by=DecidedBy.LOT)
    with pytest.raises(RoundIsClosed):
        after(level, ruling).when(again).then()


def test_a_match_that_a_later_pairing_tells_needs_no_ruling_when_it_becomes_level() -> None:
    level = corrected(played_cup(), "1.1", "½-½")
    assert undecided_by_round(level.state()) == {2: (1,)}
    assert [each.now for each in taken_back(level.state())] == [None]
    named = after(level, DecideMatch(round=1, match=1, winner=ANA, by=DecidedBy.RULING))
    assert taken_back(named.state()) == ()


def test_a_repetition_that_a_correction_makes_needless_stands_once_it_is_published() -> None:
    scene = after(paired(cup(ANA, BEA, system="knockout-double")), result("1.1", "1-0"))
    scene = paired(scene, 2)
    final = scene.state().rounds[1]
    bea_wins = "1-0" if final.boards[0][0] == BEA else "0-1"
    scene = paired(after(scene, result("2.1", bea_wins)), 3)
    version = scene.state().rounds[1].version_of(0)
    ana_wins = "0-1" if bea_wins == "1-0" else "1-0"
    corrected = after(
        scene,
        CorrectResult(game=GameId("2.1"), result=ana_wins, corrects=version, reason=Sealed("s")),
    )
    now = progress_of(corrected.state())
    assert now is not None
    assert now.matches[-1].status is MatchStatus.READY
    assert now.winner is None


def test_the_facts_of_a_match_have_the_words_of_its_ruling() -> None:
    ruled = {by: MatchDecided(round=1, match=2, winner=ANA, by=by).wording() for by in DecidedBy}
    assert ruled[DecidedBy.RULING] == ""
    assert ruled[DecidedBy.LOT] == ".lot"
    nobody = MatchDecided(round=1, match=2, winner=None, by=DecidedBy.RULING)
    assert (nobody.wording(), nobody.entrant, nobody.details()) == (".neither", None, {"match": 2})
    added = GamesAdded(round=1, games=games(1, (ANA, BEA)))
    assert (added.details(), added.paired_games) == ({"games": 1}, added.games)
    assert StageRenamed(in_stage=2, title="A").details() == {"number": 2, "title": "A"}
    replaced = QualifierReplaced(in_stage=2, leaving=ANA, entrant=BEA)
    assert replaced.details() == {"number": 2, "leaving": ANA}


def test_the_side_that_is_named_has_white_in_the_games_that_are_added() -> None:
    shape = MatchShape(games=2, tiebreaks=(1,))
    level = after(paired(cup(ANA, BEA, shape=shape)), result("1.1", "½-½"), result("1.1.2", "½-½"))
    for white in (ANA, BEA):
        (added,) = level.when(AddGames(round=1, match=1, white=white)).then()
        assert added.paired_games[0].white == white


def test_no_ruling_decides_a_match_of_a_closed_round_that_a_correction_makes_level() -> None:
    scene = after(paired(cup(*FOUR)), result("1.1", "1-0"), result("1.2", "1-0"))
    closed = after(scene, CloseRound(round=1))
    version = closed.state().rounds[0].version_of(1)
    level = CorrectResult(game=GameId("1.2"), result="½-½", corrects=version, reason=Sealed("s"))
    ruling = DecideMatch(round=1, match=2, winner=BEA, by=DecidedBy.LOT)
    with pytest.raises(RoundIsClosed):
        after(closed, level).when(ruling).then()


def test_a_round_is_paired_again_from_its_bracket_and_a_draft_counts_for_nothing() -> None:
    scene = after(paired(cup(*FOUR)), result("1.1", "1-0"), result("1.2", "1-0"))
    drafted = after(scene, PairRound(round=2))
    assert progress_of(drafted.state()) == progress_of(scene.state())
    seats = {entrant: seat for seat, entrant in enumerate(scene.state().order)}
    again = bracket_pairing(scene.state(), Colour.WHITE)
    boards = drafted.state().rounds[1].boards
    assert again.boards == tuple((seats[white], seats[black]) for white, black in boards)
    found = audit(facts(*drafted.events)).rounds
    assert [each.outcome for each in found] == [RoundOutcome.SAME] * len(found)


def test_a_match_has_a_number_of_games_that_is_possible() -> None:
    command = CreateTournament(name="C", system="knockout-single", shape=MatchShape(games=99))
    with pytest.raises(GamesOfMatchOutOfRange):
        given().when(command).then()


@pytest.mark.parametrize("size", [0, 1])
def test_a_knockout_of_fewer_than_two_has_no_round(size: int) -> None:
    rounds_for = SYSTEMS["knockout-single"].rounds_for
    assert rounds_for is not None
    assert rounds_for(size) == 0


def test_a_closed_round_is_corrected_game_by_game() -> None:
    scene = after(paired(cup(*FOUR)), result("1.1", "1-0"), result("1.2", "1-0"))
    closed = after(scene, CloseRound(round=1)).state()
    with pytest.raises(RoundIsClosed):
        matches._check_may_change(closed, 1)
    played = paired(cup(*FOUR)).state()
    with pytest.raises(LaterRoundPaired):
        matches._check_may_change(replace(played, rounds=played.rounds * 2), 1)
