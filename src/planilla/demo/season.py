"""A Keizer season that plays itself: the next act follows from the state of the tournament.

Nothing is kept beside the log: the players who join, leave, come back or stay away, and the results
are drawn from the seed and the round, so that it goes on after a restart.
"""

from collections.abc import AsyncGenerator, Iterator
from functools import partial
from typing import Any

import msgspec

from planilla.application.ports import CommandBus, Log
from planilla.demo.acting import DIE_SIDES, DemoAct, DemoStep, played, rolled
from planilla.demo.random_tournament import expected_of_a_hundred
from planilla.domain.pairing.keizer.rules import Absence
from planilla.domain.tournament.keizer import was_absent
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.state import EntrantState, RoundState, RoundStatus, Tournament
from planilla.domain.vocabulary import EntrantId, GameId, GameResult

TOURNAMENT = "keizer"
"""The id of the season."""
ACTOR = "season"
"""The actor of its acts."""
ABSENCES_PER_1000 = 90
"""The evenings of a thousand of a player that are announced as absences."""
NO_SHOWS_PER_1000 = 30
"""The games of a thousand that are not played for want of a player."""
DRAWS_PER_1000 = 220
"""The games of a thousand that are drawn at most."""
DEPARTURES_PER_1000 = 12
"""The evenings of a thousand that are a player's last for a while."""
ROUNDS_AWAY = 7
"""The rounds that a player who comes back stays away."""
PLAYERS_PER_LATECOMER = 4
"""One player joins in the course of the season for this many who begin."""
ROUNDS_BETWEEN = 4
"""The rounds between two games of the same two."""
ROUNDS_TO_CORRECTION = 3
"""The rounds after which a wrong result is found."""
ABSENCE_REASONS = ("external", "external-win", "external-draw")
"""The reasons of some announced absences, one lot in three each."""


class KeizerSeason(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a season: players from the start, a quarter more later, rounds, the seed."""

    name: str = "Keizer"
    players: int = 20
    rounds: int = 40
    seed: int = 1
    names: tuple[str, ...] = ()

    @property
    def everybody(self) -> int:
        """The number of players in the end."""
        return self.players + self.players // PLAYERS_PER_LATECOMER

    def joins(self, player: int) -> int:
        """Return the round before which a player, counted from 0, enters."""
        if player < self.players:
            return 1
        return 2 + rolled(self.seed, "joins", player) * (self.rounds - 1) // DIE_SIDES


def entrant_of(player: int) -> EntrantId:
    """Return the id of a player, counted from 0."""
    return EntrantId(f"k{player + 1:03}")


def play(
    season: KeizerSeason, *, bus: CommandBus, log: Log, tournament: str = TOURNAMENT
) -> AsyncGenerator[DemoStep, None]:
    """Play on from where the log stands, one act each time the next step is asked for.

    It ends after the last act, and after one that led to nothing.
    """
    return played(partial(next_act, season), bus=bus, log=log, tournament=tournament, by=ACTOR)


def next_act(season: KeizerSeason, state: Tournament) -> DemoAct | None:
    """Return the next act; None when the season is over."""
    if not state.exists:
        body = {
            "name": season.name,
            "system": "keizer",
            "rounds": season.rounds,
            "keizer": {"rounds_between": ROUNDS_BETWEEN},
        }
        return DemoAct(name="create-tournament", body=body)
    if state.finished:
        return None
    last = state.rounds[-1] if state.rounds else None
    if last is None or last.status is RoundStatus.CLOSED:
        return _between(season, state)
    if not last.is_published:
        return DemoAct(name="publish-pairings", body={"round": last.number})
    if last.open_games:
        game = last.open_games[0]
        result = _result(season, state, last, game)
        return DemoAct(name="record-result", body={"game": game, "result": result})
    return next(_after_the_games(season, state, last))


def _between(season: KeizerSeason, state: Tournament) -> DemoAct:
    number = len(state.rounds) + 1
    if number > season.rounds:
        return DemoAct(name="finish-tournament", body={})
    coming = DemoAct(name="pair-round", body={"round": number})
    return next(_comings_and_goings(season, state, number), coming)


def _comings_and_goings(season: KeizerSeason, state: Tournament, number: int) -> Iterator[DemoAct]:
    new = [
        player
        for player in range(season.everybody)
        if season.joins(player) <= number and entrant_of(player) not in state.entrants
    ]
    if new:
        yield DemoAct(
            name="enter-entrants", body={"entrants": [_entry(season, each) for each in new]}
        )
    for entrant in state.entrants.values():
        if entrant.out_from is not None:
            if number == entrant.out_from + ROUNDS_AWAY and _comes_back(season, entrant.id):
                yield DemoAct(name="return-entrant", body={"entrant": entrant.id})
        elif _leaves(season, entrant, number):
            yield DemoAct(name="withdraw-entrant", body={"entrant": entrant.id})
        elif (
            rolled(season.seed, "away", entrant.id, number) < ABSENCES_PER_1000
            and entrant.bye_in(number) is None
        ):
            body = {"entrant": entrant.id, "round": number, "kind": "Z"}
            yield DemoAct(name="request-bye", body=body)


def _comes_back(season: KeizerSeason, entrant: EntrantId) -> bool:
    return rolled(season.seed, "back", entrant) < DIE_SIDES // 2


def _leaves(season: KeizerSeason, entrant: EntrantState, number: int) -> bool:
    """Return whether a player leaves; none does before they have been there for a while."""
    has_been_there = entrant.first_round + ROUNDS_AWAY < number
    return (
        has_been_there and rolled(season.seed, "leaves", entrant.id, number) < DEPARTURES_PER_1000
    )


def _entry(season: KeizerSeason, player: int) -> dict[str, Any]:
    rating = 1300 + rolled(season.seed, "rating", player) * 900 // DIE_SIDES
    name = season.names[player % len(season.names)]
    return {"id": entrant_of(player), "person": {"name": name}, "rating": rating}


def _result(season: KeizerSeason, state: Tournament, played: RoundState, game: GameId) -> str:
    """The stronger win more often; a few do not come."""
    white, black = played.boards[played.games.index(game)]
    absent = rolled(season.seed, "comes", game)
    if absent < NO_SHOWS_PER_1000:
        return "+/-" if absent % 2 else "-/+"
    thrown = rolled(season.seed, "result", game)
    ratings = (state.entrants[white].rating, state.entrants[black].rating)
    expected = expected_of_a_hundred(ratings[0] - ratings[1])
    drawn = min(DRAWS_PER_1000, 20 * min(expected, 100 - expected))
    won = 10 * expected - drawn // 2
    return "1-0" if thrown < won else "½-½" if thrown < won + drawn else "0-1"


def _after_the_games(
    season: KeizerSeason, state: Tournament, last: RoundState
) -> Iterator[DemoAct]:
    """Rulings of absences, a wrong result of some rounds ago, and the end of the evening."""
    ruled = keizer_of(state).absences
    for entrant in state.entrants:
        ruling = _ruling(season, last, entrant)
        if ruling is not None and (entrant, last.number) not in ruled:
            body = {"entrant": entrant, "round": last.number, "absence": ruling.value}
            yield DemoAct(name="rule-absence", body=body)
    if last.number == season.rounds // 2 > ROUNDS_TO_CORRECTION:
        yield from _correction(state.rounds[last.number - 1 - ROUNDS_TO_CORRECTION])
    yield DemoAct(name="close-round", body={"round": last.number})


def _ruling(season: KeizerSeason, last: RoundState, entrant: EntrantId) -> Absence | None:
    """Half of those who did not come had a reason; some were away for the club."""
    if not was_absent(last, entrant):
        return None
    thrown = rolled(season.seed, "why", entrant, last.number)
    announced = any(bye.entrant == entrant for bye in last.byes)
    if announced:
        return Absence(ABSENCE_REASONS[thrown % 3]) if thrown < DIE_SIDES // 4 else None
    played = any(entrant in board for board in last.boards)
    return Absence.JUSTIFIED if played and thrown < DIE_SIDES // 2 else None


def _correction(played: RoundState) -> Iterator[DemoAct]:
    won = GameResult.WHITE_WINS
    if not played.rulings and won in played.results:
        board = played.results.index(won)
        body = {
            "game": played.games[board],
            "result": "½-½",
            "corrects": played.version_of(board),
            "reason": "El acta decía tablas.",
        }
        yield DemoAct(name="correct-result", body=body)
