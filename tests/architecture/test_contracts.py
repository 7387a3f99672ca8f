"""The rings hold: import-linter's contracts of pyproject.toml."""

import subprocess
import sys
from pathlib import Path

from architecture.sources import ROOT
from dsl.uninstrumented import uninstrumented


def test_imports_keep_every_contract() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint_imports, "--no-cache"],
        cwd=ROOT,
        env=uninstrumented(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
