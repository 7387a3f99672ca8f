"""Which system a file asks for: by its code, by our own name, or the newest where it says none."""

import pytest

from dsl.played_logs import PlayedLog, by_chance
from dsl.trf_files import ready, state_of, submit
from dsl.trf_text import trf
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Person
from planilla.application.trf_export import trf_of
from planilla.application.trf_system import CODE_OF_SYSTEM, SYSTEM_NAMES, UnknownSystem, system_of
from planilla.domain.pairing import SYSTEMS
from planilla.domain.scoring import scores
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.state import Tournament
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf


def document(*records: str) -> TrfDocument:
    read = read_trf(trf([(), ()], *records).encode(), "open.trf")
    assert isinstance(read, TrfDocument)
    return read


@pytest.mark.parametrize(
    ("records", "system"),
    [
        pytest.param((), "swiss-dutch-2026", id="nothing is said"),
        pytest.param(("092 Individual: Swiss-System",), "swiss-dutch-2026", id="free text"),
        pytest.param(("192 FIDE_DUTCH_2017",), "swiss-dutch-2017", id="2017"),
        pytest.param(("192 FIDE_DUTCH_2026_BAKU",), "swiss-dutch-2026", id="accelerated"),
        pytest.param(("192 FIDE_DUTCH_2025",), "swiss-dutch-2026", id="as bbpPairings says"),
        pytest.param(("192 FIDE_DUTCH",), "swiss-dutch-2026", id="no date"),
        pytest.param(("042 2026/01/31", "192 FIDE_DUTCH"), "swiss-dutch-2017", id="the day before"),
        pytest.param(("042 2026/02/01", "192 FIDE_DUTCH"), "swiss-dutch-2026", id="the first day"),
        pytest.param(("092 FIDE_DUTCH_2017",), "swiss-dutch-2017", id="a code among the words"),
        pytest.param(
            ("092 swiss-dutch-2012", "192 CUSTOM_SWISS"), "swiss-dutch-2012", id="our own name"
        ),
        pytest.param(("192 FIDE_BURSTEIN",), "swiss-burstein-2026", id="Burstein"),
        pytest.param(("192 FIDE_BURSTEIN_BAKU",), "swiss-burstein-2026", id="Burstein with points"),
        pytest.param(("192 BERGER_ROUNDROBIN",), "round-robin", id="a round robin"),
        pytest.param(("192 FIDE_DOUBLEROUNDROBIN",), "round-robin-double", id="a double one"),
        pytest.param(("092 nagarajan", "192 CUSTOM_SWISS"), "nagarajan", id="a table of ours"),
        pytest.param(("092 swiss-dutch-libro",), "swiss-dutch-libro", id="our own name alone"),
        pytest.param(
            ("092 swiss-dutch-2012", "192 FIDE_DUTCH_2017"), "swiss-dutch-2017", id="the code wins"
        ),
    ],
)
def test_a_file_asks_for(records: tuple[str, ...], system: str) -> None:
    assert system_of(document(*records)) == system


@pytest.mark.parametrize("code", ["FIDE_MONRAD", "CUSTOM_SWISS", "FIDE_MONRAD_BAKU"])
def test_a_system_that_is_not_ours_is_not_guessed(code: str) -> None:
    with pytest.raises(UnknownSystem) as caught:
        system_of(document(f"192 {code}"))
    assert caught.value.code == code


def test_every_name_is_that_of_a_system() -> None:
    assert set(SYSTEMS) >= SYSTEM_NAMES >= set(CODE_OF_SYSTEM)


@pytest.mark.parametrize("system", ["round-robin", "round-robin-double"])
@pytest.mark.parametrize("players", [4, 5])
def test_a_round_robin_is_continued_from_its_file(system: str, players: int) -> None:
    """Exported after two rounds and read without a system, it goes on with the same table."""
    log = PlayedLog()
    log.open(system, tuple(2000 - each for each in range(players)), 0)
    for number in (1, 2):
        log.play(number, by_chance(players))
    data = trf_of(log.state, lambda entrant: Person(name=entrant))
    read = read_trf(data, "league.trf")
    assert isinstance(read, TrfDocument)
    assert system_of(read) == system
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    wanted = ready(data.decode(), system_of(read))
    assert submit(store, wanted).status == "done"
    state = state_of(store, wanted.tournament)
    assert third_round(state) == third_round(log.state)
    assert scores(for_standings(state)) == scores(for_standings(log.state))


def third_round(state: Tournament) -> list[tuple[int, int]]:
    """The boards of round 3 by numbers."""
    (*_, draft) = decide(state, PairRound(round=3), DecisionContext(at=10**15))
    assert isinstance(draft, RoundPaired)
    numbers = {entrant: number for number, entrant in enumerate(state.order, start=1)}
    return [(numbers[game.white], numbers[game.black]) for game in draft.games]
