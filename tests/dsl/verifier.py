"""The verifier that is one file, as a module, and the one that is a page, as text."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parents[2] / "web" / "verifier"
FILE = FOLDER / "planilla_verify.py"
PAGE_FILE = FOLDER / "verify.html"


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("planilla_verify", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


VERIFIER: Any = _loaded()
PAGE = PAGE_FILE.read_text(encoding="utf-8")
