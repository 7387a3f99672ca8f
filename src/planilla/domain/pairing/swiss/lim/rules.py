"""Rules of the Lim system as data: FIDE's text with colours, and the seed book's without them.

Source: FIDE C.04.4.3; seed 000, 2.9, 2.9.1 "Lim" and Appendix B. Readings: `docs/rules/lim.md`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import msgspec

from planilla.domain.crosstable import Game
from planilla.domain.pairing.byes import as_much_as_a_win, point_without_playing
from planilla.domain.pairing.colours import (
    NON_ABSOLUTE_DIFFERENCE_MAX,
    ColourRule,
    ColourSide,
    both_preferences,
    drawn_colour,
    higher_ranked,
    latest_difference,
)
from planilla.domain.pairing.floats import Float, book_float, by_score
from planilla.domain.pairing.matching import bits, set_of
from planilla.domain.pairing.swiss.boards import ColourRules
from planilla.domain.pairing.swiss.players import (
    HistoryReading,
    SwissPlayer,
    by_pairing_number,
    by_participation,
)
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import PointSystem
from planilla.domain.vocabulary import Colour

NEAR = 100
"""Rating points within which a maxi-tournament exchanges players for colours (3.2.3, 3.8, 5.7)."""


class LimGroup(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A score group as it stands when it is paired.

    `down` came into it from above and `up` from below; `residents` have its score. It is paired
    from the top, or from the bottom if `upward`. Whoever leaves it goes to those of `adjacent`.
    `bounds_colours`: two players of whom neither may take a colour do not meet. `ratings` by seat
    limit exchanges for colours in a maxi-tournament; empty: no limit. (`dict=True` gives the
    calculated fields a place to stay.)
    """

    points: int
    residents: tuple[SwissPlayer, ...]
    down: tuple[SwissPlayer, ...] = ()
    up: tuple[SwissPlayer, ...] = ()
    upward: bool = False
    adjacent: tuple[SwissPlayer, ...] = ()
    bounds_colours: bool = True
    ratings: tuple[int, ...] = ()

    @cached_property
    def members(self) -> tuple[SwissPlayer, ...]:
        """All in it by rank; their places in this order are the vertices of its graph."""
        return tuple(sorted((*self.down, *self.residents, *self.up), key=rank_of))

    @cached_property
    def incoming(self) -> tuple[int, ...]:
        """Places of those who came into it, in the order in which they are paired (3.6, 3.7)."""
        place = {player.seat: at for at, player in enumerate(self.members)}
        down = sorted(self.down, key=rank_of)
        up = sorted(self.up, key=rank_of, reverse=True)
        first, second = (up, down) if self.upward else (down, up)
        return tuple(place[player.seat] for player in (*first, *second))

    @cached_property
    def allowed(self) -> list[int]:
        """The permitted opponents of each member among the members."""
        return permitted_opponents(self.members, bounds_colours=self.bounds_colours)

    @cached_property
    def outward(self) -> list[int]:
        """The permitted opponents of each member in the adjacent group."""
        size = len(self.members)
        both = (*self.members, *self.adjacent)
        rows = permitted_opponents(both, bounds_colours=self.bounds_colours)
        return [row >> size for row in rows[:size]]

    def is_near(self, one: SwissPlayer, other: SwissPlayer) -> bool:
        """Return whether one may replace the other for the sake of colours."""
        return not self.ratings or abs(self.ratings[one.seat] - self.ratings[other.seat]) <= NEAR

    def in_direction(self, places: Iterable[int]) -> list[int]:
        """Return places in the direction of pairing: from the top, or from the bottom."""
        return sorted(places, reverse=self.upward)


def rank_of(player: SwissPlayer) -> tuple[int, int]:
    """Return the rank as a sort key: the score, then the pairing number (2.4)."""
    return -player.score, player.seat


class LimCriterion(msgspec.Struct, frozen=True, kw_only=True):
    """A relative criterion: its article, and by place the set of places that it keeps apart.

    The places beyond those of the members stand for leaving the group.
    """

    article: str
    bars: Callable[[LimGroup, int], list[int]]


class LimRules(msgspec.Struct, frozen=True, kw_only=True):
    """Differences between the two texts of the system.

    `bounds_colours`: the bounds of colours hold before the last round. `bye_order` sorts the
    candidates for the bye. `leaves_first`: those who float are chosen before those who floated
    in are paired. `leaving_order` sorts the places that are left as candidates to float, where
    those before have been chosen. `grants_colours`: an opponent who is due the other colour is
    taken first. `criteria` are met in their order, as far as they can be. `colour_rules` for a
    group, which differ below the median.

    Articles that a comparison names, empty where the text has none: `rematch` and `colours` of the
    absolute rules, `second_scrutiny` of the opponents due the other colour, `most_pairs` of those
    who need not leave a group, `median` of pairings taken back, `incoming` of the opponents of
    those who floated in, `downwards` and `upwards` of those of the others; `leaving_article` that
    by which one candidate leaves before another.
    """

    name: str
    source: str
    reading: HistoryReading
    bounds_colours: bool
    bye_order: Callable[[PairingInput, Sequence[SwissPlayer]], list[int]]
    leaves_first: bool
    leaving_order: Callable[[LimGroup, Sequence[int], Sequence[int]], list[int]]
    grants_colours: bool
    criteria: tuple[LimCriterion, ...]
    colour_rules: Callable[[LimGroup], ColourRules]
    rematch: str
    colours: str = ""
    second_scrutiny: str = ""
    most_pairs: str = ""
    median: str = ""
    incoming: str = ""
    downwards: str = ""
    upwards: str = ""
    leaving_article: Callable[[LimGroup, Sequence[int], Sequence[int], tuple[int, int]], str] = (
        lambda _group, _left, _chosen, _two: ""
    )


def permitted_opponents(players: Sequence[SwissPlayer], *, bounds_colours: bool) -> list[int]:
    """Return the permitted opponents among `players`, one bit each by their order (2.1)."""
    place = {player.seat: at for at, player in enumerate(players)}
    white = black = (1 << len(players)) - 1
    if bounds_colours:
        white, black = (
            set_of(at for at, player in enumerate(players) if may_take(player, colour))
            for colour in (Colour.WHITE, Colour.BLACK)
        )
    rows = []
    for at, player in enumerate(players):
        fit = (black if white >> at & 1 else 0) | (white if black >> at & 1 else 0)
        met = set_of(place[seat] for seat in bits(player.met) if seat in place)
        rows.append(fit & ~met & ~(1 << at))
    return rows


def may_take(player: SwissPlayer | ColourSide, colour: Colour) -> bool:
    """Return whether a game with this colour is allowed: no three in a row, no difference of three.

    A difference that is three already may become smaller. Source: FIDE C.04.4.3, 5.1.
    """
    if player.played[-2:] == (colour, colour):
        return False
    difference = player.preference.difference
    after = difference + (1 if colour is Colour.WHITE else -1)
    return abs(after) <= NON_ABSOLUTE_DIFFERENCE_MAX + 1 or abs(after) < abs(difference)


def only_allowed_colour(higher: ColourSide, lower: ColourSide, _drawn: Colour) -> Colour | None:
    """5.1, 5.3: the only distribution of colours that is allowed to both."""
    allowed = [
        colour
        for colour in (Colour.WHITE, Colour.BLACK)
        if may_take(higher, colour) and may_take(lower, colour.other)
    ]
    return allowed[0] if len(allowed) == 1 else None


def lower_ranked(_higher: ColourSide, lower: ColourSide, _drawn: Colour) -> Colour | None:
    """5.4 below the median: the lower ranked player gets the due colour."""
    wanted = lower.preference.colour
    return None if wanted is None else wanted.other


def first_named(_higher: ColourSide, _lower: ColourSide, _drawn: Colour) -> Colour | None:
    """Appendix B, without colours: the higher ranked of the two is named first."""
    return Colour.WHITE


def lim_float(game: Game, difference: int, _system: PointSystem) -> Float:
    """Return the float of a game that was played, or is still open, against another score."""
    return Float.NONE if game.is_unplayed else by_score(difference)


def _colour_rules(group: LimGroup) -> ColourRules:
    last: tuple[str, ColourRule] = (
        ("5.4-lower", lower_ranked) if group.upward else ("5.4-higher", higher_ranked)
    )
    return (
        ("5.2", both_preferences),
        ("5.1", only_allowed_colour),
        ("5.4", latest_difference),
        last,
        ("7.2", drawn_colour),
    )


def lowest_first(given: PairingInput, players: Sequence[SwissPlayer]) -> list[int]:
    """1.1, 7.1: the lowest ranked first; in round 1 the lowest rated."""
    entrants = given.crosstable.entrants

    def key(at: int) -> tuple[int, int]:
        player = players[at]
        if given.round == 1:
            return entrants[player.seat].rating, -player.seat
        return player.score, -player.seat

    return sorted(range(len(players)), key=key)


def lowest_without_breach(_given: PairingInput, players: Sequence[SwissPlayer]) -> list[int]:
    """B.5: the lowest score, then who floated down least recently, then the highest number."""

    def key(at: int) -> tuple[int, int, int]:
        player = players[at]
        broken = 0
        if player.last_float & Float.DOWN:
            broken = 2
        elif player.float_before & Float.DOWN:
            broken = 1
        return player.score, broken, -player.seat

    return sorted(range(len(players)), key=key)


def by_disadvantage(group: LimGroup, left: Sequence[int], chosen: Sequence[int]) -> list[int]:
    """3.9, 3.10 and 3.2: the candidates to float, the least disadvantaged first.

    Types d, c, b, a; then who did not float in the previous round; then who is due the colour that
    more of those left are due, within 100 points of the last of the group in a maxi-tournament;
    then the lowest numbered, or upward the highest numbered.
    """
    order = group.in_direction(left)[::-1]
    return sorted(order, key=_disadvantages(group, left, chosen))


def _disadvantages(
    group: LimGroup, left: Sequence[int], chosen: Sequence[int]
) -> Callable[[int], tuple[bool, bool, bool, bool]]:
    """Return the key of `by_disadvantage`, in the order of `DISADVANTAGES`."""
    members = group.members
    order = group.in_direction(left)[::-1]
    due = [members[at].preference.colour for at in left]
    surplus = due.count(Colour.WHITE) - due.count(Colour.BLACK)
    most = None if not surplus else Colour.WHITE if surplus > 0 else Colour.BLACK
    incoming = set(group.incoming)
    open_to = _with_opponents(group, order, chosen)

    def key(at: int) -> tuple[bool, bool, bool, bool]:
        player = members[at]
        equalises = player.preference.colour is most and group.is_near(player, members[order[0]])
        return (
            at in incoming,
            at not in open_to,
            player.last_float is not Float.NONE,
            most is not None and not equalises,
        )

    return key


DISADVANTAGES = ("3.9", "3.3", "3.10", "3.2.2")
"""Articles by which another leaves a group: floated in, no opponent, floated before, colours."""
LAST_IN_DIRECTION = "3.2.4"


def article_of_leaving(
    group: LimGroup, left: Sequence[int], chosen: Sequence[int], two: tuple[int, int]
) -> str:
    """Return the article by which the first of two places leaves the group, and not the other."""
    key = _disadvantages(group, left, chosen)
    differing = zip(DISADVANTAGES, *map(key, two), strict=True)
    return next((article for article, one, other in differing if one != other), LAST_IN_DIRECTION)


def _with_opponents(group: LimGroup, places: Iterable[int], chosen: Sequence[int]) -> set[int]:
    """3.3, 3.4: those with an opponent in the adjacent group whom no chosen floater needs."""
    outward = group.outward
    holders: dict[int, int] = {}
    for at in chosen:
        _find_opponent(outward, holders, at, set())
    taken = set_of(holders)
    return {
        at
        for at in places
        if outward[at] & ~taken or _find_opponent(outward, dict(holders), at, set())
    }


def _find_opponent(
    outward: Sequence[int], holders: dict[int, int], at: int, tried: set[int]
) -> bool:
    """Give a floater an opponent of its own in `holders`, by moving others if need be."""
    for other in bits(outward[at]):
        if other not in tried:
            tried.add(other)
            if other not in holders or _find_opponent(outward, holders, holders[other], tried):
                holders[other] = at
                return True
    return False


def by_number(group: LimGroup, left: Sequence[int], _chosen: Sequence[int]) -> list[int]:
    """Appendix B: the highest number first, or upward the lowest number."""
    return group.in_direction(left)[::-1]


def _same_origin(group: LimGroup, exits: int) -> list[int]:
    """B3 bis: those of one origin."""
    place = {player.seat: at for at, player in enumerate(group.members)}
    barred = [
        set_of(place[seat] for seat in bits(player.unwanted) if seat in place)
        for player in group.members
    ]
    return barred + [0] * exits


def _stays_close(group: LimGroup, exits: int) -> list[int]:
    """B3: nobody floats twice in a round, and those who floated meet somebody of the group."""
    size = len(group.members)
    incoming = set_of(group.incoming)
    leaving = (1 << exits) - 1 << size
    barred = [incoming | leaving if incoming >> at & 1 else 0 for at in range(size)]
    return barred + [0] * exits


def _repeats(floats_of: Callable[[SwissPlayer], Float]) -> Callable[[LimGroup, int], list[int]]:
    def bars(group: LimGroup, exits: int) -> list[int]:
        members, size = group.members, len(group.members)
        leaving = (1 << exits) - 1 << size
        out = Float.UP if group.upward else Float.DOWN
        barred = [leaving if floats_of(player) & out else 0 for player in members]
        for at in group.incoming:
            barred[at] |= set_of(
                other
                for other in range(size)
                if _repeats_float(members[at], members[other], floats_of)
            )
        return barred + [0] * exits

    return bars


def _repeats_float(
    one: SwissPlayer, other: SwissPlayer, floats_of: Callable[[SwissPlayer], Float]
) -> bool:
    mine = by_score(one.score - other.score)
    theirs = by_score(other.score - one.score)
    return bool(floats_of(one) & mine or floats_of(other) & theirs)


def _last(player: SwissPlayer) -> Float:
    return player.last_float


def _either_of_two(player: SwissPlayer) -> Float:
    return player.last_float | player.float_before


SAME_ORIGIN = LimCriterion(article="B3bis", bars=_same_origin)

LIM = LimRules(
    name="swiss-lim",
    source="fide-c040403-2026",
    reading=HistoryReading(floats=lim_float, bye_bar=as_much_as_a_win, numbers=by_participation),
    bounds_colours=True,
    bye_order=lowest_first,
    leaves_first=True,
    leaving_order=by_disadvantage,
    grants_colours=True,
    criteria=(SAME_ORIGIN,),
    colour_rules=_colour_rules,
    rematch="2.5",
    colours="5.1",
    second_scrutiny="5.2",
    most_pairs="2.3",
    median="2.6",
    incoming="3.8",
    downwards="4.2",
    upwards="4.3",
    leaving_article=article_of_leaving,
)
"""FIDE C.04.4.3, in force since 1 February 2026."""

LIBRO = LimRules(
    name="swiss-lim-libro",
    source="seed-000",
    reading=HistoryReading(
        floats=book_float, bye_bar=point_without_playing, numbers=by_pairing_number
    ),
    bounds_colours=False,
    bye_order=lowest_without_breach,
    leaves_first=False,
    leaving_order=by_number,
    grants_colours=False,
    criteria=(
        LimCriterion(article="B3", bars=_stays_close),
        SAME_ORIGIN,
        LimCriterion(article="B5", bars=_repeats(_last)),
        LimCriterion(article="B6", bars=_repeats(_either_of_two)),
    ),
    colour_rules=lambda _group: (("first-named", first_named),),
    rematch="B1",
)
"""The Lim system of seed 000, Appendix B: without colours."""
