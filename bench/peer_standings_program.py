"""Runs in the peers' own environment: the tie-breaks of a tournament, by each peer's own rules.

One request a line on standard input, `{"peer", "file", "codes", "edition", "rounds", "in_order"}`;
one answer a line, `{"values", "cpu_s", "peak_mb"}`, or `{"refused"}`. `values` are numbers as text,
by code and then by pairing number in the order of the list. Those of `DE` are the ranks after
points and `DE`, unless standings by the codes `in_order` are wanted, which is what is timed: all
but reading the file, in this process, which stays.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from bench.memory import peak_mb

Values = dict[str, list[str]]

NAMED = {
    "BH": "buchholz",
    "BH/C1": "buchholz_cut1",
    "BH/C2": "buchholz_cut2",
    "BH/M1": "median_buchholz",
    "BH/M2": "median_buchholz_2",
    "FB": "fore_buchholz",
    "FB/C1": "fore_buchholz_cut1",
    "FB/C2": "fore_buchholz_cut2",
    "FB/M1": "fore_median1",
    "FB/M2": "fore_median2",
    "SB": "sonneborn_berger",
    "SB/C1": "sonneborn_berger_cut1",
    "SB/C2": "sonneborn_berger_cut2",
    "PS": "progressive",
    "PS/C1": "progressive_cut1",
    "KS": "koya",
    "KS/L+1": "koya",
    "KS/L-1": "koya",
    "AOB": "aob",
    "AOB/F": "aob_fb",
    "ARO": "aro",
    "ARO/C1": "aro_cut1",
    "ARO/C2": "aro_cut2",
    "ARO/M1": "aro_median1",
    "ARO/M2": "aro_median2",
    "TPR": "tpr",
    "PTP": "ptp",
    "APRO": "apro",
    "APPO": "appo",
    "WIN": "wins",
    "WON": "won",
    "BPG": "games_black",
    "BWG": "wins_black",
    "REP": "rounds_elected",
    "STD": "std",
}
"""What tiebreak-core calls the codes of C.07."""

DIRECT = "direct_encounter"
FORE = frozenset({"FB", "FB/C1", "FB/C2", "FB/M1", "FB/M2", "AOB/F"})
RULESETS = {"fide-2026-03": "fide-2026", "fide-2024-08": "fide-2024"}
KOYA_LIMITS = {"KS": 0.0, "KS/L+1": 0.5, "KS/L-1": -0.5}
STARTS = {"fide-2026-03": "2026-03-01", "fide-2024-08": "2024-08-01"}
"""A day on which a tournament began, so that gacrux takes the edition."""


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(_answered(json.loads(line))), flush=True)


def _answered(request: dict[str, Any]) -> dict[str, Any]:
    try:
        values, cpu_s = PEERS[request["peer"]](request)
    except Exception as refused:  # noqa: BLE001 - whatever a peer says is its answer
        return {"refused": f"{type(refused).__name__}: {refused}"}
    return {"values": values, "cpu_s": cpu_s, "peak_mb": peak_mb()}


def _tiebreak_core(request: dict[str, Any]) -> tuple[Values, float]:
    from tiebreak_core import (  # noqa: PLC0415 - each peer pays for its own
        GameRecord,
        PlayerTiebreakData,
        rank_standings_strict,
    )

    players = {}
    for each in json.loads(Path(request["file"]).read_text(encoding="utf-8")):
        games = [GameRecord(**game) for game in each.pop("games")]
        players[each["player_id"]] = PlayerTiebreakData(games=games, **each)
    codes, edition = request["codes"], request["edition"]
    limits = [code for code in codes if KOYA_LIMITS.get(code)]
    start = time.process_time()
    criteria = [NAMED.get(code, DIRECT) for code in codes if code not in limits]
    if not request["in_order"]:
        criteria = [name for name in criteria if name != DIRECT]
    ruleset = RULESETS[edition]
    results = rank_standings_strict(players, criteria, request["rounds"], ruleset=ruleset)
    found = {each.player_id: each.values for each in results.players}
    values = {
        code: [str(found[number][NAMED[code]]) for number in sorted(players)]
        for code in codes
        if code in NAMED and code not in limits
    }
    for code in limits:
        results = rank_standings_strict(
            players, ["koya"], request["rounds"], ruleset=ruleset, koya_limit=KOYA_LIMITS[code]
        )
        found = {each.player_id: each.values for each in results.players}
        values[code] = [str(found[number]["koya"]) for number in sorted(players)]
    if "DE" in codes and not request["in_order"]:
        values["DE"] = _ranks(players, edition)
    return values, time.process_time() - start


def _ranks(players: dict[int, Any], edition: str) -> list[str]:
    """Ranks after points and DE: there is no public way to see who is still tied."""
    from tiebreak_core import fide2024, fide2026  # noqa: PLC0415

    groups: dict[float, list[int]] = {}
    for number in sorted(players):
        groups.setdefault(players[number].points, []).append(number)
    ranks: dict[int, int] = {}
    rank = 1
    for points in sorted(groups, reverse=True):
        tiers = (
            fide2026._de_tiers(groups[points], players, "swiss")  # noqa: SLF001
            if edition == "fide-2026-03"
            else fide2024._de_tiers(groups[points], players)  # noqa: SLF001
        )
        for tier in tiers:
            ranks |= dict.fromkeys(tier, rank)
            rank += len(tier)
    return [str(ranks[number]) for number in sorted(players)]


def _gacrux(request: dict[str, Any]) -> tuple[Values, float]:
    from gacrux.tiebreak import tiebreak  # noqa: PLC0415
    from gacrux.trf2json import trf2json  # noqa: PLC0415

    read = trf2json()
    read.parse_file(Path(request["file"]).read_text(encoding="utf-8"), 0)
    tournament = read.get_tournament(1)
    tournament.setdefault("tournamentInfo", {})["startDate"] = STARTS[request["edition"]]
    tournament["numRounds"] = request["rounds"]
    # DE before others separate; Fore last, for it leaves its last rounds to what comes after it.
    codes = request["codes"]
    if not request["in_order"]:
        codes = sorted(codes, key=lambda code: (code != "DE", code in FORE))
    params = {"swiss": True, "tiebreak": ["PTS", *codes], "check": False}
    start = time.process_time()
    result = tiebreak(tournament, -1, params).compute_tiebreaks(tournament, params)
    cpu_s = time.process_time() - start
    players = sorted(result["competitors"], key=lambda each: each["cid"])
    scores = [each["tiebreakScore"] for each in players]
    values = {code: [str(each[at]) for each in scores] for at, code in enumerate(codes, start=1)}
    if values.pop("DE", None) and not request["in_order"]:
        keys = [(-each[0], each[1]) for each in scores]
        values["DE"] = [str(1 + sum(other < key for other in keys)) for key in keys]
    return values, cpu_s


PEERS = {"tiebreak-core": _tiebreak_core, "gacrux": _gacrux}


if __name__ == "__main__":
    main()
