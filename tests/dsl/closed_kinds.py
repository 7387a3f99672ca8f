"""Cups, leagues and allocations in the middle of their course, for tests that walk their pages.

`furnish_closed` hands the commands in: a cup of three stages in its semi-finals, a bracket of 64
in its third round, a league of eight teams in its fourth, two teams of six by Scheveningen, and
two allocations that are decided. A side whose number is lower wins, as a rule.
"""

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import Any

Post = Callable[..., object]

GIVEN = (
    "Ana", "Bea", "Carl", "Dora", "Eva", "Fay", "Hugo", "Iker", "Jon", "Leo", "Mar", "Noa", "Pau",
    "Quim", "Roc", "Sol",
)  # fmt: skip
FAMILY = ("Alba", "Bosch", "Cruz", "Elizalde", "Ferrer i Puig", "Ibáñez", "Kovács")
OTHERS = ("Maximiliana Fernández de la Vega Sanjuro", "ნანა ალექსანდრია", "أحمد عادل")
"""A name of forty letters, one in Georgian, and one from right to left."""
GROUPS, BRACKET = (2, 3, 4, 5), 6
BY_NUMBER = (("1-0", "1-0"), ("0-1", "1-0"), ("1-0", "0-1"))
"""Results of a group of four by the Berger table: 1–4 2–3, 4–3 1–2, 2–4 3–1."""
CLUBS = (
    "Alfil", "Burgos Capablanca", "Casino de Mahón", "Duero", "Escola d'Escacs de Barcelona",
    "Foment", "Gran Penya del Peó Coronat de Vilafranca", "Hospitalet",
)  # fmt: skip
SQUARES = ("Café Central", "Ateneu", "Biblioteca")


def names(count: int) -> list[str]:
    """So many different names, short and long, three of them unusual."""
    usual = [f"{given} {family}" for family in FAMILY for given in GIVEN]
    found = usual[:2] + list(OTHERS) + usual[2:]
    return found[:count]


def people(prefix: str, given: Sequence[str], top: int = 2400) -> list[dict[str, Any]]:
    """Entrants with falling ratings."""
    return [
        {"id": f"{prefix}{n}", "person": {"name": name}, "rating": top - 11 * n}
        for n, name in enumerate(given, start=1)
    ]


def _pair(post: Post, tournament: str, number: int, stage: int = 1) -> None:
    fields = {"round": number} if stage == 1 else {"round": number, "in_stage": stage}
    post(tournament, "pair-round", **fields)
    post(tournament, "publish-pairings", **fields)


def _record(post: Post, tournament: str, games: dict[str, str]) -> None:
    for game, result in games.items():
        post(tournament, "record-result", game=game, result=result)


def _cup(post: Post) -> None:
    """Four groups, a bracket of eight with matches of two games, and a match for third place."""
    post("copa", "create-tournament", name="Copa escolar del Maresme", system="stages")
    post("copa", "enter-entrants", entrants=people("e", names(16)))
    post("copa", "plan-stage", title="Group", system="round-robin", groups=4)
    two_games = {"games": 2, "tiebreaks": [1]}
    sources = [{"stage": stage, "last": 2} for stage in GROUPS]
    post(
        "copa", "plan-stage", title="Bracket", system="knockout-single", shape=two_games,
        sources=sources, seeds="places",
    )  # fmt: skip
    losers = [{"stage": BRACKET, "first": 3, "last": 4}]
    post(
        "copa", "plan-stage", title="Third place", system="knockout-single", shape=two_games,
        sources=losers,
    )  # fmt: skip
    post("copa", "draw-groups", stages=list(GROUPS))
    for stage in GROUPS:
        for number, results in enumerate(BY_NUMBER, start=1):
            _pair(post, "copa", number, stage)
            for match, result in enumerate(results, start=1):
                _record(post, "copa", {f"{stage}-{number}.{match}": result})
            post("copa", "close-round", round=number, in_stage=stage)
        post("copa", "finish-tournament", in_stage=stage)
    post("copa", "start-stage", in_stage=BRACKET)
    _pair(post, "copa", 1, BRACKET)
    for match, results in enumerate(
        (("1-0", "½-½"), ("1-0", "0-1"), ("½-½", "1-0"), ("0-1", "½-½"))
    ):
        first = f"{BRACKET}-1.{match + 1}"
        _record(post, "copa", {first: results[0], f"{first}.2": results[1]})
    post("copa", "close-round", round=1, in_stage=BRACKET)
    _pair(post, "copa", 2, BRACKET)
    _record(post, "copa", {f"{BRACKET}-2.1": "1-0", f"{BRACKET}-2.2": "½-½"})


def _bracket_of_64(post: Post) -> None:
    """A knockout of 64 whose third round has begun."""
    post("knockout", "create-tournament", name="Torneo relámpago", system="knockout-single")
    post("knockout", "enter-entrants", entrants=people("e", names(64)))
    for number, matches in ((1, 32), (2, 16), (3, 3)):
        _pair(post, "knockout", number)
        results = islice(cycle(("1-0", "0-1", "1-0")), matches)
        games = {f"{number}.{match}": each for match, each in enumerate(results, start=1)}
        _record(post, "knockout", games)
        if number < 3:
            post("knockout", "close-round", round=number)


def _league(post: Post) -> None:
    """Eight teams on four boards: three rounds played, the fourth begun."""
    shape = {"boards": 4, "roster": 6}
    post("liga", "create-tournament", name="Liga comarcal", system="team-round-robin", shape=shape)
    teams = [{"id": f"t{n}", "person": {"name": name}} for n, name in enumerate(CLUBS, start=1)]
    post("liga", "enter-entrants", entrants=teams)
    known = names(8 * 6)
    for n in range(8):
        own = people(f"t{n + 1}-", known[6 * n : 6 * n + 6], 2300 - 40 * n)
        post("liga", "register-players", team=f"t{n + 1}", players=own)
    post("liga", "arrange-team", team="t1", captain="t1-2")
    points = cycle(("1-0", "½-½", "0-1", "1-0", "½-½"))
    for number in (1, 2, 3, 4):
        _pair(post, "liga", number)
        if number == 4:
            reserve = ["t1-1", "t1-2", "t1-3", "t1-6"]
            post("liga", "hand-in-line-up", round=4, team="t1", players=reserve)
        post("liga", "publish-line-ups", round=number)
        for match in range(1, 5 if number < 4 else 3):
            boards = 4 if (number, match) != (4, 2) else 2
            for board in range(1, boards + 1):
                game = f"{number}.{match}" + ("" if board == 1 else f".{board}")
                _record(post, "liga", {game: next(points)})
        if number < 4:
            post("liga", "close-round", round=number)


def _line_ups(post: Post) -> None:
    """The first round of a league whose line-ups are not published; one team has handed one in."""
    post(
        "line-ups", "create-tournament", name="Liga de otoño", system="team-round-robin",
        shape={"boards": 4, "roster": 6},
    )  # fmt: skip
    teams = [
        {"id": f"t{n}", "person": {"name": name}} for n, name in enumerate(CLUBS[3:7], start=1)
    ]
    post("line-ups", "enter-entrants", entrants=teams)
    for n in range(4):
        own = people(f"t{n + 1}-", names(24)[6 * n : 6 * n + 6], 2300 - 40 * n)
        post("line-ups", "register-players", team=f"t{n + 1}", players=own)
    _pair(post, "line-ups", 1)
    handed_in = ["t2-1", "t2-2", "t2-4", "t2-5"]
    post("line-ups", "hand-in-line-up", round=1, team="t2", players=handed_in)


def _between_teams(post: Post) -> None:
    """Two teams of six by Scheveningen, in their fourth round."""
    post("teams", "create-tournament", name="Masnou – Vilassar", system="scheveningen")
    post("teams", "enter-entrants", entrants=people("e", names(12)))
    teams = [
        {"players": [f"e{n}" for n in numbers]} for numbers in (range(1, 12, 2), range(2, 13, 2))
    ]
    post("teams", "form-teams", teams=teams)
    results = cycle(("1-0", "½-½", "0-1", "1-0", "1-0", "½-½", "0-1"))
    for number in (1, 2, 3, 4):
        _pair(post, "teams", number)
        boards = range(1, 7 if number < 4 else 3)
        _record(post, "teams", {f"{number}.{board}": next(results) for board in boards})
        if number < 4:
            post("teams", "close-round", round=number)


def _allocations(post: Post) -> None:
    """Six players to three clubs with two places by votes, and six players to teams of two."""
    post("places", "create-tournament", name="Abierto con sedes", rounds=3)
    post("places", "enter-entrants", entrants=people("e", names(6)))
    options = [{"name": name, "places": 2} for name in SQUARES]
    post("places", "open-allocation", method="votes", options=options)
    votes_of = ((60, 30, 10), (50, 25, 25), (20, 60, 20), (40, 40, 20), (10, 20, 70), (34, 33, 33))
    for n, values in enumerate(votes_of, start=1):
        post("places", "hand-in-ballot", entrant=f"e{n}", values=values)
    post("places", "decide-allocation")
    post("pairs", "create-tournament", name="Torneo por parejas", rounds=3)
    post("pairs", "enter-entrants", entrants=people("e", names(6)))
    post("pairs", "open-allocation", method="teams-a", team=2)
    for n in range(1, 7):
        votes = [0 if other == n else 3 for other in range(1, 7)]
        votes[n % 6], votes[(n + 1) % 6] = 8, 1
        post("pairs", "hand-in-ballot", entrant=f"e{n}", values=votes)
    post("pairs", "decide-allocation")


def furnish_closed(post: Post) -> None:
    """Hand everything in."""
    _cup(post)
    _bracket_of_64(post)
    _league(post)
    _line_ups(post)
    _between_teams(post)
    _allocations(post)
