"""Any file: a list in some form, or a reason why not; never anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.rating_lists import HEAD, LEO, VERA, Read, fixed, read
from planilla.formats.rating_list.cells import REMEMBERED_MAX, Cells
from planilla.formats.rating_list.columns import month_in
from planilla.formats.rating_list.records import FAULTS, REASONS, NotAList
from planilla.presentation.catalogue import CATALOGUES

CSV = b"id,name,fed,rating,k,birth\n2205742,Vera,ESP,2306,10,1990\n"
XML = (
    b'<?xml version="1.0"?><playerslist><player><fideid>9</fideid><name>Leo</name>'
    b"<rating>2100</rating></player>\n<player><fideid>8</fideid><name>Ana</name></player>"
    b"</playerslist>"
)
STARTS = (b"", b"<", b"<player>", HEAD.encode() + b"\n", CSV, XML, fixed(VERA, LEO))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "empty", id="nothing"),
        pytest.param(b" \n ", "empty", id="blanks"),
        pytest.param(b"Dear arbiter,\n", "no-columns", id="a letter"),
        pytest.param(b"Name Name ID Number\n", "no-columns", id="a column twice"),
        pytest.param(b"name,rating\nAna,2100\n", "no-columns", id="no ids"),
        pytest.param(b"9" * 10_000, "no-columns", id="no line"),
        pytest.param(b'\0\r<?xml version="1.0"?>', "no-columns", id="a carriage return"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(NotAList) as refused:
        read(data)
    assert refused.value.code == code


@given(
    start=st.sampled_from(STARTS),
    more=st.binary(max_size=300),
    chunk=st.sampled_from([1, 13, 4096]),
)
def test_no_bytes_make_a_reader_fail(start: bytes, more: bytes, chunk: int) -> None:
    _is_read_or_refused(start + more, chunk)


@given(
    whole=st.sampled_from([CSV, XML, fixed(VERA, LEO)]),
    at=st.integers(0, 400),
    put=st.binary(max_size=6),
    gone=st.integers(0, 6),
)
def test_no_damage_makes_a_reader_fail(whole: bytes, at: int, put: bytes, gone: int) -> None:
    at %= len(whole)
    _is_read_or_refused(whole[:at] + put + whole[at + gone :], 64)


def _is_read_or_refused(data: bytes, chunk: int) -> None:
    found = _read_or_reason(data, chunk)
    if isinstance(found, NotAList):
        assert set(found.fields) == REASONS[found.code]
        return
    lines = data.count(b"\n") + 1
    for fault in found.faults:
        assert set(fault.fields) == FAULTS[fault.code]
        assert 1 <= fault.line <= lines
        assert fault.column >= 1
    for player in found.players:
        assert player.name
        assert 0 <= max(player.standard, player.rapid, player.blitz) <= 4000


def _read_or_reason(data: bytes, chunk: int) -> Read | NotAList:
    try:
        return read(data, chunk=chunk)
    except NotAList as reason:
        return reason


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_fault_and_reason_has_a_sentence(language: str) -> None:
    wanted = {f"list-fault.{code}" for code in FAULTS}
    wanted |= {f"list-unreadable.{code}" for code in REASONS}
    assert wanted - set(CATALOGUES[language]) == set()


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("players_list_2026-11.txt", "2026-11"),
        ("fide202611.zip", "2026-11"),
        ("standard_nov26frl.txt", "2026-11"),
        ("ID Number Name SEP25 Gms K", "2025-09"),
        ("elo2026-13", ""),
        ("players_list_foa.txt", ""),
        ("list20261101x", ""),
    ],
)
def test_the_month_is_read_off_a_name(text: str, month: str) -> None:
    assert month_in(text) == month


def test_a_reader_remembers_no_more_cells_than_it_may() -> None:
    cells = Cells(str)
    assert [cells[f" {n} "] for n in range(REMEMBERED_MAX + 2)][-1] == str(REMEMBERED_MAX + 1)
    assert len(cells) == REMEMBERED_MAX
