"""Texts come from PO files, compiled once, and from the compiled file alone where it is all."""

import multiprocessing
import re
from pathlib import Path

import pytest

from planilla.locales import COMPILED, FOLDER, LANGUAGES, languages_in, load
from planilla.locales.compiling import InvalidCatalogue, compile_texts

HEADER = 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'


def write(folder: Path, subject: str, *texts: tuple[str, str], header: str = HEADER) -> Path:
    folder.mkdir(exist_ok=True)
    entries = "".join(f'\nmsgid "{key}"\nmsgstr "{text}"\n' for key, text in texts)
    path = folder / f"{subject}.po"
    path.write_text(header + entries, encoding="utf-8")
    return path


@pytest.fixture
def polish(tmp_path: Path) -> Path:
    """The folder of a language of two texts, in two files."""
    write(tmp_path / "pl", "pages", ("page.title", "Turniej"))
    write(tmp_path / "pl", "refusals", ("refusal.no", "Nie można"))
    return tmp_path / "pl"


TEXTS = {"page.title": "Turniej", "refusal.no": "Nie można"}


def test_a_language_is_its_folder(polish: Path) -> None:
    (polish.parent / "empty").mkdir()
    assert languages_in(polish.parent) == ("pl",)
    assert load(polish).locale == "pl"
    assert load(polish).texts == TEXTS


def test_texts_are_compiled_once(polish: Path) -> None:
    load(polish)
    compiled = (polish / COMPILED).stat()
    assert load(polish).texts == TEXTS
    assert (polish / COMPILED).stat() == compiled


def test_a_changed_file_is_compiled_again(polish: Path) -> None:
    load(polish)
    write(polish, "pages", ("page.title", "Zawody"))
    assert load(polish).texts["page.title"] == "Zawody"


def test_a_file_that_is_gone_takes_its_texts_along(polish: Path) -> None:
    load(polish)
    (polish / "pages.po").unlink()
    assert load(polish).texts == {"refusal.no": "Nie można"}


def test_the_compiled_file_alone_is_a_language(polish: Path) -> None:
    load(polish)
    for path in polish.glob("*.po"):
        path.unlink()
    assert languages_in(polish.parent) == ("pl",)
    assert load(polish).texts == TEXTS


def test_a_damaged_compiled_file_is_made_again(polish: Path) -> None:
    (polish / COMPILED).write_text('{"locale": "p', encoding="utf-8")
    assert load(polish).texts == TEXTS
    assert load(polish).texts == TEXTS


def test_a_folder_that_takes_no_file_is_read_all_the_same(polish: Path) -> None:
    # As in a read-only installation: nothing can be put in the place of a folder.
    (polish / COMPILED).mkdir()
    assert load(polish).texts == TEXTS
    assert sorted(path.name for path in polish.iterdir()) == [COMPILED, "pages.po", "refusals.po"]


def test_processes_may_compile_at_the_same_time(polish: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(load, [polish] * 8, chunksize=1)
        pool.close()
        pool.join()  # before they are terminated, as they save what was measured
    assert [language.texts for language in found] == [TEXTS] * 8
    assert load(polish).texts == TEXTS


def test_a_text_not_translated_yet_is_left_out(tmp_path: Path) -> None:
    write(tmp_path / "pl", "pages", ("page.title", ""), ("page.back", "Wstecz"))
    assert compile_texts(tmp_path / "pl") == ("pl", {"page.back": "Wstecz"})


def test_a_key_stands_in_one_file_only(polish: Path) -> None:
    write(polish, "prizes", ("page.title", "Nagrody"))
    with pytest.raises(
        InvalidCatalogue, match=r"refusals\.po: page\.title|prizes\.po: page\.title"
    ):
        compile_texts(polish)


def test_all_files_of_a_language_name_one_locale(polish: Path) -> None:
    write(polish, "prizes", header=HEADER.replace("Language: pl", "Language: cs"))
    with pytest.raises(InvalidCatalogue, match="cs"):
        compile_texts(polish)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_file(language: str) -> None:
    # Babel's reader keeps the last of two entries with one key and says nothing.
    twice = [
        f"{path.name}: {key}"
        for path in sorted((FOLDER / language).glob("*.po"))
        for key, times in _keys(path).items()
        if times > 1
    ]
    assert twice == []


def test_every_language_has_the_same_files_with_the_same_keys() -> None:
    files = {
        language: {path.name: set(_keys(path)) for path in (FOLDER / language).glob("*.po")}
        for language in LANGUAGES
    }
    assert all(each == files["en"] for each in files.values())


def _keys(path: Path) -> dict[str, int]:
    keys = re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {key: keys.count(key) for key in keys}
