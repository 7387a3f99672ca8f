"""The audit of pairings: every round of a 300-player open paired again from its log."""

import time

from bench.figures import Figure, Section
from dsl.lively_open import lively_open
from planilla.audit.pairing_audit import RoundOutcome, audit

PLAYERS, ROUNDS = 300, 11


def measure(*, quick: bool) -> Section:
    """The section on audits."""
    players, rounds = (30, 4) if quick else (PLAYERS, ROUNDS)
    facts = tuple(lively_open(players, rounds).facts)
    start = time.process_time()
    found = audit(facts)
    whole_s = time.process_time() - start
    outcomes = [each.outcome for each in found.rounds]
    same, by_hand = outcomes.count(RoundOutcome.SAME), outcomes.count(RoundOutcome.BY_HAND)
    differs = outcomes.count(RoundOutcome.DIFFERS)
    return Section(
        "Audit of pairings",
        f"An open of {players} players and {rounds} rounds with byes, withdrawals, late entries, "
        "corrections and a round changed by hand: each round is paired again with the recorded "
        "system and lots, and compared board by board.",
        [
            Figure("audit of the open", whole_s, "CPU s", f"{len(facts):,} facts"),
            Figure("audit, each round", whole_s * 1000 / rounds, "CPU ms", f"{rounds} rounds"),
            Figure("rounds that come out the same", same, "rounds", f"{by_hand} by hand"),
            Figure("rounds that differ", differs, "rounds", "must be 0"),
        ],
    )
