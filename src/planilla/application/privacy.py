"""The public data of people, with less for minors.

This is the one place where names are reduced: pages, programs and files that the public reads get
their people from here. The rule: `docs/rules/regulations.md`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from planilla.application.envelope import Person
from planilla.domain.tournament.personal import age_at
from planilla.domain.tournament.regulations import reduced_entrants
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import RequestStatus

ADULT = 18
_DAY_US = 86_400_000_000
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def shown_to_all(people: Mapping[str, Person], state: Tournament) -> dict[str, Person]:
    """Return the people of a tournament as the public may know them, by entrant.

    Minors are the entrants in a category of minors, and those under age by their date of birth at
    the last fact, whatever their categories. `state` is the present one: a past moment shows no
    more than the present allows.
    """
    # Of a mistaken entry that was taken back, or of a request to enter, nothing is public.
    unseen = state.removed.keys() | {
        entrant
        for entrant, each in state.requests.items()
        if each.status is not RequestStatus.ACCEPTED
    }
    if unseen:
        people = {each: person for each, person in people.items() if each not in unseen}
    if state.regulations is not None and state.regulations.privacy.minors_in_full:
        return dict(people)
    reduced = reduced_entrants(state)
    today = state.changed_at // _DAY_US
    return {
        entrant: reduced_person(person)
        if entrant in reduced or (person.birth and is_child(person.birth, today))
        else person
        for entrant, person in people.items()
    }


@lru_cache(maxsize=16_384)
def is_child(birth: str, day: int) -> bool:
    """Return whether a person born then is under age on a day, counted from 1970 (UTC).

    Of a date in another order than year, month, day the year alone is read, as late as it may be;
    of a text without a year nothing is known.
    """
    age = age_at(birth, day * _DAY_US)
    if age is None:
        year = _YEAR.search(birth)
        age = None if year is None else age_at(year[0], day * _DAY_US)
    return age is not None and age < ADULT


def reduced_person(person: Person) -> Person:
    """Given name and initial of the surname, and the club; nothing else."""
    return Person(name=reduced_name(person.name), club=person.club)


def reduced_name(name: str) -> str:
    """Return the given name and the initial of the surname: `García López, Ana` becomes `Ana G.`.

    Without a comma the first word is the given name and the second the surname. A name of one word
    stays, because it may be either.
    """
    surname, comma, given = (part.strip() for part in name.partition(","))
    if comma and surname and given:
        return f"{given} {surname[0]}."
    first, *others = name.replace(",", " ").split() or [""]
    return f"{first} {others[0][0]}." if others else first
