"""The tree of a knockout: every match once, no two on one another, lines between the right ones."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import combinations, pairwise

import pytest

from planilla.domain.pairing.knockout import BRACKETS
from planilla.domain.pairing.knockout.bracket import (
    Bracket,
    PlacesPlayed,
    single_elimination,
)
from planilla.domain.pairing.knockout.dapiran import dapiran
from planilla.domain.pairing.knockout.order import SeedOrder, first_round
from planilla.domain.pairing.knockout.progress import MatchOutcome, MatchStatus, progress
from planilla.domain.pairing.table import PlaceKind, TableRequest
from planilla.presentation.drawings.bracket import (
    DrawnMatch,
    DrawnSide,
    bracket_markup,
    chart_of,
    fitted,
    heads_markup,
    part_markup,
    round_names,
    standalone,
)
from planilla.presentation.drawings.bracket_layout import (
    GAP,
    WIDTH,
    PartJoint,
    joints_of,
    layout_of,
    pages_of,
    wall_parts,
)

SVG = "{http://www.w3.org/2000/svg}"


def drawn_by(system: str) -> Callable[[int], Bracket]:
    return lambda players: BRACKETS[system](TableRequest(players=players))


def played_for(places: PlacesPlayed) -> Callable[[int], Bracket]:
    def drawn(players: int) -> Bracket:
        pairs = first_round(dapiran(players), SeedOrder.COMPENSATION)
        return single_elimination(pairs, played=places)

    return drawn


KINDS = {
    "single": drawn_by("knockout-single"),
    "double": drawn_by("knockout-double"),
    "triple": drawn_by("knockout-triple"),
    "third": played_for(PlacesPlayed.THIRD),
    "all": played_for(PlacesPlayed.ALL),
}
EIGHT = KINDS["single"](8)


def chart(bracket: Bracket) -> tuple[DrawnMatch, ...]:
    return chart_of(bracket, progress(bracket, {}))


def tree_of(bracket: Bracket, matches: tuple[DrawnMatch, ...] | None = None) -> ET.Element:
    markup = bracket_markup(layout_of(bracket), matches or chart(bracket), "en")
    return ET.fromstring(markup)


def groups(tree: ET.Element) -> dict[int, ET.Element]:
    return {int(each.attrib["data-match"]): each for each in tree.iter("g") if each.get("id")}


def title_of(tree: ET.Element, number: int) -> str:
    return next(groups(tree)[number].iter("title")).text or ""


def shown_after(bracket: Bracket, winners: dict[int, int]) -> tuple[DrawnMatch, ...]:
    """Return the matches after the outcomes, by the index of the side that advances."""
    outcomes: dict[int, MatchOutcome] = {}
    for number, at in winners.items():
        sides = progress(bracket, outcomes).match(number).sides
        assert None not in sides
        both = (sides[0] or 0, sides[1] or 0)
        outcomes[number] = MatchOutcome(sides=both, winner=both[at])
    return tuple(
        DrawnMatch(
            status=now.status,
            sides=(side_of(now.sides[0]), side_of(now.sides[1])),
            winner=None if not now.winner else now.sides.index(now.winner),
            href=f"/m/{number}",
        )
        for number, now in enumerate(progress(bracket, outcomes).matches, start=1)
    )


def side_of(number: int | None) -> DrawnSide | None:
    if not number:
        return None
    return DrawnSide(name=f"P{number}", number=str(number), score="1", is_followed=number == 1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", range(2, 65))
def test_each_match_that_can_be_played_stands_once_and_on_no_other(kind: str, players: int) -> None:
    bracket = KINDS[kind](players)
    layout = layout_of(bracket)
    at_rest = progress(bracket, {}).matches
    possible = [each.number for each in bracket.matches if at_rest[each.number - 1].sides != (0, 0)]
    assert [box.match.number for box in layout.boxes] == possible
    columns: dict[int, list[tuple[int, int]]] = {}
    for box in layout.boxes:
        assert box.x == (box.match.round - 1) * (WIDTH + GAP)
        columns.setdefault(box.x, []).append((box.top, box.bottom))
    for spans in columns.values():
        spans.sort()
        assert all(one[1] < other[0] for one, other in pairwise(spans))
    assert all(0 <= box.top < box.bottom <= layout.height for box in layout.boxes)
    assert layout.width == max(box.x for box in layout.boxes) + WIDTH


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", range(2, 65))
def test_a_line_leads_from_every_winner_to_the_next_match(kind: str, players: int) -> None:
    bracket = KINDS[kind](players)
    layout = layout_of(bracket)
    boxes = {box.match.number: box for box in layout.boxes}
    wanted = {
        (place.number, box.match.number)
        for box in layout.boxes
        for place in box.match.places
        if place.kind is PlaceKind.WINNER and place.number in boxes
    }
    assert {(line.origin, line.target) for line in layout.lines} == wanted
    assert len(layout.lines) == len(wanted)
    for line in layout.lines:
        origin, target = boxes[line.origin], boxes[line.target]
        assert line.path.startswith(f"M{origin.x + WIDTH} {origin.y}H")
        assert line.path.endswith(f"H{target.x}")
        assert origin.y == target.y or f"V{target.y}H" in line.path


def test_the_tree_of_four_stands_as_on_paper() -> None:
    layout = layout_of(KINDS["third"](4))
    one, two, final, third = layout.boxes
    assert (one.x, two.x, final.x, third.x) == (0, 0, WIDTH + GAP, WIDTH + GAP)
    assert final.y == (one.y + two.y) // 2
    assert third.top > final.bottom
    assert [title.key for title in layout.titles] == ["third-place"]


def test_results_move_nothing() -> None:
    before, after = chart(EIGHT), shown_after(EIGHT, {1: 0, 2: 1, 5: 0})
    places = [
        [each.get("transform") for each in groups(tree_of(EIGHT, shown)).values()]
        for shown in (before, after)
    ]
    assert places[0] == places[1]


@pytest.mark.parametrize("players", [2, 16, 33, 64, 100])
@pytest.mark.parametrize("kind", KINDS)
def test_printed_pages_have_each_match_once_and_room_for_it(kind: str, players: int) -> None:
    bracket = KINDS[kind](players)
    pages = pages_of(bracket)
    boxes = {box.match.number for box in layout_of(bracket).boxes}
    assert frozenset().union(*pages) == boxes
    assert all(not one & other for one, other in combinations(pages, 2))
    for page in pages:
        layout = layout_of(bracket, page)
        assert {box.match.number for box in layout.boxes} == page
        assert layout.height <= 1400


def test_64_are_printed_on_two_pages_and_one_for_the_final() -> None:
    assert [len(page) for page in pages_of(KINDS["single"](64))] == [31, 31, 1]


@pytest.mark.parametrize(
    ("players", "current", "matches"),
    [
        pytest.param(16, 4, [8 + 4 + 2 + 1], id="all of a tree of eight rows"),
        pytest.param(64, 1, [8 + 4 + 2 + 1] * 4 + [2 + 1], id="four parts and what they lead to"),
        pytest.param(64, 2, [8 + 4 + 2 + 1] * 2 + [1], id="two parts from the second round"),
        pytest.param(64, 3, [8 + 4 + 2 + 1], id="together from the third round"),
        pytest.param(64, 6, [8 + 4 + 2 + 1], id="the final with all that fits before it"),
    ],
)
def test_a_wall_begins_with_the_earliest_round_from_which_all_fits(
    players: int, current: int, matches: list[int]
) -> None:
    parts = wall_parts(KINDS["single"](players), current)
    assert [len(part) for part in parts] == matches


def test_the_parts_of_64_name_each_other_where_they_are_joined() -> None:
    """The winners of matches 61 and 62 leave parts 1 and 2 and meet in part 3."""
    bracket = KINDS["single"](64)
    parts = pages_of(bracket)
    first, second, final = (joints_of(layout_of(bracket, part), parts) for part in parts)
    assert [(each.part, each.is_outgoing) for each in (*first, *second)] == [(3, True), (3, True)]
    (box,) = layout_of(bracket, parts[2]).boxes
    assert final == (
        PartJoint(part=1, x=box.x, y=box.top + 11, is_outgoing=False),
        PartJoint(part=2, x=box.x, y=box.top + 33, is_outgoing=False),
    )
    drawing = part_markup(layout_of(bracket, parts[2]), final, chart(bracket), "en")
    assert re.findall(r">(part \d)<", drawing) == ["part 1", "part 2"]
    assert ET.fromstring(drawing).get("class") == "part"


@pytest.mark.parametrize("players", [5, 33, 64, 100])
@pytest.mark.parametrize("kind", KINDS)
def test_every_line_that_leaves_a_part_arrives_in_another(kind: str, players: int) -> None:
    bracket = KINDS[kind](players)
    parts = pages_of(bracket)
    ways = [
        (number, joint.part) if joint.is_outgoing else (joint.part, number)
        for number, part in enumerate(parts, start=1)
        for joint in joints_of(layout_of(bracket, part), parts)
    ]
    assert all(one != other for one, other in ways)
    assert {
        each.is_outgoing for p in parts for each in joints_of(layout_of(bracket, p), parts)
    } in (
        set(),
        {True, False},
    )


@pytest.mark.parametrize("players", [2, 5, 8, 16, 32])
def test_up_to_32_are_printed_on_one_page(players: int) -> None:
    assert len(pages_of(KINDS["single"](players))) == 1


def test_each_match_is_a_group_with_a_name_in_reading_order() -> None:
    tree = tree_of(EIGHT, shown_after(EIGHT, {1: 0}))
    assert list(groups(tree)) == list(range(1, 8))
    assert tree.get("role") == "group"
    assert tree.get("aria-label") == "Bracket"
    assert title_of(tree, 1) == "Match 1: P1 1 – P8 1. P1 advances."
    assert title_of(tree, 5) == "Match 5: P1 1 – winner of match 2."
    assert title_of(tree, 7) == "Match 7: winner of match 5 – winner of match 6."
    links = [each.get("href") for each in tree.iter("a")]
    assert links == [f"/m/{number}" for number in range(1, 8)]
    hidden = next(each for each in tree.iter("g") if each.get("class") == "links")
    assert hidden.get("aria-hidden") == "true"
    assert "style=" not in ET.tostring(tree, encoding="unicode")


def test_a_winner_is_marked_by_a_sign_and_a_class() -> None:
    group = groups(tree_of(EIGHT, shown_after(EIGHT, {1: 1})))[1]
    sides = [each for each in group.iter("g") if each.get("class", "").startswith("side")]
    assert [each.get("class") for each in sides] == ["side followed", "side won"]
    scores = [
        "".join(text.itertext()) for text in group.iter("text") if text.get("class") == "score"
    ]
    assert scores == ["1", "● 1"]


def test_the_way_of_a_followed_side_is_marked_as_far_as_it_came() -> None:
    tree = tree_of(EIGHT, shown_after(EIGHT, {1: 0, 2: 0, 5: 1}))
    marked = [
        number for number, each in groups(tree).items() if "followed" in str(each.get("class"))
    ]
    assert marked == [1, 5]
    lines = [each for each in tree.iter("path") if each.get("class") == "won followed"]
    assert [each.get("data-from") for each in lines] == ["1"]


def test_a_side_has_what_a_script_needs_to_write_it() -> None:
    """Sides of the draw have no source; the source of a loser is shown, that of a winner is not."""
    double = KINDS["double"](4)
    tree = tree_of(double)
    sides = {
        number: [each.attrib for each in group.iter("g") if each.get("data-side")]
        for number, group in groups(tree).items()
    }
    assert all("data-from" not in each for each in (*sides[1], *sides[2]))
    assert [each["data-from"] for each in sides[3]] == ["winner of match 1", "winner of match 2"]
    assert all("data-shown" not in each for each in sides[3])
    assert [each["data-shown"] for each in sides[4]] == ["Loser of 1", "Loser of 2"]
    assert tree.get("data-free") == "free"
    long = DrawnSide(name="Maximiliana Wolfeschlegelsteinhausen", key="e1")
    (cut,) = (
        each
        for each in tree_of(double, (DrawnMatch(sides=(long, None)), *chart(double)[1:])).iter("g")
        if each.get("data-key") == "e1"
    )
    assert cut.get("data-name") == long.name


def test_the_line_of_a_winner_names_the_side() -> None:
    side = DrawnSide(name="Ana", key="e1")
    shown = (DrawnMatch(sides=(side, None), winner=0), *chart(EIGHT)[1:])
    (line,) = (each for each in tree_of(EIGHT, shown).iter("path") if each.get("data-winner"))
    assert (line.get("data-from"), line.get("data-winner")) == ("1", "e1")


def test_who_skips_a_round_is_a_name_on_a_line() -> None:
    tree = tree_of(KINDS["single"](5))
    byes = [number for number, each in groups(tree).items() if each.get("class") == "match bye"]
    assert len(byes) == 3
    assert not list(groups(tree)[byes[0]].iter("rect"))
    assert title_of(tree, byes[0]) == f"Match {byes[0]}: 1 – free."
    shown = KINDS["single"](5)
    after = bracket_markup(layout_of(shown), shown_after(shown, {}), "en")
    assert "P1 advances without a game." in after


def test_the_loser_who_has_no_opponent_is_named_on_the_line() -> None:
    bracket = KINDS["double"](11)
    layout = layout_of(bracket)
    alone = [box for box in layout.boxes if box.alone is not None and box.match.losses]
    assert all(
        progress(bracket, {}).match(box.match.number).sides[1 - (box.alone or 0)] == 0
        for box in alone
    )
    assert "Loser of 2" in bracket_markup(layout, chart(bracket), "en")


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (DrawnMatch(status=MatchStatus.NO_SHOW), "Neither appeared."),
        (DrawnMatch(status=MatchStatus.VOID), "It is not played."),
        (DrawnMatch(status=MatchStatus.READY, is_invalid=True), "no longer holds"),
        (DrawnMatch(status=MatchStatus.WALK_OVER, winner=0), "advances without a game"),
    ],
)
def test_a_match_says_what_became_of_it(shown: DrawnMatch, said: str) -> None:
    matches = (*chart(EIGHT)[:6], shown)
    assert said in title_of(tree_of(EIGHT, matches), 7)


def test_sections_and_repetitions_have_their_names() -> None:
    double = bracket_markup(layout_of(KINDS["double"](4)), chart(KINDS["double"](4)), "en")
    assert re.findall(r'class="section"[^>]*>([^<]+)', double) == ["Winners", "Losers"]
    assert "if needed" in double
    triple = bracket_markup(layout_of(KINDS["triple"](8)), chart(KINDS["triple"](8)), "en")
    titles = re.findall(r'class="section"[^>]*>([^<]+)', triple)
    assert titles == ["Winners", "After one loss", "After two losses"]
    places = bracket_markup(layout_of(KINDS["all"](8)), chart(KINDS["all"](8)), "es")
    titles = re.findall(r'class="section"[^>]*>([^<]+)', places)
    assert titles == ["Ganadores", "Puestos 5 a 8", "Puestos 7 a 8", "Tercer puesto"]


def test_the_rounds_are_named_from_the_final() -> None:
    names = round_names(layout_of(KINDS["single"](64)), "en")
    assert names[0] == "Round 1"
    assert names[1:3] == ("Round of 32", "Round of 16")
    assert names[3:] == ("Quarter-finals", "Semi-finals", "Final")
    assert round_names(layout_of(KINDS["double"](4)), "es")[1] == "Ronda 2"
    assert "Semi-finals" in heads_markup(layout_of(EIGHT), "en")


def test_a_long_name_is_cut_with_an_ellipsis() -> None:
    assert fitted("Ana Ruiz") == "Ana Ruiz"
    assert fitted("Maximiliana Wolfeschlegelsteinhausen").endswith("…")
    assert len(fitted("W" * 40)) < len(fitted("i" * 40))
    assert fitted("国" * 40) == "国" * 8 + "…"
    assert fitted("e\u0301" * 15) == "e\u0301" * 15


def test_a_chart_to_be_filled_in_stands_alone() -> None:
    for players in (8, 16, 32, 64):
        bracket = KINDS["single"](players)
        drawing = ET.fromstring(standalone(layout_of(bracket), chart(bracket), "es"))
        seeds = [each.text for each in drawing.iter(f"{SVG}text") if each.get("class") == "seed"]
        assert sorted(map(int, filter(None, seeds))) == list(range(1, players + 1))
        assert not [each for each in drawing.iter(f"{SVG}a") if each.get("href")]


def test_names_are_escaped() -> None:
    side = DrawnSide(name="<b>&", number="1", key='"x"')
    matches = (DrawnMatch(sides=(side, None)), *chart(EIGHT)[1:])
    markup = bracket_markup(layout_of(EIGHT), matches, "en")
    assert "<b>" not in markup
    assert ET.fromstring(markup) is not None
