"""Tournaments by the Swiss systems of FIDE beside the Dutch, each with a round to explain.

Each is named as its system. Of a board the higher ranked wins, the lower wins, or they draw, in
turn, so that there are floaters, changed colours and opponents who were passed over.
"""

from collections.abc import Callable
from itertools import cycle

from dsl.closed_kinds import CLUBS, names, people

Post = Callable[..., object]

DOUBLE = "swiss-double"
INDIVIDUAL = ("swiss-burstein-2026", "swiss-dubov-2026", "swiss-lim", DOUBLE)
TEAM = "swiss-team-2026"
NAMES = names(115)
PLAYERS = [NAMES[17 * n % len(NAMES)] for n in range(15)]
ROUNDS_PLAYED, ROUNDS = 3, 6
"""Round 4 of six is the first that Burstein's own rules pair (1.6.2)."""
RESULTS = ("1-0", "½-½", "0-1", "1-0", "0-1", "½-½", "1-0")


def _play(post: Post, tournament: str, matches: int, boards: int = 1) -> None:
    """Play the rounds before the one that is explained, and publish that."""
    results = cycle(RESULTS)
    for number in range(1, ROUNDS_PLAYED + 2):
        post(tournament, "pair-round", round=number)
        post(tournament, "publish-pairings", round=number)
        if tournament == TEAM:
            post(tournament, "publish-line-ups", round=number)
        if number > ROUNDS_PLAYED:
            return
        for match in range(1, matches + 1):
            for board in range(1, boards + 1):
                game = f"{number}.{match}" + ("" if board == 1 else f".{board}")
                post(tournament, "record-result", game=game, result=next(results))
        post(tournament, "close-round", round=number)


def furnish_swisses(post: Post) -> None:
    """Hand everything in: fifteen players each, and eight teams of four."""
    for system in INDIVIDUAL:
        post(system, "create-tournament", name="Abierto de verano", system=system, rounds=ROUNDS)
        post(system, "enter-entrants", entrants=people("e", PLAYERS))
        _play(post, system, 7, boards=2 if system == DOUBLE else 1)
    shape = {"boards": 4, "roster": 4}
    post(
        TEAM, "create-tournament", name="Equipos de verano", system=TEAM, rounds=ROUNDS, shape=shape
    )
    teams = [{"id": f"t{n}", "person": {"name": name}} for n, name in enumerate(CLUBS, start=1)]
    post(TEAM, "enter-entrants", entrants=teams)
    for n in range(len(CLUBS)):
        own = people(f"t{n + 1}-", NAMES[n :: len(CLUBS) + 1][:4], 2300 - 40 * n)
        post(TEAM, "register-players", team=f"t{n + 1}", players=own)
    _play(post, TEAM, 4, boards=4)
