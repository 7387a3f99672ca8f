"""The bracket of a knockout as a fold of its matches: who advanced, who meets next, which places.

A side advances by its games, or by a ruling where they do not decide. The pairing of the next match
settles it: a later correction changes no published pairing, and the games of it stand.

Source: seed 000, 2.1; choices: `docs/rules/knockout.md`.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from planilla.domain.pairing.knockout.bracket import Bracket, BracketMatch
from planilla.domain.pairing.knockout.progress import (
    NOBODY,
    UNDECIDED,
    BracketProgress,
    MatchOutcome,
    MatchStatus,
    progress,
)
from planilla.domain.pairing.system import Explanation, Pairing
from planilla.domain.pairing.table import PlaceKind
from planilla.domain.tournament.matches import (
    MatchScore,
    is_decided,
    match_scores,
    regular_games,
    winner_of,
)
from planilla.domain.tournament.state import Sides, Tournament
from planilla.domain.tournament.values import GrantedBye
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId


class BracketRound(msgspec.Struct, frozen=True, kw_only=True):
    """The matches of the next round by their numbers in the bracket, their sides, and walk-overs.

    The first of the sides has White in the first game.
    """

    matches: tuple[int, ...]
    sides: tuple[Sides, ...]
    byes: tuple[GrantedBye, ...]


class AdvanceTakenBack(msgspec.Struct, frozen=True, kw_only=True):
    """A match of which another side advanced, as the next match was paired, than its games say.

    `paired` is the one of the next match, `now` that of the games and rulings; None: neither, or
    not decided.
    """

    round: int
    match: int
    paired: EntrantId | None
    now: EntrantId | None


def bracket_of(state: Tournament) -> Bracket | None:
    """Return the bracket of a stage; None if it has none, or none was drawn."""
    return None if state.table is None else state.table.bracket


def undecided_by_round(state: Tournament) -> dict[int, tuple[int, ...]]:
    """Return the matches of a knockout of which nobody advances yet, by rounds that have any.

    A match of an earlier round is one of them if a correction made it level, and no later match
    that was paired tells who advanced.
    """
    bracket = bracket_of(state)
    if bracket is None:
        return {}
    counted = outcomes(state, bracket)
    level = {
        played.number: tuple(
            at for at, number in enumerate(played.bracket_matches, start=1) if number not in counted
        )
        for played in state.rounds
    }
    return {number: found for number, found in level.items() if found}


def progress_of(state: Tournament) -> BracketProgress | None:
    """Return the bracket as it stands; None without one."""
    bracket = bracket_of(state)
    return None if bracket is None else progress(bracket, outcomes(state, bracket))


def outcomes(state: Tournament, bracket: Bracket) -> dict[int, MatchOutcome]:
    """Return the outcomes of the matches that ended, by their numbers in the bracket.

    Those who advanced from a match are the ones of the later matches that were paired. Where these
    do not tell, the ruling and the games decide. A match of which a repetition was paired is one
    that had to be repeated.
    """
    numbers = {entrant: number for number, entrant in enumerate(state.order, start=1)}
    known = _paired(state, bracket)
    found: dict[int, MatchOutcome] = {}
    for number, score in known.scores.items():
        winner = _winner_as_paired(known, number)
        if winner is not None:
            found[number] = MatchOutcome(
                sides=(numbers[score.sides[0]], numbers[score.sides[1]]),
                winner=numbers.get(winner, NOBODY),
            )
    for number in known.scores:
        match = bracket.matches[number - 1]
        repeated = match.places[0].number
        if match.reset and progress(bracket, found).match(number).status is MatchStatus.VOID:
            before = found[repeated]
            (other,) = {*before.sides} - {before.winner}
            found[repeated] = replace(before, winner=other)
    return found


class _Paired(msgspec.Struct, frozen=True, kw_only=True):
    """The published part of a bracket.

    `scores` by the numbers of the matches, `byes` by the rounds of the bracket that were played;
    `last` is the last of these. `goes_to` has the match in which the winner or loser plays next.
    """

    scores: dict[int, MatchScore]
    byes: dict[int, frozenset[EntrantId]]
    last: int
    goes_to: dict[tuple[PlaceKind, int], BracketMatch]


def _paired(state: Tournament, bracket: Bracket) -> _Paired:
    """Return the matches and walk-overs of published rounds."""
    scores = dict(_scores(state))
    byes = {
        bracket.matches[played.bracket_matches[0] - 1].round: frozenset(
            bye.entrant for bye in played.byes
        )
        for played in state.rounds
        if played.is_published and played.bracket_matches
    }
    return _Paired(
        scores=scores,
        byes=byes,
        last=max(byes, default=0),
        goes_to={
            (place.kind, place.number): match for match in bracket.matches for place in match.places
        },
    )


def _scores(state: Tournament) -> Iterator[tuple[int, MatchScore]]:
    """Yield the matches of published rounds with their numbers in the bracket."""
    for played in state.rounds:
        if played.is_published:
            yield from zip(played.bracket_matches, match_scores(state, played), strict=True)


def _winner_as_paired(known: _Paired, number: int) -> EntrantId | None:
    """Return the side that advances from a match; empty for neither, None while not decided.

    If both sides play on and it is not told which of them won (they meet again at once, or both
    walk over), the games and the ruling tell; if they no longer do, the first side won.
    """
    score = known.scores[number]
    advanced = _seen_later(known, number, PlaceKind.WINNER)
    lost = _seen_later(known, number, PlaceKind.LOSER)
    winner = winner_of(score)
    if advanced is None and lost is None:
        return winner or (EntrantId("") if is_decided(score) else None)
    if advanced is not None and len(advanced) == 1:
        return advanced[0]
    if lost is not None and len(lost) == 1:
        return score.sides[score.sides[0] == lost[0]]
    if advanced == () or lost == ():
        return EntrantId("")
    return winner or score.sides[0]


def _seen_later(known: _Paired, number: int, kind: PlaceKind) -> tuple[EntrantId, ...] | None:
    """Return the sides of a match that are where its winner or loser goes; None: not paired yet.

    A match that was not played, though its round of the bracket is over, let its side walk over.
    If both sides did so in one round, a later one tells.
    """
    sides = known.scores[number].sides
    seen: tuple[EntrantId, ...] | None = None
    following = known.goes_to.get((kind, number))
    while following is not None and following.round <= known.last:
        score = known.scores.get(following.number)
        if score is not None:
            return tuple(side for side in sides if side in score.sides)
        if following.reset and kind is PlaceKind.LOSER:
            return None
        byes = known.byes.get(following.round)
        if byes is not None and not following.reset:
            seen = tuple(side for side in sides if side in byes)
            if seen != sides:
                return seen
        following = known.goes_to.get((PlaceKind.WINNER, following.number))
    return seen


def taken_back(state: Tournament) -> tuple[AdvanceTakenBack, ...]:
    """Return the matches of which, since the next one was paired, another side would advance."""
    bracket = bracket_of(state)
    if bracket is None:
        return ()
    numbers, counted = (None, *state.order), outcomes(state, bracket)
    return tuple(
        AdvanceTakenBack(round=score.round, match=score.number, paired=paired, now=winner_of(score))
        for number, score in _scores(state)
        if number in counted and (paired := numbers[counted[number].winner]) != winner_of(score)
    )


def next_round(state: Tournament, first_colour: Colour) -> BracketRound:
    """Return the matches that can be played next: those of the first round that has any.

    The side with the lower number has `first_colour` in the first match of round 1; then colours
    alternate from match to match and from round to round.
    """
    bracket, now = bracket_of(state), progress_of(state)
    assert bracket is not None, "a drawn bracket is paired"
    assert now is not None, "a drawn bracket has a progress"
    ready = [
        match
        for match, each in zip(bracket.matches, now.matches, strict=True)
        if each.status is MatchStatus.READY
    ]
    matches = [match.number for match in ready if match.round == ready[0].round]
    order = state.order
    turn = len(state.rounds) + (first_colour is Colour.BLACK)
    sides = []
    for at, number in enumerate(matches):
        lower, higher = sorted(side for side in now.match(number).sides if side)
        both = (order[lower - 1], order[higher - 1])
        sides.append(both if (at + turn) % 2 == 0 else both[::-1])
    return BracketRound(
        matches=tuple(matches),
        sides=tuple(sides),
        byes=tuple(
            GrantedBye(entrant=order[each.winner - 1], kind=ByeKind.ZERO_POINT)
            for match, each in zip(bracket.matches, now.matches, strict=True)
            if ready and match.round == ready[0].round
            if each.status is MatchStatus.WALK_OVER and each.winner
        ),
    )


def bracket_pairing(state: Tournament, first_colour: Colour) -> Pairing:
    """Return the next matches with their regular games as a pairing by seats."""
    following = next_round(state, first_colour)
    seats = {entrant: seat for seat, entrant in enumerate(state.order)}
    regular = regular_games(state)
    return Pairing(
        boards=tuple(
            (seats[sides[game.white]], seats[sides[1 - game.white]])
            for sides in following.sides
            for game in regular
        ),
        byes=tuple((seats[bye.entrant], bye.kind) for bye in following.byes),
        explanation=Explanation(system=state.system_name),
    )


def rounds_of_bracket(state: Tournament) -> int:
    """Return the rounds paired and those that the bracket may still have.

    Repetitions that are not needed, and rounds without an opponent for anybody, are no rounds.
    """
    bracket, now = bracket_of(state), progress_of(state)
    assert bracket is not None, "a drawn bracket is asked"
    assert now is not None, "a drawn bracket has a progress"
    played = {number for each in state.rounds for number in each.bracket_matches}
    left = {
        match.round
        for match, each in zip(bracket.matches, now.matches, strict=True)
        if each.status in UNDECIDED and match.number not in played
    }
    return len(state.rounds) + len(left)


def ahead_in_bracket(state: Tournament) -> tuple[int, ...]:
    """Return the order of the places, by seat, the greater first; those who share one are equal.

    Behind the certain best places are those still in, then those out without a certain place, then
    the certain worst places, then those who were not drawn.
    """
    bracket, now = bracket_of(state), progress_of(state)
    if bracket is None or now is None:
        return ()
    return tuple(_ahead(now, number, bracket.players) for number in range(1, len(state.order) + 1))


def _ahead(now: BracketProgress, number: int, players: int) -> int:
    if number > players:
        return -4 * (players + 1)
    if number in now.places:
        return -4 * now.places[number][0]
    certain = {place for first, last in now.places.values() for place in range(first, last + 1)}
    best = next(place for place in range(1, players + 1) if place not in certain)
    return -4 * best + (1 if number in now.out else 2)
