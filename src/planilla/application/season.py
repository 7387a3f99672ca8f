"""A Keizer season that plays itself: what happens next, told by how the ladder stands.

Nothing is remembered beside the log: who joins, leaves, comes back or stays away, and how games
end, are drawn from the seed and the round, so that it goes on after a restart.
"""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec

from planilla.application.acting import Act, Step, played
from planilla.application.ports import Desk, Log
from planilla.application.random_tournament import expected_of_a_hundred
from planilla.domain.pairing.keizer.rules import Absence
from planilla.domain.tournament.keizer import was_absent
from planilla.domain.tournament.ladder import ladder_of
from planilla.domain.tournament.state import (
    EntrantState,
    RoundState,
    RoundStatus,
    Tournament,
)
from planilla.domain.vocabulary import EntrantId, GameId, GameResult

TOURNAMENT = "keizer"
"""The id of the season."""
ACTOR = "season"
"""Who plays it."""
DICE = 1000
"""Sides of the die that is thrown."""
AWAY = 90
"""Of a thousand evenings of a player, so many are announced as absences."""
NO_SHOWS = 30
"""Of a thousand games, so many are not played for want of somebody."""
DRAWS = 220
"""Of a thousand games, at most so many are drawn."""
LEAVING = 12
"""Of a thousand evenings, so many are somebody's last for a while."""
ROUNDS_AWAY = 7
"""So many rounds somebody stays away who comes back."""
LATE = 4
"""For every so many players who begin, one joins in the course of the season."""
ROUNDS_BETWEEN = 4
"""So many rounds lie between two games of the same two."""
CORRECTED_AFTER = 3
"""A wrong result is found so many rounds later."""
COVER = ("external", "external-win", "external-draw")
"""What some of the announced absences were, one lot in three each."""


class KeizerSeason(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: so many players from the start, a quarter more later, rounds, the seed."""

    name: str = "Keizer"
    players: int = 20
    rounds: int = 40
    seed: int = 1
    names: tuple[str, ...] = ()

    @property
    def everybody(self) -> int:
        """How many there will have been."""
        return self.players + self.players // LATE

    def joins(self, player: int) -> int:
        """The round before which a player, counted from 0, enters."""
        if player < self.players:
            return 1
        return 2 + _thrown(self, "joins", player) * (self.rounds - 1) // DICE


def entrant_of(player: int) -> EntrantId:
    """The id of a player, counted from 0."""
    return EntrantId(f"k{player + 1:03}")


async def play(
    season: KeizerSeason, *, desk: Desk, log: Log, tournament: str = TOURNAMENT
) -> AsyncGenerator[Step, None]:
    """Play on from where the log stands, one act each time the next step is asked for.

    It ends after the last act, and after one that led to nothing.
    """
    acts = played(partial(next_act, season), desk=desk, log=log, tournament=tournament, by=ACTOR)
    async with aclosing(acts):
        async for step in acts:
            yield step


def next_act(season: KeizerSeason, state: Tournament) -> Act | None:
    """What happens next; None when the season is over."""
    if not state.exists:
        body = {
            "name": season.name,
            "system": "keizer",
            "rounds": season.rounds,
            "keizer": {"rounds_between": ROUNDS_BETWEEN},
        }
        return Act(name="create-tournament", body=body)
    if state.finished:
        return None
    last = state.rounds[-1] if state.rounds else None
    if last is None or last.status is RoundStatus.CLOSED:
        return _between(season, state)
    if not last.is_published:
        return Act(name="publish-pairings", body={"round": last.number})
    if last.open_games:
        game = last.open_games[0]
        result = _result(season, state, last, game)
        return Act(name="record-result", body={"game": game, "result": result})
    return next(_after_the_games(season, state, last))


def _between(season: KeizerSeason, state: Tournament) -> Act:
    number = len(state.rounds) + 1
    if number > season.rounds:
        return Act(name="finish-tournament", body={})
    coming = Act(name="pair-round", body={"round": number})
    return next(_comings_and_goings(season, state, number), coming)


def _comings_and_goings(season: KeizerSeason, state: Tournament, number: int) -> Iterator[Act]:
    new = [
        player
        for player in range(season.everybody)
        if season.joins(player) <= number and entrant_of(player) not in state.entrants
    ]
    if new:
        yield Act(name="enter-entrants", body={"entrants": [_entry(season, each) for each in new]})
    for entrant in state.entrants.values():
        if entrant.out_from is not None:
            if number == entrant.out_from + ROUNDS_AWAY and _comes_back(season, entrant.id):
                yield Act(name="return-entrant", body={"entrant": entrant.id})
        elif _leaves(season, entrant, number):
            yield Act(name="withdraw-entrant", body={"entrant": entrant.id})
        elif _thrown(season, "away", entrant.id, number) < AWAY and entrant.bye_in(number) is None:
            body = {"entrant": entrant.id, "round": number, "kind": "Z"}
            yield Act(name="request-bye", body=body)


def _comes_back(season: KeizerSeason, entrant: EntrantId) -> bool:
    return _thrown(season, "back", entrant) < DICE // 2


def _leaves(season: KeizerSeason, entrant: EntrantState, number: int) -> bool:
    """Nobody leaves before they have been there for a while."""
    has_been_there = entrant.first_round + ROUNDS_AWAY < number
    return has_been_there and _thrown(season, "leaves", entrant.id, number) < LEAVING


def _entry(season: KeizerSeason, player: int) -> dict[str, Any]:
    rating = 1300 + _thrown(season, "rating", player) * 900 // DICE
    name = season.names[player % len(season.names)]
    return {"id": entrant_of(player), "person": {"name": name}, "rating": rating}


def _result(season: KeizerSeason, state: Tournament, played: RoundState, game: GameId) -> str:
    """The stronger win more often; a few do not come."""
    white, black = played.boards[played.games.index(game)]
    absent = _thrown(season, "comes", game)
    if absent < NO_SHOWS:
        return "+/-" if absent % 2 else "-/+"
    thrown = _thrown(season, "result", game)
    ratings = (state.entrants[white].rating, state.entrants[black].rating)
    expected = expected_of_a_hundred(ratings[0] - ratings[1])
    drawn = min(DRAWS, 20 * min(expected, 100 - expected))
    won = 10 * expected - drawn // 2
    return "1-0" if thrown < won else "½-½" if thrown < won + drawn else "0-1"


def _after_the_games(season: KeizerSeason, state: Tournament, last: RoundState) -> Iterator[Act]:
    """Rulings of absences, a wrong result of some rounds ago, and the end of the evening."""
    ruled = ladder_of(state).absences
    for entrant in state.entrants:
        ruling = _ruling(season, last, entrant)
        if ruling is not None and (entrant, last.number) not in ruled:
            body = {"entrant": entrant, "round": last.number, "absence": ruling.value}
            yield Act(name="rule-absence", body=body)
    if last.number == season.rounds // 2 > CORRECTED_AFTER:
        yield from _correction(state.rounds[last.number - 1 - CORRECTED_AFTER])
    yield Act(name="close-round", body={"round": last.number})


def _ruling(season: KeizerSeason, last: RoundState, entrant: EntrantId) -> Absence | None:
    """Half of those who did not come had a reason; some were away for the club."""
    if not was_absent(last, entrant):
        return None
    thrown = _thrown(season, "why", entrant, last.number)
    announced = any(bye.entrant == entrant for bye in last.byes)
    if announced:
        return Absence(COVER[thrown % 3]) if thrown < DICE // 4 else None
    played = any(entrant in board for board in last.boards)
    return Absence.JUSTIFIED if played and thrown < DICE // 2 else None


def _correction(played: RoundState) -> Iterator[Act]:
    won = GameResult.WHITE_WINS
    if not played.rulings and won in played.results:
        board = played.results.index(won)
        body = {
            "game": played.games[board],
            "result": "½-½",
            "corrects": played.version_of(board),
            "reason": "El acta decía tablas.",
        }
        yield Act(name="correct-result", body=body)


def _thrown(season: KeizerSeason, *about: object) -> int:
    """A number below `DICE`, always the same for the same things."""
    said = " ".join(map(str, (season.seed, *about)))
    return int.from_bytes(sha256(said.encode()).digest()[:8], "big") % DICE
