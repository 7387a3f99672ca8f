"""A dossier as lines of text, and as one HTML file that stands for itself and prints on A4."""

from collections.abc import Iterator, Sequence
from html import escape

from planilla.presentation.dossier import DossierSaid, Item, Section

INDENT = "  "


def as_lines(said: DossierSaid) -> tuple[str, ...]:
    """For a terminal, or a text file."""
    return tuple(_lines(said))


def _lines(said: DossierSaid) -> Iterator[str]:
    yield said.title.upper()
    yield said.about
    for section in said.sections:
        yield ""
        yield section.title.upper()
        yield from section.intro
        for item in section.items:
            yield from _item_lines(item)


def _item_lines(item: Item) -> Iterator[str]:
    head = f"{item.label}: {item.text}" if item.label else item.text
    if item.mark == "code" and item.code:
        head = f"{item.label}: {item.code}"
    yield INDENT + head.removesuffix(": ").rstrip()
    yield from (f"{INDENT * 2}{note}" for note in item.notes)
    if item.code and item.mark != "code":
        yield f"{INDENT * 2}{item.code}"


def as_html(said: DossierSaid, language: str, styles: Sequence[str]) -> str:
    """One file: whoever has it needs nothing else, and no script runs in it."""
    body = "\n".join(_section(each) for each in said.sections)
    style = "\n".join(styles)
    return (
        f'<!doctype html>\n<html lang="{language}" data-theme="light">\n<head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(said.title)}</title>\n<style>\n{style}\n</style>\n</head>\n"
        f'<body class="dossier-file"><article class="dossier">\n<h1>{escape(said.title)}</h1>\n'
        f'<p class="about">{escape(said.about)}</p>\n{body}\n</article></body>\n</html>\n'
    )


def _section(section: Section) -> str:
    intro = "".join(f'<p class="intro">{escape(text)}</p>' for text in section.intro)
    items = "\n".join(_item(each) for each in section.items)
    return (
        f'<section class="part {section.name}"><h2>{escape(section.title)}</h2>{intro}\n'
        f"{section.drawing}<dl>{items}</dl></section>"
    )


def _item(item: Item) -> str:
    code = f"<code>{escape(item.code)}</code>" if item.code else ""
    told = () if item.drawn_instead else item.notes
    notes = "".join(f"<small>{escape(note)}</small>" for note in told)
    return (
        f'<div class="{escape(item.mark)}"><dt>{escape(item.label)}</dt>'
        f"<dd>{escape(item.text)}{code}{item.drawing}{notes}</dd></div>"
    )
