"""Rounds as columns: what each mark says, what is escaped, and what the next page need not make."""

from dsl.tournaments import ANA, BEA, CARL, CREATED, DORA, EVA, entered, folded, numbered, published
from dsl.tournaments import recorded as result
from planilla.adapters.http.views.marks import ColumnCache, Columns, Mark, moved
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.envelope import Person
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import EntrantId, GameId

ALL = (ANA, BEA, CARL, DORA, EVA)
START = (CREATED, *entered(*ALL), numbered(*ALL))
ROUND_1 = (published(1, (ANA, CARL), (DORA, BEA), bye=EVA), result("1.1", "½-½"))
ROUND_2 = published(2, (EVA, ANA), (BEA, CARL), bye=DORA)
NAMES = {ANA: '<b>Ana</b> & "co"', BEA: "Bea", CARL: "Carl", DORA: "Dora", EVA: "Eva"}


def sheet_of(
    *events: Event, language: str = "en", tournament: str = "club", **renamed: str
) -> TournamentPage:
    names = {**NAMES, **{EntrantId(who): name for who, name in renamed.items()}}
    people = {str(who): Person(name=name) for who, name in names.items()}
    return TournamentPage(tournament, folded(*START, *events), people, language)


def marks_of(sheet: TournamentPage, entrant: EntrantId) -> tuple[Mark, ...]:
    return Columns(sheet).marks(sheet.seats[entrant])


def test_each_way_to_end_a_round_has_its_shape_its_score_and_its_words() -> None:
    sheet = sheet_of(*ROUND_1, result("1.2", "+/-"), ROUND_2)
    columns = Columns(sheet)
    first = {who: columns.marks(sheet.seats[who])[0] for who in ALL}
    assert {who: (mark.shape, mark.score, mark.label) for who, mark in first.items()} == {
        ANA: ("◐", "½", "Round 1: drew with White against Carl"),
        CARL: ("◐", "½", 'Round 1: drew with Black against <b>Ana</b> & "co"'),
        DORA: ("●", "+", "Round 1: won by forfeit against Bea"),
        BEA: ("○", "–", "Round 1: lost by forfeit to Dora"),
        EVA: ("+", "1", "Round 1: bye"),
    }
    ana = columns.marks(sheet.seats[ANA])[1]
    assert (ana.shape, ana.score, ana.opponent, ana.colour) == ("·", "", 5, "■")
    assert ana.label == "Round 2: playing with Black against Eva"


def test_names_are_escaped_in_cells_and_shapes() -> None:
    sheet = sheet_of(*ROUND_1)
    columns, carl = Columns(sheet), sheet.seats[CARL]
    escaped = 'title="Round 1: drew with Black against &lt;b&gt;Ana&lt;/b&gt; &amp; &quot;co&quot;"'
    for html in (columns.cells(carl), columns.last(carl)):
        assert escaped in html
        assert "<b>" not in html


def test_a_result_leaves_the_columns_of_other_rounds_as_they_were() -> None:
    before = marks_of(sheet_of(*ROUND_1, ROUND_2), ANA)
    after = marks_of(sheet_of(*ROUND_1, ROUND_2, result("2.1", "0-1")), ANA)
    assert after[0] is before[0]
    assert (before[1].kind, after[1].kind) == ("open", "win")


def test_another_name_or_language_is_another_column() -> None:
    assert marks_of(sheet_of(*ROUND_1), ANA)[0].label.endswith("against Carl")
    erased = sheet_of(*ROUND_1, carl="Player 3")
    assert marks_of(erased, ANA)[0].label.endswith("against Player 3")
    spanish = sheet_of(*ROUND_1, language="es")
    assert marks_of(spanish, ANA)[0].label == "Ronda 1: tablas con blancas contra Carl"


def test_nothing_is_kept_of_who_has_another_name() -> None:
    before = marks_of(sheet_of(*ROUND_1), ANA)[0]
    assert marks_of(sheet_of(*ROUND_1), ANA)[0] is before
    assert marks_of(sheet_of(*ROUND_1, carl="Player 3"), ANA)[0] != before
    again = marks_of(sheet_of(*ROUND_1), ANA)[0]
    assert again == before
    assert again is not before


def test_columns_not_used_lately_make_room_of_all_tournaments_together() -> None:
    """A round of five players is five marks: four moments of rounds fit into 20."""
    cache = ColumnCache(marks_max=20)

    def mark(tournament: str, *results: Event) -> Mark:
        sheet = sheet_of(ROUND_1[0], *results, tournament=tournament)
        return Columns(sheet, cache).marks(sheet.seats[ANA])[0]

    first = mark("a")
    kept = mark("b", result("1.1", "1-0"))
    for way in ("0-1", "½-½", "+/-"):
        mark("b", result("1.1", way))
    assert cache.marks == 20
    assert mark("b", result("1.1", "1-0")) is kept
    again = mark("a")
    assert (again, again is first) == (first, False)
    assert cache.marks == 20


def test_a_correction_for_the_report_alone_is_marked_for_both() -> None:
    corrected = ResultCorrected(
        game=GameId("1.1"),
        result="1-0",
        corrects=8,
        effect=Effect(points=False, pairing_from=None, rating=True),
    )
    sheet = sheet_of(*ROUND_1, corrected)
    ana, carl = marks_of(sheet, ANA)[0], marks_of(sheet, CARL)[0]
    assert (ana.kind, ana.first, ana.report) == ("draw", "", "1")
    assert (carl.kind, carl.first, carl.report) == ("draw", "", "0")
    assert ana.label == "Round 1: drew with White against Carl (in the rating report: 1)"
    assert "✎" in Columns(sheet).cells(sheet.seats[ANA])
    assert "✎" not in Columns(sheet).cells(sheet.seats[DORA])


def test_a_correction_of_a_correction_is_told_once() -> None:
    """A draw was reported, then ruled to be won by White, then by Black: for points as well."""
    counts = Effect(points=True, pairing_from=None, rating=True)
    first, second = (
        ResultCorrected(game=GameId("1.1"), result=each, corrects=version, effect=counts)
        for each, version in (("1-0", 8), ("0-1", 9))
    )
    ana = marks_of(sheet_of(*ROUND_1, first, second), ANA)[0]
    assert (ana.kind, ana.first, ana.report) == ("loss", "½", "")
    assert ana.label == "Round 1: lost with White to Carl (first reported: ½)"


def test_who_moved_is_told_how_far_and_which_way() -> None:
    assert (moved("en", 0), moved("es", 0)) == ("", "")
    assert 'class="up"' in moved("en", 3)
    assert "▲3" in moved("en", 3)
    assert "▼2" in moved("es", -2)
