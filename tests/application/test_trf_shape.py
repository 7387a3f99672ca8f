"""Rules of a maxi-tournament and best rounds in tournament files: out, in again, standings."""

import json

import pytest
from msgspec.structs import replace

from dsl.tournaments import CREATED, entered, folded, numbered, published, recorded
from dsl.trf_text import trf
from planilla.adapters.cli.standings_data import entrants_of
from planilla.application.envelope import Person
from planilla.application.trf_export import trf_of
from planilla.application.trf_import import header_of, import_of
from planilla.application.trf_standings import Question, standings_of_file
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.vocabulary import EntrantId
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf

A, B = EntrantId("a"), EntrantId("b")


def document(text: bytes) -> TrfDocument:
    read = read_trf(text, "shape.trf")
    assert isinstance(read, TrfDocument), read
    return read


@pytest.mark.parametrize(
    ("system", "shape"),
    [
        ("swiss-lim", MatchShape(maxi=True)),
        ("swiss-dutch-libro", MatchShape(maxi=True)),
        ("monrad", MatchShape(best_rounds=1)),
        ("monrad", MatchShape()),
    ],
)
def test_a_tournament_goes_out_and_comes_back_with_its_shape(
    system: str, shape: MatchShape
) -> None:
    created = replace(CREATED, system_name=system, shape=shape)
    state = folded(
        created,
        *entered(A, B),
        numbered(A, B),
        published(1, (A, B)),
        recorded("1.1", "½-½"),
    )
    written = trf_of(state, lambda entrant: Person(name=entrant))
    assert (b"### planilla-shape" in written) is (shape != MatchShape())
    read = document(written)
    assert "planilla-shape" not in header_of(read, 10_000)[0]
    body = json.loads(import_of(read, system).body)
    told = body["tournament"].get("shape", {})
    assert told.get("maxi", False) is shape.maxi
    assert told.get("best_rounds", 0) == shape.best_rounds


def test_the_standings_of_a_file_count_the_best_rounds() -> None:
    # 1 beats 2 and 3 draws with 4; then 3 beats 1 and 2 beats 4. All: 3 has 1½; the best: 1.
    games = [("2w1", "3b0"), ("1b0", "4w1"), ("4w=", "1w1"), ("3b=", "2b0")]
    points = {}
    for said in ((), ('### planilla-shape {"best_rounds":1}',)):
        read = document(trf(games, "XXR 3", "092 monrad", *said).encode())
        rows = entrants_of(standings_of_file(read, Question()))
        points[bool(said)] = {row["number"]: row["points"] for row in rows}
    assert points[False] == {1: "1", 2: "1", 3: "1.5", 4: "0.5"}
    assert points[True] == {1: "1", 2: "1", 3: "1", 4: "0.5"}
