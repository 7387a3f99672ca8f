"""How far a what-if has come, on the terminal while one is looked at."""

from planilla.adapters.cli.console import Console
from planilla.audit.replay import OnProgress, Phase, ReplayProgress


def steps_shown(console: Console) -> OnProgress:
    """Each step as one line with a bar, rewritten; worlds that are drawn by their rounds."""
    lines = {phase: console.progress(f"progress.whatif.{phase}") for phase in Phase}
    drawn = console.progress("progress.whatif.worlds-round")

    def shown(step: ReplayProgress) -> None:
        line = drawn if step.rounds else lines[step.phase]
        line(*step.bar)

    return shown
