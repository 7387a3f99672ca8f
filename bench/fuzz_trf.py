"""Throw bytes at the reader of tournament report files: `python -m bench.fuzz_trf [seconds]`.

Guided by coverage, with atheris (`pip install --group fuzz`); it stops at the first crash and
leaves the bytes behind. What must hold of any bytes is in `fuzz_trf_target`.
"""

import importlib
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # its small files

SECONDS = 600
LENGTH_MAX = 4096


def main() -> None:
    """Fuzz for so many seconds, from small files of every kind."""
    atheris: Any = importlib.import_module("atheris")
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with atheris.instrument_imports(include=["planilla.formats"]):
        target: Any = importlib.import_module("bench.fuzz_trf_target")
    with tempfile.TemporaryDirectory(prefix="fuzz-trf-") as folder:
        corpus, words = Path(folder) / "corpus", Path(folder) / "words"
        corpus.mkdir()
        for at, seed in enumerate(target.seeds()):
            (corpus / f"seed{at}").write_bytes(seed)
        words.write_text("".join(f'"{word}"\n' for word in target.WORDS))
        options = [f"-max_total_time={seconds}", f"-max_len={LENGTH_MAX}", f"-dict={words}"]
        atheris.Setup([sys.argv[0], str(corpus), *options], target.hold)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
