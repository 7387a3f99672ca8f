"""Tie-breaks of peers beside ours: a tournament as they read it, and their values as numbers."""

import json
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from bench.peers import Peer
from planilla.domain.crosstable import Crosstable
from planilla.domain.standings import Announced, standings
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import NOBODY, RoundKind, Tally, contest_of, tally_of
from planilla.formats.trf.document import HeaderRecord, PlayerRecord
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.report import document_of

PROGRAM = "bench.peer_standings_program"
NAMES = ("tiebreak-core", "gacrux")
DIRECT = "DE"

KINDS = {
    RoundKind.PLAYED: "played",
    RoundKind.FORFEIT_WIN: "forfeit_win",
    RoundKind.FORFEIT_LOSS: "forfeit_loss",
    RoundKind.FULL_BYE: "pairing_bye",
    RoundKind.REQUESTED: "requested_bye",
}
"""What tiebreak-core calls the kinds of a round."""

Values = dict[str, list[Fraction | None]]
"""By code, and then by seat; None where a peer has no value."""


class Files(NamedTuple):
    """One tournament in the form of each peer."""

    trf: Path
    games: Path

    def of(self, peer: str) -> Path:
        """The file that a peer reads."""
        return self.games if peer == "tiebreak-core" else self.trf


class Answered(NamedTuple):
    """A peer's values, and the CPU seconds without reading the file; or why there are none."""

    values: Values
    cpu_s: float
    refused: str = ""


def written(table: Crosstable, folder: Path) -> Files:
    """The tournament as files for the peers."""
    people = [
        PlayerRecord(number=number, name=f"Player {number}", rating=entrant.rating)
        for number, entrant in enumerate(table.entrants, start=1)
    ]
    files = Files(folder / "asked.trf", folder / "asked.json")
    document = document_of(table, people, (HeaderRecord(code="012", text="Bench"),))
    files.trf.write_bytes(write_trf(document, "trf16"))
    tally = tally_of(table)
    games = [_games_of(table, tally, seat) for seat in range(table.size)]
    files.games.write_text(json.dumps(games), encoding="utf-8")
    return files


class Question(NamedTuple):
    """What a peer is asked: `in_order` for standings by these codes, without the values of DE."""

    codes: Sequence[str]
    edition: str
    rounds: int
    in_order: bool = False


def asked(peer: Peer, files: Files, question: Question) -> Answered:
    """What a peer makes of it."""
    answer = peer.ask({"file": str(files.of(peer.name)), **question._asdict()})
    if "refused" in answer:
        return Answered({}, 0, answer["refused"])
    values = {
        code: [None if each == "None" else Fraction(Decimal(each)) for each in column]
        for code, column in answer["values"].items()
    }
    return Answered(values, answer["cpu_s"])


def ours(table: Crosstable, codes: Sequence[str], edition: str) -> Values:
    """Our values; those of DE are the ranks after points and DE."""
    contest = contest_of(table)
    everybody = range(table.size)
    values: Values = {}
    for code in codes:
        if code == DIRECT:
            announced = Announced(codes=(DIRECT,), mode="successive", edition=edition)
            ranks = {each.seat: each.rank for each in standings(table, announced)}
            values[code] = [Fraction(ranks[seat]) for seat in everybody]
        else:
            tiebreak = tiebreak_of(code, edition)
            unit = tiebreak.unit(contest)
            values[code] = [Fraction(each, unit) for each in tiebreak.values(contest, everybody)]
    return values


def _games_of(table: Crosstable, tally: Tally, seat: int) -> dict[str, Any]:
    return {
        "player_id": seat + 1,
        "rating": table.entrants[seat].rating,
        "points": tally.scores[seat] / tally.unit,
        "games": [_game(table, tally, seat, at) for at in range(tally.rounds)],
    }


def _game(table: Crosstable, tally: Tally, seat: int, at: int) -> dict[str, Any]:
    opponent = tally.opponents[seat][at]
    is_alone = opponent == NOBODY
    return {
        "opponent_id": -1 if is_alone else opponent + 1,
        "opponent_rating": 0 if is_alone else table.entrants[opponent].rating,
        "score": tally.points[seat][at] / tally.unit,
        "color": "black" if tally.blacks[seat][at] else "white",
        "round_number": at + 1,
        "kind": KINDS[RoundKind(tally.kinds[seat][at])],
        "opponent_score": None if is_alone else tally.points[opponent][at] / tally.unit,
    }
