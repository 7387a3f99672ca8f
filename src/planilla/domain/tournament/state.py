"""The state of a tournament after its events: everything that `decide` may read.

Rounds hold one byte for each board, so that folding thousands of results stays linear. Nothing here
is stored: the state is folded from the log. `crosstables` makes the crosstables.
"""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from planilla.domain.crosstable import Entrant, PointSystem
from planilla.domain.pairing import system_named
from planilla.domain.pairing.system import System
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.standings import Announced
from planilla.domain.tournament.announcement import Regulations
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.memory import NO_MEMORY, SystemMemory
from planilla.domain.tournament.shapes import (
    CarriedGame,
    DecidedBy,
    DrawnTable,
    EnvelopeDrawn,
    MatchShape,
    StagePlan,
    Team,
)
from planilla.domain.tournament.values import (
    AccelerationState,
    AllocationState,
    CheckedIn,
    Claiming,
    Committee,
    Effect,
    EntryForm,
    EntryRequest,
    EvidenceFile,
    Festival,
    GrantedBye,
    NumberingReason,
    PairedGame,
    Postponement,
    PrizeSharing,
    Publication,
    QualifyingPlaces,
    SameOrigin,
    ShownNotice,
    SideClaim,
    Timer,
    TournamentSettings,
)
from planilla.domain.vocabulary import (
    GAME_RESULTS,
    ByeKind,
    Colour,
    EntrantId,
    GameId,
    GameRef,
    GameResult,
)

# Rules


VERSION_BYTES = 4
"""Bytes for each board that hold the version of the event that gave its result."""


class EntrantState(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """An entrant with everything that decides whether a round pairs them.

    `out_from` is the first round in which they are no longer paired; `byes` are the requested ones.
    `ineligible_from` is the first round that they were ruled not entitled to play, and `left_from`
    the `out_from` before that ruling, restored if it is withdrawn; `data_version` is the version of
    the event that gave their sporting data; `board` is the one at which all their games are.
    (`dict=True` lets `sporting` be cached.)
    """

    id: EntrantId
    person: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    k: int = 0
    rating_list: str = ""
    categories: tuple[str, ...] = ()
    first_round: int = 1
    out_from: int | None = None
    expelled: bool = False
    ineligible_from: int | None = None
    left_from: int | None = None
    data_version: int = 0
    byes: tuple[tuple[int, ByeKind], ...] = ()
    board: int | None = None

    @cached_property
    def sporting(self) -> Entrant:
        """Return the entrant of a crosstable, made once."""
        return Entrant(
            id=self.id,
            rating=self.rating,
            title=self.title,
            federation=self.federation,
            first_round=self.first_round,
            k=self.k,
            categories=self.categories,
        )

    def plays(self, number: int) -> bool:
        """Return whether round `number` may pair them."""
        return (
            self.first_round <= number
            and (self.out_from is None or number < self.out_from)
            and self.bye_in(number) is None
        )

    @property
    def has_withdrawn(self) -> bool:
        """Return whether they withdrew or were expelled; a ruling of ineligibility is neither."""
        if self.expelled or self.ineligible_from is None:
            return self.out_from is not None
        return self.left_from is not None

    def bye_in(self, number: int) -> ByeKind | None:
        """Return their requested bye in round `number`."""
        return dict(self.byes).get(number)


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """A correction of a board's result: the result, its effect, and the event it corrects.

    A deleted result is corrected to an open or an unplayed game.
    """

    board: int
    result: GameResult
    effect: Effect
    version: int
    corrects: int


class Recolouring(msgspec.Struct, frozen=True, kw_only=True):
    """A correction of a board's colours; pairings before `pairing_from` (None: all) ignore it."""

    board: int
    pairing_from: int | None
    version: int


class RoundStatus(StrEnum):
    """The progress of a round."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


Sides = tuple[EntrantId, EntrantId]
"""The two sides of a match; the first has White in its first game, or on its first board."""


class MatchDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling on a match: its number in the round, and the side that advances; None: neither.

    `version` is that of its event.
    """

    match: int
    winner: EntrantId | None
    by: DecidedBy
    version: int


class RoundState(msgspec.Struct, frozen=True, kw_only=True):
    """A round from draft to close; boards are numbered from 0 here, from 1 for people.

    `results` count for points, `rated` for rating, and `recorded` are those first reported: with
    the rulings they give what later pairings use. `published_at` and `closed_at` are the times of
    recording, in microseconds since 1970 (UTC), 0 if not or elsewhere. `engine` is the system's own
    pairing of a draft that was changed by hand.

    `sides` are the two sides of each match, by the number of the match less one; without them each
    game is a match. Then the match of a game is that of its id, and games may be added to it.
    `decisions` are the rulings on matches, `bracket_matches` the numbers of the matches in the
    bracket of a knockout.
    """

    number: int
    status: RoundStatus
    games: tuple[GameId, ...]
    boards: tuple[tuple[EntrantId, EntrantId], ...]
    byes: tuple[GrantedBye, ...]
    results: bytes
    rated: bytes
    recorded: bytes
    versions: bytes
    rulings: tuple[Ruling, ...] = ()
    recolourings: tuple[Recolouring, ...] = ()
    published_at: int = 0
    closed_at: int = 0
    system: str = ""
    edition: str = ""
    first_colour: Colour = Colour.WHITE
    engine: tuple[PairedGame, ...] = ()
    sides: tuple[Sides, ...] = ()
    decisions: tuple[MatchDecision, ...] = ()
    bracket_matches: tuple[int, ...] = ()

    def __hash__(self) -> int:
        """Return the hash of the changing fields alone: hashing all boards takes long."""
        return hash((self.number, self.results, self.versions))

    @property
    def is_published(self) -> bool:
        """Return whether the round is public."""
        return self.status is not RoundStatus.DRAFT

    def board_of(self, game: GameId) -> int | None:
        """Return the index of the board on which `game` is played.

        Games are numbered in board order unless the arbiter changed the round, so the number gives
        the board, and only a changed round is searched.
        """
        ref = GameRef.parse(game)
        first = GameRef.parse(self.games[0]) if self.games else None
        if ref is not None and first is not None:
            likely = ref.match - first.match
            if 0 <= likely < len(self.games) and self.games[likely] == game:
                return likely
        return self.games.index(game) if game in self.games else None

    def version_of(self, board: int) -> int:
        """Return the version of the event that gave a board's current result; 0 without one."""
        start = board * VERSION_BYTES
        return int.from_bytes(self.versions[start : start + VERSION_BYTES], "little")

    def reported_result(self, board: int) -> GameResult:
        """Return the known result of a board: the last correction of any effect, or the result."""
        said = [ruling.result for ruling in self.rulings if ruling.board == board]
        return said[-1] if said else GAME_RESULTS[self.results[board]]

    @property
    def pairs(self) -> tuple[Sides, ...]:
        """White and Black of the games, or the sides of the matches in which all boards meet."""
        return self.boards if self.bracket_matches else self.sides or self.boards

    @property
    def paired_games(self) -> tuple[PairedGame, ...]:
        """The games with their players, in board order."""
        return tuple(
            PairedGame(game=game, white=white, black=black)
            for game, (white, black) in zip(self.games, self.boards, strict=True)
        )

    @property
    def matches_without_games(self) -> tuple[int, ...]:
        """Return the numbers of the matches without games and without a ruling."""
        if not self.sides:
            return ()
        settled = {GameRef.of(game).match for game in self.games}
        settled |= {decision.match for decision in self.decisions}
        return tuple(each for each in range(1, len(self.sides) + 1) if each not in settled)

    @property
    def open_games(self) -> tuple[GameId, ...]:
        """Return the games without a result, in board order."""
        return tuple(
            game
            for game, result in zip(self.games, self.results, strict=True)
            if result == GameResult.OPEN
        )

    @property
    def finished_games(self) -> tuple[GameId, ...]:
        """Return the games with a result, in board order."""
        return tuple(
            game
            for game, result in zip(self.games, self.results, strict=True)
            if result != GameResult.OPEN
        )


def standing_in(played: RoundState) -> frozenset[EntrantId]:
    """Return everybody on a board or in a match of a round, or with a bye in it."""
    boards = (entrant for board in (*played.sides, *played.boards) for entrant in board)
    return frozenset((*boards, *(bye.entrant for bye in played.byes)))


class Numbering(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier numbering: the first of `order` had number 1.

    `envelopes` are those from which its numbers were drawn.
    """

    version: int
    order: tuple[EntrantId, ...]
    reason: NumberingReason
    envelopes: tuple[EnvelopeDrawn, ...] = ()


class Prohibition(msgspec.Struct, frozen=True, kw_only=True):
    """A prohibition of meetings among `entrants` in these rounds; `last_round` None: to the end.

    `version` is that of its event.
    """

    version: int
    entrants: tuple[EntrantId, ...]
    first_round: int
    last_round: int | None

    def holds_in(self, number: int) -> bool:
        """Return whether it holds when round `number` is paired."""
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)


class SharedPrizes(msgspec.Struct, frozen=True, kw_only=True):
    """The prizes as last shared, by the event of that version."""

    version: int
    event: PrizeSharing


class Tournament(TournamentSettings, msgspec.Struct, frozen=True, kw_only=True, weakref=True):
    """Everything decided so far, up to `version`; version 0 does not exist yet.

    `points`, if ruled, replaces the announced point system. `games_made` counts the games ever
    paired in each round, so that an identity is never used twice. `lots` are the numbers drawn, by
    entrant: the smaller is ahead. `timers` are those pending, `timers_made` the number ever made,
    `awaiting` those that a person must settle; `absences` the players noted absent from a game,
    `checked_in` the entrants who are here; `claims` are those of games without a result. `evidence`
    are files, by the version of the fact that they are about. `qualifying` are the qualifying
    places, None without any. `removed` are mistaken entries, with the commitment to their personal
    data; `shown_paired` the entrants of published pairings that were withdrawn. `memory` holds the
    facts that the system keeps beside the rounds. `log_keys` are the keys that signed heads, the
    last one current; `led_from` is the log that leads, once it was passed on; `festival` describes
    that of which it is a part, `publication` what the public sees. `notices` are those not taken
    back; `entry_form` is the public form unless closed, `requests` all that it made, `erased` the
    commitments to erased personal data and texts; only the staff's state has both.

    It is the state of the stage with the number `stage`; `plan` tells its title and its source.
    `shape` is that of its matches, `table` the schedule or bracket drawn. `teams` have their
    players in board order, and `team_names` are the commitments to the names of teams of a table;
    where the entrants are teams, `players` are those of their rosters, and `line_ups` those handed
    in, by round and team. `carried` are games of an earlier stage that count in this one,
    `carried_points` the points from it. `allocation` is the one before the stage. `table_order` are
    the rounds of the table in the order of play, empty for that of the table; `starts` the rounds
    that were dated, at the time of the venue; `postponed` the games postponed or adjourned. The
    first stage holds the `later` ones, in order; each of them, `focused`, holds it as its `whole`.
    """

    version: int = 0
    changed_at: int = 0
    name: str = ""
    system_name: str = msgspec.field(default="", name="system_name")
    rounds_asked: int = msgspec.field(default=0, name="rounds_asked")
    points: PointSystem | None = None
    same_origin: SameOrigin = SameOrigin.MEET
    acceleration: AccelerationState = AccelerationState()
    regulations: Regulations | None = None
    prizes: PrizePlan | None = None
    prizes_shared: SharedPrizes | None = None
    qualifying: QualifyingPlaces | None = None
    prose: dict[str, str] = {}
    prohibitions: tuple[Prohibition, ...] = ()
    entrants: dict[EntrantId, EntrantState] = {}
    removed: dict[EntrantId, str] = {}
    shown_paired: frozenset[EntrantId] = frozenset()
    numberings: tuple[Numbering, ...] = ()
    rounds: tuple[RoundState, ...] = ()
    games_made: tuple[int, ...] = ()
    committee: Committee | None = None
    lots: dict[EntrantId, int] = {}
    timers: dict[str, Timer] = {}
    timers_made: int = 0
    awaiting: dict[str, Timer] = {}
    memory: SystemMemory = NO_MEMORY
    absences: dict[GameId, tuple[EntrantId, ...]] = {}
    checked_in: CheckedIn = CheckedIn()
    claiming: Claiming = Claiming()
    claims: dict[GameId, tuple[SideClaim, ...]] = {}
    evidence: dict[int, tuple[EvidenceFile, ...]] = {}
    log_keys: tuple[str, ...] = ()
    notices: tuple[ShownNotice, ...] = ()
    entry_form: EntryForm | None = None
    requests: dict[EntrantId, EntryRequest] = {}
    led_from: str = ""
    festival: Festival | None = None
    publication: Publication = Publication()
    erased: frozenset[str] = frozenset()
    finished: bool = False
    hidden: bool = False
    stage: int = 1
    plan: StagePlan = StagePlan()
    shape: MatchShape = MatchShape()
    table: DrawnTable | None = None
    teams: tuple[Team, ...] = ()
    team_names: dict[EntrantId, str] = {}
    players: dict[EntrantId, EntrantState] = {}
    line_ups: dict[tuple[int, EntrantId], tuple[EntrantId, ...]] = {}
    carried: tuple[CarriedGame, ...] = ()
    allocation: AllocationState | None = None
    carried_points: dict[EntrantId, int] = {}
    table_order: tuple[int, ...] = ()
    starts: dict[int, datetime] = {}
    postponed: dict[GameId, Postponement] = {}
    later: tuple["Tournament", ...] = ()
    whole: "Tournament | None" = None

    @property
    def system(self) -> System:
        """Return the pairing system; one without parts before the tournament exists."""
        return system_named(self.system_name)

    @property
    def has_begun(self) -> bool:
        """Return whether a round is published, or games are played without rounds."""
        return self.last_published > 0 or self.memory.has_games

    @property
    def exists(self) -> bool:
        """Return whether the tournament was created."""
        return bool(self.system_name)

    @property
    def is_over(self) -> bool:
        """Return whether every stage in which games are played is finished."""
        if self.whole is None and not self.later:
            return self.finished
        first = unfocused(self)
        stages = [each for each in (first, *first.later) if not each.system.entries_only]
        return bool(stages) and all(each.finished for each in stages)

    @property
    def order(self) -> tuple[EntrantId, ...]:
        """Return the entrants by pairing number; those without one last, in order of entry."""
        numbered = self.numberings[-1].order if self.numberings else ()
        if len(numbered) == len(self.entrants):
            return numbered
        known = frozenset(numbered)
        return (*numbered, *(entrant for entrant in self.entrants if entrant not in known))

    @property
    def unnumbered(self) -> tuple[EntrantId, ...]:
        """Return the entrants without a pairing number, in the order of entry."""
        numbered = frozenset(self.numberings[-1].order) if self.numberings else frozenset()
        return tuple(entrant for entrant in self.entrants if entrant not in numbered)

    @property
    def former_numbers(self) -> dict[EntrantId, tuple[int, ...]]:
        """Return the former pairing numbers of each entrant, oldest first, without the present one.

        Old score sheets and lists are read with them (C.04.2, 2.5).
        """
        had: dict[EntrantId, list[int]] = {}
        for numbering in self.numberings:
            for number, entrant in enumerate(numbering.order, start=1):
                had.setdefault(entrant, []).append(number)
        return {
            entrant: tuple(dict.fromkeys(number for number in numbers if number != numbers[-1]))
            for entrant, numbers in had.items()
        }

    @property
    def announced(self) -> Announced:
        """Return the announced ranking of equal points."""
        return Announced(
            codes=self.tiebreaks, mode=self.tiebreak_mode, edition=self.tiebreak_edition
        )

    @property
    def last_published(self) -> int:
        """Return the number of the last published round; 0 before the first."""
        return sum(1 for played in self.rounds if played.is_published)

    def round(self, number: int) -> RoundState | None:
        """Return round `number`, if it is paired."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def entry(self, entrant: EntrantId) -> EntrantState | None:
        """Return the entry of an entrant, or of a player of a team."""
        return self.entrants.get(entrant) or self.players.get(entrant)

    @property
    def stages(self) -> int:
        """The number of stages, planned ones included."""
        return 1 + len((self.whole or self).later)

    def find(self, game: GameId) -> tuple[RoundState, int] | None:
        """Return the round and the board index of a game, of any stage."""
        ref = GameRef.parse(game)
        if ref is None or not 1 <= ref.stage <= self.stages:
            return None
        played = focused(self, ref.stage).round(ref.round)
        board = played.board_of(game) if played is not None else None
        return None if played is None or board is None else (played, board)

    def players_of(self, game: GameId) -> tuple[EntrantId, EntrantId] | None:
        """Return White and Black of a game, also of one outside the rounds."""
        outside = self.memory.find(game)
        if outside is not None:
            return outside.players
        found = self.find(game)
        return None if found is None else found[0].boards[found[1]]


INITIAL = Tournament()
"""The state before the first event."""

SHARED = frozenset(
    {"version", "changed_at", "name", "time_zone", "prose", "committee", "evidence", "log_keys"}
    | {"erased", "removed", "hidden", "regulations", "timers", "timers_made", "awaiting"}
    | {"claiming", "notices", "entry_form", "requests", "led_from", "festival", "publication"}
)
"""Fields that all stages have in common."""


def focused(state: Tournament, number: int) -> Tournament:
    """Return the state of stage `number`, with the fields that all stages share.

    Raises:
        IndexError: there is no such stage.
    """
    if number == state.stage:
        return state
    whole = state.whole or state
    if number == whole.stage:
        return whole
    return _sharing(whole.later[number - 2], whole, whole=whole)


def unfocused(state: Tournament) -> Tournament:
    """Return the first stage, which holds the others, with the changes of a focused stage."""
    whole = state.whole
    if whole is None:
        return state
    at = state.stage - 2
    later = (*whole.later[:at], replace(state, whole=None), *whole.later[at + 1 :])
    return _sharing(whole, state, later=later)


def _sharing(state: Tournament, source: Tournament, **others: Any) -> Tournament:
    return replace(state, **{name: getattr(source, name) for name in SHARED}, **others)


Fold = Callable[[Tournament, Any, int], Tournament]

Folds = dict[type[Event], Fold]
"""Changes of the state by event type: functions of the state, the event and its version."""

Restate = Callable[[Tournament, Any], Event]

Restatements = dict[type[Event], Restate]
"""Restatements by event type: each returns the fact as it is on another state.

It raises a refusal if the fact no longer stands there.
"""


def following(state: Tournament, event: Event, at: int, folds: Folds) -> Tournament:
    """Return the state after `event` as the next of its log, recorded at `at`.

    Rules use it where one part of an act depends on another. `at`: microseconds since 1970 (UTC).
    """
    version = state.version + 1
    return folds[type(event)](replace(state, version=version, changed_at=at), event, version)


# Folds


def with_entrant(state: Tournament, entrant: EntrantId, **changes: Any) -> Tournament:
    """Return the state with some fields of an entrant changed."""
    if entrant in state.players:
        changed = replace(state.players[entrant], **changes)
        return replace(state, players={**state.players, entrant: changed})
    changed = replace(state.entrants[entrant], **changes)
    return replace(state, entrants={**state.entrants, entrant: changed})


def with_bytes(column: bytes, at: int, value: bytes) -> bytes:
    """Return a column in which `value` replaces the entry with index `at`."""
    width = len(value)
    return column[: at * width] + value + column[(at + 1) * width :]


def with_version(versions: bytes, board: int, version: int) -> bytes:
    """Return the versions of a round's results with the one of a board replaced."""
    return with_bytes(versions, board, version.to_bytes(VERSION_BYTES, "little"))


def with_round(state: Tournament, played: RoundState) -> Tournament:
    """Return the state with this round in place of the one of its number."""
    at = played.number - 1
    return replace(state, rounds=(*state.rounds[:at], played, *state.rounds[at + 1 :]))
