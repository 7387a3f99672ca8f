"""Processes are started before anybody asks; what cannot be started then is left for later."""

from planilla.adapters.workers import WorkerProcess
from planilla.main.warming import LOADED, loaded, warmed


async def test_each_process_is_there_before_anybody_asks() -> None:
    with WorkerProcess() as process:
        await warmed((None, process), after_s=0)
        assert process.pid is not None
        assert process.ask(loaded, None).result(timeout=20) == len(LOADED)


async def test_a_server_that_ends_meanwhile_starts_none() -> None:
    with WorkerProcess() as closed:
        closed.close()
        await warmed((closed,), after_s=0)
        assert closed.pid is None
