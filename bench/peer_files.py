"""Tournament files whose every round a peer paired: `python -m bench.peer_files`.

After `make peers`. For `planilla check`: what another engine made, checked by ours. One file for
each seed, in `build/peer-files/<system>`.
"""

import argparse
from itertools import islice
from pathlib import Path
from random import Random

from bench.fields import DIALECT, OPEN, write_file
from bench.peers import PEER_OF_SYSTEM, ROOT, Peer, are_installed
from planilla.demo.random_tournament import RandomTournament, Recipe, played
from planilla.domain.pairing.swiss.dutch import DUTCH
from planilla.domain.pairing.system import Explanation, NoPairing, Pairing, PairingInput, System
from planilla.domain.vocabulary import ByeKind
from planilla.formats.trf.document import HeaderRecord, PlayerRecord
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.report import document_of

FOLDER = ROOT / "build" / "peer-files"
SIZES = (8, 40)
ROUNDS = (5, 7, 9)


def paired_by_peer(peer: Peer, system: str, file: Path) -> System:
    """Return the system that asks a peer; floats are those of the edition that the peer follows."""

    def pair(given: PairingInput) -> Pairing | NoPairing:
        answer = peer.pair(write_file(given, file), given.round)
        if answer.refused:
            return NoPairing(reason="no-legal-pairing")
        return Pairing(
            boards=tuple((white - 1, black - 1) for white, black in answer.boards if black),
            byes=tuple(
                (white - 1, ByeKind.PAIRING_ALLOCATED)
                for white, black in answer.boards
                if not black
            ),
            explanation=Explanation(system=peer.name),
        )

    return System(name=peer.name, edition=peer.name, pair=pair, floats=DUTCH[system].floats)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.peer_files", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="files for each edition")
    parser.add_argument("--systems", nargs="*", default=list(PEER_OF_SYSTEM))
    given = parser.parse_args()
    if not are_installed():
        parser.error("the peers are not installed: make peers")
    for system in given.systems:
        folder = FOLDER / system
        folder.mkdir(parents=True, exist_ok=True)
        with Peer(PEER_OF_SYSTEM[system]) as peer:
            paired = paired_by_peer(peer, system, FOLDER / f"asked-of-{peer.name}.trf")
            for seed in range(1, given.count + 1):
                path = folder / f"{peer.name}-{seed}.trf"
                path.write_bytes(_file_of(_played(paired, seed)))
        print(f"{system}: {given.count} files in {folder}")


def _played(paired: System, seed: int) -> RandomTournament:
    chance = Random(seed)
    recipe = Recipe(
        players=chance.randint(*SIZES),
        rounds=chance.choice(ROUNDS),
        bands=OPEN,
        draw_rate=300_000,
        forfeit_rate=10_000,
        bye_rate=20_000,
        withdrawal_rate=5_000,
    )
    *_, last = islice(played(recipe, paired, Random(seed).randrange), recipe.rounds)
    return last


def _file_of(tournament: RandomTournament) -> bytes:
    table = tournament.crosstable
    people = [
        PlayerRecord(number=number, name=f"Player {number}", rating=entrant.rating)
        for number, entrant in enumerate(table.entrants, start=1)
    ]
    header = HeaderRecord(code="012", text="Paired by a peer")
    return write_trf(document_of(table, people, (header,), tournament.first_colour), DIALECT)


if __name__ == "__main__":
    main()
