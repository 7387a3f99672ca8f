"""The case of a correction: its facts, its rule, its options, and the log had it been known."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from dsl.masnou_scenarios import Played
from dsl.played_logs import PlayedLog, newcomer
from dsl.tournaments import ANA, BEA, CARL, CREATED, DORA, entered, facts, imported, numbered
from planilla.audit.dossier import Dossier, StoryRole, dossier, options_of, supposed
from planilla.audit.edits import Edit, EditedLog, Inserted, Removed, Replaced, edited
from planilla.audit.round_by_round import RoundByRound, round_by_round
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.corrections import (
    ColoursCorrected,
    CorrectColours,
    CorrectResult,
    DeleteResult,
    ResultDeleted,
    SwapResults,
)
from planilla.domain.tournament.eligibility import (
    ReinstateEntrant,
    ReturnEntrant,
    RuleIneligible,
    WithdrawEntrant,
)
from planilla.domain.tournament.entrants import CorrectSportingData, EnterEntrants
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.pairings import ChangePairing, PairRound, PublishPairings
from planilla.domain.tournament.refusal import NoResultYet, NoSuchGame
from planilla.domain.tournament.results import RecordResult, ResultRecorded, WithdrawResult
from planilla.domain.tournament.values import Effect, EvidenceFile, GamesMeanwhile, Reported
from planilla.domain.vocabulary import EntrantId, GameId, GameResult

GAME = GameId("1.1")
ALL = Effect(points=True, pairing_from=None, rating=True)
PAPER = EvidenceFile(sha256="a" * 64, media_type="application/pdf", size=2000)
WHY = Sealed("5" * 64)


def white_wins(_played: object, _board: int) -> str:
    return "1-0"


@pytest.fixture
def opened() -> PlayedLog:
    """Three rounds of eight, all won by White; the third is published and open."""
    log = PlayedLog()
    log.open("swiss-dutch-2026", tuple(2400 - 50 * place for place in range(8)), 6)
    log.play(1, white_wins)
    log.play(2, white_wins)
    log.do(PairRound(round=3))
    log.do(PublishPairings(round=3))
    return log


def last_case(log: PlayedLog, back: int = 1) -> Dossier:
    found = dossier(log.facts, log.facts[-back].version, acts(log.facts))
    assert found is not None
    return found


def acts(log: Sequence[Fact]) -> dict[int, str]:
    """What was recorded at once is one act."""
    return {fact.version: str(fact.recorded_at) for fact in log}


def correct(log: PlayedLog, game: str = GAME, result: str = "0-1", **fields: object) -> None:
    played = log.state.find(GameId(game))
    assert played is not None
    log.do(
        CorrectResult(
            game=GameId(game),
            result=result,
            corrects=played[0].version_of(played[1]),
            reason=WHY,
            **fields,  # type: ignore[arg-type]
        )
    )


def replayed(log: PlayedLog, case: Dossier) -> RoundByRound:
    return round_by_round(log.facts, case.edits)


def of_kind(edits: Sequence[Edit]) -> list[type[Edit]]:
    return [type(each) for each in edits]


def test_a_case_tells_what_was_reported_what_was_built_on_it_and_what_was_put_right(
    opened: PlayedLog,
) -> None:
    correct(opened, effect=ALL, evidence=(PAPER,))
    case = last_case(opened, back=2)
    reported = opened.version_of(GAME, ResultRecorded)
    assert (case.kind, case.round, case.before, case.after) == (
        ("ResultCorrected", 1, "1-0", "0-1")
    )
    assert [(each.role, each.is_case) for each in case.story] == [
        (StoryRole.PAIRED, False),
        (StoryRole.REPORTED, False),
        (StoryRole.BUILT, False),
        (StoryRole.BUILT, False),
        (StoryRole.BUILT, False),
        (StoryRole.CORRECTED, True),
        (StoryRole.EVIDENCE, True),
    ]
    assert case.story[1].version == case.story[5].corrects == reported
    assert [(file.about, file.sha256) for file in case.files] == [(case.version, "a" * 64)]
    assert last_case(opened) == case, "evidence leads to what it is evidence for"
    assert case.stands


def test_the_three_cases_are_told_with_what_each_would_mean(opened: PlayedLog) -> None:
    """Found while round 3 is played, an error of round 1 is late: for the report alone."""
    correct(opened, effect=ALL)
    case = last_case(opened)
    assert case.reported is Reported.LATER
    assert [(each.reported, each.applies, each.decided) for each in case.options] == [
        (Reported.BEFORE_NEXT_PAIRING, False, False),
        (Reported.DURING_NEXT_ROUND, False, False),
        (Reported.LATER, True, False),
        (None, False, True),
    ]
    early, _, late, ruled = case.options
    assert {each.entrant for each in early.means.places if each.points_before != each.points_after}
    assert late.means.places == ()
    assert len(late.means.elo) == 2
    assert ruled.means == early.means
    assert [each.name for each in case.articles] == ["C.04.2-4.3"]


def test_what_the_rule_says_is_the_option_that_was_decided(opened: PlayedLog) -> None:
    correct(opened, "2.1")
    case = last_case(opened)
    assert case.reported is Reported.DURING_NEXT_ROUND
    assert [each.reported for each in case.options if each.decided] == [case.reported]
    assert len(case.options) == 3


@pytest.mark.parametrize("named", list(Reported))
def test_the_timing_is_the_one_that_was_ruled(opened: PlayedLog, named: Reported) -> None:
    """An error of round 1, found in round 3: by the clocks it is late, and the arbiter rules."""
    is_late = named is Reported.LATER
    coming = None if is_late else opened.state.last_published + 1
    effect = Effect(points=not is_late, pairing_from=coming, rating=True, reported=named)
    correct(opened, effect=effect)
    case = last_case(opened)
    assert case.reported is named
    assert [each.reported for each in case.options if each.decided] == [named]
    assert [each.reported for each in case.options if each.applies] == [Reported.LATER]


def test_where_no_case_was_named_it_is_the_one_nearer_to_the_moment(opened: PlayedLog) -> None:
    coming = opened.state.last_published + 1
    correct(opened, effect=Effect(points=True, pairing_from=coming, rating=True))
    (decided,) = (each.reported for each in last_case(opened).options if each.decided)
    assert decided is Reported.DURING_NEXT_ROUND


def test_colours_put_right_without_an_effect_were_decided_for_no_case(opened: PlayedLog) -> None:
    """An event from before effects were recorded: it counts from the next pairing."""
    colours(opened)
    *earlier, main = opened.facts
    assert isinstance(main.event, ColoursCorrected)
    plain = replace(main, event=replace(main.event, effect=None))
    options = options_of(fold(earlier), plain, (plain,))
    assert options
    assert not any(option.decided for option in options)


def test_a_correction_that_was_corrected_does_not_stand(opened: PlayedLog) -> None:
    correct(opened, effect=ALL)
    correct(opened, result="½-½", effect=ALL)
    first, second = last_case(opened, back=2), last_case(opened)
    assert (first.stands, second.stands) == (False, True)
    assert (second.before, second.after) == ("0-1", "½-½")
    assert replayed(opened, first).consequences.is_nothing


def rate(log: PlayedLog) -> None:
    log.do(CorrectSportingData(entrant=EntrantId("p1"), rating=1500, reason=WHY))


def delete(counts_as: str) -> Callable[[PlayedLog], None]:
    def done(log: PlayedLog) -> None:
        corrects = log.version_of(GAME, ResultRecorded)
        log.do(DeleteResult(game=GAME, corrects=corrects, reason=WHY, counts_as=counts_as))

    return done


def colours(log: PlayedLog) -> None:
    log.do(CorrectColours(game=GAME, reason=WHY))


def swap(log: PlayedLog) -> None:
    log.do(RecordResult(game=GameId("3.1"), result="1-0"))
    log.do(RecordResult(game=GameId("3.2"), result="0-1"))
    corrects = log.version_of("3.1", ResultRecorded)
    log.do(
        SwapResults(
            game=GameId("3.1"),
            corrects=corrects,
            other=GameId("3.2"),
            other_corrects=corrects + 1,
            reason=WHY,
        )
    )


def leave(log: PlayedLog) -> None:
    forfeit = GamesMeanwhile.FORFEIT
    log.do(WithdrawEntrant(entrant=EntrantId("p1"), from_round=2, games=forfeit, reason=WHY))


def rule_out(log: PlayedLog) -> None:
    log.do(RuleIneligible(entrant=EntrantId("p2"), from_round=1, reason=WHY))


def reinstate(log: PlayedLog) -> None:
    rule_out(log)
    log.do(ReinstateEntrant(entrant=EntrantId("p2"), reason=WHY))


def enter_late(log: PlayedLog) -> None:
    log.do(EnterEntrants(entrants=(newcomer("late", 2000),)))


def change(log: PlayedLog) -> None:
    *others, (a, b), (x, y) = log.state.rounds[-1].boards
    log.do(ChangePairing(round=3, boards=(*others, (a, y), (x, b)), reason=WHY))


def take_back(log: PlayedLog) -> None:
    log.do(RecordResult(game=GameId("3.1"), result="1-0"))
    log.do(WithdrawResult(game=GameId("3.1")))


@pytest.mark.parametrize(
    ("act", "kind", "articles", "edits"),
    [
        pytest.param(
            delete("*"),
            "ResultDeleted",
            ["C.04.2-4.3", "C.04.2-3.1 unverified"],
            [Inserted, Removed],
            id="deleted, open again",
        ),
        pytest.param(
            delete("-/-"),
            "ResultDeleted",
            ["C.04.2-4.3", "C.04.2-3.5"],
            [Inserted, Removed],
            id="deleted, played by neither",
        ),
        pytest.param(
            colours, "ColoursCorrected", ["C.04.2-4.3"], [Inserted, Removed], id="colours"
        ),
        pytest.param(
            swap, "ResultCorrected", ["C.04.2-4.3"], [Replaced, Removed] * 2, id="swapped"
        ),
        pytest.param(
            rate, "SportingDataCorrected", ["C.04.2-2.3"], [Inserted, Removed], id="a rating"
        ),
        pytest.param(
            leave,
            "EntrantWithdrawn",
            ["C.04.2-3.2", "C.04.2-4.3"],
            [Inserted, Removed, Removed, Removed],
            id="left earlier",
        ),
        pytest.param(
            rule_out,
            "EntrantRuledIneligible",
            ["C.05-6.5 unverified", "C.04.2-4.3"],
            [Inserted, Removed],
            id="might not take part",
        ),
        pytest.param(
            reinstate,
            "EntrantReinstated",
            ["C.05-6.5 unverified", "C.04.2-4.3"],
            [Removed, Removed],
            id="may take part after all",
        ),
        pytest.param(enter_late, "EntrantEntered", ["C.04.2-2.4"], [], id="a late entry"),
        pytest.param(change, "PairingChanged", ["C.04.2-4.4"], [Removed], id="boards by hand"),
        pytest.param(take_back, "ResultWithdrawn", ["C.04.2-4.3"], [Removed], id="taken back"),
    ],
)
def test_every_kind_of_correction_has_its_rule_and_can_be_replayed(
    opened: PlayedLog,
    act: Callable[[PlayedLog], None],
    kind: str,
    articles: list[str],
    edits: list[type[Edit]],
) -> None:
    act(opened)
    case = last_case(opened)
    assert case.kind == kind
    said = [f"{each.name}{' unverified' if each.unverified else ''}" for each in case.articles]
    assert said == articles
    assert of_kind(case.edits) == edits
    assert [each.is_case for each in case.story][-1]
    assert replayed(opened, case).unit == 2, "the rules allow each of these edits"


def edited_from_the_start(log: PlayedLog, version: int) -> EditedLog:
    """The log in which that correction was known from the start; all that came later stands."""
    case = dossier(log.facts, version, acts(log.facts))
    assert case is not None
    found = edited(log.facts, case.edits)
    assert not found.void
    return found


def ended(log: EditedLog | PlayedLog) -> GameResult:
    """What the first game counts as."""
    return GameResult(log.state.rounds[0].results[0])


def test_a_deletion_that_was_known_at_once_needs_no_correction_before_it(opened: PlayedLog) -> None:
    """1-0 was put right to 0-1, then it was found that nobody had played; then that it was ½-½."""
    correct(opened, effect=ALL)
    in_force = opened.facts[-1].version
    opened.do(DeleteResult(game=GAME, corrects=in_force, reason=WHY, counts_as="-/-", effect=ALL))
    deleted = opened.facts[-1].version
    assert ended(edited_from_the_start(opened, deleted)) is GameResult.BOTH_FORFEIT
    correct(opened, result="½-½", effect=ALL)
    assert ended(edited_from_the_start(opened, deleted)) is GameResult.DRAW


def test_colours_that_were_known_at_once_turn_what_was_ruled_before(opened: PlayedLog) -> None:
    """1-0 was put right to 0-1, then the colours: White of now won. In the end it was 0-1."""
    correct(opened, effect=ALL)
    opened.do(CorrectColours(game=GAME, reason=WHY, effect=ALL))
    turned = opened.facts[-1].version
    found = edited_from_the_start(opened, turned)
    assert found.state.rounds[0].boards == opened.state.rounds[0].boards
    assert ended(found) is ended(opened) is GameResult.WHITE_WINS
    correct(opened, result="0-1", effect=ALL)
    assert ended(edited_from_the_start(opened, turned)) is GameResult.BLACK_WINS


def test_a_deletion_is_written_the_same_in_either_colours(opened: PlayedLog) -> None:
    reported = opened.version_of(GAME, ResultRecorded)
    opened.do(DeleteResult(game=GAME, corrects=reported, reason=WHY, counts_as="*", effect=ALL))
    correct(opened, result="0-1", effect=ALL)
    opened.do(CorrectColours(game=GAME, reason=WHY, effect=ALL))
    assert ended(edited_from_the_start(opened, opened.facts[-1].version)) is ended(opened)


def test_data_that_were_known_at_once_are_the_last_that_were_said(opened: PlayedLog) -> None:
    player = EntrantId("p3")
    for rating, k in ((2200, 10), (2250, 20), (2290, 40)):
        opened.do(CorrectSportingData(entrant=player, rating=rating, k=k, reason=WHY))
    second = opened.facts[-2].version
    case = dossier(opened.facts, second, acts(opened.facts))
    assert case is not None
    (inserted, *removed) = case.edits
    assert isinstance(inserted, Inserted)
    assert isinstance(inserted.command, CorrectSportingData)
    assert (inserted.command.rating, inserted.command.k) == (2250, 20)
    assert removed == [Removed(version=second - 1), Removed(version=second)]
    assert edited_from_the_start(opened, second).state.entrants[player].rating == 2290


def test_of_a_round_that_was_never_paired_nothing_can_be_replayed(opened: PlayedLog) -> None:
    opened.do(RuleIneligible(entrant=EntrantId("p3"), from_round=4, reason=WHY))
    assert last_case(opened).edits == ()


def test_the_story_of_a_changed_pairing_is_that_of_its_round(opened: PlayedLog) -> None:
    change(opened)
    assert [each.role for each in last_case(opened).story] == [
        StoryRole.PAIRED,
        StoryRole.CORRECTED,
    ]


def test_the_story_of_a_player_tells_what_was_known_of_them(opened: PlayedLog) -> None:
    opened.do(WithdrawEntrant(entrant=EntrantId("p1")))
    opened.do(ReturnEntrant(entrant=EntrantId("p1")))
    rate(opened)
    assert [each.role for each in last_case(opened).story] == [
        StoryRole.KNOWN,  # the entry
        StoryRole.KNOWN,  # the withdrawal
        StoryRole.KNOWN,  # the return
        StoryRole.CORRECTED,
    ]


def test_a_game_of_a_file_was_reported_with_its_round() -> None:
    start = (CREATED, *entered(ANA, BEA, CARL, DORA), numbered(ANA, BEA, CARL, DORA))
    round_ = imported(1, (ANA, CARL), (DORA, BEA))
    deleted = ResultDeleted(game=GAME, corrects=len(start) + 1, counts_as="-/-", effect=ALL)
    log = facts(*start, round_, ResultRecorded(game=GAME, result="1-0"), deleted)
    case = dossier(log, len(log), {})
    assert case is not None
    assert of_kind(case.edits) == [Inserted, Removed]


@pytest.mark.parametrize("version", [1, 10, 99])
def test_what_corrects_nothing_has_no_case(opened: PlayedLog, version: int) -> None:
    assert dossier(opened.facts, version, {}) is None


def test_a_correction_that_was_not_made_can_be_weighed(opened: PlayedLog) -> None:
    case = supposed(opened.facts, GAME, "0-1")
    assert (case.version, case.kind, case.before, case.after) == (None, "Supposed", "1-0", "0-1")
    assert [each.decided for each in case.options if each.reported is None] == []
    assert len(case.options) == 3
    assert of_kind(case.edits) == [Replaced]
    assert replayed(opened, case).rounds
    with pytest.raises(NoSuchGame):
        supposed(opened.facts, GameId("9.9"), "1-0")
    with pytest.raises(NoResultYet):
        supposed(opened.facts, GameId("3.1"), "1-0")


def test_in_a_hall_points_are_put_right_and_seats_stay() -> None:
    entrants = [{"id": each, "rating": 2000 - place} for place, each in enumerate("abcde")]
    run = Played({"entrants": entrants, "rules": {"tables": 1}})
    body = {"game": "T1.1", "result": "1-0"}
    run.act({"command": "record-result", "body": body, "at": 60})
    case = supposed(run.log, GameId("T1.1"), "0-1")
    assert (case.without_rounds, case.edits, case.options, case.round) == (True, (), (), None)
    assert (case.before, [each.name for each in case.articles]) == ("1-0", ["seed-004"])
    with pytest.raises(NoSuchGame):
        supposed(run.log, GameId("T9.1"), "0-1")
    with pytest.raises(NoResultYet):
        supposed(run.log, GameId("T1.2"), "0-1")
