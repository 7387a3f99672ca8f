"""What everybody may read of people: everything that is public, and of minors less.

This is the one place where names are reduced: pages, programs and files that the public reads get
their people from here. The rule: `docs/rules/regulations.md`.
"""

from collections.abc import Mapping

from planilla.application.envelope import Person
from planilla.domain.tournament.reduced import reduced_entrants
from planilla.domain.tournament.state import Tournament


def shown_to_all(people: Mapping[str, Person], state: Tournament) -> dict[str, Person]:
    """The people of a tournament as the public may know them, by entrant.

    `state` is the present one: a look at the past shows no more than the present allows.
    """
    reduced = reduced_entrants(state)
    if not reduced:
        return dict(people)
    return {
        entrant: reduced_person(person) if entrant in reduced else person
        for entrant, person in people.items()
    }


def reduced_person(person: Person) -> Person:
    """Given name and initial of the surname, and the club; nothing else."""
    return Person(name=reduced_name(person.name), club=person.club)


def reduced_name(name: str) -> str:
    """The given name and the initial of the surname: `García López, Ana` becomes `Ana G.`.

    Without a comma the first word is the given name and the second the surname. A name of one word
    is kept: nobody can tell which it is.
    """
    surname, comma, given = (part.strip() for part in name.partition(","))
    if comma and surname and given:
        return f"{given} {surname[0]}."
    first, *others = name.replace(",", " ").split() or [""]
    return f"{first} {others[0][0]}." if others else first
