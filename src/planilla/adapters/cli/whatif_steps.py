"""How far a what-if has come, on the terminal while one is looked at."""

from planilla.adapters.cli.console import Console
from planilla.audit.progress import Phase, Tick


def steps_shown(console: Console) -> Tick:
    """Each step as one line with a bar, rewritten."""
    lines = {phase: console.progress(f"progress.whatif.{phase}") for phase in Phase}
    return lambda step: lines[step.phase](step.done, step.total)
