"""A log replayed beside the real one, with some of its facts edited.

Until the first edit the two are the same. From then on each fact is asked again (`restated`): one
that came of a command is put to the same rules on the state of its own moment, and is void where
they refuse. The facts that follow from others, such as Keizer values or the forfeits of a schedule,
follow from them again. Rounds that were played stay; `scenarios` pairs them again.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import msgspec

from planilla.audit.recorded_rounds import (
    Absent,
    following_list,
    granted_instead,
    unrecorded_byes,
    with_byes,
)
from planilla.domain.tournament.absences import forfeits_of_the_absent, has_left
from planilla.domain.tournament.closing import TournamentFinished
from planilla.domain.tournament.command import Command, StagedCommand
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import ResultRuling
from planilla.domain.tournament.decide import decide, in_stage
from planilla.domain.tournament.drafting import RoundPairing
from planilla.domain.tournament.eligibility import NotWithdrawn
from planilla.domain.tournament.event import Event, GameAct, PairingAct
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact, type_of
from planilla.domain.tournament.keizer import ValuesRecalculated
from planilla.domain.tournament.pairings import preparations
from planilla.domain.tournament.refusal import NoSuchEntrant, NoSuchGame, Refusal
from planilla.domain.tournament.state import INITIAL, Tournament, focused
from planilla.domain.tournament.subjects import RESTATEMENTS
from planilla.domain.tournament.system_parts import parts_of
from planilla.domain.tournament.values import GrantedBye, PairedGame
from planilla.domain.tournament.whatif import AlreadySo
from planilla.domain.vocabulary import FORFEITS, RESULT_NOTATION, EntrantId, GameId


class Phase(StrEnum):
    """Phase of a what-if: the log replayed, rounds paired again, ends followed, scenarios drawn."""

    LOG = "log"
    ROUNDS = "rounds"
    ENDS = "ends"
    WORLDS = "worlds"


class ReplayProgress(msgspec.Struct, frozen=True, kw_only=True):
    """Number of parts done and in total, and of rounds in the scenario that is being drawn.

    The number of ends is known only as far as they have been followed: `total` may grow.
    """

    phase: Phase
    done: int
    total: int
    round: int = 0
    rounds: int = 0

    @property
    def bar(self) -> tuple[int, int]:
        """Return the parts done and in total, scenarios by their rounds; of 0 while not known."""
        parts = self.rounds or 1
        return self.done * parts + self.round, self.total * parts


STARTED = ReplayProgress(phase=Phase.LOG, done=0, total=0)
"""The first step, with no total yet."""

OnProgress = Callable[[ReplayProgress], None]
"""Receives each step; an exception that it raises ends the work."""


def ignore_progress(_: ReplayProgress) -> None:
    """Ignore a step."""


def restated(state: Tournament, event: Event, at: int) -> Event:
    """Return the fact as it is on `state`, mostly unchanged; `at` is when it was recorded.

    Raises:
        Refusal: it no longer stands.
    """
    command = event.as_command()
    stage = focused(state, event.stage_number)
    if command is not None:
        if isinstance(command, StagedCommand):
            command = msgspec.structs.replace(command, in_stage=stage.stage)
        if not decide(state, command, DecisionContext(at=at)):
            raise AlreadySo
        return event
    restate = RESTATEMENTS.get(type(event))
    return event if restate is None else restate(stage, event)


CURRENT = 0
"""Version that stands for the current result, in a command that corrects one."""


FORFEITED = frozenset(RESULT_NOTATION[result] for result in FORFEITS)


class VoidFact(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded fact that no longer stands: its version and type, and the code of the refusal."""

    version: int
    event: str
    code: str
    fields: dict[str, Any]


class FactWithState(msgspec.Struct, frozen=True, kw_only=True):
    """A fact with the tournament just before it, for its sentence."""

    before: Tournament
    fact: Fact


class Replay:
    """An edited log replayed beside the real one, at `state` and at `real`.

    `log` holds the facts of the edited log, `void` those that no longer stand (`voided`: the facts
    themselves), `left_out` and `added` the facts that edits removed and added. `before` is the
    state from which each round is paired, by the version of the fact that paired it.
    """

    def __init__(self, *, touched: bool = False) -> None:
        self.state = INITIAL
        self.real = INITIAL
        self.touched = touched
        self.recorded: Fact | None = None
        self.log: list[Fact] = []
        self.void: list[VoidFact] = []
        self.voided: list[FactWithState] = []
        self.left_out: list[FactWithState] = []
        self.added: list[FactWithState] = []
        self.before: dict[int, Tournament] = {}

    def follow(self, fact: Fact) -> None:
        """Replay a fact of the log that is not edited."""
        try:
            self.take_fact(fact)
        except Refusal as refusal:
            self.give_up(fact, refusal)
        self.real = evolve(self.real, fact)

    def take_fact(self, fact: Fact) -> None:
        """Replay a fact, with what follows from it.

        Raises:
            Refusal: it no longer stands.
        """
        self.recorded = fact
        if self.touched and fact.event.stage_number > 1:
            fact = self._of_the_qualified(fact)
        event = fact.event
        if event.pairing_act in {PairingAct.DRAFTED, PairingAct.IMPORTED}:
            self.round_paired(fact)
        elif event.pairing_act is PairingAct.PUBLISHED:
            self.published(fact)
        elif event.game_act is GameAct.REPORTED:
            self.result(fact)
        elif isinstance(event, ValuesRecalculated):
            self.values(fact)
        elif isinstance(event, TournamentFinished):
            self.finished(fact)
        else:
            self.other(fact)

    def stages_of(self, event: Event) -> tuple[Tournament, Tournament]:
        """Return the stage of an event in this line and in the real one."""
        number = event.stage_number
        return focused(self.state, number), focused(self.real, number)

    def _of_the_qualified(self, fact: Fact) -> Fact:
        """Return a fact of a later stage with those who qualified here in place of the others.

        Raises:
            NoSuchEntrant: it is about one who does not play in the stage here.
            NoSuchGame: its game was played by others.
        """
        here, there = self.stages_of(fact.event)
        event = fact.event
        self.check_game(here, there, event)
        gone = [each for each in there.order if each not in here.entrants]
        if event.entrant in gone:
            raise NoSuchEntrant(entrant=event.entrant)
        come = [each for each in here.order if each not in there.entrants]
        return msgspec.structs.replace(
            fact, event=_with_others(event, dict(zip(gone, come, strict=False)))
        )

    def check_game(self, here: Tournament, there: Tournament, event: Event) -> None:
        """Refuse a fact of a game that others play here."""
        game = event.game
        if game is not None and here.players_of(game) != there.players_of(game):
            raise NoSuchGame(game=game)

    def other(self, fact: Fact) -> None:
        """Replay a fact that came of a command, where it still stands."""
        event = fact.event
        self.record(restated(self.state, event, fact.recorded_at) if self.touched else event, fact)

    def leave_out(self, fact: Fact) -> None:
        """Leave a fact out."""
        self.touched = True
        self.left_out.append(FactWithState(before=self.real, fact=fact))
        self.real = evolve(self.real, fact)

    def act(self, command: Command, fact: Fact, lot: int) -> None:
        """Decide a command now; `fact` gives version and time.

        Raises:
            Refusal: they say no.
        """
        self.touched = True
        wanted = _of_what_stands(self.state, command)
        for event in decide(self.state, wanted, DecisionContext(at=fact.recorded_at, lot=lot)):
            before = self.state
            self.record(event, fact)
            self.added.append(FactWithState(before=before, fact=self.log[-1]))

    def record(self, event: Event, fact: Fact) -> None:
        """Record an event in place of `fact`."""
        said = fact if event is fact.event else msgspec.structs.replace(fact, event=event)
        self.log.append(said)
        self.state = evolve(self.state, said)

    def give_up(self, fact: Fact, refusal: Refusal) -> None:
        """Mark a fact as void."""
        self.voided.append(FactWithState(before=self.real, fact=fact))
        self.void.append(
            VoidFact(
                version=fact.version,
                event=type_of(fact.event),
                code=refusal.code,
                fields=refusal.fields,
            )
        )

    def round_paired(self, fact: Fact) -> None:
        """Replay a round that a system or a file made, from what was known just before."""
        event = fact.event
        assert isinstance(event, RoundPairing), "a round"
        if self.touched:
            self.make_ready(fact)
        untold: Absent = {}
        here, there = self.stages_of(event)
        if event.pairing_act is PairingAct.PUBLISHED:
            untold = unrecorded_byes(there, event)
        self.before[fact.version] = with_byes(here, event.round, untold)
        self.pair(fact)

    def make_ready(self, fact: Fact) -> None:
        """Record the events that precede a pairing; none where the log has them already."""
        context = DecisionContext(at=fact.recorded_at)
        number = fact.event.stage_number
        for follow in preparations(focused(self.state, number)):
            for event in follow(focused(self.state, number), context):
                self.record(staged(event, number), fact)

    def pair(self, fact: Fact) -> None:
        """Record the round that was played, with the byes that were asked for."""
        event = restated(self.state, fact.event, fact.recorded_at)
        assert isinstance(event, RoundPairing), "a round"
        if self.touched and event.pairing_act is not PairingAct.PUBLISHED:
            event = _with_byes(event, granted_instead(*self.stages_of(event), event))
        self.record(event, fact)

    def published(self, fact: Fact) -> None:
        """Replay a publication, with the forfeits of those who left a schedule."""
        event = fact.event
        assert isinstance(event, RoundPairing), "a publication"
        if min(len(each.rounds) for each in self.stages_of(event)) < event.round:
            self.round_paired(fact)
        else:
            self.publish(fact)
        if self.touched:
            self._forfeits(fact)

    def publish(self, fact: Fact) -> None:
        """Record the publication, with the byes of the draft."""
        event = restated(self.state, fact.event, fact.recorded_at)
        assert isinstance(event, RoundPairing), "a publication"
        here, there = (state.rounds[event.round - 1] for state in self.stages_of(event))
        self.record(event if here.byes == there.byes else _with_byes(event, here.byes), fact)

    def _forfeits(self, fact: Fact) -> None:
        """Record the forfeits that follow here alone; the log has the others next."""
        number = fact.event.stage_number
        here, there = self.stages_of(fact.event)
        recorded = self.recorded or fact
        published = focused(evolve(self.real, recorded), number).rounds[-1]
        known = forfeits_of_the_absent(there, published)
        for event in forfeits_of_the_absent(here, here.rounds[-1]):
            if event not in known:
                self.record(staged(event, number), fact)

    def result(self, fact: Fact) -> None:
        """Replay a result; a forfeit by the rules only where it still follows from them."""
        event = fact.event
        if self.touched and event.game is not None and event.game_result in FORFEITED:
            self._check_absent(event, event.game)
        self.other(fact)

    def _check_absent(self, event: Event, game: GameId) -> None:
        """Refuse a forfeit of a schedule without the withdrawal that it came of."""
        found = self.real.find(game)
        assert found is not None, "a reported result is of a game"
        played, board = found
        here, there = self.stages_of(event)
        forfeits = forfeits_of_the_absent(there, played)
        if event not in [staged(each, there.stage) for each in forfeits]:
            return
        for entrant in played.boards[board]:
            if has_left(there, entrant, played) and not has_left(here, entrant, played):
                raise NotWithdrawn(entrant=entrant)

    def values(self, fact: Fact) -> None:
        """Record the values of a Keizer tournament that follow from what is known now."""
        event = fact.event
        assert isinstance(event, ValuesRecalculated), "a list of values"
        if not self.touched:
            self.record(event, fact)
            return
        found = following_list(self.state, event, fact)
        if found is not None:
            self.record(event if found == event else found, fact)

    def finished(self, fact: Fact) -> None:
        """Record the end; a Keizer tournament has the values of its last round."""
        if self.touched:
            context = DecisionContext(at=fact.recorded_at)
            here, _ = self.stages_of(fact.event)
            for event in parts_of(here).after_closing(here, context):
                self.record(event, fact)
        self.record(fact.event, fact)


def _of_what_stands(state: Tournament, command: Command) -> Command:
    """Return a correction of the current result with its version."""
    if not isinstance(command, ResultRuling) or command.corrects != CURRENT:
        return command
    found = state.find(command.game)
    if found is None:
        return command
    played, board = found
    return msgspec.structs.replace(command, corrects=played.version_of(board))


def staged(event: Event, number: int) -> Event:
    """Return an event of the stage with this number; the first one is not written."""
    return event if number == 1 else in_stage(event, number)


def _with_others(event: Event, others: dict[EntrantId, EntrantId]) -> Event:
    """Return an event in which others have the games, byes and numbers of those who are gone."""
    if not others:
        return event
    changes: dict[str, Any] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, tuple) and value:
            changes[name] = tuple(_by_others(each, others) for each in value)
    return msgspec.structs.replace(event, **changes)


def _by_others(value: Any, others: dict[EntrantId, EntrantId]) -> Any:
    if isinstance(value, PairedGame):
        white, black = others.get(value.white, value.white), others.get(value.black, value.black)
        return PairedGame(game=value.game, white=white, black=black)
    if isinstance(value, GrantedBye):
        return GrantedBye(entrant=others.get(value.entrant, value.entrant), kind=value.kind)
    if isinstance(value, tuple):
        return tuple(_by_others(each, others) for each in value)
    return others.get(EntrantId(value), value) if isinstance(value, str) else value


def _with_byes(event: RoundPairing, byes: tuple[GrantedBye, ...]) -> Event:
    return event if byes == event.byes else msgspec.structs.replace(event, byes=byes)
