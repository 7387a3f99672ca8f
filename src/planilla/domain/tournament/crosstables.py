"""The crosstables of a tournament: one for the standings, one for each pairing, one for rating.

They differ if a correction counts for one and not for another (C.04.2, 4.3).
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, PointSystem, Round, Seat
from planilla.domain.pairing.closed.berger import games_scheduled, has_half
from planilla.domain.scoring import POINT_SYSTEMS, byes_of_games, points_of_match
from planilla.domain.teams import Board, Match, TeamRound, round_of_matches
from planilla.domain.tournament.acceleration import mcmahon_points
from planilla.domain.tournament.brackets import bracket_of, rounds_of_bracket
from planilla.domain.tournament.matches import boards_by_match, match_scores
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.tournament.values import AccelerationMethod
from planilla.domain.vocabulary import GAME_RESULTS, RESULT_OF_NOTATION, EntrantId, GameResult

ROUNDS_KEPT = 64
"""Rounds that are cached by seats."""


def for_standings(state: Tournament) -> Crosstable:
    """Return published rounds with the results that count for points; open games have none."""
    published = tuple(played for played in state.rounds if played.is_published)
    table = _crosstable(state, published, [played.results for played in published])
    annulled = _below_half(state, table) if state.system.annuls_below_half else ()
    return replace(table, annulled=frozenset(annulled)) if annulled else table


def _below_half(state: Tournament, table: Crosstable) -> tuple[Seat, ...]:
    """Return the seats of those who withdrew or were expelled before half of their games."""
    order = state.order
    gone = [seat for seat, entrant in enumerate(order) if state.entrants[entrant].has_withdrawn]
    if not gone:
        return ()
    completed = Counter(
        seat
        for played in table.rounds
        for board, result in zip(played.boards, played.results, strict=True)
        if GameResult(result).is_played
        for seat in board
    )
    scheduled = games_scheduled(table.size, table.rounds_planned)
    return tuple(seat for seat in gone if not has_half(scheduled, completed[seat]))


def with_carried(state: Tournament, crosstable: Crosstable) -> Crosstable:
    """Return a crosstable with what the entrants bring from an earlier stage.

    Games of that stage are rounds after the others, so that each round keeps its number.
    """
    starts_apart = state.acceleration.method is AccelerationMethod.MCMAHON
    if not (state.carried or state.carried_points or starts_apart):
        return crosstable
    seats = seats_of(state)
    left, rounds = list(state.carried), []
    while left:
        busy: set[EntrantId] = set()
        now = []
        for game in left:
            if busy.isdisjoint((game.white, game.black)):
                now.append(game)
                busy.update((game.white, game.black))
        left = [game for game in left if game not in now]
        rounds.append(
            Round(
                boards=tuple((seats[game.white], seats[game.black]) for game in now),
                results=bytes(RESULT_OF_NOTATION[game.result] for game in now),
            )
        )
    return replace(
        crosstable,
        rounds=(*crosstable.rounds, *rounds),
        brought=_brought(state),
    )


def _brought(state: Tournament) -> tuple[int, ...]:
    """Return the points that count beside the games, by seat; empty: none.

    These are the points of an earlier stage, and the start points of McMahon.
    """
    starts = state.acceleration.method is AccelerationMethod.MCMAHON
    if not (state.carried_points or starts):
        return ()
    own = mcmahon_points(state)
    return tuple(
        state.carried_points.get(entrant, 0) + more
        for entrant, more in zip(state.order, own, strict=True)
    )


def for_games(state: Tournament) -> Crosstable:
    """Return the games of published rounds, also where matches have several.

    All of them count, also where only the best rounds do in the standings. Its entrants are those
    of the standings, or else the players of the teams; the k-th games of the
    matches of a round are one round of it.
    """
    published = tuple(played for played in state.rounds if played.is_published)
    if not (state.system.plays_in_teams or any(played.sides for played in published)):
        return replace(for_standings(state), best_rounds=0)
    order = tuple(state.players) or state.order
    entries = state.players or state.entrants
    seats = {entrant: seat for seat, entrant in enumerate(order)}
    return Crosstable(
        entrants=tuple([entries[entrant].sporting for entrant in order]),
        rounds=tuple(each for played in published for each in _columns(state, played, seats)),
        rounds_planned=rounds_planned(state) if state.system.plays_matches else 0,
        point_system=state.point_system,
        points=state.points,
        predetermined=state.system.has_schedule,
    )


def _columns(
    state: Tournament, played: RoundState, seats: dict[EntrantId, Seat]
) -> Iterator[Round]:
    """Yield the games of a round, in a system of matches with the byes in each of them."""
    if not state.system.plays_matches:
        yield from _rounds_of_games(played, seats)
        return
    games = state.system.match_games
    byes = {seats[bye.entrant]: byes_of_games(bye.kind, games) for bye in played.byes}
    columns = tuple(_rounds_of_games(played, seats)) or (Round(),) * games
    for game, column in enumerate(columns):
        yield replace(column, byes=tuple((seat, kinds[game]) for seat, kinds in byes.items()))


def _rounds_of_games(played: RoundState, seats: dict[EntrantId, Seat]) -> Iterator[Round]:
    """Yield the first games of all matches, the second ones, and so on.

    Each player has at most one game of them: the boards of teams have different players. A board
    for which a team has nobody is no game. A settled round of teams is one, also without a game.
    """
    boards = enumerate(played.boards)
    left = [board for board, pair in boards if pair[0] in seats and pair[1] in seats]
    is_first = _is_settled_round_of_teams(played)
    while left or is_first:
        is_first = False
        busy: set[EntrantId] = set()
        now = []
        for board in left:
            if busy.isdisjoint(played.boards[board]):
                now.append(board)
                busy.update(played.boards[board])
        left = [board for board in left if board not in now]
        yield Round(
            boards=tuple((seats[w], seats[b]) for w, b in (played.boards[each] for each in now)),
            results=bytes(played.results[each] for each in now),
            rated=bytes(played.rated[each] for each in now),
        )


def _is_settled_round_of_teams(played: RoundState) -> bool:
    return bool(played.sides) and not played.bracket_matches and not played.matches_without_games


def for_pairing(state: Tournament, number: int) -> Crosstable:
    """Return the rounds before `number` with the results that its pairing uses."""
    earlier = rounds_for_pairing(state, number)
    results = [played.results for played in earlier]
    if state.system.plays_matches:
        results = [_as_drawn(each) for each in results]
    return _crosstable(state, earlier, results)


def _as_drawn(results: bytes) -> bytes:
    """Return results in which the open games of matches are drawn (C.04.2, 3.1)."""
    return results.replace(bytes((GameResult.OPEN,)), bytes((GameResult.DRAW,)))


def rounds_for_pairing(state: Tournament, number: int) -> tuple[RoundState, ...]:
    """Return the rounds before `number` as its pairing sees them.

    Their results are those first recorded, changed by each correction that counts for pairing from
    round `number` or earlier.
    """
    return tuple(
        _as_then(played, _known_when_pairing(played, number), number)
        for played in state.rounds[: number - 1]
    )


def seats_of(state: Tournament) -> dict[EntrantId, Seat]:
    """Return the seat of each entrant in these crosstables: the pairing number less one."""
    return {entrant: seat for seat, entrant in enumerate(state.order)}


def side_seats(state: Tournament) -> dict[EntrantId, Seat]:
    """Return the seat of each entrant, and for each player of a roster that of the team."""
    seats = seats_of(state)
    members = {
        player: seats[team.id]
        for team in state.teams
        if team.id in seats
        for player in team.players
    }
    return members | seats


def rounds_planned(state: Tournament) -> int:
    """Return the number of rounds: the requested one, or that of the schedule."""
    system = state.system
    if bracket_of(state) is not None:
        return rounds_of_bracket(state)
    if system.rounds_for is not None:
        size = len(state.numberings[-1].order if state.rounds else state.order)
        return system.rounds_for(size) * state.shape.cycles
    return state.rounds_asked


def rounds_for_one_winner(state: Tournament) -> int:
    """Return the rounds of a Swiss after which at most one entrant can have won everything.

    Whoever has meets another who has, so that each round leaves half of them, rounded up: after r
    rounds one of at most 2^r. 0 in other systems, with fictitious points, which part such players,
    and with fewer than two entrants.
    """
    system, size = state.system, len(state.order)
    is_swiss = system.floats is not None and not system.keeps_values
    if not is_swiss or state.acceleration.method is not AccelerationMethod.NONE or size <= 1:
        return 0
    return (size - 1).bit_length()


def _known_when_pairing(played: RoundState, number: int) -> bytes:
    results = bytearray(played.recorded)
    for ruling in played.rulings:
        if ruling.effect.pairing_from is not None and ruling.effect.pairing_from <= number:
            results[ruling.board] = ruling.result
    return bytes(results)


def _as_then(played: RoundState, results: bytes, number: int) -> RoundState:
    """Return the round with the colours and results that the pairing of `number` uses."""
    if not played.recolourings:
        return played if results == played.results else replace(played, results=results)
    boards, turned = list(played.boards), bytearray(results)
    for each in played.recolourings:
        if each.pairing_from is None or each.pairing_from > number:
            white, black = boards[each.board]
            boards[each.board] = (black, white)
            turned[each.board] = GameResult(turned[each.board]).reversed
    results = bytes(turned)
    return replace(played, boards=tuple(boards), rated=results, results=results)


def _crosstable(
    state: Tournament, rounds: tuple[RoundState, ...], results: list[bytes]
) -> Crosstable:
    order = state.order
    return Crosstable(
        entrants=tuple([state.entrants[entrant].sporting for entrant in order]),
        rounds=tuple(
            _round_of(state, played, column, order)
            for played, column in zip(rounds, results, strict=True)
        ),
        rounds_planned=rounds_planned(state),
        point_system=state.point_system,
        points=_points_of_rounds(state),
        lots=_lots(state),
        predetermined=state.system.has_schedule,
        best_rounds=state.shape.best_rounds,
    )


def _round_of(
    state: Tournament, played: RoundState, results: bytes, order: tuple[EntrantId, ...]
) -> Round:
    """Return a round by seats, in which a match of several games is one board."""
    if not played.sides:
        return _round(played, results, order)
    if state.system.plays_matches:
        return _round_of_games(played, results, order, points_of_games(state))
    return _round_of_matches(state, played, results)


def points_of_games(state: Tournament) -> PointSystem:
    """Return the points of one game: those of a file, or else those announced."""
    return state.points or POINT_SYSTEMS[state.point_system]


def _points_of_rounds(state: Tournament) -> PointSystem | None:
    """Return the points of a round where they are not those announced."""
    if state.system.plays_matches:
        return points_of_match(points_of_games(state), state.system.match_games)
    return state.points


@lru_cache(maxsize=ROUNDS_KEPT)
def _round_of_games(
    played: RoundState, results: bytes, order: tuple[EntrantId, ...], points: PointSystem
) -> Round:
    """Return a round of matches that are worth the points of their games."""
    seats = {entrant: seat for seat, entrant in enumerate(order)}
    matches = []
    for own in boards_by_match(played):
        white, black = played.boards[own[0]]
        games = tuple(Board(GAME_RESULTS[results[at]], played.boards[at][0] == white) for at in own)
        matches.append(Match(first=seats[white], second=seats[black], boards=games))
    byes = tuple((seats[bye.entrant], bye.kind) for bye in played.byes)
    return round_of_matches(TeamRound(matches=tuple(matches), byes=byes), points)


def _round_of_matches(state: Tournament, played: RoundState, results: bytes) -> Round:
    matches = match_scores(state, replace(played, results=results))
    seats = seats_of(state)
    return Round(
        boards=tuple((seats[first], seats[second]) for first, second in played.sides),
        results=bytes(each.result for each in matches),
        byes=tuple((seats[bye.entrant], bye.kind) for bye in played.byes),
    )


@lru_cache(maxsize=ROUNDS_KEPT)
def _round(played: RoundState, results: bytes, order: tuple[EntrantId, ...]) -> Round:
    """Return a round by seats; a result changes only its own round, so rounds are cached."""
    seats = {entrant: seat for seat, entrant in enumerate(order)}
    return Round(
        boards=tuple([(seats[white], seats[black]) for white, black in played.boards]),
        results=results,
        byes=tuple([(seats[bye.entrant], bye.kind) for bye in played.byes]),
        rated=played.rated if played.rated != results else None,
    )


def _lots(state: Tournament) -> tuple[int, ...]:
    """Return the number drawn, by seat; entrants without one come after all others."""
    if not state.lots:
        return ()
    last = max(state.lots.values()) + 1
    return tuple(state.lots.get(entrant, last) for entrant in state.order)
