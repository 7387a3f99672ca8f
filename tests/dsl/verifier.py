"""The verifiers of archives with their texts: the program as a module, and the page as text."""

from pathlib import Path
from types import ModuleType
from typing import Any

from planilla.presentation.verifiers import verifying_page, verifying_program

FOLDER = Path(__file__).parents[2] / "web" / "verifier"
FILE = FOLDER / "planilla_verify.py"
PROGRAM = verifying_program(FILE.read_text(encoding="utf-8"))
PAGE = verifying_page((FOLDER / "verify.html").read_text(encoding="utf-8"))


def _loaded() -> ModuleType:
    module = ModuleType("planilla_verify")
    module.__file__ = str(FILE)
    exec(compile(PROGRAM, FILE, "exec"), module.__dict__)
    return module


VERIFIER: Any = _loaded()
