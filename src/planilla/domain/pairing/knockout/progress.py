"""Progress of a bracket: sides, winners and final places, as a fold of the outcomes of matches.

An outcome names its two sides. After a change of an earlier outcome those of later matches hold
only if their sides are still the same; the others are reported as invalid and count for nothing.

Source: seed 000, 2.1.1 and 2.1.2; double no-shows and shared places: `docs/rules/knockout.md`.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from enum import StrEnum
from itertools import takewhile

import msgspec

from planilla.domain.pairing.knockout.bracket import Bracket, BracketMatch
from planilla.domain.pairing.table import Place, PlaceKind

NOBODY = 0


class MatchOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a match: its sides by their numbers, in any order, and the one that advances.

    `winner` is 0 if neither appeared: nobody advances, and both are out.
    """

    sides: tuple[int, int]
    winner: int


class MatchStatus(StrEnum):
    """The state of a match in a bracket.

    Open: a side is not known yet. Ready: both sides are known. Played: one of them advanced.
    No-show: neither appeared. Walk-over: a side advances without a match, since nobody meets it.
    Void: there is nobody, or a repetition that is not needed.
    """

    OPEN = "open"
    READY = "ready"
    PLAYED = "played"
    NO_SHOW = "no-show"
    WALK_OVER = "walk-over"
    VOID = "void"


WITH_OUTCOME = frozenset({MatchStatus.PLAYED, MatchStatus.NO_SHOW})
UNDECIDED = frozenset({MatchStatus.OPEN, MatchStatus.READY})


class MatchProgress(msgspec.Struct, frozen=True):
    """A match as it stands: its sides, winner and loser are None while unknown, 0 for nobody."""

    status: MatchStatus
    sides: tuple[int | None, int | None]
    winner: int | None = None
    loser: int | None = None


class BracketProgress(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket as it stands after some outcomes.

    `matches` in the order of the bracket; `out` has the numbers of those who play no further match,
    the winner of the bracket aside; `places` the first and last place of those whose place is
    certain; `invalid` the matches whose outcome does not hold. `winner` is None until the bracket
    ends, and 0 if nobody won.
    """

    matches: tuple[MatchProgress, ...]
    out: frozenset[int]
    places: dict[int, tuple[int, int]]
    winner: int | None
    invalid: tuple[int, ...]

    def match(self, number: int) -> MatchProgress:
        """Return the match with `number`."""
        return self.matches[number - 1]


class OutcomeChange(msgspec.Struct, frozen=True, kw_only=True):
    """The effects of changing an outcome, by the numbers of the matches.

    `changed` are the later matches whose sides change; `invalid` those whose recorded outcome no
    longer holds, `valid_again` those whose recorded outcome holds again.
    """

    changed: tuple[int, ...]
    invalid: tuple[int, ...]
    valid_again: tuple[int, ...]


def progress(bracket: Bracket, outcomes: Mapping[int, MatchOutcome]) -> BracketProgress:
    """Return the bracket after `outcomes`, by the numbers of their matches, in any order."""
    matches: list[MatchProgress] = []
    losses: defaultdict[int, int] = defaultdict(int)
    tiers: dict[int, int] = {}
    repeated = {match.places[0].number for match in bracket.matches if match.reset}
    for match in bracket.matches:
        first, second = match.places
        sides = (_occupant(first, matches), _occupant(second, matches))
        if match.reset and sides[1] is not None and losses[sides[1]] >= bracket.lives:
            sides = (sides[0], NOBODY)
        now = _match_progress(match, sides, outcomes.get(match.number))
        matches.append(now)
        if now.loser:
            losses[now.loser] += 1
            may_repeat = match.number in repeated and losses[now.loser] < bracket.lives
            if match.loser_place and not may_repeat:
                tiers[now.loser] = match.loser_place
        if now.winner and match.winner_place:
            tiers[now.winner] = match.winner_place
    tiers.update(_tiers_of_no_shows(bracket, matches))
    winner = next(
        now.winner
        for match, now in zip(bracket.matches, matches, strict=True)
        if match.winner_place == 1
    )
    return BracketProgress(
        matches=tuple(matches),
        out=frozenset(tiers) - {winner},
        places=_final_places(bracket, matches, tiers),
        winner=winner,
        invalid=tuple(sorted(number for number in outcomes if not _counts(matches, number))),
    )


def change(
    bracket: Bracket,
    outcomes: Mapping[int, MatchOutcome],
    number: int,
    outcome: MatchOutcome | None,
) -> OutcomeChange:
    """Return the effects of giving match `number` this outcome, or none, after `outcomes`."""
    others = {key: value for key, value in outcomes.items() if key != number}
    new = others if outcome is None else {**others, number: outcome}
    before, after = progress(bracket, outcomes), progress(bracket, new)
    return OutcomeChange(
        changed=tuple(
            match.number
            for match, old, now in zip(bracket.matches, before.matches, after.matches, strict=True)
            if old.sides != now.sides
        ),
        invalid=tuple(sorted(set(after.invalid) - set(before.invalid))),
        valid_again=tuple(sorted(set(before.invalid) - set(after.invalid) - {number})),
    )


def _occupant(place: Place, matches: list[MatchProgress]) -> int | None:
    """Return the number at a place, 0 for nobody and None while unknown."""
    if place.kind is PlaceKind.PLAYER:
        return place.number
    match = matches[place.number - 1]
    return match.winner if place.kind is PlaceKind.WINNER else match.loser


def _match_progress(
    match: BracketMatch, sides: tuple[int | None, int | None], outcome: MatchOutcome | None
) -> MatchProgress:
    first, second = sides
    if first is None or second is None:
        return MatchProgress(MatchStatus.OPEN, sides)
    if first == NOBODY or second == NOBODY:
        alone = first or second
        void = alone == NOBODY or match.reset
        return MatchProgress(
            MatchStatus.VOID if void else MatchStatus.WALK_OVER, sides, alone, NOBODY
        )
    if outcome is None or {*outcome.sides} != {*sides} or outcome.winner not in {NOBODY, *sides}:
        return MatchProgress(MatchStatus.READY, sides)
    if outcome.winner == NOBODY:
        return MatchProgress(MatchStatus.NO_SHOW, sides, NOBODY, NOBODY)
    loser = second if outcome.winner == first else first
    return MatchProgress(MatchStatus.PLAYED, sides, outcome.winner, loser)


def _counts(matches: list[MatchProgress], number: int) -> bool:
    return 0 < number <= len(matches) and matches[number - 1].status in WITH_OUTCOME


def _tiers_of_no_shows(bracket: Bracket, matches: list[MatchProgress]) -> dict[int, int]:
    """Return the place of those who did not appear: the last one that the loser could have had."""
    absent = [
        match.number
        for match, now in zip(bracket.matches, matches, strict=True)
        if now.status is MatchStatus.NO_SHOW
    ]
    if not absent:
        return {}
    last_place: dict[int, int] = {}
    for match in reversed(bracket.matches):
        last_place[match.number] = match.loser_place or last_place[match.number]
        for place in match.places:
            if place.kind is PlaceKind.LOSER:
                last_place[place.number] = last_place[match.number]
    return {
        side: last_place[number] for number in absent for side in matches[number - 1].sides if side
    }


def _final_places(
    bracket: Bracket, matches: list[MatchProgress], tiers: Mapping[int, int]
) -> dict[int, tuple[int, int]]:
    """Return the first and last place of each number of which all worse or better ones are certain.

    A place that nobody reaches, because neither side of a match appeared, moves up the next ones.
    """
    pending = {
        place
        for match, now in zip(bracket.matches, matches, strict=True)
        if now.status in UNDECIDED
        for place in (match.winner_place, match.loser_place)
    }
    sizes = Counter(tiers.values())
    ranges: dict[int, tuple[int, int]] = {}
    first = 1
    for tier in takewhile(lambda each: each not in pending, sorted({*sizes, *pending})):
        ranges[tier] = (first, first + sizes[tier] - 1)
        first += sizes[tier]
    last = bracket.players
    for tier in takewhile(lambda each: each not in pending, sorted({*sizes, *pending})[::-1]):
        ranges[tier] = (last - sizes[tier] + 1, last)
        last -= sizes[tier]
    return {number: ranges[tier] for number, tier in tiers.items() if tier in ranges}
