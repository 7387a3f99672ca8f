"""Team formation: players choose their team mates by votes, and the least inconvenient teams form.

`form` applies C1 to C6 and returns the teams with each step. The readings of the text are listed in
`docs/rules/allocation.md`.

Source: seed 000, 2.8.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations, product
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from planilla.domain.allocation.faults import BallotFault, NotAllocated

PLAYERS_MAX = 60
"""Largest number of players."""
TEAMS_MAX = 200_000
"""Largest number of teams that are compared."""
STATES_MAX = 5_000
"""Largest number of sets of players that are examined to resolve one tie."""

Team = tuple[int, ...]
"""The players of a team, ascending."""


class TeamMode(StrEnum):
    """The modes of A2: in A a player without a vote is vetoed, in B votes may be negative."""

    A = "A"
    B = "B"


VOTES_FACTOR = {TeamMode.A: 3, TeamMode.B: 4}
"""Q of A1."""


class TeamBallots(msgspec.Struct, frozen=True, kw_only=True):
    """Votes of each player for each player, zero for oneself; `lots` is the order that lots gave.

    Without lots the order of the list takes their place.
    """

    mode: TeamMode
    team: int
    players: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    lots: tuple[int, ...] = ()


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """The values of a tied player by which V1 and V2 order.

    `received_tied` (E) and `weighted_tied` (Se) count the tied players, `received` (T) and
    `weighted` (St) all players. `difference` (So) is given less received among the possible team
    mates, `mates_received` and `mates_given` (R) are its parts.
    """

    player: int
    received_tied: int
    weighted_tied: int
    received: int
    weighted: int
    mates_received: int
    mates_given: int

    @property
    def difference(self) -> int:
        """The votes given to possible team mates less those received from them (So)."""
        return self.mates_given - self.mates_received

    @property
    def absolute(self) -> tuple[int, ...]:
        """The values of V1, the lot aside: the greatest is first."""
        ends = (self.difference, self.mates_received, -self.mates_given)
        return (self.received, self.weighted, *ends)

    @property
    def relative(self) -> tuple[int, ...]:
        """The values of V2, the lot aside: the greatest is first."""
        own = (self.received_tied, self.weighted_tied, self.difference)
        return (*own, self.received, self.weighted, self.mates_received, -self.mates_given)


class KeptTeams(msgspec.Struct, frozen=True, kw_only=True):
    """The teams that a tied player keeps in C4: those with the most votes given, `votes`."""

    player: int
    votes: int
    teams: tuple[Team, ...]


class TeamStep(msgspec.Struct, frozen=True, kw_only=True):
    """The teams formed by one rule, C1 to C5, and its working.

    `sequence` is F of the tied teams, ascending. `order` is V2 of the tied players, in C5 V1.
    """

    rule: str
    teams: tuple[Team, ...]
    sequence: tuple[int, ...]
    tied: tuple[Team, ...]
    order: tuple[Claim, ...] = ()
    choices: tuple[KeptTeams, ...] = ()


class Formation(msgspec.Struct, frozen=True, kw_only=True):
    """The teams in the order of their formation, and the players without one (C6)."""

    teams: tuple[Team, ...]
    without: tuple[int, ...]
    steps: tuple[TeamStep, ...]
    is_by_lot: bool


def votes_of_each(players: int, team: int, mode: TeamMode) -> int:
    """Return the votes of each player (A1), halves rounded up."""
    return (players * VOTES_FACTOR[mode] * team + 1) // 2


def team_faults(ballots: TeamBallots) -> tuple[BallotFault, ...]:
    """Return all faults of the votes (A1, A2), by player."""
    size = len(ballots.players)
    if not 2 <= size <= PLAYERS_MAX:
        fields = {"field": "players", "given": size, "least": 2, "most": PLAYERS_MAX}
        return (BallotFault(code="size", fields=fields),)
    if not 2 <= ballots.team <= size:
        fields = {"field": "team", "given": ballots.team, "least": 2, "most": size}
        return (BallotFault(code="size", fields=fields),)
    if len(ballots.rows) != size:
        fields = {"given": len(ballots.rows), "expected": size}
        return (BallotFault(code="rows", fields=fields),)
    return tuple(_row_faults(ballots))


def _row_faults(ballots: TeamBallots) -> Iterator[BallotFault]:
    expected = votes_of_each(len(ballots.players), ballots.team, ballots.mode)
    for player, (name, row) in enumerate(zip(ballots.players, ballots.rows, strict=True)):
        if len(row) != len(ballots.players):
            fields = {"player": name, "given": len(row), "expected": len(ballots.players)}
            yield BallotFault(code="row-length", player=player, fields=fields)
            continue
        least = 0 if ballots.mode is TeamMode.A else -expected * len(row)
        most = expected * len(row)
        outside = [at for at, votes in enumerate(row) if not least <= votes <= most]
        for at in outside:
            fields = {"player": name, "option": ballots.players[at], "given": row[at]}
            fields |= {"least": least, "most": most}
            yield BallotFault(code="vote-range", player=player, option=at, fields=fields)
        if row[player]:
            fields = {"player": name}
            yield BallotFault(code="own-vote", player=player, option=player, fields=fields)
        elif not outside and sum(row) != expected:
            fields = {"player": name, "given": sum(row), "expected": expected}
            yield BallotFault(code="votes-sum", player=player, fields=fields)


def form(ballots: TeamBallots) -> Formation:
    """Form the teams by C1 to C6; the votes have no faults.

    Raises:
        NotAllocated: B2 allows no team at all, or a tie is too large to be resolved.
    """
    possible = _possible_teams(ballots)
    if not possible:
        raise NotAllocated(BallotFault(code="no-team", fields={"team": ballots.team}))
    free = set(range(len(ballots.players)))
    steps: list[TeamStep] = []
    while True:
        possible = {team: votes for team, votes in possible.items() if free.issuperset(team)}
        if not possible:
            break
        for step in _resolved(ballots, possible):
            steps.append(step)
            free.difference_update(*step.teams)
    return Formation(
        teams=tuple(team for step in steps for team in step.teams),
        without=tuple(sorted(free)),
        steps=tuple(steps),
        is_by_lot=any(_is_by_lot(step) for step in steps),
    )


def may_form(ballots: TeamBallots, known: Collection[int]) -> tuple[int, ...]:
    """Return a first team that B2 allows by the votes of the players `known`; none without one.

    Players without known votes give one to everybody. The players have at most `TEAMS_MAX` teams.
    """
    mates = possible_mates(ballots, known)
    return _first_team(mates, (1 << len(ballots.players)) - 1, ballots.team)


def possible_mates(ballots: TeamBallots, known: Collection[int]) -> tuple[int, ...]:
    """Return the players with whom B2 allows each player, as an integer with a bit for each."""
    everybody = range(len(ballots.players))
    if ballots.mode is TeamMode.B:
        return tuple(sum(1 << b for b in everybody if b != a) for a in everybody)
    gives = [[a not in known or ballots.rows[a][b] > 0 for b in everybody] for a in everybody]
    return tuple(
        sum(1 << b for b in everybody if b != a and gives[a][b] and gives[b][a]) for a in everybody
    )


def _first_team(mates: Sequence[int], candidates: int, missing: int) -> Team:
    """Return the first players of `candidates` that may all join one another; none without such."""
    while candidates.bit_count() >= missing:
        player = (candidates & -candidates).bit_length() - 1
        candidates &= candidates - 1
        if missing == 1:
            return (player,)
        rest = _first_team(mates, candidates & mates[player], missing - 1)
        if rest:
            return (player, *rest)
    return ()


def _possible_teams(ballots: TeamBallots) -> dict[Team, tuple[int, ...]]:
    """Return F, ascending, of each team that B2 allows.

    Raises:
        NotAllocated: there are too many.
    """
    possible = {}
    for examined, team in enumerate(combinations(range(len(ballots.players)), ballots.team)):
        if examined == TEAMS_MAX:
            fields = {"team": ballots.team, "most": TEAMS_MAX}
            raise NotAllocated(BallotFault(code="too-many-teams", fields=fields))
        votes = tuple(sorted(ballots.rows[a][b] for a in team for b in team if a != b))
        if ballots.mode is TeamMode.B or 0 not in votes:
            possible[team] = votes
    return possible


def _resolved(ballots: TeamBallots, possible: dict[Team, tuple[int, ...]]) -> Iterator[TeamStep]:
    """Yield the steps from C1 until it begins again: one, or C4 and C5."""
    best = max(possible.values())
    tied = tuple(team for team, votes in possible.items() if votes == best)
    if len(tied) == 1:
        is_first = sum(votes[0] == best[0] for votes in possible.values()) == 1
        yield TeamStep(rule="C1" if is_first else "C2", teams=tied, sequence=best, tied=tied)
        return
    claims = _claims(ballots, tied)
    by_need = _in_order(ballots, claims, relative=True)
    packing = _Packing(tied)
    certain = packing.certain()
    if len(certain) == packing.size:
        yield TeamStep(rule="C3", teams=certain, sequence=best, tied=tied, order=by_need)
        return
    choices = tuple(_choices(ballots, packing, by_need))
    certain = packing.certain()
    yield TeamStep(
        rule="C4", teams=certain, sequence=best, tied=tied, order=by_need, choices=choices
    )
    if len(certain) < packing.size:
        paired = {player for team in certain for player in team}
        packing.drop(certain)
        by_strength = _in_order(
            ballots, [each for each in claims if each.player not in paired], relative=False
        )
        teams = _by_strength(packing, [each.player for each in by_strength], ballots.team)
        rest = packing.teams
        yield TeamStep(rule="C5", teams=teams, sequence=best, tied=rest, order=by_strength)


def _claims(ballots: TeamBallots, tied: Collection[Team]) -> list[Claim]:
    """Return the values of all players of the tied teams."""
    rows = ballots.rows
    everybody = range(len(ballots.players))
    players = sorted({player for team in tied for player in team})
    total = {b: sum(rows[a][b] for a in everybody) for b in everybody}
    among = {b: sum(rows[a][b] for a in players) for b in players}
    mates = {
        player: {mate for team in tied if player in team for mate in team} - {player}
        for player in players
    }
    return [
        Claim(
            player=b,
            received_tied=among[b],
            weighted_tied=sum(rows[a][b] * among[a] for a in players),
            received=total[b],
            weighted=sum(rows[a][b] * total[a] for a in everybody),
            mates_received=sum(rows[a][b] for a in mates[b]),
            mates_given=sum(rows[b][a] for a in mates[b]),
        )
        for b in players
    ]


def _in_order(
    ballots: TeamBallots, claims: Sequence[Claim], *, relative: bool
) -> tuple[Claim, ...]:
    """Return claims by V2 (`relative`) or V1, the lot last."""
    lots = ballots.lots or range(len(ballots.players))
    drawn = {player: place for place, player in enumerate(lots)}
    by_lot = sorted(claims, key=lambda claim: drawn[claim.player])
    values = attrgetter("relative" if relative else "absolute")
    return tuple(sorted(by_lot, key=values, reverse=True))


def _is_by_lot(step: TeamStep) -> bool:
    """Return whether two players of an order that decided differ only by the lot."""
    values = [claim.absolute if step.rule == "C5" else claim.relative for claim in step.order]
    return step.rule in {"C4", "C5"} and len(set(values)) < len(values)


def _choices(
    ballots: TeamBallots, packing: "_Packing", order: Sequence[Claim]
) -> Iterator[KeptTeams]:
    """Restrict the tied teams by one player's votes after the other (C4); yield each."""
    for claim in order:
        player = claim.player
        own = [team for team in packing.teams if player in team]
        given = {team: sum(ballots.rows[player][mate] for mate in team) for team in own}
        for votes in sorted(set(given.values()), reverse=True):
            kept = tuple(team for team in own if given[team] == votes)
            if packing.keep(player, kept):
                yield KeptTeams(player=player, votes=votes, teams=kept)
                break


def _by_strength(packing: "_Packing", order: Sequence[int], team_size: int) -> tuple[Team, ...]:
    """Return the teams of C5: the first of each subgroup together, then the second, and so on.

    Transpositions keep the subgroups; then players are exchanged between the first two (Swiss D2).
    """
    size = packing.size
    for subgroups in _subgroupings(order, size, team_size):
        found = _transposed(packing, subgroups)
        if found:
            return found
    return _transposed(packing, [order] * team_size)


def _subgroupings(order: Sequence[int], size: int, team_size: int) -> Iterator[list[Sequence[int]]]:
    """Yield the subgroups of C5.1 and C5.2, then those of teams of two after each exchange."""
    starts = [*range(0, size * team_size, size)]
    yield [order[start : start + size] for start in starts[:-1]] + [order[starts[-1] :]]
    if team_size == 2:
        for leaving, entering in _exchanges(size, len(order)):
            first = sorted({*range(size)} - {*leaving} | {*entering})
            second = [place for place in range(len(order)) if place not in first]
            yield [[order[place] for place in first], [order[place] for place in second]]


def _exchanges(size: int, players: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the places that leave S1 and enter it: fewest, nearest, lowest of S1, highest of S2."""
    for number in range(1, min(size, players - size) + 1):
        swaps = product(
            combinations(range(size), number), combinations(range(size, players), number)
        )
        yield from sorted(
            swaps,
            key=lambda swap: (
                sum(swap[1]) - sum(swap[0]),
                [-place for place in reversed(swap[0])],
                swap[1],
            ),
        )


def _transposed(packing: "_Packing", subgroups: Sequence[Sequence[int]]) -> tuple[Team, ...]:
    """Return the first teams with a member of each subgroup; none if that is not possible.

    With the same players in all subgroups, each player in turn gets the first possible team.
    """
    trial = packing.copy()
    places = [{player: at for at, player in enumerate(group)} for group in subgroups]
    kept = [
        any(trial.keep(player, (team,)) for _, team in _options(trial, places, player))
        for player in subgroups[0]
    ]
    is_divided = subgroups[0] is not subgroups[-1]
    return () if is_divided and not all(kept) else trial.certain()


def _options(
    trial: "_Packing", places: Sequence[dict[int, int]], player: int
) -> list[tuple[tuple[int, ...], Team]]:
    """Return the teams of a player that fit the subgroups, by the places of the other members."""
    return sorted(
        (key, team)
        for team in trial.teams
        if player in team
        for key in _places_in(places, team, player)
    )


def _places_in(
    places: Sequence[dict[int, int]], team: Team, player: int
) -> Iterator[tuple[int, ...]]:
    """Yield the places of the other members, one in each subgroup after the first, if they fit."""
    others = [mate for mate in team if mate != player]
    if places[0] == places[-1]:
        yield tuple(sorted(places[0][mate] for mate in others))
        return
    found = []
    for group in places[1:]:
        members = [mate for mate in others if mate in group]
        if len(members) != 1:
            return
        found.append(group[members[0]])
    yield tuple(found)


class _Packing:
    """The largest sets of disjoint tied teams, narrowed by choices.

    A set of players is an integer with a bit for each.
    """

    def __init__(self, teams: Sequence[Team]) -> None:
        self.teams = tuple(teams)
        self._required = 0
        self.size = self._largest(self.teams, 0).size

    def copy(self) -> "_Packing":
        """Return a packing that may be narrowed alone."""
        other = _Packing(self.teams)
        other._required = self._required
        return other

    def certain(self) -> tuple[Team, ...]:
        """Return the teams that belong to every largest set."""
        largest = self._largest(self.teams, self._required)
        if largest.ways == 1:
            return largest.teams
        return tuple(team for team in largest.teams if not self._can_do_without(team))

    def _can_do_without(self, team: Team) -> bool:
        others = [each for each in self.teams if each != team]
        return self._largest(others, self._required).size == self.size

    def keep(self, player: int, kept: Collection[Team]) -> bool:
        """Leave the player only these teams, if a largest set has one; return whether it has."""
        teams = tuple(team for team in self.teams if player not in team or team in kept)
        required = self._required | 1 << player
        is_possible = self._largest(teams, required).size == self.size
        if is_possible:
            self.teams, self._required = teams, required
        return is_possible

    def drop(self, formed: Collection[Team]) -> None:
        """Take formed teams and their players out."""
        paired = {player for team in formed for player in team}
        self.teams = tuple(team for team in self.teams if paired.isdisjoint(team))
        self._required &= ~_bits(paired)
        self.size -= len(formed)

    def _largest(self, teams: Collection[Team], required: int) -> "_Largest":
        """Return the size of a largest set that contains all required players; -1 if none does.

        Players are taken in order; for each set of later players in use, the best is remembered.

        Raises:
            NotAllocated: there are too many sets to examine.
        """
        by_first: dict[int, list[tuple[int, Team]]] = {}
        for team in teams:
            by_first.setdefault(team[0], []).append((_bits(team), team))
        players = {player for team in teams for player in team}
        if required & ~_bits(players):
            return _Largest(-1, 0, ())
        best = {0: _Largest(0, 1, ())}
        for player in sorted(players):
            is_required = bool(required >> player & 1)
            best = _with_player(best, player, by_first.get(player, ()), is_required=is_required)
            if len(best) > STATES_MAX:
                raise NotAllocated(BallotFault(code="tie-too-large", fields={"teams": len(teams)}))
        return best.get(0, _Largest(-1, 0, ()))


def _with_player(
    best: dict[int, "_Largest"], player: int, own: Iterable[tuple[int, Team]], *, is_required: bool
) -> dict[int, "_Largest"]:
    """Return the best by the set of later players in use, after a player with `own` teams."""
    following: dict[int, _Largest] = {}
    for used, found in best.items():
        if used >> player & 1 or not is_required:
            _improve(following, used & ~(1 << player), found)
        for mask, team in own:
            if not used & mask:
                grown = _Largest(found.size + 1, found.ways, (team, found.chain))
                _improve(following, (used | mask) & ~(1 << player), grown)
    return following


class _Largest(NamedTuple):
    """The size of a largest set of disjoint teams, the number of such sets, and one as a chain."""

    size: int
    ways: int
    chain: Any

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams of one such set, ascending."""
        found, chain = [], self.chain
        while chain:
            team, chain = chain
            found.append(team)
        return tuple(sorted(found))


def _improve(best: dict[int, _Largest], used: int, found: _Largest) -> None:
    known = best.get(used)
    if known is None or found.size > known.size:
        best[used] = found
    elif found.size == known.size:
        best[used] = known._replace(ways=known.ways + found.ways)


def _bits(players: Iterable[int]) -> int:
    return sum(1 << player for player in players)
