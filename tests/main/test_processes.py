"""Processes are started before anybody asks; what cannot be started then is left for later."""

from patience import PATIENCE_S
from planilla.adapters.workers import WorkerProcess
from planilla.main.node import WORK_MODULES, modules_loaded, start_processes


async def test_each_process_is_there_before_anybody_asks() -> None:
    with WorkerProcess() as process:
        before = process.pid
        await start_processes((None, process), after_s=0)
        assert (before, process.pid is None) == (None, False)
        assert process.ask(modules_loaded, None).result(timeout=PATIENCE_S) == len(WORK_MODULES)


async def test_a_server_that_ends_meanwhile_starts_none() -> None:
    with WorkerProcess() as closed:
        closed.close()
        await start_processes((closed,), after_s=0)
        assert closed.pid is None
