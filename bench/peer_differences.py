"""Rounds that a peer pairs otherwise: `python -m bench.peer_differences`, after `make peers`.

Opens of 20 to 60 players are played by our engine, and every round of them is put to the peer of
the edition: gacrux for 2026, py4swiss for 2017. Each round that differs is kept as a file in
`build/peer-differences`, with a line in `differences.txt` that names what parts the two: `numbers`
where the peer gives colours by the pairing numbers of all, also of those who never came (E.5).
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from bench.fields import open_tournament, questions_of, write_file
from bench.peers import PEER_OF_SYSTEM, ROOT, Peer, PeerAnswer, are_installed
from planilla.domain.pairing.swiss.dutch import DUTCH, system_of_edition
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026
from planilla.domain.pairing.swiss.players import by_pairing_number
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput, System

FOLDER = ROOT / "build" / "peer-differences"
SIZES = (20, 60)
ROUNDS = (5, 7, 9, 11, 15)
Boards = frozenset[tuple[int, int]]


class Compared(NamedTuple):
    """A round: what either makes of it, and where they part; `kind` is empty where they agree."""

    given: PairingInput
    ours: Boards
    theirs: Boards
    kind: str


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.peer_differences", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=200, help="for each edition")
    parser.add_argument("--seed", type=int, default=1, help="of the first tournament")
    parser.add_argument("--systems", nargs="*", default=list(PEER_OF_SYSTEM))
    given = parser.parse_args()
    if not are_installed():
        parser.error("the peers are not installed: make peers")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for system in given.systems:
        print(_run(system, range(given.seed, given.seed + given.tournaments)), flush=True)


def _run(system: str, seeds: range) -> str:
    start = time.perf_counter()
    kinds: Counter[str] = Counter()
    with (
        Peer(PEER_OF_SYSTEM[system]) as peer,
        (FOLDER / "differences.txt").open("a", encoding="utf-8") as page,
    ):
        for seed in seeds:
            for each in compared_rounds(system, seed, peer):
                kinds[each.kind] += 1
                if each.kind:
                    page.write(_kept(system, seed, each))
                    page.flush()
    differ = ", ".join(f"{kind} {times}" for kind, times in sorted(kinds.items()) if kind)
    took_s = time.perf_counter() - start
    return (
        f"{system} beside {PEER_OF_SYSTEM[system]}: {len(seeds)} tournaments, {kinds.total()} "
        f"rounds, {kinds.total() - kinds['']} differ ({differ}); {took_s:.0f} s"
    )


def compared_rounds(system: str, seed: int, peer: Peer) -> Iterator[Compared]:
    """Every round of the tournament of this seed, put to both."""
    chance = Random(seed)
    size, rounds = chance.randint(*SIZES), chance.choice(ROUNDS)
    opens = open_tournament(
        size, system, rounds=rounds, seed=seed, bustle=chance.choice((0, 1, 1, 5, 10))
    )
    file = FOLDER / f"asked-of-{peer.name}.trf"
    for given in questions_of(list(opens)[-1]):
        theirs = peer.pair(write_file(given, file), given.round)
        each = compared(given, DUTCH[system].answer(given), theirs)
        if each.kind == "colours":
            other = compared(given, _numbering_all(system).answer(given), theirs)
            each = each if other.kind else each._replace(kind="numbers")
        yield each


def _numbering_all(system: str) -> System:
    """The edition with the odd and even numbers of the whole list, as some peers read E.5."""
    edition = next(each for each in (OF_2026, OF_2017, OF_2012, LIBRO) if each.name == system)
    reading = replace(edition.reading, numbers=by_pairing_number)
    usual = DUTCH[system].usual
    return system_of_edition(
        replace(edition, reading=reading), usual.tiebreak_edition, usual.rating_rules
    )


def compared(given: PairingInput, answer: Pairing | NoPairing, theirs: PeerAnswer) -> Compared:
    """Where the two answers part: `refused`, `colours`, `bye` or `pairs`."""
    ours: Boards = frozenset()
    if isinstance(answer, Pairing):
        ours = frozenset(
            {(white + 1, black + 1) for white, black in answer.boards}
            | {(seat + 1, 0) for seat, _ in answer.byes}
        )
    boards = frozenset(theirs.boards)
    return Compared(given, ours, boards, _kind(ours, boards, theirs.refused))


def _kind(ours: Boards, theirs: Boards, refused: str) -> str:
    if ours == theirs:
        return ""
    if refused:
        return "refused"
    if {frozenset(board) for board in ours} == {frozenset(board) for board in theirs}:
        return "colours"
    byes = [{white for white, black in boards if not black} for boards in (ours, theirs)]
    return "pairs" if byes[0] == byes[1] else "bye"


def _kept(system: str, seed: int, each: Compared) -> str:
    table = each.given.crosstable
    file = FOLDER / f"{system}-{seed}-{each.given.round}.trf"
    write_file(each.given, file)
    return (
        f"{each.kind}\t{file.name}\t{table.size} players\tround {each.given.round} of "
        f"{table.rounds_planned}\tours {_listed(each.ours - each.theirs)}\t"
        f"theirs {_listed(each.theirs - each.ours)}\n"
    )


def _listed(boards: Boards) -> str:
    return "; ".join(f"{white} {black}" for white, black in sorted(boards)) or "none"


if __name__ == "__main__":
    main()
