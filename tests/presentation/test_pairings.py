"""An explanation in lines of text: bracket by bracket, in both languages."""

from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec import structs

from planilla.domain.pairing.swiss.dutch.criteria import UNPLAYED
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.faults import BAN
from planilla.domain.pairing.swiss.lim.rules import DISADVANTAGES, LAST_IN_DIRECTION, LIM
from planilla.domain.pairing.swiss.lim.rules import LIBRO as LIBRO_OF_LIM
from planilla.domain.pairing.system import (
    BoardReason,
    Explanation,
    Floater,
    Instead,
    PairingStep,
    Remark,
)
from planilla.presentation.catalogue import CATALOGUES, tr
from planilla.presentation.pairings import Numbers, explained, figures_text, named, passed_over

EDITIONS = (LIBRO, OF_2012, OF_2017, OF_2026)
NUMBERS = Numbers(by_seat=(11, 12, 13, 14, 15), unit=2)

TOP = PairingStep(
    kind="bracket",
    points=3,
    seats=(0, 1, 2),
    counts={"T": "3", "P": "1"},
    boards=(BoardReason(white=0, black=1, meeting="first", colour_rule="E1"),),
    floaters=(Floater(seat=2, reason="odd"),),
)
BOTTOM = PairingStep(
    kind="bracket",
    points=2,
    seats=(2, 3, 4),
    moved=(2,),
    boards=(
        BoardReason(white=3, black=2, meeting="exchange", colour_rule="E5", same_preference=True),
    ),
    floaters=(Floater(seat=4, reason="bye"),),
    bye=4,
    given_up={"B3": 1, "B4": 0},
    remarks=(Remark(code="exchange", groups=((2,), (3,))),),
)


def lines(language: str, *steps: PairingStep) -> list[str]:
    return list(explained(language, Explanation(system="x", steps=steps), NUMBERS))


def test_brackets_follow_one_another_with_their_boards_floaters_and_losses() -> None:
    assert lines("en", TOP, BOTTOM) == [
        "Bracket of 1½ points: 11, 12, 13.",
        "  3 players, 1 board",
        "  11 – 12: due by the order of the bracket; both get the colour they are due (E1).",
        "  13 floats down: the bracket has an odd number of players.",
        "  Nothing was given up.",
        "",
        "Bracket of 1 point: 14, 15; from above: 13.",
        (
            "  14 – 13: by an exchange between the two halves of the bracket; "
            "the colour drawn by lot decides (E5). Both were due the same colour."
        ),
        "  Exchanged: 13 with 14.",
        "  15 has the bye.",
        "  Given up: the smallest score differences (B3): 1.",
    ]


def test_a_step_names_the_bye_before_all_who_came_from_below_and_who_was_shifted() -> None:
    bye = PairingStep(
        kind="bye", seats=(4,), floaters=(Floater(seat=4, reason="bye"),), bye=4, criteria=("C2",)
    )
    bracket = PairingStep(
        kind="bracket",
        points=2,
        seats=(0, 1, 2, 3),
        raised=(3,),
        remarks=(Remark(code="shifted", groups=((1,), (2,))),),
    )
    assert lines("en", bye, bracket) == [
        "The bye, before anybody is paired: 15.",
        "  15 has the bye.",
        "  Nothing was given up.",
        "  Met: C2.",
        "",
        "Bracket of 1 point: 11, 12, 13.",
        "  From below: 14.",
        "  Moved to the other half of the group: 12, 13.",
        "  Nothing was given up.",
    ]


def test_a_seeding_round_of_burstein_is_told_with_their_number() -> None:
    # C.04.4.2, 1.6: the first rounds are paired by the Dutch system.
    seeding = structs.replace(TOP, remarks=(Remark(code="seeding-round", count=4),))
    said = "  One of the 4 seeding rounds, paired by the Dutch system of 2026 (1.6)."
    assert said in lines("en", seeding)


def test_it_is_told_in_spanish_too() -> None:
    assert lines("es", TOP)[:2] == ["Grupo de 1½ puntos: 11, 12, 13.", "  3 jugadores, 1 tablero"]
    assert lines("es", TOP)[-1] == "  No se sacrificó nada."


def test_a_reason_of_a_later_edition_is_named_by_its_code() -> None:
    later: dict[str, Any] = {
        "boards": (BoardReason(white=0, black=1, meeting="lot", colour_rule="Z9"),),
        "floaters": (Floater(seat=2, reason="whim"),),
        "given_up": {"Y7": 2},
    }
    assert lines("en", msgspec.structs.replace(TOP, **later))[2:] == [
        "  11 – 12: lot; Z9.",
        "  13 floats down (whim).",
        "  Given up: Y7: 2.",
    ]


def test_no_bracket_is_no_line() -> None:
    assert lines("en") == []


def test_a_bracket_of_no_points_is_told_in_the_plural() -> None:
    nought = msgspec.structs.replace(TOP, points=0, boards=(), floaters=(), counts={}, seats=())
    assert lines("en", nought) == ["Bracket of 0 points: —.", "  Nothing was given up."]


def test_an_article_is_that_of_the_edition() -> None:
    bracket = msgspec.structs.replace(TOP, boards=(), floaters=(), given_up={"C12": 1})
    given_up = {
        system: list(explained("en", Explanation(system=system, steps=(bracket,)), NUMBERS))[-1]
        for system in ("swiss-dutch-2012", "swiss-dutch-2026")
    }
    assert "the neighbouring brackets must be pairable (C12)" in given_up["swiss-dutch-2012"]
    assert (
        "as many players as possible get their colour preference (C12)"
        in given_up["swiss-dutch-2026"]
    )


def test_what_was_met_is_told_after_what_was_given_up() -> None:
    bracket = msgspec.structs.replace(
        BOTTOM, criteria=("B2", "B3", "B4", "B2"), remarks=(Remark(code="at-bounds"),)
    )
    assert lines("en", bracket)[-3:] == [
        "  Given up: the smallest score differences (B3): 1.",
        "  No pairing of the bracket could give up less.",
        "  Met: B2, B4.",
    ]


AGAINST = "as many players as possible get their due colour (B4)"
UNKNOWN = "but then the others could not all be paired as well"


@pytest.mark.parametrize(
    ("article", "for_others", "board", "floater"),
    [
        pytest.param(
            "B4", False, f"but rejected because of: {AGAINST}",
            f"but stays because of: {AGAINST}", id="they could not",
        ),
        pytest.param(
            "B4", True, f"but then the others could be paired only against: {AGAINST}",
            f"but then the others could be paired only against: {AGAINST}",
            id="the others could not",
        ),
        pytest.param("", True, UNKNOWN, UNKNOWN, id="nobody found out why"),
        pytest.param(
            "B1", False, "but the two have already met (B1)", "but may not have the bye (B1)",
            id="barred",
        ),
    ],
)  # fmt: skip
def test_whoever_came_first_is_named_with_what_kept_them_out(
    *, article: str, for_others: bool, board: str, floater: str
) -> None:
    instead = Instead(seat=3, article=article, for_others=for_others)
    bracket = msgspec.structs.replace(
        TOP,
        counts={},
        boards=(msgspec.structs.replace(TOP.boards[0], instead=instead),),
        floaters=(msgspec.structs.replace(TOP.floaters[0], instead=instead),),
    )
    told = lines("en", bracket)
    assert told[2] == f"    14 was first in order, {board}."
    assert told[4] == f"    14 is ranked lower, {floater}."


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: str(edition.name))
def test_every_article_that_an_edition_can_name_has_its_words(
    language: str, edition: Edition
) -> None:
    relative = [*edition.criteria(1, origins=True), *edition.criteria(2)]
    relative += [UNPLAYED] if edition is OF_2026 else []
    articles = {*structs.asdict(edition.articles).values(), *(each.article for each in relative)}
    for article in {*articles, BAN}:
        assert named(language, "criterion", article, edition.name) != article


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_article_that_the_lim_systems_can_name_has_its_words(language: str) -> None:
    fields = [
        *("rematch", "colours", "second_scrutiny", "most_pairs", "median"),
        *("incoming", "downwards", "upwards"),
    ]
    articles = {(LIM, article) for article in (*DISADVANTAGES, LAST_IN_DIRECTION)}
    articles |= {
        (rules, getattr(rules, field)) for rules in (LIM, LIBRO_OF_LIM) for field in fields
    }
    articles |= {(rules, each.article) for rules in (LIM, LIBRO_OF_LIM) for each in rules.criteria}
    for rules, article in articles:
        assert not article or named(language, "criterion", article, rules.name) != article


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: str(edition.name))
def test_what_bars_two_or_one_is_told_as_such(language: str, edition: Edition) -> None:
    articles = edition.articles
    for subject, article in (
        ("instead", articles.rematch),
        ("instead", articles.colours),
        ("instead", BAN),
        ("stays", articles.bye),
    ):
        instead = Instead(seat=0, article=article)
        key, words = passed_over(language, edition.name, subject, instead)
        assert key == f"explained.{subject}-barred"
        assert words.endswith(f"({article})")


def test_a_second_meeting_by_the_lim_system_is_told_as_such() -> None:
    instead = Instead(seat=0, article=LIM.rematch)
    said = ("explained.instead-barred", "the two have already met (2.5)")
    assert passed_over("en", LIM.name, "instead", instead) == said


def test_the_place_among_the_candidates_is_told_where_it_was_counted() -> None:
    remarks = (
        Remark(code="changed-for", article="C12"),
        Remark(code="transposition", count=3),
        Remark(code="exchange", groups=((2,), (3,)), count=2),
    )
    bracket = msgspec.structs.replace(BOTTOM, remarks=remarks)
    told = lines("en", bracket)
    assert told[1] == ("  Changed because of: the neighbouring brackets must be pairable (C12).")
    assert told[3:5] == ["  It is transposition 3 of the bracket.", "  Exchange 2: 13 with 14."]


@pytest.mark.parametrize(
    ("language", "figures", "said"),
    [
        pytest.param(
            "en",
            {"T": "7", "P": "3", "B": "5", "N": "1", "F": "1B", "X": "1B", "0": "1"},
            "7 players, 3 boards, 5 due White, 1 due Black, 1 without a preference, 1 must float "
            "down, 1 board where a due colour is not granted",
            id="everything",
        ),
        pytest.param(
            "en",
            {"T": "2", "P": "1", "B": "1", "N": "1", "F": "0", "X": "0"},
            "2 players, 1 board, 1 due White, 1 due Black",
            id="nobody moves down",
        ),
        pytest.param(
            "es",
            {"T": "7", "P": "3", "B": "0", "N": "0", "F": "10", "X": "0", "0": "7"},
            "7 jugadores, 3 tableros, 7 sin preferencia, 1 debe bajar",
            id="a first round, in Spanish",
        ),
    ],
)
def test_the_figures_of_a_bracket_are_said_in_words(
    language: str, figures: dict[str, str], said: str
) -> None:
    assert ", ".join(figures_text(partial(tr, language), figures)) == said
