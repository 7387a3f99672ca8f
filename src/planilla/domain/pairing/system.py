"""The one shape of a pairing system: a name, an edition, traits as data, and the parts it has.

A system is a value. Callers read a trait or use a part, and never compare kinds: a part that a
system does not have is None. An answer is a `Pairing` with its `Explanation`, or `NoPairing` if the
rules allow none: that is an answer, not a failure.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from enum import StrEnum
from typing import Any

import msgspec

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.floats import FloatRule
from planilla.domain.pairing.table import MOST, Game, Rounds, TableRequest
from planilla.domain.vocabulary import ByeKind, Colour


class PairingMemory(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that a system keeps beside the games, by seat; each system extends it."""


class ColourType(StrEnum):
    """Preferences for colours in a team event (C.04.6, 1): type A, type B, or none."""

    A = "A"
    B = "B"
    NONE = "none"


class PairingInput(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that pairing one round may use.

    `crosstable` holds the rounds before the one to be paired; `present` the seats to be paired, in
    ascending order (requested byes and absences are already taken out); `first_colour` is the
    colour drawn by lot for the top player of round 1. `requested` are the byes granted in that
    round on request, by seat; who is neither present nor there is absent.

    `forbidden` pairs may not meet (C.04.2; TRF 260, XXP) and `unwanted` ones, those of the same
    origin, meet only where nothing else is possible (seed 000, 2.9 B3 bis); both hold pairs of
    seats, the lower first. `accelerated` holds the fictitious points of each entrant, by seat, in
    the rounds played and in the one to be paired, in units of the point system; empty: none.
    `memory` holds what the system keeps beside the games, in a system that does. `standings` are
    all seats in the order of the standings before the round, for a system that
    `pairs_by_standings`; empty: points and pairing numbers decide. `groups` are those of a system
    that `plays_in_groups`, by seat; empty: one. `is_maxi` asks a system that `has_maxi_rules` for
    those of a maxi-tournament.

    Where a board of the crosstable is a match, `totals` are the primary scores of each entrant
    before every round and before the one to be paired, in units, by seat; empty: by the results.
    `secondary` are the other scores now, by seat (empty: not used), `colour_type` the preferences.
    """

    crosstable: Crosstable
    present: tuple[Seat, ...]
    first_colour: Colour = Colour.WHITE
    requested: tuple[tuple[Seat, ByeKind], ...] = ()
    forbidden: frozenset[tuple[Seat, Seat]] = frozenset()
    unwanted: frozenset[tuple[Seat, Seat]] = frozenset()
    accelerated: tuple[tuple[int, ...], ...] = ()
    memory: PairingMemory | None = None
    standings: tuple[Seat, ...] = ()
    groups: tuple[tuple[Seat, ...], ...] = ()
    is_maxi: bool = False
    totals: tuple[tuple[int, ...], ...] = ()
    secondary: tuple[int, ...] = ()
    colour_type: ColourType = ColourType.A

    @property
    def round(self) -> int:
        """The number of the round to be paired."""
        return len(self.crosstable.rounds) + 1


class Instead(msgspec.Struct, frozen=True, kw_only=True):
    """The player who came first in the order, and the article for which it was another.

    `for_others` means that the two might have met, or this player floated, but that the others of
    the step could then not have been paired as well: the article is what that would have cost, or
    is empty where the step is too large to work that out.
    """

    seat: Seat
    article: str
    for_others: bool = False


class Floater(msgspec.Struct, frozen=True, kw_only=True):
    """A player who left a step, and the reason: `odd`, `no-opponent`, `bye`, or an article.

    With `-up` after it the player went to a step above; `median` is a pair that was taken back for
    the median group.

    `instead` is the lowest ranked of the step, if it was another who left.
    """

    seat: Seat
    reason: str
    instead: Instead | None = None


class BoardReason(msgspec.Struct, frozen=True, kw_only=True):
    """The reasons for which the two of a board meet, and for their colours.

    `meeting` is a code, such as `first`, `transposition` or `exchange`; `colour_rule` the article
    (`E1` … `E5`) or code; `same_preference` means that one of the two did not get the colour that
    was due. `instead` is the first opponent in the order that the better placed of the two was not
    given.
    """

    white: Seat
    black: Seat
    meeting: str
    colour_rule: str
    same_preference: bool = False
    instead: Instead | None = None


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """A remark on a step: a code, with the article, the groups of seats and the count it is about.

    Codes: `changed-for` an article that made the step what it is (2012, C12 and C13; 2017, C.4 and
    A.9); `exchange` of the seats of two groups, `count` being its number where it was counted;
    `transposition` number `count`; players `shifted` to the other subgroup (Dubov); `at-bounds`
    where no pairing of so many preferences and histories could break a criterion less often, so
    that no other one was looked at; `seeding-round`, one of the `count` first rounds that another
    system pairs.
    """

    code: str
    article: str = ""
    groups: tuple[tuple[Seat, ...], ...] = ()
    count: int | None = None


class PairingStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a pairing as the arbiter would write it down, in the terms of every system.

    `kind` is `bracket` (those of one score), `list` (from the top of a list), `bye` (given before
    anybody is paired) or `table` (a round of a schedule). `seats` are those concerned, of whom
    `moved` came from steps above and `raised` from steps below; `points` the score they have in
    common, in units, None where there is none. `counts` are figures by letter, as text: the book's
    T, P, B, N, F, X (seed 000, 2.9), `{"T": "7", "F": "1B"}`. `criteria` are the articles that were
    looked at, in their order, and `given_up` maps those that were broken to the number of times.
    """

    kind: str
    seats: tuple[Seat, ...]
    moved: tuple[Seat, ...] = ()
    raised: tuple[Seat, ...] = ()
    points: int | None = None
    counts: dict[str, str] = {}
    boards: tuple[BoardReason, ...] = ()
    floaters: tuple[Floater, ...] = ()
    bye: Seat | None = None
    criteria: tuple[str, ...] = ()
    given_up: dict[str, int] = {}
    remarks: tuple[Remark, ...] = ()

    @property
    def residents(self) -> tuple[Seat, ...]:
        """Those concerned who came from no other step."""
        others = {*self.moved, *self.raised}
        return tuple(seat for seat in self.seats if seat not in others)

    def remark(self, code: str) -> Remark | None:
        """Return the remark with this code; None where the step has none."""
        return next((each for each in self.remarks if each.code == code), None)


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """The reasons for a round: steps in the order of pairing, as a rule from the top down."""

    system: str
    steps: tuple[PairingStep, ...] = ()


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A round: boards in board order as (White's seat, Black's seat), byes, and the reasons."""

    boards: tuple[tuple[Seat, Seat], ...]
    byes: tuple[tuple[Seat, ByeKind], ...] = ()
    explanation: Explanation


def _of_a_table(games: Iterable[Game], size: int, system: "System") -> Pairing:
    """Return a round of a table as a pairing of the seats 0..`size` - 1."""
    seated = [(white.number - 1, black.number - 1) for white, black in games]
    boards = tuple(board for board in seated if min(board) >= 0)
    free = tuple(max(board) for board in seated if min(board) < 0)
    reasons = tuple(
        BoardReason(white=white, black=black, meeting="table", colour_rule=system.table_rule)
        for white, black in boards
    )
    step = PairingStep(
        kind="table", seats=tuple(range(size)), boards=reasons, bye=free[0] if free else None
    )
    return Pairing(
        boards=boards,
        byes=tuple((seat, ByeKind.ZERO_POINT) for seat in free),
        explanation=Explanation(system=system.name, steps=(step,)),
    )


class NoPairing(msgspec.Struct, frozen=True, kw_only=True):
    """There is no legal pairing; `reason` is a code, `seats` those who cannot be paired."""

    reason: str
    seats: tuple[Seat, ...] = ()


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The article at which another pairing parts from the engine's, and the seats concerned.

    `article` is that of an absolute criterion (illegal), of the number of pairs, of the floaters,
    of a relative criterion, of the order of generation (as good, but later), of a colour (`E1` to
    `E5`), or of what the brackets around needed (better here, but not for them). `points` is the
    score of the bracket; `engine` and `other` are the counts compared.
    """

    article: str
    points: int
    seats: tuple[Seat, ...]
    engine: int = 0
    other: int = 0


class PairingFault(msgspec.Struct, frozen=True, kw_only=True):
    """An absolute rule that a pairing breaks: a code, and the seats it concerns.

    Codes: `paired-twice`, `not-paired`, `not-present`, `needless-bye`, `second-bye`, `rematch`,
    `same-absolute-colour`, `colour-three-times`, `colour-difference`, `forbidden`, `colour-bound`.
    """

    code: str
    seats: tuple[Seat, ...]


def faults_of_presence(given: PairingInput, pairing: Pairing) -> Iterator[PairingFault]:
    """Yield the seats that play twice, not at all, or although they cannot be paired."""
    paired = [seat for board in pairing.boards for seat in board]
    waiting = [seat for seat, kind in pairing.byes if kind is ByeKind.PAIRING_ALLOCATED]
    times = Counter([*paired, *waiting])
    for seat in sorted(times):
        if times[seat] > 1:
            yield PairingFault(code="paired-twice", seats=(seat,))
        if seat not in given.present:
            yield PairingFault(code="not-present", seats=(seat,))
    for seat in given.present:
        if not times[seat]:
            yield PairingFault(code="not-paired", seats=(seat,))


def faults_of_byes(
    given: PairingInput, pairing: Pairing, barred: Collection[Seat]
) -> Iterator[PairingFault]:
    """Yield byes beside the one of an odd number, and those of `barred` seats."""
    waiting = [seat for seat, kind in pairing.byes if kind is ByeKind.PAIRING_ALLOCATED]
    if len(waiting) > len(given.present) % 2:
        yield PairingFault(code="needless-bye", seats=tuple(waiting))
    for seat in waiting:
        if seat in barred:
            yield PairingFault(code="second-bye", seats=(seat,))


class Usual(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a tournament whose organiser names no others: the rules of one time."""

    tiebreaks: tuple[str, ...]
    tiebreak_edition: str = "fide-2026-03"
    rating_rules: str = "elo-fide-2024"


class RankingMethod(StrEnum):
    """The order of the standings: points of entrants or teams, values, a tally, or a bracket."""

    POINTS = "points"
    VALUES = "values"
    TALLY = "tally"
    TEAMS = "teams"
    BRACKET = "bracket"


class Trait(StrEnum):
    """Traits of a `System` by their names, for the parts that others declare for systems."""

    HAS_ROUNDS = "has_rounds"
    SEATS_AT_ONCE = "seats_at_once"
    KEEPS_VALUES = "keeps_values"
    FORMS_TEAMS = "forms_teams"
    HAS_BRACKET = "has_bracket"


TIEBREAKS_OF_A_SWISS = ("PS", "BH", "SB", "DE", "WIN")
TIEBREAKS_OF_A_ROUND_ROBIN = ("SB", "DE", "WIN")
TIEBREAKS_OF_A_TEAM_ROUND_ROBIN = ("MPVGP", "EDE", "SB")
ROUNDS_MAX = 30
ROUNDS_DEFAULT = 7
BYES_ON_REQUEST = frozenset({ByeKind.ZERO_POINT, ByeKind.HALF_POINT, ByeKind.FULL_POINT})


class System(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing system as data.

    Traits: `usual` settings; `rounds_default` and `rounds_max` of the organiser's choice (0: the
    number is not chosen); `trf_code` its code in record 192 of a tournament file, empty: none;
    `byes_on_request` the byes that entrants may ask for. In a system that `seats_at_once` there are
    no rounds: each free table is filled. `keeps_values` means a list of values, worked out again
    from all games. `may_end_early`: before the last round. `colours_by_lot`: the first colour is
    drawn also for a schedule, all of whose colours are reversed if it is Black. `ranking` orders
    the standings. `annuls_below_half`: the games of an entrant who withdrew before half of them
    count for nobody. A system with `entries_only` has entrants and no games: they play in later
    stages. One that `follows_groups` plays only the games that were not played in groups. The
    entrants of one that `plays_in_teams` are teams, who meet in matches on several boards. With
    `numbers_by_envelopes` a table is drawn before round 1, as a rule from envelopes. Matches for
    places behind the first are possible in one that `plays_for_places`. One that
    `takes_acceleration` pairs with fictitious points; one that `pairs_by_standings` orders its
    players by the announced tie-breaks; one that `plays_in_groups` cuts this list into groups for
    some rounds. One that `has_maxi_rules` has other rules for more players than 2^r in r rounds, if
    the organiser chooses them (seed 000, 2.9). One that
    `prefers_colours_by_type` pairs teams by preferences of the type that was announced. In one
    that `counts_best_rounds` the organiser may let only those count. Two players of one with
    several `match_games` meet in so many in a round, with alternating colours and points for each.

    Parts, each None where the system has none: `pair` answers one round; `pair_briefly` does too,
    without the alternatives in its explanation; `schedule` returns all rounds for pairing numbers
    1..size, `repeat` those of several cycles, `bracket` the `Bracket` of a knockout for a size, an
    order of seeds and the places played for, `rounds_for` their number, and `table_rule` is the
    code of its rule of colours; `team_table` the rounds of teams that are formed of the entrants,
    numbered team by team; `check` the absolute rules that a pairing breaks; `compare` the first
    article at which a pairing leaves the system's own; `floats` what counts as a float;
    `suggested_tables` the tables that suit a number of players.
    """

    name: str
    edition: str
    usual: Usual = Usual(tiebreaks=TIEBREAKS_OF_A_SWISS)
    rounds_default: int = ROUNDS_DEFAULT
    rounds_max: int = ROUNDS_MAX
    trf_code: str = ""
    byes_on_request: frozenset[ByeKind] = BYES_ON_REQUEST
    seats_at_once: bool = False
    may_forbid_pairs: bool = True
    takes_late_entries: bool = True
    may_end_early: bool = False
    keeps_values: bool = False
    colours_by_lot: bool = False
    annuls_below_half: bool = False
    entries_only: bool = False
    follows_groups: bool = False
    plays_in_teams: bool = False
    numbers_by_envelopes: bool = False
    plays_for_places: bool = False
    takes_acceleration: bool = False
    pairs_by_standings: bool = False
    plays_in_groups: bool = False
    has_maxi_rules: bool = False
    prefers_colours_by_type: bool = False
    counts_best_rounds: bool = False
    match_games: int = 1
    ranking: RankingMethod = RankingMethod.POINTS

    pair: Callable[[PairingInput], Pairing | NoPairing] | None = None
    pair_briefly: Callable[[PairingInput], Pairing | NoPairing] | None = None
    schedule: Callable[[int], Rounds] | None = None
    repeat: Callable[[Rounds, int], Rounds] | None = None
    team_table: Callable[[TableRequest], Rounds] | None = None
    bracket: Callable[[int, str, str], Any] | None = None
    table_rule: str = ""
    rounds_for: Callable[[int], int] | None = None
    check: Callable[[PairingInput, Pairing], tuple[PairingFault, ...]] | None = None
    compare: Callable[[PairingInput, Pairing], Difference | None] | None = None
    floats: FloatRule | None = None
    suggested_tables: Callable[[int], int] | None = None

    def has(self, trait: Trait | None) -> bool:
        """Return whether the system has a trait; True for None, which no system lacks."""
        return trait is None or bool(getattr(self, trait))

    @property
    def has_rounds(self) -> bool:
        """Return whether rounds are paired, published and closed."""
        return not (self.seats_at_once or self.entries_only)

    @property
    def has_schedule(self) -> bool:
        """Return whether all rounds follow from the number of entrants."""
        return self.schedule is not None

    @property
    def has_table(self) -> bool:
        """Return whether its table can be drawn before the first round."""
        return (self.has_schedule and not self.forms_teams) or self.has_bracket

    @property
    def forms_teams(self) -> bool:
        """Return whether the entrants are grouped in teams before the first round."""
        return self.team_table is not None

    @property
    def has_bracket(self) -> bool:
        """Return whether those who lose matches are out."""
        return self.bracket is not None

    @property
    def draws_first_colour(self) -> bool:
        """Return whether a lot gives the colour of the first board."""
        return self.colours_by_lot or not self.has_schedule

    @property
    def goes_on_without_postponed(self) -> bool:
        """Return whether a round may be closed while postponed games of it are open.

        They are draws for pairing (C.04.2, 3.1); a bracket and a list of values need the results.
        """
        return not (self.has_bracket or self.keeps_values)

    @property
    def ranks_by_itself(self) -> bool:
        """Return whether standings use another order than points and tie-breaks."""
        return self.ranking is not RankingMethod.POINTS

    @property
    def plays_matches(self) -> bool:
        """Return whether two players meet in matches that are worth the points of their games."""
        return self.match_games > 1

    @property
    def has_chances(self) -> bool:
        """Return whether chances of places are calculated from the ends of open games."""
        return not (self.ranks_by_itself or self.plays_matches)

    @property
    def cycles_max(self) -> int:
        """The most cycles that may be played."""
        return MOST["cycles"] if self.repeat is not None else 1

    def table(self, size: int, cycles: int) -> Rounds:
        """Return the rounds for pairing numbers 1..`size` in so many cycles.

        Raises:
            NoTable: the system has no table of this size.
        """
        assert self.schedule is not None, "a system with a schedule is asked"
        rounds = self.schedule(size)
        return rounds if self.repeat is None or cycles == 1 else self.repeat(rounds, cycles)

    def scheduled(
        self, size: int, number: int, first_colour: Colour, drawn: Rounds = ()
    ) -> Pairing:
        """Return round `number` of one cycle for `size` entrants, or of the rounds that were drawn.

        Raises:
            NoTable: the system has no table of this size.
        """
        games = (drawn or self.table(size, 1))[number - 1]
        if self.colours_by_lot and first_colour is Colour.BLACK:
            games = tuple((black, white) for white, black in games)
        return _of_a_table(games, size, self)

    def answer(self, given: PairingInput, *, briefly: bool = False) -> Pairing | NoPairing:
        """Return the system's pairing, without the alternatives where `briefly` and possible."""
        assert self.pair is not None, "a system that pairs from results is asked"
        return (self.pair_briefly or self.pair)(given) if briefly else self.pair(given)
