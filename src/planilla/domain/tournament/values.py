"""Values that events, commands and the state share."""

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum
from typing import Any

import msgspec

from planilla.domain.prizes.outcomes import DRAWS_DEFAULT, Likelihood
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameId

# Events


class AskedSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of a tournament as requested.

    No rounds, tie-breaks None and empty names mean the usual ones of the system.
    """

    system: str = "swiss-dutch-2026"
    rounds: int = 0
    point_system: str = "1-½-0"
    tiebreaks: tuple[str, ...] | None = None
    tiebreak_mode: str = "subsidiary"
    tiebreak_edition: str = ""


class TournamentSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of a tournament as recorded.

    `first_colour` None: drawn by lot when round 1 is paired. `time_zone` is a name of the tz
    database, "" if none was given. The tie-breaks have the meaning of `tiebreak_edition`; without
    an edition, that of the book, as for the rating rules.
    """

    name: str
    system_name: str = msgspec.field(name="system")
    rounds_asked: int = msgspec.field(name="rounds")
    point_system: str = "1-½-0"
    tiebreaks: tuple[str, ...] = ()
    tiebreak_mode: str = "subsidiary"
    first_colour: Colour | None = None
    tiebreak_edition: str = "libro"
    rating_rules: str = "elo-libro"
    time_zone: str = ""

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings by name, for a value that has other fields too."""
        return {name: getattr(self, name) for name in TournamentSettings.__struct_fields__}


class NumberingReason(StrEnum):
    """Why pairing numbers were assigned (C.04.2, 2.3 to 2.5)."""

    INITIAL_ORDER = "initial-order"
    LATE_ENTRY = "late-entry"
    RATING_CORRECTED = "rating-corrected"
    ARBITER = "arbiter"
    IMPORTED = "imported"


class GamesMeanwhile(StrEnum):
    """The fate of the games of an entrant who should not have been paired.

    They stand, or are lost by forfeit, or were played by neither of the two.
    """

    STAND = "stand"
    FORFEIT = "forfeit"
    NOT_PLAYED = "not-played"


class SameOrigin(StrEnum):
    """The rule on meetings of entrants of one federation (seed 000, 2.9 B3 bis)."""

    MEET = "meet"
    AVOID = "avoid"
    FORBID = "forbid"


class AccelerationMethod(StrEnum):
    """The ways of accelerated pairing: C.04.7 (Baku), seed 000, 2.9.1 (Haley, McMahon), or free.

    Baku and Haley give points to the top of the list for some rounds, McMahon start points by
    rating that stay and count in the standings; free points are granted to named entrants.
    """

    NONE = "none"
    BAKU = "baku"
    HALEY = "haley"
    MCMAHON = "mcmahon"
    FREE = "free"


class RatingBand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The start points of entrants with this rating or more, in units of the point system."""

    rating: int
    points: int


class GrantedPoints(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fictitious points of entrants in some rounds, in units of the point system."""

    points: int
    first_round: int
    last_round: int
    entrants: tuple[EntrantId, ...]


class AccelerationState(msgspec.Struct, frozen=True, kw_only=True):
    """The acceleration of a tournament; `last` is the last entrant of its top group."""

    method: AccelerationMethod = AccelerationMethod.NONE
    bands: tuple[RatingBand, ...] = ()
    granted: tuple[GrantedPoints, ...] = ()
    last: EntrantId = EntrantId("")


class PairedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a pairing, in board order."""

    game: GameId
    white: EntrantId
    black: EntrantId


class GrantedBye(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant without an opponent in the round, and the kind of bye."""

    entrant: EntrantId
    kind: ByeKind


def allocated_bye(byes: Iterable[GrantedBye]) -> EntrantId | None:
    """Return the entrant with the pairing-allocated bye; None without one."""
    return next((bye.entrant for bye in byes if bye.kind is ByeKind.PAIRING_ALLOCATED), None)


class Reported(StrEnum):
    """The time of reporting an error in a round: the three cases of C.04.2, 4.3."""

    BEFORE_NEXT_PAIRING = "before-next-pairing"
    DURING_NEXT_ROUND = "during-next-round"
    LATER = "later"


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The effect of a correction (C.04.2, 4.3): `pairing_from` is a round number, or never.

    `reported` is the case named by the arbiter, None if none was; the first two have the same
    effect.
    """

    points: bool
    pairing_from: int | None
    rating: bool
    reported: Reported | None = None


class SharedBy(StrEnum):
    """The basis of sharing prizes: final standings, those of an unfinished tournament, or chances.

    Source: seed 000, 1.2.2.
    """

    FINAL = "final"
    STANDINGS = "standings"
    CHANCES = "chances"


class Payout(msgspec.Struct, frozen=True, kw_only=True):
    """The prize of one entrant, in the smallest unit of the currency."""

    entrant: EntrantId
    amount: int


class Chanced(msgspec.Struct, frozen=True, kw_only=True):
    """The calculation of chances: from all outcomes, or from a number of draws with the seed.

    `generator` names the generator used with the seed (`chance.GENERATORS`); empty if nothing was
    drawn.
    """

    likelihood: Likelihood = Likelihood.EVEN
    draws: int = DRAWS_DEFAULT
    outcomes: int = 0
    is_exact: bool = True
    seed: int = 0
    generator: str = ""


class PrizeSharing(msgspec.Struct, frozen=True, kw_only=True):
    """The amount that each entrant is paid, the best placed first.

    `unpaid` is the amount without a winner. `chances` is set if the prizes were shared by chances.
    """

    by: SharedBy
    currency: str
    payouts: tuple[Payout, ...]
    unpaid: int = 0
    chances: Chanced | None = None


class Stage(StrEnum):
    """The stage that the first places lead to."""

    NEXT = "next-stage"
    FINAL = "final"


class QualifyingPlaces(msgspec.Struct, frozen=True, kw_only=True):
    """The number of qualifying places, and the stage to which they lead."""

    places: int
    stage: Stage = Stage.NEXT


class AllocationMethod(StrEnum):
    """The method of an allocation, by its ballots (seed 000, 2.7 and 2.8).

    Votes or ranked lists give options; votes for players form teams, with vetoes (A) or signed (B).
    """

    VOTES = "votes"
    RANKS = "ranks"
    TEAMS_A = "teams-a"
    TEAMS_B = "teams-b"

    @property
    def forms_teams(self) -> bool:
        """Return whether the players vote for players."""
        return self in {AllocationMethod.TEAMS_A, AllocationMethod.TEAMS_B}


class OfferedOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option of an allocation, and the number of players that it takes."""

    name: str
    places: int = 1


class AllocationRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of an allocation.

    For options: each player has `votes`, and may veto `vetoes` of the options (an addition of
    Planilla). For teams: each has `team` players; their votes follow from A1.
    """

    method: AllocationMethod
    options: tuple[OfferedOption, ...] = ()
    votes: int = 0
    vetoes: int = 0
    team: int = 0


class Ballot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The ballot of an entrant: votes or ranks (from 0) by option, or votes by player.

    `vetoes` are options by number, from 1.
    """

    entrant: EntrantId
    values: tuple[int, ...]
    vetoes: tuple[int, ...] = ()


class GivenOption(msgspec.Struct, frozen=True, kw_only=True):
    """The option of an entrant by number, from 1; None: no option."""

    entrant: EntrantId
    option: int | None


class AllocationResult(msgspec.Struct, frozen=True, kw_only=True):
    """The options of the players or their teams, and the total of votes or ranks.

    If the optimum `is_unique` is false, the choice among several was the first in the order of the
    list. Lots are set if they decided between players whose votes are equal in all. `ballots` are
    those of everybody, unless their matrix is too large for its steps to be shown.
    """

    given: tuple[GivenOption, ...] = ()
    teams: tuple[tuple[EntrantId, ...], ...] = ()
    without: tuple[EntrantId, ...] = ()
    total: int
    is_unique: bool
    lot: int | None = None
    generator: str = ""
    ballots: tuple[Ballot, ...] = ()


class AllocationState(msgspec.Struct, frozen=True, kw_only=True):
    """An allocation from its opening on; `entrants` are those allocated, in their order.

    `ballots` are for the staff until the result has them.
    """

    rules: AllocationRules
    entrants: tuple[EntrantId, ...]
    ballots: dict[EntrantId, Ballot] = {}
    result: AllocationResult | None = None


class TimerKind(StrEnum):
    """The purpose of a timer; the names are recorded, so they never change."""

    HALL_END = "hall-end"
    CALL = "call"
    PUBLISH = "publish-pairings"
    ROUND_START = "round-start"
    DEFAULT_TIME = "default-time"
    KEIZER_VALUES = "keizer-values"
    REMINDER = "reminder"
    PUBLISH_ALL = "publish-all"


class Recurrence(msgspec.Struct, frozen=True, kw_only=True):
    """Every week at a local time: `weekday` from 1 (Monday) to 7, `minute` of the day from 0.

    `time_zone` is a name of the tz database.
    """

    weekday: int
    minute: int
    time_zone: str


# Rules


class Office(StrEnum):
    """The office of a member of the committee."""

    PRESIDENT = "president"
    MEMBER = "member"
    RESERVE = "reserve"


class Way(StrEnum):
    """The formation of a committee (seed 000, 1.2.3)."""

    LOT = "lot"
    VOTE = "vote"
    RULES = "rules"


class Replacement(msgspec.Struct, frozen=True, kw_only=True):
    """A reserve in place of a member, in one case or, if `case` is empty, permanently."""

    version: int
    member: EntrantId
    reserve: EntrantId
    case: GameId


class Committee(msgspec.Struct, frozen=True, kw_only=True):
    """The current committee: `members` in the order of `OFFICES`, and the replacements.

    `version` is that of the event that formed it. `lot` and `generator` are set if it was drawn;
    `votes` lists everybody who received any.
    """

    version: int
    way: Way
    members: tuple[EntrantId, ...]
    lot: int | None = None
    generator: str = ""
    votes: tuple[tuple[EntrantId, int], ...] = ()
    replacements: tuple[Replacement, ...] = ()


class EvidenceFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file as an event names it: `sha256` in hexadecimal, `size` in bytes."""

    sha256: str
    media_type: str
    size: int


class ShownNotice(msgspec.Struct, frozen=True, kw_only=True):
    """A notice: the version of its event, the commitment to its text, when it was posted and ends.

    Both times are in microseconds since 1970 (UTC); `until` None: when it is taken back.
    """

    version: int
    text: str
    at: int
    until: int | None = None


class Festival(msgspec.Struct, frozen=True, kw_only=True):
    """A festival as one of its tournaments describes it: `id` is a part of the address of its page.

    The days are those of the venue; None: not said.
    """

    id: str
    name: str
    place: str = ""
    first_day: date | None = None
    last_day: date | None = None

    @property
    def words(self) -> str:
        """The words by which it is searched, as every database stores them: without NUL."""
        return f"{self.name} {self.place}".replace("\0", "").strip()


class PublicLevel(StrEnum):
    """A step of what the public sees as soon as it is recorded; each includes those before it.

    At the first two the public sees the tournament as it stood earlier: as it was left, or as the
    last round was published.
    """

    NOTHING = "nothing"
    PAIRINGS = "pairings"
    """The pairings of a round when they are published, with all that led to them."""
    RESULTS = "results"
    """Results as well; standings, and what follows from them, as the last round was published."""
    STANDINGS = "standings"

    def includes(self, other: "PublicLevel") -> bool:
        """Return whether this level is the other one or comes after it."""
        levels = tuple(PublicLevel)
        return levels.index(self) >= levels.index(other)


class Publication(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of what the public sees: a `level`, and each fact `delay_us` microseconds later.

    The others are versions: everything up to `at_once` is public without a delay. Where the level
    stops them, results are public up to `results` and standings up to `standings`; `round` is the
    last publication of a round.
    """

    level: PublicLevel = PublicLevel.STANDINGS
    delay_us: int = 0
    at_once: int = 0
    results: int = 0
    standings: int = 0
    round: int = 0


class AbsentBecome(StrEnum):
    """The consequence for those who are not here when the check-in ends."""

    ABSENT = "absent"
    """They do not play the round, and score no points in it."""
    WITHDRAWN = "withdrawn"
    """They do not play from the round on."""


class CheckedIn(msgspec.Struct, frozen=True, kw_only=True):
    """The entrants who are here before a round is paired; round 0 before any check-in.

    `others` is what those who are not here became when the check-in ended, None before its end, and
    `missing` are they.
    """

    round: int = 0
    entrants: frozenset[EntrantId] = frozenset()
    others: AbsentBecome | None = None
    missing: frozenset[EntrantId] = frozenset()


class EntryForm(msgspec.Struct, frozen=True, kw_only=True):
    """The public form for requests to enter: when it closes by itself, and the places (0: any)."""

    closes_at: int | None = None
    places: int = 0


class RequestStatus(StrEnum):
    """The state of a request to enter; one that is accepted is an entry too."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class EntryRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request to enter, sent at `at`; `person` and `reason` are commitments."""

    person: str
    rating: int = 0
    federation: str = ""
    at: int = 0
    status: RequestStatus = RequestStatus.PENDING
    reason: str = ""


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """A timer as it was scheduled; the fields are those of `TimerScheduled`."""

    id: str
    kind: TimerKind
    due_at: int
    about: str = ""
    by_rule: bool = False
    note: str = ""
    repeats: Recurrence | None = None
    stage: int = 1


class Postponement(msgspec.Struct, frozen=True, kw_only=True):
    """When a game is played, at the time of the venue; None: an open date.

    An `adjourned` game has begun and goes on then.
    """

    until: datetime | None = None
    adjourned: bool = False


class Claiming(msgspec.Struct, frozen=True, kw_only=True):
    """The reports of players by the codes on their slips: whether and until when they are taken.

    Codes of an earlier `issue` are void; 0 before the first.
    """

    issue: int = 0
    is_open: bool = False
    ends_at: int | None = None


class SideClaim(msgspec.Struct, frozen=True, kw_only=True):
    """The result that a side of a game says; `at` is in microseconds since 1970 (UTC)."""

    side: Colour
    result: str
    version: int
    at: int
