"""Tie-breaks that a peer works out otherwise: `python -m bench.tiebreak_differences`.

After `make peers`. Opens of 20 to 60 players and 5 to 9 rounds, with byes of all kinds, forfeits,
withdrawals and late entries, are put to tiebreak-core and to gacrux in the editions of 2026 and
2024: every code that they know, for every player. Each difference is given the name of its cause
(`CAUSES`); one without a cause is `unexplained` and is shown. What they come to:
`docs/rules/tiebreaks-peers.md`.
"""

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.fields import OPEN
from bench.peer_standings import NAMES, PROGRAM, Question, Values, asked, ours, written
from bench.peer_standings_program import NAMED
from bench.peers import Peer, are_installed
from planilla.demo.random_tournament import Recipe, played
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.swiss.dutch import DUTCH
from planilla.domain.tiebreaks.contest import NOBODY, VOLUNTARY, RoundKind, Tally, tally_of
from planilla.domain.tiebreaks.elements import cuts_of
from planilla.domain.tiebreaks.grammar import parse

SYSTEM = "swiss-dutch-2026"
SIZES = (20, 60)
ROUNDS = (5, 7, 9)
EDITIONS = ("fide-2026-03", "fide-2024-08")
CODES = (*NAMED, "DE")
OF_2026 = frozenset({"STD"})
NOT_IN_2024 = frozenset(
    ("SB/C2", "FB/C1", "FB/C2", "FB/M1", "FB/M2", "AOB/F", "ARO/C2", "ARO/M1", "ARO/M2", "KS/L+1")
) | {"KS/L-1"}
"""What tiebreak-core does not know in its edition of 2024."""

CLOSE = Fraction(1, 10**6)
ROUNDED = Fraction(1, 100)
"""gacrux rounds averages of Buchholz to two decimals."""

FLOAT_MAX = 13
FORFEITS = frozenset({RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS})
UNEXPLAINED = "unexplained"


class Difference(NamedTuple):
    """One value that a peer has otherwise; None where it has none."""

    seed: int
    peer: str
    edition: str
    code: str
    seat: Seat
    mine: Fraction
    theirs: Fraction | None
    cause: str


class Run(NamedTuple):
    """What was compared, by peer and edition, and what differs."""

    compared: Counter[tuple[str, str]]
    differences: list[Difference]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.tiebreak_differences", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1, help="of the first tournament")
    given = parser.parse_args()
    if not are_installed():
        parser.error("the peers are not installed: make peers")
    start = time.perf_counter()
    run = compared(range(given.seed, given.seed + given.tournaments))
    for line in report(run):
        print(line)
    print(f"{given.tournaments} tournaments, {time.perf_counter() - start:.0f} s")


def compared(seeds: range) -> Run:
    """The tournaments of these seeds, put to both peers in both editions."""
    counts: Counter[tuple[str, str]] = Counter()
    differences: list[Difference] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tiebreaks-")))
        peers = [stack.enter_context(Peer(name, PROGRAM)) for name in NAMES]
        for seed in seeds:
            table = tournament(seed)
            files = written(table, folder)
            for edition in EDITIONS:
                own = ours(table, _known("gacrux", edition), edition)
                for peer in peers:
                    codes = _known(peer.name, edition)
                    question = Question(codes, edition, len(table.rounds))
                    answer = asked(peer, files, question)
                    if answer.refused:
                        raise SystemExit(f"{peer.name}, seed {seed}: {answer.refused}")
                    counts[peer.name, edition] += sum(map(len, answer.values.values()))
                    differences += (
                        each._replace(seed=seed, peer=peer.name, edition=edition)
                        for each in differing(table, own, answer.values)
                    )
    return Run(counts, differences)


def tournament(seed: int) -> Crosstable:
    """An open with everything that can happen in one."""
    chance = Random(seed)
    bustle = chance.choice((0, 1, 2, 4))
    recipe = Recipe(
        players=chance.randint(*SIZES),
        rounds=chance.choice(ROUNDS),
        bands=OPEN,
        draw_rate=300_000,
        forfeit_rate=bustle * 20_000,
        bye_rate=bustle * 25_000,
        full_bye_rate=bustle * 3_000,
        withdrawal_rate=bustle * 8_000,
        late_rate=bustle * 10_000,
    )
    *_, last = played(recipe, DUTCH[SYSTEM], Random(seed).randrange)
    return last.crosstable


def report(run: Run) -> Iterator[str]:
    """How many values were compared and are equal, and the differences by cause and code."""
    for (peer, edition), count in run.compared.items():
        here = [each for each in run.differences if (each.peer, each.edition) == (peer, edition)]
        yield f"{peer}, {edition}: {count:,} values, {count - len(here):,} equal"
        causes: dict[str, Counter[str]] = {}
        for each in here:
            causes.setdefault(each.cause, Counter())[each.code] += 1
        for cause, codes in sorted(causes.items()):
            listed = ", ".join(f"{code} {times:,}" for code, times in sorted(codes.items()))
            yield f"  {cause}: {codes.total():,} ({listed})"
    for each in [each for each in run.differences if each.cause == UNEXPLAINED][:40]:
        theirs = "nothing" if each.theirs is None else str(float(each.theirs))
        yield (
            f"seed {each.seed}, {each.peer}, {each.edition}: {each.code} of {each.seat + 1} is "
            f"{float(each.mine)}, theirs {theirs}"
        )


def _known(peer: str, edition: str) -> Sequence[str]:
    if edition == "fide-2026-03":
        return CODES
    unknown = OF_2026 | (NOT_IN_2024 if peer == "tiebreak-core" else frozenset())
    return [code for code in CODES if code not in unknown]


def differing(table: Crosstable, own: Values, theirs: Values) -> Iterator[Difference]:
    """The values of a peer that are not ours, each with its cause; seed and peer are not told."""
    tally = tally_of(table)
    for code, column in theirs.items():
        tolerance = ROUNDED if code.startswith("AOB") else CLOSE
        for seat, (mine, value) in enumerate(zip(own[code], column, strict=True)):
            assert mine is not None
            if value is None or abs(mine - value) > tolerance:
                each = Difference(0, "", "", code, seat, mine, value, UNEXPLAINED)
                causes = (name for name, holds in CAUSES.items() if holds(tally, each))
                yield each._replace(cause=next(causes, UNEXPLAINED))


# --- causes --------------------------------------------------------------------------------------


def _has_float_sums(_: Tally, each: Difference) -> bool:
    return (
        each.code in {"PTP", "APPO"}
        and each.theirs is not None
        and 1 <= each.theirs - each.mine <= FLOAT_MAX
    )


def _has_met_nobody(tally: Tally, each: Difference) -> bool:
    return each.theirs is None and RoundKind.PLAYED not in tally.kinds[each.seat]


def _has_last_forfeit(tally: Tally, each: Difference) -> bool:
    """Whether the entrant, an opponent, or for the mean one of theirs, forfeited the last round."""
    if not each.code.startswith(("FB", "AOB/F")):
        return False
    near = {each.seat} | _met(tally, {each.seat})
    if each.code.startswith("AOB"):
        near |= _met(tally, near)
    return any(tally.kinds[seat][-1] in FORFEITS for seat in near)


def _met(tally: Tally, seats: set[Seat]) -> set[Seat]:
    return {other for seat in seats for other in tally.opponents[seat]} - {NOBODY}


def _won_by_forfeit(tally: Tally, each: Difference) -> bool:
    return each.code.startswith("KS") and RoundKind.FORFEIT_WIN in tally.kinds[each.seat]


def _forfeited_to_a_rival(tally: Tally, each: Difference) -> bool:
    """Whether two of the tied were paired and did not play."""
    if each.code != "DE":
        return False
    tied = {seat for seat, score in enumerate(tally.scores) if score == tally.scores[each.seat]}
    return any(
        other in tied and kind in FORFEITS
        for seat in tied
        for other, kind in zip(tally.opponents[seat], tally.kinds[seat], strict=True)
    )


def _has_fewer_games(tally: Tally, each: Difference) -> bool:
    """Whether all that could be cut of an average rating is cut."""
    cuts = cuts_of(parse(each.code))
    games = tally.kinds[each.seat].count(RoundKind.PLAYED)
    return each.code.startswith("ARO/") and games <= cuts.low + cuts.high


def _both_scored_nothing(tally: Tally, each: Difference) -> bool:
    seat = each.seat
    return each.code == "STD" and any(
        opponent != NOBODY and not tally.points[seat][at] and not tally.points[opponent][at]
        for at, opponent in enumerate(tally.opponents[seat])
    )


def _left_out_alike(tally: Tally, each: Difference) -> bool:
    """Whether two voluntarily unplayed rounds bring nothing: either may be cut first."""
    if each.code != "SB/C2":
        return False
    rounds = zip(tally.kinds[each.seat], tally.points[each.seat], strict=True)
    return sum(kind in VOLUNTARY and not points for kind, points in rounds) > 1


def _rest_have_met(tally: Tally, each: Difference) -> bool:
    """Whether all of the tied have met once one of them is ranked."""
    if each.code != "DE":
        return False
    score = tally.scores[each.seat]
    tied = {seat for seat, other in enumerate(tally.scores) if other == score}
    return any(
        rest - {seat} <= _met(tally, {seat})
        for first in tied
        for rest in [tied - {first}]
        for seat in [min(rest, key=lambda seat: len(rest & _met(tally, {seat})))]
    )


CAUSES: dict[str, Callable[[Tally, Difference], bool]] = {
    "nobody met over the board (8.2, 10)": _has_met_nobody,
    "sums of floats (10.3, 10.5)": _has_float_sums,
    "a forfeit in the last round (8.3)": _has_last_forfeit,
    "a win by forfeit (9.2)": _won_by_forfeit,
    "a forfeit among the tied (6.1.1, 6.3)": _forfeited_to_a_rival,
    "the rest have all met (6.2)": _rest_have_met,
    "no rating left after the cuts (14)": _has_fewer_games,
    "a round without points for either (7.7)": _both_scored_nothing,
    "rounds left out that count the same (16.5)": _left_out_alike,
}


if __name__ == "__main__":
    main()
