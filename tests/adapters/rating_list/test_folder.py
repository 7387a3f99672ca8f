"""A folder of lists: searched in milliseconds, replaced whole or not at all."""

import os
import sqlite3
from pathlib import Path

import pytest

from dsl.rating_lists import LEO, LEO_OF_CHILE, VERA, fixed, keep, names, read
from planilla.adapters.rating_list.folder import RatingListFolder
from planilla.application.rating_lists import ListNotWritten, ListUnusable, RatingList

DE_LA_CRUZ = {**LEO, "id": "11", "name": "de la Cruz, Ana"}
MUELLER = {**LEO, "id": "12", "name": "Mueller, Eva"}
EMPTY = RatingList(kind="fide", month="2026-12", source="list.txt", form="csv", broken=3)


@pytest.fixture
def lists(tmp_path: Path) -> RatingListFolder:
    """A folder with a list of five."""
    return keep(tmp_path, fixed(VERA, LEO, LEO_OF_CHILE, DE_LA_CRUZ, MUELLER))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("2205742", ["Aranda, Vera"], id="an id"),
        pytest.param(" 2205742 ", ["Aranda, Vera"], id="an id with blanks"),
        pytest.param("77", [], id="nobody's id"),
        pytest.param("99999999999999999999", [], id="a number without end"),
        pytest.param("aranda", ["Aranda, Vera"], id="the family name"),
        pytest.param("ARÁN", ["Aranda, Vera"], id="its beginning, otherwise written"),
        pytest.param("Aranda, V", ["Aranda, Vera"], id="a name that is being typed"),
        pytest.param("vera aranda", ["Aranda, Vera"], id="the first name first"),
        pytest.param("vera ara", ["Aranda, Vera"], id="the first name, and what is being typed"),
        pytest.param("Ana de la Cruz", ["de la Cruz, Ana"], id="particles"),
        pytest.param("Müller", ["Mueller, Eva"], id="an umlaut spelt out"),
        pytest.param("Leo Ibáñez", ["Ibanez, Leo", "Ibanez, Leo"], id="two of one name"),
        pytest.param("pons", [], id="nobody"),
        pytest.param("ve ar", [], id="words too short to look for each alone"),
        pytest.param("'; DROP TABLE player; --", [], id="no name at all"),
        pytest.param("%", [], id="no letters"),
        pytest.param("x y " * 500, [], id="far too many words"),
    ],
)
def test_players_are_found(text: str, found: list[str], lists: RatingListFolder) -> None:
    assert names(lists.find("fide", text)) == found


def test_no_more_are_shown_than_asked_for(lists: RatingListFolder) -> None:
    assert len(lists.find("fide", "ibanez", limit=1)) == 1


def test_a_whole_name_is_no_beginning(lists: RatingListFolder) -> None:
    assert names(lists.named("fide", "Vera Aranda")) == ["Aranda, Vera"]
    assert lists.named("fide", "Vera") == ()
    assert lists.named("fide", "") == ()


def test_a_player_comes_back_as_read(lists: RatingListFolder) -> None:
    assert lists.with_id("fide", 2205742) == read(fixed(VERA)).players[0]
    assert lists.with_id("fide", 1) is None


def test_lists_are_told_fides_first(tmp_path: Path) -> None:
    assert RatingListFolder(tmp_path / "nowhere").lists() == ()
    keep(tmp_path, fixed(VERA), kind="feda", month="2026-10")
    lists = keep(tmp_path, fixed(VERA, LEO), kind="fide")
    told = [(each.kind, each.month, each.players) for each in lists.lists()]
    assert told == [("fide", "2026-11", 2), ("feda", "2026-10", 1)]


def test_a_new_list_takes_the_place_of_the_old_one_at_once(lists: RatingListFolder) -> None:
    with lists.building("fide") as building:
        building.add(read(fixed(LEO)).players)
        assert lists.with_id("fide", 2205742) is not None
        made, twice = building.finish(EMPTY)
    assert (made.players, made.broken, twice) == (1, 3, ())
    assert lists.with_id("fide", 2205742) is None
    assert lists.lists() == (made,)


def test_a_list_that_is_given_up_leaves_nothing_behind(
    lists: RatingListFolder, tmp_path: Path
) -> None:
    before = sorted(tmp_path.iterdir())

    with lists.building("fide") as building:
        building.add(read(fixed(LEO)).players)
    assert sorted(tmp_path.iterdir()) == before
    assert lists.with_id("fide", 2205742) is not None


def test_an_id_that_comes_twice_is_kept_once_and_told(lists: RatingListFolder) -> None:
    with lists.building("fide") as building:
        building.add(read(fixed(LEO, VERA, {**LEO, "name": "Other"}, LEO)).players)
        made, twice = building.finish(EMPTY)
    assert (made.players, made.broken) == (2, 5)
    told = [(fault.line, fault.code, dict(fault.fields)) for fault in twice]
    assert told == [
        (4, "id-twice", {"id": "2205743", "first": 2}),
        (5, "id-twice", {"id": "2205743", "first": 2}),
    ]
    kept = lists.with_id("fide", 2205743)
    assert kept is not None
    assert kept.name == "Ibanez, Leo"


def test_what_a_killed_import_left_behind_is_swept_up(
    lists: RatingListFolder, tmp_path: Path
) -> None:
    old, young = tmp_path / ".fide-old.part", tmp_path / ".fide-young.part"
    for part in (old, young):
        part.write_bytes(b"half a list")
    os.utime(old, (1, 1))
    with lists.building("fide"):
        assert not old.exists()
        assert young.exists()


def test_a_file_of_another_kind_is_never_taken_for_a_list(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "fide.db") as connection:
        connection.execute("CREATE TABLE player (id)")
    connection.close()
    lists = RatingListFolder(tmp_path)
    with pytest.raises(ListUnusable):
        lists.lists()


def test_a_broken_file_and_a_missing_one_are_told(lists: RatingListFolder) -> None:
    lists.path("fide").write_bytes(b"no database" * 1000)
    with pytest.raises(ListUnusable):
        lists.find("fide", "Vera")
    with pytest.raises(ListUnusable):
        lists.with_id("dsb", 7)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    lists = RatingListFolder(tmp_path / "file")
    with pytest.raises(ListNotWritten), lists.building("fide"):
        pass


def test_a_disk_that_is_full_is_told(lists: RatingListFolder) -> None:
    """SQLite is told to stop after some pages, as it would at the end of the disk."""
    many = read(fixed(*[{**LEO, "id": str(n)} for n in range(1, 900)])).players
    with lists.building("fide") as building:
        building._connection.execute("PRAGMA max_page_count = 4")
        with pytest.raises(ListNotWritten, match="full"):
            building.add(many)
    assert lists.with_id("fide", 2205742) is not None
