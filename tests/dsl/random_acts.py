"""Random commands of every kind, as programs send them: many are refused, as of people's are.

`advance` is what an arbiter does next; `any_act` is anything at all, whether it makes sense or not.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from planilla.domain.tournament.entry_requests import pending_requests
from planilla.domain.tournament.lookups import awaited_games
from planilla.domain.tournament.masnou.hall import MINUTE_US, Hall, hall_of, table_game
from planilla.domain.tournament.masnou.results import running_games
from planilla.domain.tournament.state import RoundState, RoundStatus, Tournament
from planilla.domain.vocabulary import GameId

Act = tuple[str, dict[str, Any]]
Body = Callable[[Random, Tournament], dict[str, Any]]

ROUNDS = 4
RESULTS = ("1-0", "½-½", "0-1", "+/-", "-/+", "-/-")
ENTRANTS = tuple(f"e{n}" for n in range(1, 7))
AT_NO_TIME_OF_OURS = frozenset(
    {"create-tournament", "import-tournament", "announce-log-key", "hand-over-lead", "fire-timer"}
)
"""What begins a tournament, or is said by a machine."""


def founded(system: str) -> tuple[Act, ...]:
    """A tournament of six, with prizes; the colour of number 1 is drawn by lot."""
    people = [
        {"id": each, "person": {"name": f"Player {each}"}, "rating": 2100 - 60 * place}
        for place, each in enumerate(ENTRANTS)
    ]
    groups = [{"prizes": [60000, 30000], "sharing": "hort"}]
    plan = {"currency": "EUR", "fund": 90000, "groups": groups}
    rules = {"name": "Club", "system": system, "rounds": ROUNDS}
    return (
        ("create-tournament", rules),
        ("enter-entrants", {"entrants": people}),
        ("announce-prizes", {"plan": plan}),
    )


def _requests(chance: Random, state: Tournament) -> list[str]:
    """A request of the queue, or one that never was."""
    return [chance.choice([*pending_requests(state)] or ["r-nobody"])]


def advance(chance: Random, state: Tournament) -> Act:
    """What comes next: a round is paired, published, played, or the hall goes on."""
    if state.system_name == "masnou":
        return _in_hall(chance, Hall.of(state.memory))
    if not state.rounds or state.rounds[-1].status is RoundStatus.CLOSED:
        return _between_rounds(chance, state)
    last = state.rounds[-1]
    if last.status is RoundStatus.DRAFT:
        return "publish-pairings", {"round": last.number}
    if awaited_games(state, last):
        game = chance.choice(last.open_games)
        return "record-result", {"game": game, "result": chance.choice(RESULTS[:3])}
    return "close-round", {"round": last.number}


def _between_rounds(chance: Random, state: Tournament) -> Act:
    if state.finished:
        return "reopen-tournament", {}
    if len(state.rounds) == ROUNDS:
        late = [game for played in state.rounds for game in played.open_games]
        if late:
            return "record-result", {"game": chance.choice(late), "result": "½-½"}
        return "finish-tournament", {}
    return "pair-round", {"round": len(state.rounds) + 1}


def any_act(chance: Random, state: Tournament) -> Act:
    """One of every kind of command, with a body that may fit."""
    names = sorted(BODIES.keys() & (IN_A_HALL if state.memory.has_games else OF_ROUNDS))
    name = chance.choice(names if chance.random() < LIKELY else sorted(BODIES))
    return name, BODIES[name](chance, state)


def _in_hall(chance: Random, hall: Hall | None) -> Act:
    """What keeps a hall busy: a pause ends, calls are answered, games end, an end is moved."""
    if hall is None:
        rules = {"tables": 2, "order": "lot", "call_seconds": chance.choice((0, 60))}
        return "open-hall", {"rules": rules | chance.choice(({}, {"tiebreaks": []}))}
    if hall.paused_at:
        return "resume-hall", {}
    calls = [call.number for table in hall.tables.values() for call in table.calls]
    if calls:
        return "take-seat", {"call": chance.choice(calls)}
    running = running_games(hall)
    if running:
        result = chance.choice(RESULTS[:3])
        return "record-result", {"game": chance.choice(running), "result": result}
    if hall.over:
        return _after_the_end(chance, hall)
    return "queue-player", {"entrant": chance.choice(ENTRANTS)}


def _after_the_end(chance: Random, hall: Hall) -> Act:
    if hall.playoff:
        return chance.choice(("finish-tournament", "reopen-tournament")), {}
    if chance.random() < GOES_ON:
        return "move-hall-end", {"ends_at": hall.ends_at + MINUTE_US}
    return "draw-playoff", {}


def _entrant(chance: Random, _: Tournament) -> dict[str, Any]:
    return {"entrant": chance.choice(ENTRANTS)}


def _because(chance: Random, state: Tournament) -> dict[str, Any]:
    return {**_entrant(chance, state), "reason": "so"}


def _round(chance: Random, state: Tournament) -> dict[str, Any]:
    return {"round": chance.randint(max(1, len(state.rounds) - 1), len(state.rounds) + 1)}


def _game_and_round(chance: Random, state: Tournament) -> tuple[str, RoundState | None]:
    played = chance.choice(state.rounds) if state.rounds else None
    if state.memory.has_games:
        table = chance.choice(tuple(hall_of(state).tables.values()))
        return table_game(table.number, chance.randint(1, max(1, len(table.games)))), None
    return (chance.choice(played.games), played) if played and played.games else ("1.1", None)


def _game(chance: Random, state: Tournament) -> dict[str, Any]:
    return {"game": _game_and_round(chance, state)[0]}


def _version(state: Tournament, game: str, played: RoundState | None) -> int:
    """That of the result in force."""
    if played is not None:
        return played.version_of(played.games.index(game))
    found = hall_of(state).find(GameId(game)) if state.memory.has_games else None
    return 1 if found is None else found.version


def _effect(chance: Random, state: Tournament) -> dict[str, Any]:
    if chance.random() < 0.3:
        return {}
    coming = chance.choice((None, state.last_published + 1))
    return {"effect": {"points": chance.random() < 0.8, "pairing_from": coming, "rating": True}}


def _correction(chance: Random, state: Tournament) -> dict[str, Any]:
    game, played = _game_and_round(chance, state)
    return {"game": game, "corrects": _version(state, game, played), "reason": "sheet"} | _effect(
        chance, state
    )


def _swap(chance: Random, state: Tournament) -> dict[str, Any]:
    other, played = _game_and_round(chance, state)
    version = _version(state, other, played)
    return {**_correction(chance, state), "other": other, "other_corrects": version}


def _boards(chance: Random, state: Tournament) -> dict[str, Any]:
    """The last round, with the first two boards' players in another order."""
    if not state.rounds or not state.rounds[-1].pairs:
        return {"round": 1, "boards": [], "reason": "x"}
    last = state.rounds[-1]
    seats = [each for board in last.pairs for each in board]
    first = seats[:4]
    chance.shuffle(first)
    seats = first + seats[4:]
    allocated = [bye.entrant for bye in last.byes if bye.kind.value == "U"]
    pairs = list(zip(seats[::2], seats[1::2], strict=True))
    bye = allocated[0] if allocated else None
    return {"round": last.number, "boards": pairs, "bye": bye, "reason": "they sat so"}


def _newcomer(chance: Random, _: Tournament) -> dict[str, Any]:
    late = f"late{chance.randint(1, 3)}"
    person = {"name": f"Late {late}"}
    return {"entrants": [{"id": late, "person": person, "rating": 1900}]}


def _rating(chance: Random, state: Tournament) -> dict[str, Any]:
    return {**_entrant(chance, state), "rating": chance.randint(1500, 2400)}


def _table(chance: Random, _: Tournament) -> dict[str, Any]:
    return {"table": chance.randint(1, 3)}


def _call(chance: Random, state: Tournament) -> dict[str, Any]:
    hall = Hall.of(state.memory)
    calls = [] if hall is None else [c for t in hall.tables.values() for c in t.calls]
    return {"call": chance.choice(calls).number if calls else 1}


def _timer(_: Random, state: Tournament) -> dict[str, Any]:
    return {"timer": next(iter((*state.timers, *state.awaiting)), "start.1")}


def _nothing(_: Random, __: Tournament) -> dict[str, Any]:
    return {}


def _draw(chance: Random, _: Tournament) -> dict[str, Any]:
    return chance.choice(
        (
            {"draw": "machine"},
            {"draw": "lottery", "figure": 7},
            {"draw": "hand", "entrants": ["e1", "e2"], "numbers": [2, 1]},
        )
    )


def _absent(chance: Random, state: Tournament) -> dict[str, Any]:
    game, played = _game_and_round(chance, state)
    players = played.boards[played.games.index(game)] if played else ENTRANTS
    return {"game": game, "entrant": chance.choice(players)}


def _ineligible(chance: Random, state: Tournament) -> dict[str, Any]:
    games = chance.choice(("stand", "forfeit", "not-played"))
    first = chance.randint(1, len(state.rounds) + 1)
    return {**_because(chance, state), "from_round": first, "games": games}


def _prizes(chance: Random, _: Tournament) -> dict[str, Any]:
    first = chance.choice((600, 700, 900))
    groups = [{"prizes": [first, 1000 - first]}]
    return {"plan": {"currency": "EUR", "fund": 1000, "groups": groups}}


BODIES: dict[str, Body] = {
    "announce-regulations": lambda _, state: {
        "regulations": {"name": "Club", "play": {"system": state.system_name, "rounds": ROUNDS}},
        "reason": "clearer",
    },
    "rule-same-origin": lambda chance, _: {"rule": chance.choice(("meet", "avoid"))},
    "set-acceleration": lambda chance, _: {"method": chance.choice(("none", "baku", "haley"))},
    "rule-keizer": lambda _, __: {"rules": {}},
    "recalculate-values": _nothing,
    "rule-absence": lambda chance, state: {
        **_because(chance, state),
        **_round(chance, state),
        "absence": "justified",
    },
    "enter-entrants": _newcomer,
    "correct-personal-data": lambda chance, state: {
        **_entrant(chance, state),
        "person": {"name": "Other Name"},
    },
    "correct-sporting-data": _rating,
    "assign-numbers": lambda chance, _: chance.choice(({}, {"reason": "late-entry"})),
    "open-entry-form": lambda chance, _: {"places": chance.choice((0, 6, 7, 9))},
    "close-entry-form": lambda _, __: {},
    "request-entry": lambda _, state: {
        "entrant": f"r{len(state.requests)}",
        "person": {"name": f"Asks {len(state.requests)}"},
        "rating": 1700,
    },
    "withdraw-entry-request": lambda chance, state: {"entrant": _requests(chance, state)[0]},
    "accept-entry-requests": lambda chance, state: {"entrants": _requests(chance, state)},
    "refuse-entry-requests": lambda chance, state: {
        "entrants": _requests(chance, state),
        "reason": "full",
    },
    "post-notice": lambda _, __: {"note": "Round 2 starts later"},
    "withdraw-notice": lambda chance, state: {
        "notice": chance.choice([each.version for each in state.notices] or [0])
    },
    "set-publication": lambda chance, _: {
        "level": chance.choice(["nothing", "pairings", "results", "standings"]),
        "delay_minutes": chance.choice([0, 0, 1, 30, 2000]),
    },
    "publish-now": lambda _, __: {},
    "join-festival": lambda chance, _: {
        "id": chance.choice(["summer", "winter"]),
        "name": chance.choice(["Opens", "Open days"]),
        "first_day": "2026-07-04",
    },
    "leave-festival": lambda _, __: {},
    "check-in": lambda chance, state: {
        **_round(chance, state),
        "entrants": [_entrant(chance, state)["entrant"]],
    },
    "withdraw-check-in": lambda chance, state: {
        **_round(chance, state),
        "entrants": [_entrant(chance, state)["entrant"]],
    },
    "close-check-in": lambda chance, state: {
        **_round(chance, state),
        "others": chance.choice(("absent", "withdrawn")),
    },
    "reopen-check-in": _round,
    "open-claims": lambda chance, _: {"new_codes": chance.random() < LIKELY},
    "close-claims": _nothing,
    "claim-result": lambda chance, state: {
        **_game(chance, state),
        "side": chance.choice(("white", "black")),
        "result": chance.choice(("1-0", "½-½", "0-1")),
    },
    "withdraw-claim": lambda chance, state: {
        **_game(chance, state),
        "side": chance.choice(("white", "black")),
    },
    "fix-board": lambda chance, state: {
        **_entrant(chance, state),
        "board": chance.choice((None, 1, 2, 9)),
    },
    "request-bye": lambda chance, state: {
        **_entrant(chance, state),
        **_round(chance, state),
        "kind": chance.choice("ZHF"),
    },
    "cancel-bye": lambda chance, state: {**_entrant(chance, state), **_round(chance, state)},
    "withdraw-entrant": lambda chance, state: chance.choice((_because, _ineligible))(chance, state),
    "return-entrant": _entrant,
    "hide-tournament": lambda _, __: {"reason": "a test"},
    "show-tournament": lambda _, __: {},
    "take-over-lead": lambda _, __: {},
    "remove-entries": lambda chance, state: {
        "entrants": [_entrant(chance, state)["entrant"]],
        "erases": chance.random() < LIKELY,
    },
    "expel-entrant": _because,
    "forbid-pairs": lambda chance, _: {"entrants": chance.sample(ENTRANTS, 2), "reason": "family"},
    "allow-pairs": lambda _, state: {
        "forbidden": state.prohibitions[-1].version if state.prohibitions else 1,
        "reason": "x",
    },
    "draw-table": lambda chance, _: {"by": chance.choice(("numbers", "lot"))},
    "order-rounds": lambda chance, state: {
        "rounds": chance.sample(range(1, ROUNDS + 2), ROUNDS + 1)[len(state.rounds) :]
    },
    "date-round": lambda chance, state: {
        **_round(chance, state),
        **chance.choice(({}, {"starts": "2026-05-09T16:30:00"})),
    },
    "postpone-games": lambda chance, state: {
        "games": [_game(chance, state)["game"]],
        **chance.choice(({}, {"until": "2026-05-12T18:00:00"})),
        **chance.choice(({}, {"adjourned": True})),
    },
    "withdraw-postponement": lambda chance, state: {"games": [_game(chance, state)["game"]]},
    "pair-round": _round,
    "change-pairing": _boards,
    "pair-late-arrival": lambda chance, state: {
        **_round(chance, state),
        **_entrant(chance, state),
        "opponent": chance.choice((None, None, _entrant(chance, state)["entrant"])),
        "reason": "the train was late",
    },
    "unpair-round": lambda chance, state: {**_round(chance, state), "reason": "wrong hall"},
    "publish-pairings": _round,
    "close-round": _round,
    "reopen-round": _round,
    "record-result": lambda chance, state: {
        **_game(chance, state),
        "result": chance.choice(RESULTS),
    },
    "withdraw-result": _game,
    "correct-colours": lambda chance, state: {**_game(chance, state), "reason": "sat so"},
    "correct-result": lambda chance, state: {
        **_correction(chance, state),
        "result": chance.choice(RESULTS),
    },
    "delete-result": lambda chance, state: {
        **_correction(chance, state),
        "counts_as": chance.choice(("*", "-/-")),
    },
    "swap-results": _swap,
    "rule-ineligible": _ineligible,
    "reinstate-entrant": _because,
    "add-evidence": lambda chance, state: {
        "about": chance.randint(1, max(1, state.version)),
        "evidence": [{"sha256": "ab" * 32, "size": 10, "media_type": "image/png"}],
    },
    "erase-person": _entrant,
    "erase-texts": lambda chance, _: {"texts": [chance.choice(("0a", "1b")) * 32]},
    "form-appeals-committee": lambda chance, _: {"way": chance.choice(("lot", "rules"))},
    "replace-committee-member": lambda _, state: {
        "member": state.committee.members[0] if state.committee else "e1",
        "reason": "ill",
    },
    "draw-lots": _draw,
    "open-allocation": lambda chance, _: chance.choice(
        ({"method": "teams-a"}, {"method": "votes", "options": [{"name": "A"}, {"name": "B"}]})
    ),
    "hand-in-ballot": lambda chance, state: {**_entrant(chance, state), "values": [60, 40]},
    "decide-allocation": _nothing,
    "withdraw-allocation": _nothing,
    "announce-prizes": _prizes,
    "share-prizes": lambda chance, _: {"by": chance.choice(("final", "standings"))},
    "register-players": lambda chance, _: {
        "team": chance.choice(ENTRANTS),
        "players": [{"id": "p1", "person": {"name": "Ruiz, Eva"}}],
    },
    "arrange-team": lambda chance, _: {"team": chance.choice(ENTRANTS), "captain": "p1"},
    "hand-in-line-up": lambda chance, state: {
        **_round(chance, state),
        "team": chance.choice(ENTRANTS),
        "players": ["p1"],
    },
    "publish-line-ups": _round,
    "form-teams": lambda chance, _: {
        "teams": [{"players": chance.sample(ENTRANTS, 2), "name": "Alfil"} for _ in range(2)]
    },
    "name-team": lambda chance, _: {
        "team": chance.choice(("A", "B", "C")),
        "name": chance.choice(("", "Alfil")),
    },
    "set-qualifying-places": lambda chance, _: {"places": chance.choice((0, 2, 3))},
    "plan-stage": lambda chance, state: {
        "title": "Final",
        "system": "round-robin",
        "sources": [{"stage": chance.randint(1, state.stages), "last": 2}],
    },
    "start-stage": lambda chance, state: {
        "in_stage": chance.randint(1, state.stages + 1),
        "entrants": chance.sample(ENTRANTS, chance.choice((0, 3))),
    },
    "rename-stage": lambda chance, state: {
        "in_stage": chance.randint(1, state.stages),
        "title": chance.choice(("A", "B")),
    },
    "remove-stage": lambda chance, state: {"in_stage": chance.randint(1, state.stages)},
    "draw-groups": lambda chance, _: {
        "stages": [2, 3][: chance.choice((1, 2))],
        "by": chance.choice(("seeds", "lot")),
    },
    "replace-qualifier": lambda chance, state: {
        "in_stage": chance.randint(1, state.stages),
        "leaving": chance.choice(ENTRANTS),
        "entrant": chance.choice(ENTRANTS),
    },
    "add-games": lambda chance, state: {**_round(chance, state), "match": 1},
    "decide-match": lambda chance, state: {
        **_round(chance, state),
        "match": 1,
        "by": chance.choice(("lot", "ruling")),
    },
    "withdraw-decision": lambda chance, state: {**_round(chance, state), "match": 1},
    "schedule-timer": lambda chance, state: {
        "kind": "round-start",
        **_round(chance, state),
        "due_at": 1_700_010_000_000_000,
        "default_minutes": 30,
    },
    "cancel-timer": _timer,
    "settle-timer": _timer,
    "note-absence": _absent,
    "withdraw-absence": _absent,
    "open-hall": lambda chance, _: {
        "rules": {"tables": 2, "order": chance.choice(("lot", "best-first"))}
    },
    "queue-player": _entrant,
    "take-seat": _call,
    "miss-call": _call,
    "stand-down": lambda chance, state: {**_entrant(chance, state), "away": "paused"},
    "add-table": _table,
    "withdraw-table": _table,
    "keep-table": _table,
    "move-in-queue": lambda chance, state: {**_because(chance, state), "place": 0},
    "move-hall-end": lambda _, __: {"ends_at": 1_700_000_100_000_000},
    "end-hall": _nothing,
    "pause-hall": _nothing,
    "resume-hall": _nothing,
    "draw-playoff": _nothing,
    "finish-tournament": _nothing,
    "reopen-tournament": _nothing,
}
"""A body for each kind of command; `AT_NO_TIME_OF_OURS` has none."""

ONLY_IN_A_HALL = frozenset(
    {
        *("open-hall", "queue-player", "take-seat", "miss-call", "stand-down", "add-table"),
        *("withdraw-table", "keep-table", "move-in-queue", "move-hall-end", "end-hall"),
        *("draw-playoff", "pause-hall", "resume-hall"),
    }
)
OF_ROUNDS = BODIES.keys() - ONLY_IN_A_HALL
IN_A_HALL = ONLY_IN_A_HALL | {
    *("enter-entrants", "correct-result", "withdraw-result", "delete-result", "swap-results"),
    "share-prizes",
}
LIKELY = 0.95
GOES_ON = 0.7
"""How often a hall that is over goes on, rather than to its play-off."""
