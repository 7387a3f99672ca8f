"""Team tie-breaks that gacrux works out otherwise: `python -m bench.team_tiebreak_differences`.

After `make peers`. Tournaments of 6 to 24 teams on 2 to 6 boards, with byes of all kinds, forfeits
of boards and of matches, and withdrawals, go through a tournament report file: we and the peer read
the same file. Every code of teams is compared for every team; those that put teams in an order, as
ranks after the points and the code. Each difference is given the name of its cause (`CAUSES`); one
without a cause is `unexplained` and is shown.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # its writer of files

from bench.peer_standings import PROGRAM
from bench.peers import Peer, are_installed
from bench.team_tournaments import team_tournament
from dsl.team_files import team_file
from planilla.domain.crosstable import Seat
from planilla.domain.standings import Announced, standings_of
from planilla.domain.teams import TeamCrosstable
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import NOBODY, Contest
from planilla.domain.tiebreaks.teams import contest_of_teams
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.team_crosstable import TrfTeams, teams_of

EDITIONS = ("fide-2026-03", "fide-2024-08")
VALUES = (
    *("MPTS", "GPTS", "MPVGP", "SSSC", "SSSC/K3", "BC"),
    *("EMMSB", "EMGSB", "EGMSB", "EGGSB", "EMMSB/C1", "EMGSB/C1", "EGMSB/C1", "EGGSB/C1"),
    *("BH:MP", "BH:GP", "BH:MP/C1", "BH:GP/C1", "BH:MP/M1", "BH:GP/C2", "SB:MP", "SB:GP"),
    *("KS:MP", "KS:GP", "PS:MP", "PS:GP", "STD:MP", "STD:GP", "WIN:MP", "WON:MP", "REP:MP"),
    *("BPG:MP", "BWG:MP", "WIN:GP", "WON:GP", "BPG:GP", "BWG:GP"),
    *("BH:MP/P", "BH:GP/C1/P", "EMGSB/C1/P", "EGMSB/P", "SSSC/P", "FB:MP", "FB:GP"),
)
"""Fore last, for the peer leaves its last rounds to what comes after it."""

OF_2026 = frozenset({"STD:MP", "STD:GP"})
ORDERS = (
    "DE:MP",
    "DE:GP",
    "EDE",
    "EDET",
    "EDEB",
    "EDEBT",
    "EDEBB",
    "TBR",
    "BBE",
    "EDE/P",
    "EDET/P",
)
CLOSE = Fraction(1, 100)
"""SSSC is rounded there to two decimals."""

UNEXPLAINED = "unexplained"


class Difference(NamedTuple):
    """One value, or rank, that the peer has otherwise; None where it has none."""

    seed: int
    edition: str
    code: str
    seat: Seat
    mine: Fraction
    theirs: Fraction | None
    cause: str = UNEXPLAINED


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.team_tiebreak_differences", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the first tournament")
    given = parser.parse_args()
    if not are_installed():
        parser.error("the peers are not installed: make peers")
    start = time.perf_counter()
    compared, differences = run(range(given.seed, given.seed + given.tournaments))
    for line in report(compared, differences):
        print(line)
    print(f"{given.tournaments} tournaments, {time.perf_counter() - start:.0f} s")


def run(seeds: range) -> tuple[int, list[Difference]]:
    """How many values were compared, and those that differ."""
    compared = 0
    differences: list[Difference] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="teams-")))
        peer = stack.enter_context(Peer("gacrux", PROGRAM))
        for seed in seeds:
            file = folder / "teams.trf"
            table = _through_a_file(team_tournament(seed), file)
            contest = contest_of_teams(table)
            for edition in EDITIONS:
                for code, given in _asked(peer, file, table, edition):
                    theirs = _ranked(contest, given) if code in ORDERS else given
                    mine = _ours(contest, code, edition)
                    compared += len(mine)
                    differences += (
                        each._replace(seed=seed, edition=edition)
                        for each in _differing(code, contest, mine, theirs)
                    )
    return compared, differences


def _through_a_file(table: TeamCrosstable, file: Path) -> TeamCrosstable:
    """What our reader makes of the tournament's file, which it leaves there for the peer."""
    kind = "192 FIDE_TEAM_TYPEA_GP_MP" if table.primary == "GP" else "192 FIDE_TEAM"
    file.write_text(team_file(table, kind), encoding="utf-8")
    document = read_trf(file.read_bytes(), file.name)
    assert isinstance(document, TrfDocument), document
    found = teams_of(document, len(table.rounds))
    assert isinstance(found, TrfTeams), found
    return found.crosstable


def _asked(
    peer: Peer, file: Path, table: TeamCrosstable, edition: str
) -> Iterator[tuple[str, list[Fraction | None]]]:
    """What the peer gives, code by code; each order is asked by itself, for orders refine ranks."""
    values = [code for code in VALUES if edition == EDITIONS[0] or code not in OF_2026]
    for codes in (values, *((code,) for code in ORDERS)):
        answer = peer.ask(
            {
                "file": str(file),
                "codes": list(codes),
                "edition": edition,
                "rounds": len(table.rounds),
                "in_order": True,
            }
        )
        if "refused" in answer:
            raise SystemExit(f"gacrux: {answer['refused']}")
        for code, column in answer["values"].items():
            yield code, [None if each == "None" else Fraction(Decimal(each)) for each in column]


def _ranked(contest: Contest, places: list[Fraction | None]) -> list[Fraction | None]:
    """Ranks by the points and the places among those tied: 0 for who is not tied."""
    keys = [
        (-points, place or 0) for points, place in zip(contest.tally.scores, places, strict=True)
    ]
    return [Fraction(1 + sum(other < key for other in keys)) for key in keys]


def _ours(contest: Contest, code: str, edition: str) -> list[Fraction]:
    """Our values; of an order the ranks after the points and the code."""
    if code in ORDERS:
        announced = Announced(codes=(code,), mode="successive", edition=edition)
        ranks = {each.seat: each.rank for each in standings_of(contest, announced)}
        return [Fraction(ranks[seat]) for seat in range(contest.size)]
    tiebreak = tiebreak_of(code, edition)
    unit = tiebreak.unit(contest)
    if code == "BC":  # of each alone: among all it is not comparable
        return [Fraction(tiebreak.values(contest, [seat])[0], unit) for seat in range(contest.size)]
    return [Fraction(each, unit) for each in tiebreak.values(contest, range(contest.size))]


def _differing(
    code: str,
    contest: Contest,
    mine: list[Fraction],
    theirs: list[Fraction | None],
) -> Iterator[Difference]:
    for seat, (own, value) in enumerate(zip(mine, theirs, strict=True)):
        if value is None or abs(own - value) >= CLOSE:
            each = Difference(0, "", code, seat, own, value)
            causes = (name for name, holds in CAUSES.items() if holds(contest, each))
            yield each._replace(cause=next(causes, UNEXPLAINED))


def report(compared: int, differences: list[Difference]) -> Iterator[str]:
    """How many values are equal, and the differences by cause and code."""
    yield f"gacrux: {compared:,} values, {compared - len(differences):,} equal"
    causes: dict[str, Counter[str]] = {}
    for each in differences:
        causes.setdefault(each.cause, Counter())[each.code] += 1
    for cause, codes in sorted(causes.items()):
        listed = ", ".join(f"{code} {times:,}" for code, times in sorted(codes.items()))
        yield f"  {cause}: {codes.total():,} ({listed})"
    for each in [each for each in differences if each.cause == UNEXPLAINED][:40]:
        theirs = "nothing" if each.theirs is None else str(float(each.theirs))
        yield (
            f"seed {each.seed}, {each.edition}: {each.code} of team {each.seat + 1} is "
            f"{float(each.mine)}, theirs {theirs}"
        )


def _counts_games(_: Contest, each: Difference) -> bool:
    return each.code == "STD:GP"


def _had_a_bye(contest: Contest, each: Difference) -> bool:
    return each.code == "WIN:GP" and NOBODY in contest.tally.opponents[each.seat]


def _both_scored_nothing(contest: Contest, each: Difference) -> bool:
    tally = contest.tallies["MP"]
    return each.code == "STD:MP" and any(
        opponent != NOBODY and not tally.points[each.seat][at] and not tally.points[opponent][at]
        for at, opponent in enumerate(tally.opponents[each.seat])
    )


CAUSES: dict[str, Callable[[Contest, Difference], bool]] = {
    "counts games, not rounds (7.7)": _counts_games,
    "counts a bye as a win on each board (7.1)": _had_a_bye,
    "a round without points for either (7.7)": _both_scored_nothing,
}


if __name__ == "__main__":
    main()
