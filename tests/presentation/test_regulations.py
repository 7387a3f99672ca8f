"""Time controls in sentences, and a text for every choice of the regulations."""

import pytest

from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.tournament.announcement import CommitteeWay, Laws, ProseTopic, Published
from planilla.domain.tournament.contradictions import LIMITS
from planilla.domain.tournament.time_controls import Kind, Period, Rate, TimeControl, parse_code
from planilla.presentation.catalogue import CATALOGUES
from planilla.presentation.regulations import time_control


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("3600", "60 min to the end of the game."),
        ("40/7200:1800", "120 min for 40 moves, then 30 min to the end of the game."),
        ("W300-B240", "5 min to the end of the game. Black has 4'."),
    ],
)
def test_a_time_control_is_explained(code: str, said: str) -> None:
    assert time_control("en", parse_code(code)) == said


def test_a_period_that_ends_with_its_time_has_no_moves() -> None:
    clock = TimeControl(kind=Kind.ONE_PERIOD, periods=(Period(seconds=3600), Period(seconds=1800)))
    assert time_control("es", clock) == "60 min y después 30 min hasta el final de la partida."


def test_byo_yomi_counts_its_periods() -> None:
    clock = TimeControl(kind=Kind.BYO_YOMI, periods=(Period(seconds=600),), each_s=30, repeats=5)
    assert time_control("es", clock).startswith("10 min y después 5 periodos de 30 s")


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("kind", Kind)
def test_each_time_control_is_explained_in_both_languages(language: str, kind: Kind) -> None:
    clock = TimeControl(kind=kind, periods=(Period(seconds=600),), each_s=5)
    assert time_control(language, clock).endswith(".")
    assert f"time-control.{kind.value}" in CATALOGUES[language]


@pytest.mark.parametrize(
    ("subject", "codes"),
    [
        ("regulations.topic", list(ProseTopic)),
        ("regulations.committee", list(CommitteeWay)),
        ("regulations.committee-name", list(CommitteeWay)),
        ("regulations.laws", list(Laws)),
        ("regulations.laws-name", list(Laws)),
        ("regulations.publishing", list(Published)),
        ("regulations.rate", list(Rate)),
        ("regulations.rating-rules", RATING_RULES),
        ("regulations.field", [field for field, _, _ in LIMITS]),
        ("regulations.part", ["periods", "seconds", "moves", "each", "repeats", "black"]),
    ],
)
def test_every_choice_has_a_text(subject: str, codes: list[str]) -> None:
    missing = [code for code in codes if f"{subject}.{code}" not in CATALOGUES["es"]]
    assert missing == []
