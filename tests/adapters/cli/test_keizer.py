"""`planilla keizer`: what it is asked, and what it has served."""

from collections.abc import Callable
from io import StringIO
from typing import cast

import pytest

from adapters.cli.conftest import Planilla
from planilla.adapters.cli.command_line import Invocation, called
from planilla.adapters.cli.console import Console
from planilla.adapters.cli.services import Announcement, Services, Serving
from planilla.demo.season import KeizerSeason
from planilla.demo.shows import PlayedSeason
from planilla.main import DEMO_COMMANDS


class NoServer:
    """Remembers how it was to be served, and answers at once."""

    served: Serving | None = None

    def serve(self, serving: Serving, announce: Callable[[Announcement], None]) -> None:
        """Announce an address, and stop."""
        self.served = serving
        announce(
            Announcement(
                serving="http://127.0.0.1:8000",
                organiser_link="http://127.0.0.1:8000/enter#secret",
                demo_created=None,
                network=None,
                data_folder=None,
                database="sqlite:///planilla.db",
            )
        )


def test_it_is_simulated_or_nothing(planilla: Planilla) -> None:
    answer = planilla("keizer")
    assert answer.code == 2
    assert "--simulate" in answer.err


@pytest.mark.parametrize("options", [("--players", "0"), ("--pace", "-1"), ("--port", "70000")])
def test_what_cannot_be_is_refused(planilla: Planilla, options: tuple[str, str]) -> None:
    assert planilla("keizer", "--simulate", *options).code == 2


def test_a_season_is_served_at_a_pace() -> None:
    server, out = NoServer(), StringIO()
    console = Console("en", as_json=False, out=out, err=StringIO())
    invocation = Invocation(console, lambda: cast("Services", server))
    asked = "keizer --simulate --players 6 --rounds 9 --seed 4 --pace 0.5 --port 0"
    called(asked.split(), invocation, (DEMO_COMMANDS,))
    assert server.served is not None
    assert (server.served.host, server.served.port) == (None, 0)
    show = server.served.show
    assert isinstance(show, PlayedSeason)
    assert (show.plan.players, show.plan.rounds, show.plan.seed) == (6, 9, 4)
    assert show.pace_s == 0.5
    assert KeizerSeason(players=8).everybody == 10
    assert "127.0.0.1:8000" in out.getvalue()
    assert "secret" not in out.getvalue(), "this is no terminal"
