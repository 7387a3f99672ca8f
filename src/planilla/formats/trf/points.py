"""Comparison of the points of a player (81-84) with those of the results.

The points may or may not include the half points requested for the round to be paired.
"""

from planilla.formats.trf.coherence import NumberedPlayers
from planilla.formats.trf.document import NO_CELL, AbnormalPoints, PlayerRecord, Scores, TrfDocument
from planilla.formats.trf.figures import written
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.rounds import rounds_played
from planilla.formats.trf.worth import Worth, values_of

POINTS_COLUMN = 81


def check_points(document: TrfDocument, players: NumberedPlayers, findings: Findings) -> None:
    """A wrong sum is a fault where the scoring is declared (as in JaVaFo), a note elsewhere.

    With abnormal points (299) in the file a difference is a note only.
    """
    worth = Worth(values_of(document))
    played = rounds_played(document)
    strict = bool(document.records(Scores)) and not document.records(AbnormalPoints)
    absent = worth.of(NO_CELL)
    for line, player in players:
        if player.points is None:
            continue
        brought = worth.by_round(player.cells)
        missing = played - len(brought)
        so_far = sum(brought[:played]) + (absent * missing if missing > 0 else 0)
        if player.points not in (so_far, so_far + sum(brought[played:])):
            say = findings.fault if strict else findings.note
            say(line, POINTS_COLUMN, "points-differ", **_fields(player, so_far))


def _fields(player: PlayerRecord, expected: int) -> dict[str, str | int]:
    return {
        "number": player.number,
        "found": written(player.points or 0),
        "expected": written(expected),
    }
