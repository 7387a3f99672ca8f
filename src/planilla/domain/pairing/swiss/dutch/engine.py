"""The Dutch system as a round system: pairs, colours, board order and the reasons for them."""

from collections.abc import Callable

from planilla.domain.pairing.swiss.boards import round_of_steps
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep
from planilla.domain.pairing.swiss.dutch.completion import complete_steps
from planilla.domain.pairing.swiss.dutch.edition import Descent, Edition
from planilla.domain.pairing.swiss.dutch.explain import bracket_of, brief_bracket_of
from planilla.domain.pairing.swiss.dutch.outlook import outlook_steps
from planilla.domain.pairing.swiss.dutch.prospects import Prospects, foresee
from planilla.domain.pairing.swiss.dutch.repair import repaired_steps
from planilla.domain.pairing.swiss.players import players_of
from planilla.domain.pairing.system import (
    NoPairing,
    Pairing,
    PairingInput,
    PairingStep,
)
from planilla.domain.scoring import system_of

DESCENTS: dict[Descent, Callable[..., list[BracketStep]]] = {
    Descent.REPAIR: repaired_steps,
    Descent.OUTLOOK: outlook_steps,
    Descent.COMPLETION: complete_steps,
}
"""From the prospects, the edition, the criteria of the round and one point: the brackets."""


def pair_round(given: PairingInput, edition: Edition) -> Pairing | NoPairing:
    """Return the round that `edition` gives, or who cannot be paired."""
    return _paired(
        given, edition, lambda step, prospects: bracket_of(step, given, edition, prospects)
    )


def pair_briefly(given: PairingInput, edition: Edition) -> Pairing | NoPairing:
    """Return the same, without who would have come first in each place."""
    return _paired(given, edition, lambda step, _: brief_bracket_of(step, given, edition))


def _paired(
    given: PairingInput, edition: Edition, explain: Callable[[BracketStep, Prospects], PairingStep]
) -> Pairing | NoPairing:
    players = players_of(given, edition.reading)
    prospects = foresee(players, edition)
    if prospects.left_over:
        return NoPairing(reason="no-legal-pairing", seats=prospects.left_over)
    steps = tuple(explain(step, prospects) for step in steps_down(prospects, given, edition))
    return round_of_steps(edition.name, steps, {player.seat: player.score for player in players})


def steps_down(prospects: Prospects, given: PairingInput, edition: Edition) -> list[BracketStep]:
    """Return the brackets from the top, paired; the round must be known to be pairable."""
    descent = DESCENTS[edition.descent]
    one_point = system_of(given.crosstable).unit
    criteria = edition.criteria(given.round, origins=bool(given.unwanted), maxi=given.is_maxi)
    return descent(prospects, edition, criteria, one_point)
