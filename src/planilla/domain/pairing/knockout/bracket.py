"""Brackets: the tree of matches of a single, double or triple elimination, as data.

A bracket is complete: its size is a power of two, and a number that skips a round stands against
nobody. Matches are numbered by round; within a round those of the winners come first. A match
follows the matches from which its sides come.

Source: seed 000, 2.1.1, 2.1.2 and 2.1.4. The wiring of double and triple elimination is not in the
seed (its Appendix D has titles only): it is the usual one, see `docs/rules/knockout.md`.
"""

from enum import StrEnum

import msgspec

from planilla.domain.pairing.knockout.order import Pairs
from planilla.domain.pairing.table import FREE, Place, PlaceKind, Rounds


class BracketSection(StrEnum):
    """The part of a bracket to which a match belongs."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    THIRD_PLACE = "third-place"
    PLACEMENT = "placement"


class PlacesPlayed(StrEnum):
    """The places that a single elimination plays for; the others are shared."""

    FIRST = "first"
    THIRD = "third"
    ALL = "all"


class BracketMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of a bracket.

    `losses` is the number of matches that its sides have lost, in the sections of winners and
    losers. The loser of a match with `loser_place`, and the winner of one with `winner_place`, play
    no further match and have that place; several who have the same share it and those after it.

    A match with `reset` repeats the match from which both its sides come: it is played while both
    may lose another one.
    """

    number: int
    round: int
    section: BracketSection
    places: tuple[Place, Place]
    losses: int = 0
    reset: bool = False
    winner_place: int = 0
    loser_place: int = 0


class Bracket(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket: `matches` in the order of their numbers, from 1.

    `lives` is the number of losses after which a side is out; `players` the number of sides.
    """

    lives: int
    players: int
    matches: tuple[BracketMatch, ...]

    @property
    def rounds(self) -> Rounds:
        """The places of the matches by round."""
        rounds: list[list[tuple[Place, Place]]] = []
        for match in self.matches:
            if match.round > len(rounds):
                rounds.append([])
            rounds[-1].append(match.places)
        return tuple(map(tuple, rounds))


def single_elimination(pairs: Pairs, *, played: PlacesPlayed = PlacesPlayed.FIRST) -> Bracket:
    """Return the bracket in which a side is out after its first loss, or plays on for its place."""
    draft = _Draft(pairs)
    groups = [(draft.sides, 1)]
    while groups:
        sides, place = groups.pop()
        while len(sides) > 1:
            half = len(sides) // 2
            plays_on = half > 1 and (
                played is PlacesPlayed.ALL or (played is PlacesPlayed.THIRD and half == 2)
            )
            matches = draft.play(
                sides,
                _MatchTraits(
                    section=_section_of_group(place, half),
                    winner_place=place if half == 1 else 0,
                    loser_place=0 if plays_on else place + half,
                ),
            )
            if plays_on:
                groups.append((_losers(matches), place + half))
            sides = _winners(matches)
    return draft.bracket(lives=1)


def _section_of_group(place: int, half: int) -> BracketSection:
    if place == 1:
        return BracketSection.FINAL if half == 1 else BracketSection.WINNERS
    return BracketSection.THIRD_PLACE if (place, half) == (3, 1) else BracketSection.PLACEMENT


def double_elimination(pairs: Pairs) -> Bracket:
    """Return the bracket in which a side is out after its second loss.

    The losers of each round of the winners enter the section of losers, whose winner plays the
    final; the final is repeated if the side without a loss loses it.
    """
    draft = _Draft(pairs)
    undefeated, drops = _undefeated(draft)
    once, _ = _repechage(draft, drops, losses=1, lives=2)
    _final(draft, (undefeated, once), repeats=1, loser_place=2)
    return draft.bracket(lives=2)


def triple_elimination(pairs: Pairs) -> Bracket:
    """Return the bracket in which a side is out after its third loss.

    The losers of each round of the first section of losers enter a second one. The winners of the
    two play each other, and the winner of that meets the side without a loss; both matches are
    repeated while both sides may lose another one.
    """
    draft = _Draft(pairs)
    undefeated, drops = _undefeated(draft)
    once, drops = _repechage(draft, drops, losses=1, lives=3)
    twice, _ = _repechage(draft, drops, losses=2, lives=3)
    challenger = _final(draft, (once, twice), repeats=1, loser_place=3)
    _final(draft, (undefeated, challenger), repeats=3, loser_place=2)
    return draft.bracket(lives=3)


_Sides = list[int]
"""Places of a draft: four times the number of the player or match, plus the index in `_KINDS`."""
_KINDS = (PlaceKind.PLAYER, PlaceKind.WINNER, PlaceKind.LOSER)


def _winners(matches: range) -> _Sides:
    return [4 * number + 1 for number in matches]


def _losers(matches: range) -> _Sides:
    return [4 * number + 2 for number in matches]


class _MatchTraits(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that all matches of one round of a section have in common."""

    section: BracketSection
    losses: int = 0
    reset: bool = False
    winner_place: int = 0
    loser_place: int = 0


class _DraftRound(msgspec.Struct, frozen=True, kw_only=True):
    """Matches of one section that are played together, by their numbers in the draft."""

    round: int
    matches: range
    sides: _Sides
    traits: _MatchTraits


class _Draft:
    """A bracket in the making, whose matches are numbered as they come.

    `sides` are the places of the first round, `places_left` the places that are not lost yet.
    """

    def __init__(self, pairs: Pairs) -> None:
        self.sides: _Sides = [4 * number for pair in pairs for number in pair]
        self.places_left = len(self.sides)
        self._rounds: list[_DraftRound] = []
        self._round_of = [0]

    def play(self, sides: _Sides, traits: _MatchTraits) -> range:
        """Let neighbouring sides meet as soon as all are known; return the matches."""
        matches = range(len(self._round_of), len(self._round_of) + len(sides) // 2)
        round_ = 1 + max(self._round_of[side // 4] if side % 4 else 0 for side in sides[:2])
        self._round_of += [round_] * len(matches)
        self._rounds.append(_DraftRound(round=round_, matches=matches, sides=sides, traits=traits))
        return matches

    def bracket(self, *, lives: int) -> Bracket:
        """Return the bracket with its matches numbered by round."""
        rounds = sorted(self._rounds, key=lambda each: each.round)
        number_of = [0] * len(self._round_of)
        for number, match in enumerate((m for each in rounds for m in each.matches), start=1):
            number_of[match] = number

        def place(side: int) -> Place:
            number, kind = divmod(side, 4)
            return Place(number_of[number] if kind else number, 0, _KINDS[kind])

        return Bracket(
            lives=lives,
            players=sum(side > 0 for side in self.sides),
            matches=tuple(
                BracketMatch(
                    number=number_of[match],
                    round=each.round,
                    section=each.traits.section,
                    places=(place(each.sides[2 * at]), place(each.sides[2 * at + 1])),
                    losses=each.traits.losses,
                    reset=each.traits.reset,
                    winner_place=each.traits.winner_place,
                    loser_place=each.traits.loser_place,
                )
                for each in rounds
                for at, match in enumerate(each.matches)
            ),
        )


def _undefeated(draft: _Draft) -> tuple[int, list[_Sides]]:
    """Play the section of winners; return its winner and the losers of each round."""
    sides, drops = draft.sides, []
    while len(sides) > 1:
        matches = draft.play(sides, _MatchTraits(section=BracketSection.WINNERS))
        drops.append(_losers(matches))
        sides = _winners(matches)
    return sides[0], drops


def _repechage(
    draft: _Draft, drops: list[_Sides], *, losses: int, lives: int
) -> tuple[int, list[_Sides]]:
    """Play a section of losers; return its winner and the losers of each round.

    Its sides play each other until they are as many as the next losers who enter, then those.
    """
    if not drops:
        return FREE.number, []
    sides, *entering = drops
    lost: list[_Sides] = []
    turn = 0
    while entering or len(sides) > 1:
        if entering and len(entering[0]) == len(sides):
            turn += 1
            crossed = _crossed(entering.pop(0), turn)
            sides = [side for both in zip(sides, crossed, strict=True) for side in both]
        place = 0
        if losses + 1 == lives:
            draft.places_left -= len(sides) // 2
            place = draft.places_left + 1
        matches = draft.play(
            sides, _MatchTraits(section=BracketSection.LOSERS, losses=losses, loser_place=place)
        )
        lost.append(_losers(matches))
        sides = _winners(matches)
    return sides[0], lost


def _crossed(entering: _Sides, turn: int) -> _Sides:
    """Return the losers of a round in the order in which they meet the sides of the section.

    They change halves, quarters and so on by the binary digits of `turn`, the lowest one for the
    halves. Those who enter in different rounds from one part of the section of winners come to
    parts of the section of losers that are as far apart as its size allows.
    """
    digits = len(entering).bit_length() - 1
    mask = sum((turn >> digit & 1) << (digits - 1 - digit) for digit in range(digits))
    return [entering[position ^ mask] for position in range(len(entering))]


def _final(draft: _Draft, sides: tuple[int, int], *, repeats: int, loser_place: int) -> int:
    """Play a match and its repetitions; return the winner of the last one."""
    following = list(sides)
    for repeat in range(repeats + 1):
        matches = draft.play(
            following,
            _MatchTraits(
                section=BracketSection.FINAL,
                reset=repeat > 0,
                winner_place=1 if (loser_place, repeat) == (2, repeats) else 0,
                loser_place=loser_place,
            ),
        )
        following = [*_winners(matches), *_losers(matches)]
    return following[0]
