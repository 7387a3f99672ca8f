"""The Dutch system of pairing: by score, then by rating, bracket by bracket from the top.

One mechanism, several editions: what sets an edition apart is the data in `edition` and
`criteria`. To add one: write its `Edition`, and add its `System` to `DUTCH`.
"""

from functools import partial

from planilla.domain.pairing.swiss.dutch.compare import check, first_difference
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.engine import pair_briefly, pair_round
from planilla.domain.pairing.system import TIEBREAKS_OF_A_SWISS, System, Usual


def system_of_edition(
    edition: Edition, tiebreak_edition: str, rating_rules: str, trf_code: str = ""
) -> System:
    """Return the Dutch system in an edition, with the tie-breaks and ratings of its time."""
    return System(
        name=edition.name,
        edition=edition.source,
        usual=Usual(
            tiebreaks=TIEBREAKS_OF_A_SWISS,
            tiebreak_edition=tiebreak_edition,
            rating_rules=rating_rules,
        ),
        trf_code=trf_code,
        takes_acceleration=True,
        has_maxi_rules=edition.has_maxi_rules,
        pair=partial(pair_round, edition=edition),
        pair_briefly=partial(pair_briefly, edition=edition),
        check=partial(check, edition=edition),
        compare=partial(first_difference, edition=edition),
        floats=edition.reading.floats,
    )


DUTCH: dict[str, System] = {
    system.name: system
    for system in (
        system_of_edition(OF_2026, "fide-2026-03", "elo-fide-2024", "FIDE_DUTCH_2026"),
        system_of_edition(OF_2017, "fide-2024-08", "elo-fide-2024", "FIDE_DUTCH_2017"),
        system_of_edition(OF_2012, "libro", "elo-libro"),
        system_of_edition(LIBRO, "libro", "elo-libro"),
    )
}
"""The editions by their names, the newest first."""
