"""The appeals committee as a value, and the ordered rule by which one may be formed.

Five seats, filled one after another: each time by whoever meets the conditions best in the order
of `CRITERIA`, which is a lexicographic comparison and not a count.

Source: seed 000, 1.2.3.
"""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from planilla.domain.vocabulary import EntrantId, GameId


class Office(StrEnum):
    """What somebody is in the committee."""

    PRESIDENT = "president"
    MEMBER = "member"
    RESERVE = "reserve"


OFFICES = (Office.PRESIDENT, Office.MEMBER, Office.MEMBER, Office.RESERVE, Office.RESERVE)
"""The five seats in the order in which they are filled."""

FEWEST = 3
"""A president and two members; where there are no more players there are fewer reserves."""

ADULT = 18
"""Completed years; exactly 18 is an adult."""

ARBITERS = {"IA": 2, "FA": 1, "NA": 1}
"""Arbiter titles: an international one comes before a national one. A FIDE arbiter is a national
arbiter and no international one."""


class Criterion(StrEnum):
    """The conditions of the book, in their order; `NUMBER` only makes the order whole."""

    ADULT = "adult"
    FEDERATION = "federation"
    ARBITER = "arbiter"
    RATING = "rating"
    AGE = "age"
    ALPHABET = "alphabet"
    NUMBER = "number"


CRITERIA = tuple(Criterion)


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A player who may be chosen, with what the conditions ask for.

    `age` is in completed years, None when it is not known; `name` is in the form in which names
    are put in alphabetical order; `number` is the pairing number; `votes` come before everything.
    """

    entrant: EntrantId
    number: int
    age: int | None = None
    federation: str = ""
    arbiter: str = ""
    rating: int = 0
    name: tuple[str, ...] = ()
    votes: int = 0


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One seat filled: by whom, who came next for it, and the first condition that parted them.

    `runner_up` is None for the last of all; `decided` is None then, and where the votes parted
    them.
    """

    office: Office
    entrant: EntrantId
    runner_up: EntrantId | None
    decided: Criterion | None


def ordered_choice(candidates: Iterable[Candidate]) -> tuple[Choice, ...]:
    """The seats as the book's conditions fill them; fewer where there are too few candidates.

    Candidates with more votes come first; without votes everybody has none, and the conditions
    decide alone.

    Source: seed 000, 1.2.3, c) with a) to f).
    """
    left = list(candidates)
    chosen: list[Choice] = []
    federations: set[str] = set()
    for office in OFFICES[: len(left)]:
        left.sort(key=lambda each: (-each.votes, merits(each, federations)))
        first, second = left[0], left[1] if len(left) > 1 else None
        chosen.append(_choice(office, first, second, federations))
        federations.add(first.federation)
        del left[0]
    return tuple(chosen)


def merits(candidate: Candidate, federations: Iterable[str]) -> tuple[object, ...]:
    """What each of `CRITERIA` says of a candidate, smallest first.

    `federations` are those of the members already chosen. Who has no federation shares it with
    nobody; whose age is not known is not known to be an adult.
    """
    age = -1 if candidate.age is None else candidate.age
    return (
        age < ADULT,
        bool(candidate.federation) and candidate.federation in federations,
        -ARBITERS.get(candidate.arbiter, 0),
        -candidate.rating,
        -age,
        candidate.name,
        candidate.number,
    )


def _choice(
    office: Office, first: Candidate, second: Candidate | None, federations: Iterable[str]
) -> Choice:
    if second is None or first.votes != second.votes:
        decided = None
    else:
        pairs = zip(merits(first, federations), merits(second, federations), strict=True)
        decided = next(
            criterion
            for criterion, (one, other) in zip(CRITERIA, pairs, strict=True)
            if one != other
        )
    return Choice(
        office=office,
        entrant=first.entrant,
        runner_up=second.entrant if second is not None else None,
        decided=decided,
    )


class Way(StrEnum):
    """How a committee is formed (seed 000, 1.2.3)."""

    LOT = "lot"
    VOTE = "vote"
    RULES = "rules"


class Replacement(msgspec.Struct, frozen=True, kw_only=True):
    """A reserve sits in place of a member, in one case or, where `case` is empty, for good."""

    version: int
    member: EntrantId
    reserve: EntrantId
    case: GameId


class Committee(msgspec.Struct, frozen=True, kw_only=True):
    """The committee in force: `members` in the order of `OFFICES`, and who was replaced.

    `version` is that of the event that formed it. `lot` and `generator` are set where it was drawn,
    `votes` are those of everybody who had any.
    """

    version: int
    way: Way
    members: tuple[EntrantId, ...]
    lot: int | None = None
    generator: str = ""
    votes: tuple[tuple[EntrantId, int], ...] = ()
    replacements: tuple[Replacement, ...] = ()


def sitting_in(committee: Committee, case: GameId) -> tuple[EntrantId, ...]:
    """Who decides a case: the president, then the members; a reserve takes the very seat.

    With an empty `case`: who sits where nobody is concerned.
    """
    sitting = list(committee.members[:FEWEST])
    for each in committee.replacements:
        if each.case in ("", case) and each.member in sitting:
            sitting[sitting.index(each.member)] = each.reserve
    return tuple(sitting)


def reserves_for(committee: Committee, case: GameId) -> tuple[EntrantId, ...]:
    """The reserves who do not sit in a case yet and were not replaced, in their order."""
    taken = {*sitting_in(committee, case)}
    gone = {each.member for each in committee.replacements if each.case in ("", case)}
    return tuple(
        each for each in committee.members[FEWEST:] if each not in taken and each not in gone
    )
