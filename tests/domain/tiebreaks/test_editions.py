"""Which codes an edition knows, and which of them an event may use."""

import pytest

from dsl.crosstables import crosstable
from dsl.tiebreaking import BEFORE, BOOK, IN_FORCE
from planilla.domain.tiebreaks import EDITIONS, CodeError, Setting, checked, tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tiebreaks.grammar import Flaw

SWISS = Setting(rounds=5)
ROUND_ROBIN = Setting(rounds=5, predetermined=True)
ACCELERATED = Setting(rounds=5, accelerated=True)


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_bears_the_name_it_is_listed_under(name: str) -> None:
    assert EDITIONS[name].name == name


def test_what_came_with_march_2026_is_in_no_earlier_edition() -> None:
    new = set(EDITIONS[IN_FORCE].families) - set(EDITIONS[BEFORE].families)
    assert new == {"STD", "TPN", "RTNG"}
    assert set(EDITIONS[BEFORE].families) <= set(EDITIONS[IN_FORCE].families)


def test_every_tiebreak_of_the_book_s_chapter_is_there() -> None:
    """3.1.1 to 3.4.3 in their order, but for 3.1.9, which is of teams."""
    of_chapter_3 = (
        *("DE", "GPD", "BW", "KS", "K100", "K310", "K520", "K421", "K841", "PS"),
        *("BH", "HARK", "SOB", "SB", "ARO", "TPR", "BLK", "BH2", "SB2", "LOTS"),
    )
    assert set(of_chapter_3) <= set(EDITIONS[BOOK].families)


@pytest.mark.parametrize(
    ("asked", "edition", "meant"),
    [
        pytest.param(("bh/c1", "Bh"), IN_FORCE, ("BH/C1", "BH"), id="in any case"),
        pytest.param(("BH", "SB", "BH"), IN_FORCE, ("BH", "SB"), id="each once"),
        pytest.param(
            ("PS/C*",), BOOK, ("PS", "PS/C1", "PS/C2", "PS/C3", "PS/C4"), id="3.1.8 to the end"
        ),
        pytest.param(
            ("KS/L*", "DE"),
            BOOK,
            ("KS", "KS/L>60", "KS/L>70", "KS/L>80", "KS/L>90", "DE"),
            id="3.1.5 step by step",
        ),
        pytest.param(("aro/u0900",), IN_FORCE, ("ARO/U900",), id="numbers without noughts"),
        pytest.param(("bh/OWN",), BOOK, ("BH/own",), id="the adjustment in small letters"),
        pytest.param((), BOOK, (), id="none"),
    ],
)
def test_codes_are_kept_in_their_canonical_form(
    asked: tuple[str, ...], edition: str, meant: tuple[str, ...]
) -> None:
    assert checked(asked, edition, SWISS) == meant


@pytest.mark.parametrize(
    ("code", "edition", "setting", "flaw"),
    [
        pytest.param("XX", IN_FORCE, SWISS, Flaw.NO_SUCH_NAME, id="unknown"),
        pytest.param("HARK", IN_FORCE, SWISS, Flaw.NO_SUCH_NAME, id="the book's, not FIDE's"),
        pytest.param("STD", BEFORE, SWISS, Flaw.NO_SUCH_NAME, id="not yet"),
        pytest.param("BH/X1", IN_FORCE, SWISS, Flaw.NO_SUCH_MODIFIER, id="no such letter"),
        pytest.param("BH/", IN_FORCE, SWISS, Flaw.NO_SUCH_MODIFIER, id="nothing after the stroke"),
        pytest.param("WIN/C1", IN_FORCE, SWISS, Flaw.NO_SUCH_MODIFIER, id="not of this one"),
        pytest.param(
            "BH/own", IN_FORCE, SWISS, Flaw.NO_SUCH_MODIFIER, id="an adjustment of the book"
        ),
        pytest.param("DE/P", BOOK, SWISS, Flaw.NO_SUCH_MODIFIER, id="a modifier of FIDE"),
        pytest.param("BH:XP", IN_FORCE, SWISS, Flaw.NO_SUCH_MODIFIER, id="no such score"),
        pytest.param("BH:", IN_FORCE, SWISS, Flaw.NO_SUCH_MODIFIER, id="an empty score"),
        pytest.param("", IN_FORCE, SWISS, Flaw.UNREADABLE, id="empty"),
        pytest.param("/C1", IN_FORCE, SWISS, Flaw.UNREADABLE, id="no name"),
        pytest.param("B H", IN_FORCE, SWISS, Flaw.UNREADABLE, id="a space inside"),
        pytest.param("BH" + "/C1" * 20, IN_FORCE, SWISS, Flaw.UNREADABLE, id="without end"),
        pytest.param(
            "BH/C1", IN_FORCE, ROUND_ROBIN, Flaw.BY_SCHEDULE, id="Buchholz in a round robin"
        ),
        pytest.param("AOB", IN_FORCE, ROUND_ROBIN, Flaw.BY_SCHEDULE, id="and its average"),
        pytest.param("HARK", BOOK, ROUND_ROBIN, Flaw.BY_SCHEDULE, id="and what the book has of it"),
        pytest.param("PS", IN_FORCE, ACCELERATED, Flaw.ACCELERATED, id="progressive, accelerated"),
        pytest.param("PS/C*", BOOK, ACCELERATED, Flaw.ACCELERATED, id="and its cuts"),
        pytest.param("BH:GP", IN_FORCE, SWISS, Flaw.TEAMS_ONLY, id="a score of teams"),
    ],
)
def test_what_may_not_be_used(code: str, edition: str, setting: Setting, flaw: Flaw) -> None:
    with pytest.raises(CodeError) as refused:
        checked(("DE", code), edition, setting)
    assert refused.value.flaw is flaw
    assert refused.value.code.upper() == code.upper()


def test_a_flaw_tells_what_would_do() -> None:
    with pytest.raises(CodeError) as refused:
        checked(("K421/C1",), BOOK, SWISS)
    assert (refused.value.part, refused.value.known) == ("C1", ("off", "own"))
    with pytest.raises(CodeError) as refused:
        checked(("XX",), BOOK, SWISS)
    assert refused.value.known == tuple(EDITIONS[BOOK].families)


def test_before_2026_buchholz_was_allowed_in_a_round_robin() -> None:
    assert checked(("BH",), BEFORE, ROUND_ROBIN) == ("BH",)


def test_a_contest_of_individuals_has_one_score() -> None:
    contest = contest_of(crosstable(2))
    assert contest.tally is contest.secondary
    assert (contest.size, contest.tally.size) == (2, 2)


def test_what_is_worked_out_once_is_kept() -> None:
    contest = contest_of(crosstable(2, "1 2 1-0"))
    counted: list[int] = []

    def make() -> int:
        counted.append(1)
        return 7

    assert (contest.once("k", make), contest.once("k", make)) == (7, 7)
    assert counted == [1]
    assert contest_of(crosstable(2, "1 2 1-0")) is not contest


def test_a_tiebreak_is_made_once() -> None:
    assert tiebreak_of("BH", IN_FORCE) is tiebreak_of("BH", IN_FORCE)
