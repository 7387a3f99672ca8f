"""Opens by chance, played by an engine: what is paired in the bench and compared with peers."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from planilla.demo.random_tournament import Band, RandomTournament, Recipe, played
from planilla.domain.crosstable import before_round
from planilla.domain.pairing.swiss.dutch import DUTCH
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import ByeKind
from planilla.formats.trf.document import AbsenceRecord, HeaderRecord, PlayerRecord
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.report import document_of

ROUNDS = 9
OPEN = (Band(low=2200, high=2600), Band(low=1600, high=2200, weight=4), Band(low=1200, high=1600))
"""One strong player in six, as many beginners, the others between."""

DIALECT = "javafo"
"""It has the records of both FIDE and JaVaFo, so that every peer finds those it knows."""


def open_tournament(
    size: int, system: str, *, rounds: int = ROUNDS, seed: int = 1, bustle: int = 1
) -> Iterator[RandomTournament]:
    """An open after every round: Elo and three draws in ten; some stay away or forfeit.

    `bustle` multiplies the rates of absences, forfeits and withdrawals.
    """
    recipe = Recipe(
        players=size,
        rounds=rounds,
        bands=OPEN,
        draw_rate=300_000,
        forfeit_rate=bustle * 5_000,
        bye_rate=bustle * 10_000,
        withdrawal_rate=bustle * 2_000,
    )
    return played(recipe, DUTCH[system], Random(seed).randrange)


def after(size: int, rounds: int, system: str, seed: int = 1) -> PairingInput:
    """The round after `rounds` of an open, with everybody who has not withdrawn."""
    tournament = next(islice(open_tournament(size, system, seed=seed), rounds - 1, None))
    last = tournament.crosstable.rounds[-1]
    absent = {seat for seat, kind in last.byes if kind is ByeKind.ZERO_POINT}
    return PairingInput(
        crosstable=tournament.crosstable,
        present=tuple(seat for seat in range(size) if seat not in absent),
        first_colour=tournament.first_colour,
    )


def questions_of(tournament: RandomTournament) -> Iterator[PairingInput]:
    """Every round that was played, as it was to be paired."""
    table = tournament.crosstable
    for number, each in enumerate(table.rounds, start=1):
        byes = [seat for seat, kind in each.byes if kind is ByeKind.PAIRING_ALLOCATED]
        seats = [seat for board in each.boards for seat in board]
        yield PairingInput(
            crosstable=before_round(table, number),
            present=tuple(sorted([*seats, *byes])),
            first_colour=tournament.first_colour,
        )


def write_file(given: PairingInput, path: Path) -> Path:
    """The question as a tournament report file, which is written and given back."""
    table = given.crosstable
    people = [
        PlayerRecord(number=number, name=f"Player {number}", rating=entrant.rating)
        for number, entrant in enumerate(table.entrants, start=1)
    ]
    absent = tuple(seat + 1 for seat in range(table.size) if seat not in set(given.present))
    absences = (
        [AbsenceRecord(code="240", kind="Z", round=given.round, players=absent)] if absent else []
    )
    document = document_of(
        table, people, (HeaderRecord(code="012", text="Bench"), *absences), given.first_colour
    )
    path.write_bytes(write_trf(document, DIALECT))
    return path
