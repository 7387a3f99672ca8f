"""An impact in sentences, in both languages; what is not said is not there."""

import pytest
from msgspec.structs import replace

from planilla.audit.compare import (
    AmountDifference,
    Consequences,
    EntrantDifference,
    PlaceDifference,
    PrizeDifferences,
    QualifyingDifference,
    TiebreakDifference,
)
from planilla.audit.impact import (
    AnnouncedChanges,
    ByLot,
    FieldDifference,
    Impact,
    OnBoard,
    PublishedBoardDifference,
    RoundStatusDifference,
    SeatingDifference,
    TableDifference,
)
from planilla.audit.round_by_round import AffectedRound
from planilla.audit.stage_impact import (
    AdvanceDifference,
    AdvanceOption,
    CarriedDifference,
    QualifierRuling,
    StageImpact,
    StagePlaceDifference,
)
from planilla.domain.tournament.event import DecidedByLot
from planilla.domain.tournament.values import Stage
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.presentation.catalogue import CATALOGUES
from planilla.presentation.impact import ImpactLine, ImpactTopic, ImpactWords
from planilla.projections import VIEWS
from planilla.projections.view import StateView

ANA, BEA, CARL = (EntrantId(name) for name in ("ana", "bea", "carl"))
NOTHING = Impact(
    head=7,
    version=8,
    consequences=Consequences(unit=2, places=(), elo=(), prizes=None, qualifying=None),
)
GAME = OnBoard(game=GameId("1.1"), white=ANA, black=BEA, result="*")


def place(
    entrant: EntrantId, ranks: tuple[int | None, int | None], points: tuple[int, int] = (2, 2)
) -> PlaceDifference:
    return PlaceDifference(
        entrant=entrant,
        rank_before=ranks[0],
        rank_after=ranks[1],
        points_before=points[0],
        points_after=points[1],
        tiebreaks=(TiebreakDifference(code="BH", before="29/4", after=""),),
    )


def lines(impact: Impact, topic: str, language: str = "en") -> list[str]:
    """The lines of one topic, each with its shape before it."""
    found = {each.name: each for each in topics(impact, language)}
    return [f"{line.shape} {line.text}".strip() for line in found[topic].lines]


def topics(impact: Impact, language: str = "en") -> tuple[ImpactTopic, ...]:
    return ImpactWords(language, str.title).topics(impact)


def with_(**changes: object) -> Impact:
    return replace(NOTHING, consequences=replace(NOTHING.consequences, **changes))


def test_of_what_stays_as_it_is_nothing_is_said() -> None:
    assert topics(NOTHING) == ()


def test_places_go_up_and_down_by_shape_and_by_how_many() -> None:
    """7¼ is 29/4; who only has another Buchholz is counted, not named."""
    moves = (
        place(ANA, (5, 2), (8, 9)),
        place(BEA, (2, 3)),
        place(CARL, (4, 4), (4, 5)),
        place(EntrantId("dora"), (6, 6)),
        place(EntrantId("eva"), (None, 7)),
        place(EntrantId("fay"), (8, None)),
    )
    assert lines(with_(places=moves), "places") == [
        "▲3 Ana: place 5 → 2, 4 → 4½ points, BH 7¼ → –",
        "▼1 Bea: place 2 → 3, BH 7¼ → –",
        "Eva: place 7, BH 7¼ → –",
        "Fay: no longer ranked; was 8, BH 7¼ → –",
        "Carl: stays at place 4, 2 → 2½ points, BH 7¼ → –",
        "1 more: points or tie-breaks change, but not the place.",
    ]


def test_who_qualifies_and_who_no_longer() -> None:
    change = QualifyingDifference(top=2, into=(ANA,), out=(BEA, CARL))
    assert lines(with_(qualifying=change), "qualifying") == ["▲ In: Ana", "▼ Out: Bea and Carl"]
    same = with_(qualifying=QualifyingDifference(top=2, into=(), out=()))
    assert lines(same, "qualifying") == ["The same players as now."]
    assert topics(same)[0].title == "The first 2 places"


def test_the_places_of_the_tournament_are_told_where_anybody_moves() -> None:
    for_final = QualifyingDifference(top=2, into=(), out=(), stage=Stage.FINAL)
    assert topics(with_(qualifying=for_final)) == ()
    moving = with_(qualifying=for_final, places=(place(ANA, (2, 1)),))
    assert lines(moving, "qualifying") == ["The same players as now."]
    titles = {each.name: each.title for each in topics(moving)}
    assert titles["qualifying"] == "For the final: the first 2 places"
    gone = with_(qualifying=QualifyingDifference(top=0, into=(), out=(ANA,)))
    assert [each.title for each in topics(gone)] == ["No place qualifies any more"]
    assert lines(gone, "qualifying", "es") == ["▼ Fuera: Ana"]


def test_prizes_before_and_after_or_who_is_paid() -> None:
    changes = (
        AmountDifference(entrant=ANA, before=0, after=9000),
        AmountDifference(entrant=BEA, before=9000, after=0),
    )
    effect = PrizeDifferences(currency="EUR", changes=changes, paid=True)
    assert lines(with_(prizes=effect), "prizes") == [
        "▲ Ana: 0 EUR → 90 EUR",
        "▼ Bea: 90 EUR → 0 EUR",
        "The prizes have already been shared, and stay as they were paid.",
    ]
    open_ = replace(effect, paid=False)
    assert len(lines(with_(prizes=open_), "prizes")) == 2
    none = replace(effect, changes=())
    assert lines(with_(prizes=none), "prizes") == ["No prize changes."]
    paid = replace(NOTHING, paid=replace(effect, changes=changes[:1]))
    assert lines(paid, "prizes") == ["Ana is paid 90 EUR"]


def test_many_are_counted_and_of_prizes_behind_a_lot_nothing_is_said() -> None:
    many = tuple(EntrantId(f"p{number}") for number in range(13))
    effect = PrizeDifferences(currency="EUR", changes=(), paid=False)
    impact = replace(with_(prizes=effect), by_lot=(ByLot(what=DecidedByLot.LOTS, among=many),))
    (topic,) = topics(impact)
    assert [line.text for line in topic.lines] == [
        "The numbers of 13 players are drawn by lot, and so their places."
    ]
    assert all(
        f"impact.by-lot.{what.value}.many" in catalogue
        for catalogue in CATALOGUES.values()
        for what in DecidedByLot
        if what is not DecidedByLot.FIRST_COLOUR
    )


def test_elo_and_first_ratings() -> None:
    impact = with_(
        elo=(
            AmountDifference(entrant=ANA, before=-250, after=300),
            AmountDifference(entrant=BEA, before=0, after=-10),
        ),
        first_ratings=(EntrantDifference(entrant=CARL, before=None, after=1650),),
    )
    assert lines(impact, "elo") == [
        "▲ Ana: −2.5 → +3",
        "▼ Bea: 0 → −0.1",
        "Carl: first rating – → 1650",
    ]


def test_boards_that_change_come_and_go() -> None:
    swapped = replace(GAME, white=CARL, result="1-0")
    changes = (
        PublishedBoardDifference(round=1, board=1, before=GAME, after=replace(GAME, result="½-½")),
        PublishedBoardDifference(round=1, board=2, before=GAME, after=swapped),
        PublishedBoardDifference(round=1, board=3, before=None, after=GAME),
        PublishedBoardDifference(round=1, board=4, before=GAME, after=None),
    )
    assert lines(replace(NOTHING, boards=changes), "boards") == [
        "Round 1, board 1: □ Ana – ■ Bea, – → ½–½",
        "Round 1, board 2: □ Carl – ■ Bea 1–0; before □ Ana – ■ Bea –",
        "Round 1, board 3: □ Ana – ■ Bea –",
        "Round 1, board 4 would be gone: □ Ana – ■ Bea –",
    ]


def test_later_rounds_say_what_they_are_and_what_is_known() -> None:
    later = AffectedRound(round=2, status="closed", boards=4, changed=3)
    told = (
        later,
        replace(later, status="draft", bye_changes=True),
        replace(later, changed=0),
        replace(later, changed=None, by_hand=True),
        replace(later, unpairable=True, bye_changes=True),
    )
    found = lines(replace(NOTHING, later=told), "later")
    assert found[0].startswith("Round 2 (closed): 3 of 4 boards would be different.")
    assert found[1].startswith("Draft of round 2: 3 of 4 boards")
    assert found[1].endswith("The bye would go to somebody else.")
    assert found[2] == "Round 2 (closed): every board would be the same."
    assert "not enough time" in found[3]
    assert found[3].endswith("the system’s own pairings are compared.")
    assert found[4] == "Round 2 (closed): it could not be paired."


def test_a_hall_says_who_sits_where_and_who_waits() -> None:
    tables = (
        TableDifference(table=1, before=(ANA, BEA), after=(ANA, CARL)),
        TableDifference(table=2, before=None, after=(ANA, BEA)),
        TableDifference(table=3, before=(ANA, BEA), after=None),
    )
    hall = SeatingDifference(tables=tables, queue_before=(CARL,), queue_after=(BEA,))
    assert lines(replace(NOTHING, hall=hall), "hall") == [
        "Table 1: Ana and Carl; before Ana and Bea",
        "Table 2: Ana and Bea",
        "Table 3: nobody; before Ana and Bea",
        "Queue: Bea",
    ]
    empty = SeatingDifference(tables=(), queue_before=(CARL,), queue_after=())
    assert lines(replace(NOTHING, hall=empty), "hall") == ["The queue would be empty."]
    assert lines(replace(NOTHING, hall_had=empty), "hall-had") == ["The queue would be empty."]
    same = SeatingDifference(tables=tables[:1], queue_before=(CARL,), queue_after=(CARL,))
    assert len(lines(replace(NOTHING, hall=same), "hall")) == 1


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_lot_round_number_and_screen_has_a_sentence(language: str) -> None:
    statuses = ("none-draft", "none-published", "none-closed", "draft-published", "draft-none")
    ways = (*statuses, "published-none", "published-closed", "closed-published")
    views = [
        name
        for name, view in VIEWS.items()
        if isinstance(view, StateView) and f"impact.screen.{name}" in CATALOGUES[language]
    ]
    impact = replace(
        NOTHING,
        by_lot=tuple(ByLot(what=what, among=(ANA, BEA)) for what in DecidedByLot),
        rounds=tuple(
            RoundStatusDifference(
                round=2,
                before=None if one == "none" else one,
                after=None if other == "none" else other,
            )
            for one, _, other in (way.partition("-") for way in ways)
        ),
        finished=True,
        numbers=(
            EntrantDifference(entrant=ANA, before=None, after=1),
            EntrantDifference(entrant=BEA, before=2, after=3),
        ),
        concerned=(ANA, BEA),
        screens=tuple(views),
    )
    told = {topic.name: topic.lines for topic in topics(impact, language)}
    assert len(told["by-lot"]) == len(DecidedByLot)
    assert len(told["rounds"]) == len(ways) + 1
    assert told["numbers"] == (ImpactLine(text="Ana: 1"), ImpactLine(text="Bea: 2 → 3"))
    assert list(told) == ["by-lot", "rounds", "numbers", "concerned", "screens"]
    assert {name for name in VIEWS if name not in views} == {"timeline", "desk"}


def test_changed_regulations_are_told_field_by_field() -> None:
    told = AnnouncedChanges(
        is_first=False,
        fields=(
            FieldDifference(field="conduct.default_minutes", before=0, after=60),
            FieldDifference(field="prizes"),
            FieldDifference(field="time_control"),
        ),
        topics=("venue",),
    )
    assert lines(replace(NOTHING, announced=told), "announced") == [
        "Default time in minutes: 0 → 60",
        "Changed: Prizes and Time control.",
        "Changed texts: Venue.",
    ]
    first = replace(NOTHING, announced=AnnouncedChanges(is_first=True))
    assert lines(first, "announced", "es") == ["Las bases se anuncian completas por primera vez."]


def leading(before: tuple[EntrantId, ...], after: tuple[EntrantId, ...]) -> StagePlaceDifference:
    """Place 2 of the group, before and after."""
    return StagePlaceDifference(source=2, title="Group A", place=2, before=before, after=after)


def test_a_stage_that_started_says_its_places_and_what_the_arbiter_can_do() -> None:
    stage = StageImpact(
        stage=4,
        title="Final",
        places=(leading((ANA,), (BEA,)), leading((), (BEA,))),
        rulings=(QualifierRuling(leaving=ANA, entrant=BEA),),
    )
    assert lines(replace(NOTHING, stages=(stage,)), "stages") == [
        "Final: place 2 of Group A would be that of Bea; it is that of Ana.",
        "Final: place 2 of Group A would be that of Bea.",
        (
            "Final: Ana has no result here: the place can be given to Bea (replace-qualifier). "
            "Otherwise Ana stays."
        ),
    ]
    assert lines(replace(NOTHING, stages=(stage,)), "stages", "es") == [
        "Final: el puesto 2 de Group A sería de Bea; es de Ana.",
        "Final: el puesto 2 de Group A sería de Bea.",
        (
            "Final: Ana no tiene aquí ningún resultado: puede dar su puesto a Bea "
            "(replace-qualifier). De lo contrario, Ana se queda."
        ),
    ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_effect_on_a_later_stage_has_its_words(language: str) -> None:
    stage = StageImpact(
        stage=4,
        title="Final",
        places=(
            replace(leading((ANA,), (BEA, CARL)), title=""),
            leading((), (BEA, CARL)),
            leading((ANA,), ()),
            leading((), ()),
        ),
        rulings=(
            QualifierRuling(leaving=ANA, entrant=BEA, refusal="qualifier-has-played"),
            QualifierRuling(leaving=ANA, entrant=BEA, refusal="not-met-before"),
        ),
        replaced=((ANA, BEA),),
        carried=(CarriedDifference(game=GAME.game, white=ANA, black=BEA, before="1-0", after=""),),
        points=(AmountDifference(entrant=ANA, before=3, after=4),),
        unit=2,
    )
    bracket = StageImpact(
        stage=1,
        title="",
        advances=tuple(
            AdvanceDifference(
                round=1, match=1, before=before, after=after, next_round=2, option=option
            )
            for before, after, option in (
                (ANA, BEA, AdvanceOption.UNPAIR),
                (None, BEA, AdvanceOption.STANDS),
                (ANA, None, AdvanceOption.STANDS),
            )
        ),
    )
    kept = StageImpact(stage=5, title="Match")
    found = lines(replace(NOTHING, stages=(stage, bracket, kept)), "stages", language)
    assert len(found) == 4 + 2 + 1 + 1 + 1 + 1 + 3 + 1
    assert len(set(found)) == len(found)
    assert all("Final: " in line for line in found[:10])
    assert "1½" in found[8]
    assert not any("Final" in line for line in found[10:])


def test_a_later_round_names_its_stage_where_it_is_not_the_first() -> None:
    later = AffectedRound(round=2, status="draft", boards=4, changed=None, stage=3)
    (line,) = lines(replace(NOTHING, later=(later,)), "later")
    assert line.startswith("Stage 3. Round 2")
