"""Runs in the peers' own environment: pairs each TRF it is told of, and says what that took.

One request a line on standard input, `{"peer", "file", "round"}`; one answer a line, `{"boards",
"cpu_s", "peak_mb"}` with pairing numbers and 0 for the bye, or `{"refused"}`. What is timed is all
from the file's text to the round, in this process, which stays.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.memory import peak_mb

Boards = list[tuple[int, int]]


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(_answered(json.loads(line))), flush=True)


def _answered(request: dict[str, Any]) -> dict[str, Any]:
    act = PEERS[request["peer"]]
    start = time.process_time()
    try:
        boards = act(Path(request["file"]), request["round"])
    except Exception as refused:  # noqa: BLE001 - whatever a peer says is its answer
        return {"refused": f"{type(refused).__name__}: {refused}"}
    cpu_s = time.process_time() - start
    return {"boards": boards, "cpu_s": cpu_s, "peak_mb": peak_mb()}


def _gacrux(file: Path, number: int) -> Boards:
    from gacrux.pairingdutch import pairing_dutch  # noqa: PLC0415 - each peer pays for its own
    from gacrux.trf2json import trf2json  # noqa: PLC0415

    read = trf2json()
    read.parse_file(file.read_text(encoding="utf-8"), 0)
    tournament = read.get_tournament(1)
    tournament["maxMeets"] = 1
    options = {"experimental": [], "top_color": " ", "verbose": 0, "unpaired": []}
    brackets = pairing_dutch(tournament, number, options).compute_pairing(False, 0)  # noqa: FBT003
    pairs = [pair for bracket in brackets if bracket for pair in bracket.get("pairs", ())]
    return [(pair["w"], pair["b"]) for pair in sorted(pairs, key=lambda pair: pair["board"])]


def _py4swiss(engine: str) -> Callable[[Path, int], Boards]:
    def pair(file: Path, _number: int) -> Boards:
        from py4swiss import engines  # noqa: PLC0415
        from py4swiss.trf import TrfParser  # noqa: PLC0415

        pairings = getattr(engines, engine).generate_pairings(TrfParser.parse(file))
        return [(pairing.white, pairing.black) for pairing in pairings]

    return pair


PEERS = {
    "gacrux": _gacrux,
    "py4swiss": _py4swiss("DutchEngine"),
    "py4swiss-burstein": _py4swiss("BursteinEngine"),
    "py4swiss-dubov": _py4swiss("DubovEngine"),
}


if __name__ == "__main__":
    main()
