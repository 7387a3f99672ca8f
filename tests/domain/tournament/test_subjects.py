"""The tables collected from the subjects of a tournament."""

import pytest

from planilla.domain.tournament.command import Command
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.refusal import Conflict, Refusal, Unacceptable
from planilla.domain.tournament.subjects import (
    COMMANDS,
    EVENT_TYPES,
    FOLDS,
    REFUSALS,
    RULES,
    DuplicateName,
    collected,
    command_name,
)


def test_a_name_that_comes_twice_is_an_error() -> None:
    assert collected([{"a": 1}, {"b": 2}]) == {"a": 1, "b": 2}
    with pytest.raises(DuplicateName, match="a"):
        collected([{"a": 1}, {"a": 1}])


def test_a_command_is_called_by_its_class_name() -> None:
    class PairTheRound(Command, frozen=True, kw_only=True):
        """A command of a test."""

    assert command_name(PairTheRound) == "pair-the-round"


def test_the_code_of_a_refusal_is_its_class_name_unless_it_declares_another() -> None:
    class TooMuchNoise(Conflict):
        """A refusal of a test."""

        decibels: int

    class StillTooMuchNoise(TooMuchNoise):
        """A refusal that keeps another code."""

        code = "noise"

    assert (TooMuchNoise.code, StillTooMuchNoise.code) == ("too-much-noise", "noise")
    assert StillTooMuchNoise(decibels=90).fields == {"decibels": 90}
    assert TooMuchNoise(decibels=90) != TooMuchNoise(decibels=90)
    assert Conflict.code == Refusal.code


def every(kind: type) -> set[type]:
    """Return all types below one."""
    below: list[type] = kind.__subclasses__()
    return {each for direct in below for each in (direct, *every(direct))}


def of_the_domain(kinds: set[type]) -> set[type]:
    """Return those declared in the domain, not in a test."""
    return {each for each in kinds if each.__module__.startswith("planilla.domain.")}


def test_every_command_of_the_domain_is_answered_by_a_rule() -> None:
    concrete = {each for each in every(Command) if not every(each)}
    assert of_the_domain(concrete) == set(RULES) == set(COMMANDS.values())


def test_every_event_of_the_domain_has_a_fold() -> None:
    stored = {each for each in every(Event) if hasattr(each, "audience") and hasattr(each, "topic")}
    assert of_the_domain(stored) == set(FOLDS) == set(EVENT_TYPES.values())


def test_every_refusal_of_the_domain_is_found_by_its_code() -> None:
    concrete = of_the_domain(every(Refusal)) - {Unacceptable, Conflict}
    assert concrete == set(REFUSALS.values())
