"""A tournament of the log as a file, and the same again when it is read back."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_2,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    ROUND_1,
    ROUND_ROBIN,
    START,
    entered,
    folded,
    numbered,
)
from dsl.trf_files import FILE, SYSTEM, read, ready, state_of, submit
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.checking import checked_rounds
from planilla.application.envelope import Person
from planilla.application.trf_export import ReportTexts, public_part, trf_of
from planilla.demo.book_open import TOURNAMENT, open_of_the_book, play
from planilla.demo.random_tournament import Band, RandomTournament, Recipe, played
from planilla.domain.crosstable import Round
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import (
    Explanation,
    Pairing,
    PairingInput,
    System,
)
from planilla.domain.tournament.byes import ByeRequested
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.prohibitions import PairsAllowed, PairsForbidden, SameOriginRuled
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import SameOrigin
from planilla.domain.vocabulary import ByeKind, EntrantId
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.dialects import DIALECTS
from planilla.formats.trf.document import (
    AbsenceRecord,
    PlayerRecord,
    ProhibitionRecord,
    TrfDocument,
)
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.report import document_of

NEWER_DIALECTS = tuple(name for name in DIALECTS if name != "trf06")
"""All that can tell an absence from a bye, and a bye asked for from one that was allocated."""


def round_system() -> System:
    """The system of the files in these tests."""
    system = SYSTEMS[SYSTEM]
    assert system.pair is not None
    return system


def person(entrant: EntrantId) -> Person:
    return Person(name=f"{entrant}, X", birth="2001/02/03", fide_id="2200001", sex="w", club="Tal")


def exported(state: Tournament, dialect: str = "trf26", header: str = "") -> TrfDocument:
    data = trf_of(state, person, dialect=dialect, texts=ReportTexts(header=header))
    document = read_trf(data, "out.trf")
    assert isinstance(document, TrfDocument), document
    return document


def test_a_tournament_is_written_with_everything_that_is_known() -> None:
    """Ana and Bea won round 1; Bea and Ana drew, and Carl beat Dora in round 2."""
    lines = [line.text for line in exported(folded(*AFTER_2)).lines]
    assert lines[:8] == [
        "012 Club",
        "062 4",
        "072 4",
        "092 swiss-dutch-libro",
        "182 Planilla",
        "192 CUSTOM_SWISS",
        "142 3",
        "152 W",
    ]
    ana = "001    1 w    ana, X                            2000         2200001 2001/02/03"
    assert lines[8] == ana + "  1.5    1     3 w 1     2 b ="
    assert lines[11].endswith("  0.0    4     2 w 0     3 b 0")


def test_ranks_are_those_of_the_standings() -> None:
    """Ana and Bea have 1½ points, Carl 1 and Dora none; without tie-breaks two share a place."""
    assert [each.rank for each in exported(folded(*AFTER_2)).players] == [1, 1, 3, 4]


def test_everybody_may_read_names_and_fide_numbers() -> None:
    assert public_part(person(ANA)) == Person(name="ana, X", fide_id="2200001")


def test_what_is_to_come_is_written_where_it_is_known() -> None:
    """Carl asked for half a point in round 2, Dora left before it."""
    document = exported(
        folded(
            *ROUND_1,
            ByeRequested(entrant=CARL, round=2, kind=ByeKind.HALF_POINT),
            EntrantWithdrawn(entrant=DORA, from_round=2),
        )
    )
    assert document.records(AbsenceRecord) == (
        AbsenceRecord(kind="H", round=2, players=(3,)),
        AbsenceRecord(kind="Z", round=2, players=(4,)),
        AbsenceRecord(kind="Z", round=3, players=(4,)),
    )


def test_prohibitions_are_written_until_they_are_lifted() -> None:
    version = len(START) + 1
    document = exported(
        folded(
            *START,
            PairsForbidden(entrants=(BEA, ANA), last_round=2),
            PairsForbidden(entrants=(ANA, DORA)),
            PairsAllowed(forbidden=version + 1, from_round=1),
        )
    )
    assert document.records(ProhibitionRecord) == (ProhibitionRecord(last_round=2, players=(1, 2)),)


def test_those_of_one_origin_are_forbidden_where_they_may_not_meet() -> None:
    people = tuple(
        replace(event, federation="CAT" if event.entrant in {ANA, CARL} else "")
        for event in (*entered(*FOUR),)
    )
    lone = replace(people[3], federation="ARA")
    start = (CREATED, *people[:3], lone, numbered(*FOUR))
    forbidden = exported(folded(*start, SameOriginRuled(rule=SameOrigin.FORBID)))
    assert [each.players for each in forbidden.records(ProhibitionRecord)] == [(1, 3)]
    avoided = exported(folded(*start, SameOriginRuled(rule=SameOrigin.AVOID)))
    assert avoided.records(ProhibitionRecord) == ()


@pytest.mark.parametrize(
    ("system", "type_in_words", "code"),
    [
        pytest.param("swiss-dutch-2026", "Swiss, as announced", "FIDE_DUTCH_2026", id="FIDE's"),
        pytest.param("swiss-dutch-libro", "swiss-dutch-libro", "CUSTOM_SWISS", id="ours"),
    ],
)
def test_the_header_that_came_in_goes_out(system: str, type_in_words: str, code: str) -> None:
    header = "022 El Masnou\n072 3\n092 Swiss, as announced\n\n### anything"
    created = replace(CREATED, system_name=system, tiebreaks=("BH", "SB"))
    document = exported(folded(created, *entered(*FOUR)), header=header)
    assert document.text_of("202") == "BH,SB"
    assert document.text_of("022") == "El Masnou"
    assert document.text_of("072") == "3"
    assert document.text_of("092") == type_in_words
    assert document.text_of("192") == code
    assert "### anything" in [line.text for line in document.lines]


def test_a_round_robin_says_so() -> None:
    document = exported(folded(ROUND_ROBIN, *entered(ANA, BEA), numbered(ANA, BEA)))
    assert document.text_of("192") == "BERGER_ROUNDROBIN"


def test_there_is_no_such_dialect() -> None:
    with pytest.raises(KeyError):
        exported(folded(*ROUND_1), "trf99")


def imported(text: str, system: str = SYSTEM) -> tuple[Tournament, str]:
    """The tournament that a file becomes, and the header that is kept of it."""
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    wanted = ready(text, system)
    assert submit(store, wanted).status == "done"
    state = state_of(store, wanted.tournament)
    header = [row.body.decode() for row in store.ledger.texts.values() if b"SHA" not in row.body]
    return state, "" if not header else header[0].strip('"').replace("\\n", "\n")


def meaning(document: TrfDocument) -> tuple[object, ...]:
    """What a file says of entrants, boards, results and byes; nothing is an absence."""
    crosstable = crosstable_of(document, len(document.rounds))
    rounds = tuple(_with_absences(one, crosstable.size) for one in crosstable.rounds)
    return crosstable.entrants, rounds


def _with_absences(one: Round, size: int) -> Round:
    there = {seat for board in one.boards for seat in board} | {seat for seat, _ in one.byes}
    gone = ((seat, ByeKind.ZERO_POINT) for seat in range(size) if seat not in there)
    return replace(one, byes=tuple(sorted((*one.byes, *gone))))


@pytest.mark.parametrize("dialect", NEWER_DIALECTS)
def test_a_file_that_came_in_goes_out_with_the_same_meaning(dialect: str) -> None:
    state, header = imported(FILE)
    document = exported(state, dialect, header)
    assert meaning(document) == meaning(read(FILE))
    assert document.text_of("042") == "2026/07/01"
    again, _ = imported(write_trf(document).decode())
    assert again.rounds[0].boards != ()
    assert [played.results for played in again.rounds] == [p.results for p in state.rounds]
    assert [played.byes[0].kind for played in again.rounds] == ["U", "Z"]


async def test_the_sample_without_its_correction_passes_the_check() -> None:
    """The book's open, 20 boards and 6 rounds played: each is what the system gives again."""
    opened = open_of_the_book()
    uncorrected = replace(opened, correction=replace(opened.correction, during_round=0))
    store = MemoryStore(clock=SetClock(step=1), ids=CountedIds())
    async for _ in play(uncorrected, bus=store, log=store):
        pass
    document = exported(state_of(store, TOURNAMENT))
    checked = list(checked_rounds(document, round_system()))
    assert [each.round for each in checked] == [1, 2, 3, 4, 5, 6, 7]
    assert [each.round for each in checked if not each.same] == []


RECIPE = Recipe(
    players=13,
    rounds=7,
    bands=(Band(low=1400, high=2200),),
    draw_rate=300_000,
    forfeit_rate=60_000,
    bye_rate=80_000,
    full_bye_rate=20_000,
    withdrawal_rate=40_000,
    late_rate=100_000,
)


def pair_neighbours(given: PairingInput) -> Pairing:
    """Pair neighbours by number; the last one of an odd number has the bye."""
    seats = given.present
    boards = tuple(zip(seats[::2], seats[1::2], strict=False))
    alone = ((seats[-1], ByeKind.PAIRING_ALLOCATED),) if len(seats) % 2 else ()
    return Pairing(boards=boards, byes=alone, explanation=Explanation(system="test"))


NEIGHBOURS = System(name="neighbours", edition="test", pair=pair_neighbours)
"""Pairs without rules: these tests are about what a round can hold."""


def random_file(seed: int) -> str:
    """A tournament in which everything happens, whoever plays whom."""
    draw = random.Random(seed).randrange
    tournament: RandomTournament = list(played(RECIPE, NEIGHBOURS, draw))[-1]
    people = [
        PlayerRecord(
            number=seat + 1,
            name=f"Player {seat + 1}",
            rating=entrant.rating,
            title=entrant.title,
            federation=entrant.federation,
        )
        for seat, entrant in enumerate(tournament.crosstable.entrants)
    ]
    document = document_of(tournament.crosstable, people, (), tournament.first_colour)
    return write_trf(document).decode()


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_any_tournament_comes_in_and_goes_out_the_same(seed: int) -> None:
    text = random_file(seed)
    state, _ = imported(text)
    document = exported(state)
    assert meaning(document) == meaning(read(text))
