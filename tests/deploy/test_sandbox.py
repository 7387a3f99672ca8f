"""The service lives under the system-call filter of its own unit file."""

import os
import sys
import time
from pathlib import Path

from deploy.system_call_filter import allowed_by
from nodes.serving import PLANILLA, Node, node_of
from patience import PATIENCE_S

UNIT = Path(__file__).parents[2] / "deploy" / "systemd" / "planilla.service"
FILTER = Path(__file__).with_name("system_call_filter.py")
NICENESS = 10
NICEST = 19


def test_the_unit_allows_what_workers_call_and_little_else() -> None:
    allowed, otherwise = allowed_by(UNIT)
    assert "setpriority" in allowed
    assert not allowed & {"setuid", "chroot", "mount", "reboot", "sched_setscheduler", "setrlimit"}
    assert otherwise & 0xFFFF == 1, "EPERM: a call that was not thought of must not end the process"


def test_workers_live_under_the_filter_of_the_unit(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'planilla.db'}"
    filtered = (sys.executable, FILTER, UNIT, PLANILLA)
    with node_of(url, tmp_path / "data", filtered) as serving:
        deadline = time.monotonic() + PATIENCE_S
        while _nicer_children(serving) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert _nicer_children(serving) == 2, serving.said
        status = Path(f"/proc/{serving.process.pid}/status").read_text(encoding="ascii")
        assert "Seccomp:\t2" in status, "it runs under a filter at all"


def _nicer_children(serving: Node) -> int:
    """Count the processes of the server that have got their niceness: those that pages ask."""
    wanted = min(os.getpriority(os.PRIO_PROCESS, serving.process.pid) + NICENESS, NICEST)
    threads = Path(f"/proc/{serving.process.pid}/task").iterdir()
    children = [pid for each in threads for pid in (each / "children").read_text().split()]
    return sum(os.getpriority(os.PRIO_PROCESS, int(child)) == wanted for child in children)
