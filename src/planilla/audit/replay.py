"""A log gone through again beside the real one, with some of its facts edited.

Until the first edit the two are the same. From then on each fact is asked whether it still stands
(`standing_facts`); what followed from others, as the values of a ladder or the forfeits of who had
left a schedule, follows from them again. Rounds that were played stay; `branch` pairs them again.
"""

from typing import Any

import msgspec

from planilla.audit.attendance import Absent, granted_instead, untold_byes, with_byes
from planilla.audit.revalued import following_list
from planilla.audit.standing_facts import still
from planilla.domain.tournament import commands as c
from planilla.domain.tournament import events as e
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact, type_of
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import NotWithdrawn, Refusal
from planilla.domain.tournament.rules.forfeits import forfeits_of_the_absent
from planilla.domain.tournament.rules.keizer import values_after_closing
from planilla.domain.tournament.rules.rounds import preparations
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import FORFEITS, RESULT_NOTATION

IN_FORCE = 0
"""As the version that a correction corrects: the one in force at that moment."""

_OF_A_RESULT = (c.CorrectResult, c.DeleteResult, c.SwapResults)

FORFEITED = frozenset(RESULT_NOTATION[result] for result in FORFEITS)


class Void(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded fact that no longer stands: its version and type, and why (a refusal's code)."""

    version: int
    event: str
    code: str
    fields: dict[str, Any]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A fact with the tournament just before it, so that it can be told."""

    before: Tournament
    fact: Fact


class Replay:
    """`state` is where the edited log has come to, and `real` the tournament as it was then.

    `log` holds the facts of the edited log, `void` those that no longer stand (`voided`: the
    facts themselves), `left_out` and `added` what edits took away and brought. `before` is the
    state from which each round is paired, by the version of the fact that paired it.
    """

    def __init__(self, *, touched: bool = False) -> None:
        self.state = INITIAL
        self.real = INITIAL
        self.touched = touched
        self.log: list[Fact] = []
        self.void: list[Void] = []
        self.voided: list[Told] = []
        self.left_out: list[Told] = []
        self.added: list[Told] = []
        self.before: dict[int, Tournament] = {}

    def follow(self, fact: Fact) -> None:
        """Go on by a fact of the log that nobody edits."""
        try:
            self.take_fact(fact)
        except Refusal as refusal:
            self.give_up(fact, refusal)
        self.real = evolve(self.real, fact)

    def take_fact(self, fact: Fact) -> None:
        """Go on by a fact, whatever follows from it.

        Raises:
            Refusal: it no longer stands.
        """
        match fact.event:
            case e.RoundPaired() | e.RoundImported():
                self.round_paired(fact)
            case e.PairingsPublished():
                self.published(fact)
            case e.ResultRecorded():
                self.result(fact)
            case e.ValuesRecalculated():
                self.values(fact)
            case e.TournamentFinished():
                self.finished(fact)
            case _:
                self.other(fact)

    def other(self, fact: Fact) -> None:
        """A fact that came of somebody's wish, where it still stands."""
        event = fact.event
        self.say(still(self.state, event, fact.recorded_at) if self.touched else event, fact)

    def leave_out(self, fact: Fact) -> None:
        """Go on as if the fact had not been."""
        self.touched = True
        self.left_out.append(Told(before=self.real, fact=fact))
        self.real = evolve(self.real, fact)

    def act(self, command: c.Command, fact: Fact, lot: int) -> None:
        """Let the rules decide a command now; `fact` gives version and time.

        Raises:
            Refusal: they say no.
        """
        self.touched = True
        wanted = _of_what_stands(self.state, command)
        for event in decide(self.state, wanted, Given(at=fact.recorded_at, lot=lot)):
            before = self.state
            self.say(event, fact)
            self.added.append(Told(before=before, fact=self.log[-1]))

    def say(self, event: e.Event, fact: Fact) -> None:
        """Record an event at the place of `fact`."""
        said = fact if event is fact.event else msgspec.structs.replace(fact, event=event)
        self.log.append(said)
        self.state = evolve(self.state, said)

    def give_up(self, fact: Fact, refusal: Refusal) -> None:
        """Note that a fact no longer stands."""
        self.voided.append(Told(before=self.real, fact=fact))
        self.void.append(
            Void(
                version=fact.version,
                event=type_of(fact.event),
                code=refusal.code,
                fields=refusal.fields,
            )
        )

    def round_paired(self, fact: Fact) -> None:
        """A round that a system or a file made, from what was known just before."""
        event = fact.event
        assert isinstance(event, e.RoundPaired | e.RoundImported | e.PairingsPublished)
        if self.touched:
            self.make_ready(fact)
        untold: Absent = {}
        if isinstance(event, e.PairingsPublished):
            untold = untold_byes(self.real, event)
        self.before[fact.version] = with_byes(self.state, event.round, untold)
        self.pair(fact)

    def make_ready(self, fact: Fact) -> None:
        """What comes before a round is paired; nothing where the log has it already."""
        given = Given(at=fact.recorded_at)
        for follow in preparations(self.state):
            for event in follow(self.state, given):
                self.say(event, fact)

    def pair(self, fact: Fact) -> None:
        """What was played was played; who rested did as they had asked."""
        event = still(self.state, fact.event, fact.recorded_at)
        if self.touched and isinstance(event, e.RoundPaired | e.RoundImported):
            event = _with_byes(event, granted_instead(self.state, self.real, event))
        self.say(event, fact)

    def published(self, fact: Fact) -> None:
        """A round that everybody may see; in a schedule who left forfeits."""
        event = fact.event
        assert isinstance(event, e.PairingsPublished), "a publication"
        if min(len(self.real.rounds), len(self.state.rounds)) < event.round:
            self.round_paired(fact)
        else:
            self.publish(fact)
        if self.touched:
            self._forfeits(fact)

    def publish(self, fact: Fact) -> None:
        """What was shown, with the byes of the draft."""
        event = still(self.state, fact.event, fact.recorded_at)
        assert isinstance(event, e.PairingsPublished), "a publication"
        here, there = (state.rounds[event.round - 1] for state in (self.state, self.real))
        self.say(event if here.byes == there.byes else _with_byes(event, here.byes), fact)

    def _forfeits(self, fact: Fact) -> None:
        """Those that follow here alone; the others are recorded next."""
        here, there = self.state.rounds[-1], evolve(self.real, fact).rounds[-1]
        known = forfeits_of_the_absent(self.real, there)
        for event in forfeits_of_the_absent(self.state, here):
            if event not in known:
                self.say(event, fact)

    def result(self, fact: Fact) -> None:
        """A reported result; a forfeit by the rules only where it follows from them."""
        event = fact.event
        assert isinstance(event, e.ResultRecorded), "a result"
        if self.touched and event.result in FORFEITED:
            self._check_absent(event)
        self.other(fact)

    def _check_absent(self, event: e.ResultRecorded) -> None:
        """A forfeit of a schedule does not stand without the withdrawal that it came of."""
        found = self.real.find(event.game)
        assert found is not None, "a reported result is of a game"
        played, board = found
        if event not in forfeits_of_the_absent(self.real, played):
            return
        for entrant in played.boards[board]:
            gone = not self.real.entrants[entrant].plays(played.number)
            if gone and self.state.entrants[entrant].plays(played.number):
                raise NotWithdrawn(entrant=entrant)

    def values(self, fact: Fact) -> None:
        """The values of a ladder follow from what is known now."""
        event = fact.event
        assert isinstance(event, e.ValuesRecalculated), "a list of values"
        if not self.touched:
            self.say(event, fact)
            return
        found = following_list(self.state, event, fact)
        if found is not None:
            self.say(event if found == event else found, fact)

    def finished(self, fact: Fact) -> None:
        """The end; a ladder has the values of its last round."""
        if self.touched:
            for event in values_after_closing(self.state, Given(at=fact.recorded_at)):
                self.say(event, fact)
        self.say(fact.event, fact)


def _of_what_stands(state: Tournament, command: c.Command) -> c.Command:
    """A correction of whatever stands is one of the result in force."""
    if not isinstance(command, _OF_A_RESULT) or command.corrects != IN_FORCE:
        return command
    found = state.find(command.game)
    if found is None:
        return command
    played, board = found
    return msgspec.structs.replace(command, corrects=played.version_of(board))


def _with_byes(
    event: e.RoundPaired | e.RoundImported | e.PairingsPublished, byes: tuple[e.GrantedBye, ...]
) -> e.Event:
    return event if byes == event.byes else msgspec.structs.replace(event, byes=byes)
