"""How far figures go in a branch, said in words: spans, means and what is the case now."""

from msgspec.structs import replace

from dsl.prize_plans import group, plan
from dsl.tournaments import (
    ANA,
    BEA,
    CREATED,
    EVA,
    FOUR,
    ROUND_1_BOARDS,
    ROUND_2_BOARDS,
    entered,
    facts,
    numbered,
    published,
    recorded,
)
from planilla.audit.branch import Branch, BranchOptions, FirstRatings, Outlook, Spread, branch
from planilla.audit.known_from_start import other_result
from planilla.audit.tally import ScenarioShare
from planilla.domain.tournament.prizes import PrizesAnnounced
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.presentation.whatif import BranchWords, FigureText, WhatIfWords, share_text

LOG = facts(
    replace(CREATED, tiebreaks=("BH",), rating_rules="elo-fide-2024"),
    *(replace(each, k=20) for each in entered(*FOUR)),
    numbered(*FOUR),
    PrizesAnnounced(plan=plan(group(100_000))),
    published(1, *ROUND_1_BOARDS),
    recorded("1.1", "1-0"),
    recorded("1.2", "0-1"),
    published(2, *ROUND_2_BOARDS),
    recorded("2.1", "½-½"),
    recorded("2.2", "1-0"),
)
"""Had Carl won game 1.1, Bea would meet Carl; see `tests/audit/test_branch_values.py`."""

TWO_THIRDS = ScenarioShare(share=6_667, error=0, low=6_667, high=6_667)


def followed(ways: BranchOptions | None = None) -> Branch:
    return branch(LOG, other_result(LOG, GameId("1.1"), "0-1").edits, ways or BranchOptions())


def of(found: Branch, entrant: EntrantId) -> Outlook:
    return next(each for each in found.places if each.entrant == entrant)


def test_the_columns_are_those_that_somebody_has() -> None:
    found = followed()
    assert BranchWords("en", found).columns == (
        ("points", "Points"),
        ("BH", "BH"),
        ("elo", "Elo"),
        ("prize", "Prize"),
    )
    bare = replace(
        found,
        places=tuple(
            replace(
                each, elo=None, prize=None, tiebreaks=(replace(each.tiebreaks[0], code="TOTAL"),)
            )
            for each in found.places
        ),
    )
    assert BranchWords("es", bare).columns == (("points", "Puntos"), ("TOTAL", "Total"))
    assert set(BranchWords("es", bare).figures(bare.places[0])) == {"points", "TOTAL"}
    assert BranchWords("en", replace(found, places=())).columns == (("points", "Points"),)


def test_all_ends_have_a_mean_without_an_error() -> None:
    found = followed()
    said = BranchWords("en", found).figures(of(found, BEA))
    assert said["points"] == FigureText(name="points", now="1½", span="1–2", mean="Ø 1.51")
    assert said["elo"] == FigureText(name="elo", now="+9.6", span="−0.8 … +19.2", mean="Ø +9.4")
    assert said["prize"].span == "0–1,000 EUR"
    assert all(figure.goes_far for figure in said.values())


def test_drawn_worlds_have_a_mean_with_an_error_and_the_currency_once() -> None:
    found = followed(BranchOptions(draws=20, seed=1))
    place = of(found, BEA)
    prize = Spread(now=0, low=0, high=100_000, mean=5_000_050, error=12_345)
    points = Spread(now=3, low=2, high=4, mean=302, error=13)
    said = BranchWords("es", found).figures(replace(place, prize=prize, points=points))
    assert said["prize"].mean == "Ø 500,01 ±1,23 EUR"
    assert said["points"].mean == "Ø 1,51 ±0,07"


def test_what_is_the_same_in_all_worlds_has_no_mean() -> None:
    found = followed()
    same = Spread(now=50_000, low=50_000, high=50_000, mean=5_000_000, error=0)
    said = BranchWords("en", found).figures(replace(of(found, ANA), prize=same))["prize"]
    assert (said.now, said.span, said.mean) == ("500 EUR", "500 EUR", "")
    assert not said.goes_far
    nobody = replace(same, now=None)
    said = BranchWords("en", found).figures(replace(of(found, ANA), prize=nobody))["prize"]
    assert said.now == ""
    assert said.goes_far


def test_a_first_rating_is_had_in_some_worlds() -> None:
    found = followed()
    first = FirstRatings(now=None, low=1500, high=1612, gets=TWO_THIRDS)
    eva = replace(of(found, BEA), entrant=EVA, elo=None, first_rating=first)
    words = BranchWords("en", replace(found, places=(eva,)))
    assert ("first", "First rating") in words.columns
    assert words.figures(eva)["first"] == FigureText(
        name="first", now="", span="1500–1612", mean="a prize in 66.67%"
    )
    now = replace(eva, first_rating=replace(first, now=1555))
    assert words.figures(now)["first"].now == "1555"


def test_shares_of_draws_have_their_error() -> None:
    drawn = ScenarioShare(share=5_000, error=2_500, low=1_500, high=8_500)
    assert share_text("en", drawn) == "50% ±25 (15–85%)"
    assert share_text("es", TWO_THIRDS) == "66,67\u00a0%"


def test_the_edits_without_effect_are_counted_in_the_method() -> None:
    words, found = WhatIfWords("en"), followed()
    void = replace(found, edits_void=2)
    assert [*words.method(found), words.say("whatif.branch.edits-void", n=2)] == [
        *words.method(void)
    ]
