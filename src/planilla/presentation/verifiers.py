"""The verifiers of archives with their texts: each is one file that works without Planilla.

The files in `web/verifier/` are complete but for their texts, which the catalogues hold; what is
served and written has those of every language.
"""

import json
from functools import lru_cache

from planilla.presentation.catalogue import CATALOGUES

KEY = "archive."
PAGE_PREFIX = "page."
NAME = "name"
PROGRAM_SLOT = "TEXTS: dict[str, dict[str, str]] = {}"
PAGE_SLOT = '<script type="application/json" id="said">{}</script>'
NO_SCRIPT_SLOT = "<noscript></noscript>"
FILES_KEPT = 4
"""Most verifiers that are kept with their texts, for further sites of the process."""


def texts_of(language: str) -> dict[str, str]:
    """The texts of the page by key, with the name of the language; the program needs some."""
    texts = CATALOGUES[language]
    said = {key.removeprefix(KEY): text for key, text in texts.items() if key.startswith(KEY)}
    return {NAME: texts["language.name"], **said}


@lru_cache(maxsize=FILES_KEPT)
def verifying_program(source: str) -> str:
    """`planilla_verify.py` with its texts."""
    texts = {
        language: {
            key: text for key, text in texts_of(language).items() if not key.startswith(PAGE_PREFIX)
        }
        for language in CATALOGUES
    }
    # A JSON object of strings is a Python literal too.
    literal = json.dumps(texts, ensure_ascii=False, indent=4)
    return _filled(source, PROGRAM_SLOT, PROGRAM_SLOT.removesuffix("{}") + literal)


@lru_cache(maxsize=FILES_KEPT)
def verifying_page(source: str) -> str:
    """`verify.html` with its texts; without script it says in every language that it needs it."""
    texts = {language: texts_of(language) for language in CATALOGUES}
    block = json.dumps(texts, ensure_ascii=False, indent=1).replace("</", "<\\/")
    needs = " · ".join(each["page.no-script"] for each in texts.values())
    page = _filled(source, NO_SCRIPT_SLOT, f"<noscript><p>{needs}</p></noscript>")
    return _filled(page, PAGE_SLOT, PAGE_SLOT.replace("{}", block))


def _filled(source: str, slot: str, content: str) -> str:
    assert source.count(slot) == 1
    return source.replace(slot, content)
