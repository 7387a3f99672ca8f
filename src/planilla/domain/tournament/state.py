"""The state of a tournament after its events: everything that `decide` may read.

Rounds hold one byte a board, so that folding thousands of results stays linear. Nothing here is
ever stored: it is folded from the log. Crosstables are made in `crosstables`.
"""

from collections.abc import Callable
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
from planilla.domain.tournament.keizer_state import LadderState
from planilla.domain.tournament.masnou_state import Hall
from planilla.domain.tournament.values import (
    Committee,
    Effect,
    EvidenceFile,
    GrantedBye,
    NumberingReason,
    PairedGame,
    PrizeSharing,
    QualifyingPlaces,
    SameOrigin,
    Timer,
    TournamentSettings,
)
from planilla.domain.vocabulary import (
    ByeKind,
    Colour,
    EntrantId,
    GameId,
    GameResult,
    number_written,
)

# Rules


VERSION_BYTES = 4
"""Each board remembers, in so many bytes, the version of the event that gave its result."""


class EntrantState(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """An entrant with everything that decides whether a round pairs them.

    `out_from` is the first round in which they are not paired any more; `byes` what was asked for.
    `ineligible_from` is the first round that they might not have played, where that was ruled,
    and `left_from` the `out_from` that they had before the ruling, for when it is taken back;
    `data_version` the version of the event that gave rating, title and the rest.
    (`dict=True` gives `sporting` a place to stay.)
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

    @cached_property
    def sporting(self) -> Entrant:
        """The entrant of a crosstable, made once."""
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

    def bye_in(self, number: int) -> ByeKind | None:
        """Return their requested bye in round `number`."""
        return dict(self.byes).get(number)


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """A correction of a board's result: what it says, what it counts for, what it corrects.

    A result that was deleted is corrected to an open or an unplayed game.
    """

    board: int
    result: GameResult
    effect: Effect
    version: int
    corrects: int


class Recolouring(msgspec.Struct, frozen=True, kw_only=True):
    """A correction of a board's colours: pairings before `pairing_from`, or all, go without it."""

    board: int
    pairing_from: int | None
    version: int


def running_number(game: GameId) -> int:
    """The part of a game's identity after the round; -1 when it is not a number."""
    _, _, number = game.partition(".")
    written = number_written(number)
    return -1 if written is None else written


class RoundStatus(StrEnum):
    """The progress of a round."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class RoundState(msgspec.Struct, frozen=True, kw_only=True):
    """A round from draft to close; boards are numbered from 0 here, from 1 for people.

    `results` count for points, `rated` for rating, `recorded` is what was first reported: with the
    rulings it tells what later pairings go by. `published_at` and `closed_at` are when that was
    recorded, in microseconds since 1970 (UTC); 0 where it was not, or elsewhere. `engine` is what
    the system had answered for a draft that was changed by hand.
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

    def __hash__(self) -> int:
        """Return the hash of the changing fields alone: hashing all boards takes long."""
        return hash((self.number, self.results, self.versions))

    @property
    def is_published(self) -> bool:
        """True if it is public."""
        return self.status is not RoundStatus.DRAFT

    def board_of(self, game: GameId) -> int | None:
        """The index of the board on which `game` is played.

        Games are numbered in board order unless the arbiter changed the round, so the number
        tells the board, and only a changed round is searched.
        """
        first = running_number(self.games[0]) if self.games else 0
        likely = running_number(game) - first
        if 0 <= likely < len(self.games) and self.games[likely] == game:
            return likely
        return self.games.index(game) if game in self.games else None

    def version_of(self, board: int) -> int:
        """The version of the event that gave the board its present result; 0 without one."""
        start = board * VERSION_BYTES
        return int.from_bytes(self.versions[start : start + VERSION_BYTES], "little")

    def result_said(self, board: int) -> GameResult:
        """Return the known result of a board: the last correction of any effect, or the result."""
        said = [ruling.result for ruling in self.rulings if ruling.board == board]
        return said[-1] if said else GameResult(self.results[board])

    @property
    def open_games(self) -> tuple[GameId, ...]:
        """The games without a result, in board order."""
        return tuple(
            game
            for game, result in zip(self.games, self.results, strict=True)
            if result == GameResult.OPEN
        )

    @property
    def finished_games(self) -> tuple[GameId, ...]:
        """The games with a result, in board order."""
        return tuple(
            game
            for game, result in zip(self.games, self.results, strict=True)
            if result != GameResult.OPEN
        )


def standing_in(played: RoundState) -> frozenset[EntrantId]:
    """Everybody on a board of a round, or with a bye in it."""
    boards = (entrant for board in played.boards for entrant in board)
    return frozenset((*boards, *(bye.entrant for bye in played.byes)))


class Numbering(msgspec.Struct, frozen=True, kw_only=True):
    """A numbering that was once in force: the first of `order` had number 1."""

    version: int
    order: tuple[EntrantId, ...]
    reason: NumberingReason


class Prohibition(msgspec.Struct, frozen=True, kw_only=True):
    """None of `entrants` may meet another of them in these rounds; `last_round` None: to the end.

    `version` is that of the event that forbade it.
    """

    version: int
    entrants: tuple[EntrantId, ...]
    first_round: int
    last_round: int | None

    def holds_in(self, number: int) -> bool:
        """Return whether it holds when round `number` is paired."""
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)


class SharedPrizes(msgspec.Struct, frozen=True, kw_only=True):
    """The prizes as they were shared last, by the event of that version."""

    version: int
    event: PrizeSharing


class Tournament(TournamentSettings, msgspec.Struct, frozen=True, kw_only=True, weakref=True):
    """Everything that was decided so far, up to `version`; version 0 does not exist yet.

    `points`, where it is ruled, takes the place of the point system announced. `games_made` counts,
    for each round, the games ever paired in it, so that an identity is never used twice. `lots` are
    the numbers drawn, by entrant: the smaller is ahead. `timers` are those pending, `timers_made`
    how many there ever were, `awaiting` those that fired and wait for a person; `absences` who was
    noted absent from a game. `evidence` are files, by the version of the fact that they are about.
    `qualifying` are the places that lead on, None where none does.
    `removed` are mistaken entries that were taken back, with the commitment to their personal data;
    `shown_paired` who stood in a published pairing that was taken back.
    `memory` is what the system keeps beside the rounds: Keizer's values, the hall of a Masnou.
    `log_keys` are the keys that signed heads, the last one in force.
    `erased` are the commitments to what was forgotten of people and texts; the staff knows them.
    """

    version: int = 0
    changed_at: int = 0
    name: str = ""
    system_name: str = msgspec.field(default="", name="system_name")
    rounds_asked: int = msgspec.field(default=0, name="rounds_asked")
    points: PointSystem | None = None
    same_origin: SameOrigin = SameOrigin.MEET
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
    memory: Hall | LadderState | None = None
    absences: dict[GameId, tuple[EntrantId, ...]] = {}
    evidence: dict[int, tuple[EvidenceFile, ...]] = {}
    log_keys: tuple[str, ...] = ()
    erased: frozenset[str] = frozenset()
    finished: bool = False
    hidden: bool = False

    @property
    def system(self) -> System:
        """The pairing system; one without parts before there is a tournament."""
        return system_named(self.system_name)

    @property
    def hall(self) -> Hall | None:
        """The hall of a Masnou once it is open."""
        return self.memory if isinstance(self.memory, Hall) else None

    @property
    def ladder(self) -> LadderState | None:
        """The rules and values of Keizer once something is recorded of them."""
        return self.memory if isinstance(self.memory, LadderState) else None

    @property
    def has_begun(self) -> bool:
        """True if a round is published or a hall is open."""
        return self.last_published > 0 or isinstance(self.memory, Hall)

    @property
    def exists(self) -> bool:
        """True if the tournament was created."""
        return bool(self.system_name)

    @property
    def order(self) -> tuple[EntrantId, ...]:
        """Everybody by pairing number; who has none yet comes last, in the order of entry."""
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
        """The pairing numbers that each once had, oldest first, without the present one.

        Old sheets are read with them (C.04.2, 2.5).
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
        """The number of the last published round; 0 before the first."""
        return sum(1 for played in self.rounds if played.is_published)

    def round(self, number: int) -> RoundState | None:
        """Round `number`, if it is paired."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def find(self, game: GameId) -> tuple[RoundState, int] | None:
        """The round and the board index of a game."""
        number, _, _ = game.partition(".")
        played = self.round(number_written(number) or 0)
        board = played.board_of(game) if played is not None else None
        return None if played is None or board is None else (played, board)


INITIAL = Tournament()
"""Before the first event."""

Fold = Callable[[Tournament, Any, int], Tournament]

Folds = dict[type[Event], Fold]
"""Changes of the state by event type: each is given the state, an event and its version."""


def following(state: Tournament, event: Event, at: int, folds: Folds) -> Tournament:
    """Return the state after `event` as the next of its log, recorded at `at`.

    Rules use it where a later part of one act depends on an earlier part. `at` is in microseconds
    since 1970 (UTC).
    """
    version = state.version + 1
    return folds[type(event)](replace(state, version=version, changed_at=at), event, version)


# Folds


def with_entrant(state: Tournament, entrant: EntrantId, **changes: Any) -> Tournament:
    """Return the state with some fields of an entrant changed."""
    changed = replace(state.entrants[entrant], **changes)
    return replace(state, entrants={**state.entrants, entrant: changed})


def with_bytes(column: bytes, at: int, value: bytes) -> bytes:
    """Return a column with `value` in the place of the entry with index `at`."""
    width = len(value)
    return column[: at * width] + value + column[(at + 1) * width :]


def with_version(versions: bytes, board: int, version: int) -> bytes:
    """Return the versions of a round's results with another one for a board."""
    return with_bytes(versions, board, version.to_bytes(VERSION_BYTES, "little"))


def with_round(state: Tournament, played: RoundState) -> Tournament:
    """The state with this round in the place of the one of its number."""
    at = played.number - 1
    return replace(state, rounds=(*state.rounds[:at], played, *state.rounds[at + 1 :]))
