"""The dates and the time control of the regulations in a tournament report file."""

from datetime import datetime

from msgspec.structs import replace

from dsl.tournaments import CREATED, FOUR, entered, folded
from planilla.application.envelope import Person
from planilla.application.trf_export import ReportTexts, announced_headers, prose_of, trf_of
from planilla.domain.tournament.announcement import Play, Regulations, Schedule, Venue
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.schedule import RoundDated
from planilla.domain.tournament.time_controls import Kind, Period, TimeControl
from planilla.domain.tournament.time_controls import parse_code as clocks

STARTS = tuple(datetime(2026, 7, day, 10) for day in (4, 5, 11))  # noqa: DTZ001 - local
ANNOUNCED = Regulations(
    name="Open",
    schedule=Schedule(starts=STARTS),
    play=Play(system=CREATED.system_name, rounds=3),
    time_control=clocks("5400+30"),
)


def headers(regulations: Regulations | None, known: tuple[str, ...] = ()) -> dict[str, str]:
    state = replace(folded(CREATED), regulations=regulations)
    return {header.code: header.text for header in announced_headers(state, {}, known)}


def test_place_and_arbiters_are_told() -> None:
    """TRF16 and TRF26: 022 city, 032 federation, 072 rated players, 102 and 112 the arbiters."""
    played_in = replace(ANNOUNCED, venue=Venue(city="El Masnou", federation="ESP"))
    event = RegulationsAnnounced(
        regulations=played_in, prose={"chief-arbiter": "c1", "deputy-arbiters": "c2"}
    )
    state = folded(CREATED, event, *entered(*FOUR))
    texts = {"c1": "Torres, Ana (2200001)", "c2": "Bosch, Bea (2200002)\n\nCruz,  Carl"}
    told = ReportTexts(prose=prose_of(state, texts))
    file = trf_of(state, lambda entrant: Person(name=entrant), texts=told)
    lines = file.decode().splitlines()
    assert [line for line in lines if line[:3] in {"022", "032", "102", "112"}] == [
        "022 El Masnou",
        "032 ESP",
        "102 Torres, Ana (2200001)",
        "112 Bosch, Bea (2200002)",
        "112 Cruz, Carl",
    ]
    rated = sum(entrant.rating > 0 for entrant in state.entrants.values())
    assert f"072 {rated}" in lines


def test_erased_names_of_arbiters_are_told_no_more() -> None:
    event = RegulationsAnnounced(regulations=ANNOUNCED, prose={"chief-arbiter": "c1"})
    state = folded(CREATED, event, *entered(*FOUR))
    assert prose_of(state, {}) == {}
    assert b"\n102" not in trf_of(state, lambda entrant: Person(name=entrant))


def test_dates_and_time_control_are_told() -> None:
    told = headers(ANNOUNCED)
    assert told["042"] == "2026/07/04"
    assert told["052"] == "2026/07/11"
    assert told["122"] == "90' + 30\""
    assert told["222"] == "5400+30"


def test_the_date_of_a_round_is_in_the_columns_of_the_round() -> None:
    event = RegulationsAnnounced(regulations=ANNOUNCED)
    state = folded(CREATED, event, *entered(*FOUR))
    file = trf_of(state, lambda entrant: Person(name=entrant)).decode()
    (line,) = [line for line in file.splitlines() if line.startswith("132")]
    # Columns 92 to 99, 102 to 109 and 112 to 119, from 1 (TRF26, record 132).
    assert (line[91:99], line[101:109], line[111:119]) == ("26/07/04", "26/07/05", "26/07/11")
    assert "222 5400+30" in file.splitlines()


def test_what_the_file_has_already_is_not_told_twice() -> None:
    assert set(headers(ANNOUNCED, ("042", "122"))) == {"052", "132", "222"}


def test_a_clock_without_a_code_is_told_in_signs_alone() -> None:
    gong = TimeControl(kind=Kind.GONG, periods=(Period(seconds=10),))
    silent = replace(ANNOUNCED, time_control=gong, schedule=Schedule())
    assert headers(silent) == {"122": '10"'}


def test_without_regulations_there_is_nothing_to_tell() -> None:
    assert headers(None) == {}
    assert headers(replace(ANNOUNCED, time_control=None, schedule=Schedule())) == {}


def test_the_dates_are_those_at_which_rounds_are_played() -> None:
    """Round 2 was announced for 5 July and dated for 18 July; TRF16, 132: ten columns a round."""
    moved = RoundDated(round=2, starts=datetime(2026, 7, 18, 10))  # noqa: DTZ001 - local
    state = folded(CREATED, RegulationsAnnounced(regulations=ANNOUNCED), moved)
    told = {header.code: header.text for header in announced_headers(state, {}, ())}
    assert (told["042"], told["052"]) == ("2026/07/04", "2026/07/18")
    assert told["132"].split() == ["26/07/04", "26/07/18", "26/07/11"]


def test_a_round_without_a_date_leaves_its_columns_blank() -> None:
    dated = (
        RoundDated(round=1, starts=STARTS[0]),
        RoundDated(round=3, starts=STARTS[2]),
    )
    told = {
        header.code: header.text for header in announced_headers(folded(CREATED, *dated), {}, ())
    }
    assert told["132"] == f"{'':87}26/07/04            26/07/11"
