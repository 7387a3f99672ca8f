"""The most memory that this process ever had, without what its parent had before it started."""

import resource
from pathlib import Path

STATUS = Path("/proc/self/status")
KIB_IN_MIB = 1024


def peak_mb() -> float:
    """In MiB. Without /proc, what the parent had when it started this process may count too."""
    if not STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIB_IN_MIB
    lines = STATUS.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / KIB_IN_MIB
