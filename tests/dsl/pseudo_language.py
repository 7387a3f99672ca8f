"""A third language made of the English texts: accented, longer, and with the plurals of Polish.

`installed_with_pseudo` is this checkout with one more folder of texts and nothing else.
"""

from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "planilla"
LANGUAGE = "pl"
HEADER = """msgid ""
msgstr ""
"Language: pl_PL\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ",
)
PLURALS = ("¹", "²", "⁵", "")
"""Endings of the four Polish forms: one, few, many, other."""


def pseudo(text: str) -> str:
    """Return a text of no language, every letter another than in English; placeholders stay."""
    parts = []
    for literal, name, form, _ in Formatter().parse(text):
        parts.append(literal.translate(LETTERS).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            parts.append("{" + name + (f":{_form(form)}" if form else "") + "}")
    return "".join(parts) + " ~"


def _form(form: str) -> str:
    if "|" not in form or form.startswith("#"):
        return form.translate(LETTERS) if "|" in form else form
    first, *_, last = [each.translate(LETTERS) for each in form.split("|")]
    return "|".join(
        word + end for word, end in zip((first, last, last, last), PLURALS, strict=True)
    )


def installed_with_pseudo(folder: Path) -> Path:
    """Return the folder to import from: every entry is that of this checkout, but for `locales`."""
    package = folder / "src" / "planilla"
    (package / "locales").mkdir(parents=True)
    for entry in PACKAGE.iterdir():
        if entry.name not in {"locales", "__pycache__"}:
            (package / entry.name).symlink_to(entry)
    for entry in (PACKAGE / "locales").iterdir():
        if entry.name != "__pycache__":
            (package / "locales" / entry.name).symlink_to(entry)
    for name in ("web", "migrations"):
        (folder / name).symlink_to(ROOT / name)
    _write_language(package / "locales" / LANGUAGE)
    return folder / "src"


def _write_language(folder: Path) -> None:
    folder.mkdir()
    for path in sorted((PACKAGE / "locales" / "en").glob("*.po")):
        with path.open("rb") as file:
            english = read_po(file)
        catalogue = Catalog()
        for message in english:
            key, text = str(message.id), str(message.string)
            if key:
                is_data = key.startswith("language.") and key != "language.name"
                catalogue.add(key, text if is_data else pseudo(text))
        with (folder / path.name).open("wb") as file:
            file.write(HEADER.encode())
            write_po(file, catalogue, omit_header=True)
