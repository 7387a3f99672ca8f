"""Build hook of the wheel: compiles the PO files of every language into it (ADR 0034)."""

import importlib.util
import json
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALES = Path("src", "planilla", "locales")


class CatalogueBuildHook(BuildHookInterface[Any]):
    """Compiled texts in the wheel; an editable installation reads the PO files in place."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile all languages and include the result."""
        if version == "editable":
            return
        spec = importlib.util.spec_from_file_location(
            "compiling", Path(self.root) / LOCALES / "compiling.py"
        )
        assert spec is not None
        assert spec.loader is not None
        compiling = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(compiling)
        folder = Path(tempfile.mkdtemp())
        for language in sorted({path.parent for path in Path(self.root, LOCALES).glob("*/*.po")}):
            locale, texts = compiling.compile_texts(language)
            compiled = folder / f"{language.name}.json"
            content = {"locale": locale, "sources": [], "texts": texts}
            compiled.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
            inside = f"planilla/locales/{language.name}/compiled.json"
            build_data["force_include"][str(compiled)] = inside
