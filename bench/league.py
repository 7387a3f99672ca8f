"""A league of teams in its last round: a board result, until its standings are a message.

Limit: 15 ms, with the decision, the fold and the frame.
"""

import time
from collections.abc import Callable
from functools import partial
from random import Random

from bench.figures import Figure, Section, percentile
from bench.tournaments import Played, likely_result
from dsl.following import followed
from dsl.leagues import register
from dsl.tournaments import entered
from planilla.application.frames import Offset, update_frame
from planilla.application.project import Projection, upserts
from planilla.domain.tournament.closing import CloseRound
from planilla.domain.tournament.line_ups import PublishLineUps
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.vocabulary import EntrantId, GameId

ROUNDS = 11
SEED = 1


def measure(*, quick: bool) -> Section:
    """The section on leagues of teams."""
    teams, boards, results = (12, 2, 4) if quick else (64, 8, 60)
    league = _league(teams, boards, results)
    view = followed("standings", league.facts)
    games = league.state.rounds[-1].open_games
    frames = [_took(partial(_frame, league, view, game)) for game in games]
    return Section(
        "A league of teams",
        f"{teams} teams of {boards} boards in round {ROUNDS}, in one process: a board result is "
        "decided and folded, the standings by match points with three team tie-breaks are made "
        "again, and the rows that changed are encoded: processor time.",
        [
            Figure("board result to frame, p50", percentile(frames, 50), "CPU ms", "goal: 15 ms"),
            Figure("board result to frame, worst", max(frames), "CPU ms", f"{len(frames)} results"),
        ],
    )


def _league(teams: int, boards: int, left: int) -> Played:
    """A league in its last round, with so many games without a result."""
    league = Played.of(
        TournamentCreated(
            name="League",
            system_name="team-round-robin",
            rounds_asked=0,
            tiebreaks=("MPVGP", "EDE", "SB"),
            tiebreak_edition="fide-2026-03",
            shape=MatchShape(boards=boards),
        ),
        *entered(*(EntrantId(f"t{place}") for place in range(1, teams + 1))),
    )
    for place in range(1, teams + 1):
        league.do(register(f"t{place}", boards))
    chance = Random(SEED)
    for number in range(1, ROUNDS + 1):
        league.do(PairRound(round=number))
        league.do(PublishPairings(round=number))
        league.do(PublishLineUps(round=number))
        games = league.state.rounds[-1].open_games
        for game in games if number < ROUNDS else games[:-left]:
            league.do(RecordResult(game=game, result=likely_result(chance)))
        if number < ROUNDS:
            league.do(CloseRound(round=number))
    return league


def _frame(league: Played, view: Projection, game: GameId) -> None:
    since = view.offset
    league.do(RecordResult(game=game, result="1-0"))
    moved = view.follow(league.facts[-1])
    update_frame("t/l/standings", since, Offset("e", view.offset), upserts(moved, view.rows))


def _took(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return (time.process_time() - start) * 1000
