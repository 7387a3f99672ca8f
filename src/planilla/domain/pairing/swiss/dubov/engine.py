"""The Dubov system as a round system: the bye, the brackets from the top, colours and reasons.

Source: FIDE C.04.4.1 (2026), 3 and 5.
"""

from collections.abc import Iterator, Sequence

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.matching import bits, first_to_leave, largest_matching, set_of
from planilla.domain.pairing.swiss.boards import round_of_steps, seated
from planilla.domain.pairing.swiss.dubov.seekers import (
    DubovRules,
    FloatLoss,
    Seeker,
    kept_apart,
    permitted,
    seekers_of,
)
from planilla.domain.pairing.swiss.dubov.subgroups import Subgroups, subgroups_of
from planilla.domain.pairing.swiss.dubov.upfloaters import (
    FloatingGroup,
    Lower,
    Renumbered,
    first_upfloaters,
    matched,
)
from planilla.domain.pairing.swiss.dutch.criteria import SAME_ORIGIN
from planilla.domain.pairing.swiss.faults import article_against, faults_of_round
from planilla.domain.pairing.system import (
    BoardReason,
    Floater,
    Instead,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
    PairingStep,
    Remark,
)


class PairedBracket(msgspec.Struct, frozen=True, kw_only=True):
    """Members of a bracket by place, residents before upfloaters, and how they are paired.

    `rows` holds whom each may meet here, one bit each.
    """

    members: tuple[Seeker, ...]
    residents: int
    rows: tuple[int, ...]
    subgroups: Subgroups


def pair_round(given: PairingInput, rules: DubovRules) -> Pairing | NoPairing:
    """Return the round that the rules give, or who cannot be paired."""
    seekers = seekers_of(given, rules)
    rows = permitted(seekers)
    able = _candidates_for_bye(seekers, rules)
    bye = first_to_leave(rows, able) if len(seekers) % 2 else None
    playing = (1 << len(seekers)) - 1 & ~(0 if bye is None else 1 << bye)
    mates = matched(rows, playing, ())
    if any(mates[place] is None for place in bits(playing)):
        return NoPairing(reason="no-legal-pairing", seats=_left_over(seekers, rows, able))
    loss = rules.loss(given)
    field = _Field(
        seekers=seekers, rows=rows, apart=kept_apart(seekers, rows) if given.unwanted else None
    )
    steps = [] if bye is None else [_step_of_bye(seekers[bye], rules)]
    steps += [
        _step(bracket, given, rules, loss)
        for bracket in field.brackets(playing, mates, loss, rules)
    ]
    scores = {each.player.seat: each.player.score for each in seekers}
    return round_of_steps(rules.name, tuple(steps), scores)


def _candidates_for_bye(seekers: Sequence[Seeker], rules: DubovRules) -> list[int]:
    """Return the places that may have the bye: lowest score, most games, largest number (3.1)."""
    return sorted(
        (place for place, each in enumerate(seekers) if each.player.may_have_bye),
        key=lambda place: (seekers[place].player.score, *rules.bye(seekers[place]), -place),
    )


def _left_over(
    seekers: Sequence[Seeker], rows: Sequence[int], able: Sequence[int]
) -> tuple[Seat, ...]:
    """Return who has neither an opponent nor the bye in a pairing of as many as possible."""
    graph = list(rows)
    if len(seekers) % 2:
        bye = 1 << len(seekers)
        eligible = set_of(able)
        graph = [row | bye if eligible >> at & 1 else row for at, row in enumerate(rows)]
        graph.append(eligible)
    mates = largest_matching(graph)
    return tuple(each.player.seat for at, each in enumerate(seekers) if mates[at] is None)


class _Field(msgspec.Struct, frozen=True, kw_only=True):
    """All who are present, whom each may meet and, where it matters, whom each should meet."""

    seekers: Sequence[Seeker]
    rows: Sequence[int]
    apart: Sequence[int] | None

    def brackets(
        self, playing: int, mates: list[int | None], loss: FloatLoss, rules: DubovRules
    ) -> Iterator[PairedBracket]:
        """Yield the brackets from the top; `mates` is a pairing of all that are `playing`."""
        while playing:
            first = self.seekers[(playing & -playing).bit_length() - 1].player.score
            residents = [at for at in bits(playing) if self.seekers[at].player.score == first]
            lower = playing & ~set_of(residents)
            below = Lower(mask=lower, rows=self.rows, mates=matched(self.rows, lower, mates))
            group = FloatingGroup(
                seekers=self.seekers,
                rows=self.rows,
                residents=tuple(residents),
                below=below,
                loss=loss,
            )
            group, upfloaters = self._upfloaters(group)
            yield _bracket(group, upfloaters, rules)
            playing = lower & ~set_of(upfloaters)
            following = below.without(set_of(upfloaters))
            assert following is not None, "those who stay below can be paired"
            mates = following

    def _upfloaters(self, group: FloatingGroup) -> tuple[FloatingGroup, tuple[int, ...]]:
        """Return the upfloaters, and the group with the pairs of which its bracket is made.

        Players of the same origin are kept apart where that takes neither more upfloaters nor
        lower ones (seed 000, 2.9, B3 bis).
        """
        found = first_upfloaters(group)
        assert found is not None, "all that are left can be paired"
        if self.apart is None:
            return group, found
        kept = msgspec.structs.replace(group, rows=self.apart)
        others = first_upfloaters(kept)
        if others is None or self._scores(others) != self._scores(found):
            return group, found
        return kept, others

    def _scores(self, places: Sequence[int]) -> list[int]:
        return [self.seekers[place].player.score for place in places]


def _bracket(group: FloatingGroup, upfloaters: Sequence[int], rules: DubovRules) -> PairedBracket:
    numbers = Renumbered([*group.residents, *upfloaters])
    members = tuple(group.seekers[place] for place in numbers.places)
    rows = tuple(numbers.rows(group.rows))
    return PairedBracket(
        members=members,
        residents=len(group.residents),
        rows=rows,
        subgroups=subgroups_of(members, rows, rules),
    )


def _step_of_bye(seeker: Seeker, rules: DubovRules) -> PairingStep:
    """Return the bye, which is given before anybody is paired (3.1)."""
    seat = seeker.player.seat
    return PairingStep(
        kind="bye",
        seats=(seat,),
        floaters=(Floater(seat=seat, reason="bye"),),
        bye=seat,
        criteria=rules.codes.bye,
    )


def _step(
    bracket: PairedBracket, given: PairingInput, rules: DubovRules, loss: FloatLoss
) -> PairingStep:
    seats = [each.player.seat for each in bracket.members]
    boards = tuple(_boards(bracket, given, rules))
    last = given.round == given.crosstable.rounds_planned
    dropped = rules.codes.not_in_the_last if last else ()
    return PairingStep(
        kind="bracket",
        seats=tuple(seats),
        raised=tuple(seats[bracket.residents :]),
        points=bracket.members[0].player.score,
        boards=boards,
        criteria=tuple(code for code in rules.codes.criteria if code not in dropped),
        given_up=_given_up(bracket, boards, rules, loss),
        remarks=_remarks(bracket, seats),
    )


def _given_up(
    bracket: PairedBracket, boards: Sequence[BoardReason], rules: DubovRules, loss: FloatLoss
) -> dict[str, int]:
    """Return what criteria cost; the one upfloater of an odd group is none."""
    joined = bracket.members[bracket.residents :]
    losses = [sum(each) for each in zip((0, 0, 0), *map(loss, joined), strict=True)]
    codes = rules.codes
    counts = {
        codes.upfloaters: len(joined) - bracket.residents % 2,
        codes.colours: sum(board.same_preference for board in boards),
        **dict(zip(codes.of_floats, losses, strict=True)),
    }
    return {code: count for code, count in counts.items() if code and count}


def _remarks(bracket: PairedBracket, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    shifted = tuple(seats[at] for group in bracket.subgroups.shifted for at in group)
    return (Remark(code="shifted", groups=(shifted,)),) if shifted else ()


def _boards(
    bracket: PairedBracket, given: PairingInput, rules: DubovRules
) -> Iterator[BoardReason]:
    subgroups = bracket.subgroups
    left = list(subgroups.before)
    for one, other, expected in zip(
        subgroups.upper, subgroups.lower, subgroups.before, strict=True
    ):
        players = (bracket.members[at].player for at in (one, other))
        higher, lower = sorted(players, key=lambda each: (-each.score, each.seat))
        meeting = "first" if other == expected else "transposition"
        board = seated((higher, lower), rules.colour_rules, given.first_colour, meeting)
        played = higher.played or lower.played
        yield msgspec.structs.replace(
            board,
            same_preference=bool(played) and board.same_preference,
            instead=None if other == left[0] else _instead(bracket, (one, left[0]), given, rules),
        )
        left.remove(other)


def _instead(
    bracket: PairedBracket, pair: tuple[int, int], given: PairingInput, rules: DubovRules
) -> Instead:
    """Return the first opponent left in the transposed subgroup, and the rule against the pair."""
    one, other = (bracket.members[place].player for place in pair)
    is_permitted = bool(bracket.rows[pair[0]] >> pair[1] & 1)
    article = ""
    if not is_permitted:
        absolute = article_against(one, other, given.forbidden, rules.codes.absolute)
        article = absolute or SAME_ORIGIN.article
    return Instead(seat=other.seat, article=article, for_others=is_permitted)


def check(given: PairingInput, pairing: Pairing, rules: DubovRules) -> tuple[PairingFault, ...]:
    """Return every absolute rule that a pairing breaks, in the order of its boards."""
    return faults_of_round(given, pairing, reading=rules.reading)
