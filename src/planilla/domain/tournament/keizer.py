"""The Keizer system: rules before the first round, values after each, rulings on absences.

A round is paired by the values that were recorded last, so replaying never calculates them.

Source: seed 000, 2.10; `docs/rules/keizer.md`.
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from planilla.domain.crosstable import Seat, before_round
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.keizer.memory import replayed
from planilla.domain.pairing.keizer.rules import (
    SEED,
    Absence,
    KeizerRules,
    When,
    faults_of,
    settled,
)
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.keizer.totals import Counting
from planilla.domain.pairing.keizer.values import (
    KeizerList,
    Recalculation,
    first_values,
    recalculated,
    with_newcomers,
)
from planilla.domain.tournament.command import ConfirmFirst, Sealed, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.crosstables import for_standings, seats_of
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.keizer_values import (
    ListedValue,
    Recalculated,
    ValueList,
    has_rules,
    keizer_of,
    listing_after,
    season_of,
)
from planilla.domain.tournament.lookups import known_entrant
from planilla.domain.tournament.refusal import (
    Conflict,
    NoSuchRound,
    NotInThisSystem,
    RoundNotPublished,
    Unacceptable,
)
from planilla.domain.tournament.state import Folds, RoundState, Tournament
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameResult

# Commands


class RuleKeizer(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set the rules of a Keizer tournament before its first round is paired."""

    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PUBLISHED
    allowed_in_what_if: ClassVar[bool] = True

    rules: KeizerRules


class RecalculateValues(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Recalculate the values from everything that is known now."""

    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PUBLISHED
    allowed_in_what_if: ClassVar[bool] = True


class RuleAbsence(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule what kind of absence a round without a game counts as."""

    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PUBLISHED
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    round: int
    absence: Absence
    reason: Sealed = Sealed()


# Events


class KeizerRuled(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The rules of the Keizer tournament were set."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    editable_in_what_if: ClassVar[bool] = True

    rules: KeizerRules


class ValuesRecalculated(ValueList, Event, frozen=True, kw_only=True, tag=True):
    """A new list of values replaced the previous one."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND

    in_stage: int | UnsetType = UNSET

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "after_round": self.after_round,
            "maximum": self.maximum,
            "n": len(self.values),
            "why": self.why,
            "passes": self.passes,
            "cycle": self.cycle,
            "on_cycle": self.on_cycle,
            "limited": self.limited,
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        if self.why is Recalculated.START:
            return ".start"
        if self.cycle:
            return ".cycle"
        return ".limited" if self.limited else ""


class AbsenceRuled(StagedEvent, frozen=True, kw_only=True, tag=True):
    """An absence in a round was ruled to be of this kind, in place of the default."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    editable_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    round: int
    absence: Absence
    reason: str = ""

    def as_command(self) -> RuleAbsence:
        """Return the command that decides it again."""
        return RuleAbsence(entrant=self.entrant, round=self.round, absence=self.absence)


# Refusals


class KeizerSettingImpossible(Unacceptable):
    """A setting of the Keizer tournament is not possible."""

    field: str
    value: str


class KeizerRulesFixed(Conflict):
    """The rules of a Keizer tournament cannot change once its first round is paired."""


class NoAbsence(Conflict):
    """The entrant played or had a bye in that round: there is no absence to rule on."""

    entrant: EntrantId
    round: int


# Rules


ABSENT = {
    Colour.WHITE: (GameResult.BLACK_WINS_BY_FORFEIT, GameResult.BOTH_FORFEIT),
    Colour.BLACK: (GameResult.WHITE_WINS_BY_FORFEIT, GameResult.BOTH_FORFEIT),
}
"""The results in which a player was absent, by the player's colour."""

RESTS = frozenset({ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT})


def rules_at_creation(system: str, rules: KeizerRules | None) -> tuple[KeizerRuled, ...]:
    """Return the rules of a new Keizer tournament; None in another system.

    Raises:
        NotInThisSystem: the system has no such rules.
        KeizerSettingImpossible: one of them is not possible.
    """
    if not SYSTEMS[system].keeps_values:
        if rules is not None:
            raise NotInThisSystem(system=system)
        return ()
    return (KeizerRuled(rules=_checked(rules or SEED)),)


def rule_keizer(state: Tournament, command: RuleKeizer, _: DecisionContext) -> tuple[Event, ...]:
    """Set the rules of a Keizer tournament; once its first round is paired they are fixed."""
    _check_system(state)
    rules = _checked(command.rules)
    if has_rules(state, rules):
        return ()
    if state.rounds:
        raise KeizerRulesFixed
    return (KeizerRuled(rules=rules),)


def recalculate_values(
    state: Tournament, _: RecalculateValues, __: DecisionContext
) -> tuple[Event, ...]:
    """Recalculate the values from everything known now; nothing if they do not change."""
    _check_system(state)
    return values_now(state, Recalculated.ARBITER)


def rule_absence(state: Tournament, command: RuleAbsence, _: DecisionContext) -> tuple[Event, ...]:
    """Rule what an absence counts as; the next totals use it."""
    _check_system(state)
    entrant = known_entrant(state, command.entrant)
    played = state.round(command.round)
    if played is None:
        raise NoSuchRound(round=command.round, rounds=len(state.rounds))
    if not played.is_published:
        raise RoundNotPublished(round=played.number)
    if not was_absent(played, entrant.id):
        raise NoAbsence(entrant=entrant.id, round=played.number)
    known = keizer_of(state).absences.get((entrant.id, played.number))
    if known is command.absence:
        return ()
    ruled = AbsenceRuled(
        entrant=entrant.id,
        round=played.number,
        absence=command.absence,
        reason=command.reason.commitment,
    )
    return (ruled,)


def values_after_closing(state: Tournament, _: DecisionContext) -> tuple[ValuesRecalculated, ...]:
    """Return the events that follow the closing of a round, by the rules of Keizer."""
    if keizer_of(state).rules.recalculate is not When.EACH_ROUND or not state.last_published:
        return ()
    return values_now(state, Recalculated.ROUND_CLOSED)


def values_after_correction(
    state: Tournament, context: DecisionContext
) -> tuple[ValuesRecalculated, ...]:
    """Return a new list if the games of a closed round no longer give the current one.

    Entrants who joined, left or returned since do not matter here: a list stays until the next one.
    A round that was imported as closed has no list yet.
    """
    if keizer_of(state).rules.recalculate is not When.EACH_ROUND:
        return ()
    played = state.last_published
    known = keizer_of(state).list_after(played)
    if known is None or known.after_round < played:
        return values_after_closing(state, context)
    season = _season_of_list(state)
    found = _recalculation(
        state, season, recalculated(season, _base(state, season, played)), Recalculated.CORRECTION
    )
    return () if _counts_the_same(found, known) else values_now(state, Recalculated.CORRECTION)


def _season_of_list(state: Tournament) -> Season:
    """Return the season, with the same entrants away as when games were last counted."""
    season = season_of(state, for_standings(state))
    seats = seats_of(state)
    away = keizer_of(state).away
    return replace(season, left={seats[entrant]: first for entrant, first in away.items()})


def _counts_the_same(found: ValueList, known: ValueList) -> bool:
    """Return whether the players whose games counted have the same order and the same values."""
    counted = {each.entrant: each.counted for each in (*known.values, *known.off) if each.counted}
    again = {each.entrant: each.counted for each in (*found.values, *found.off)}
    here, there = ([each.entrant for each in listed.values] for listed in (found, known))
    both = counted.keys() & set(here) & set(there)
    return (
        [entrant for entrant in here if entrant in both]
        == [entrant for entrant in there if entrant in both]
        and found.parts == known.parts
        and all(again.get(entrant) == value for entrant, value in counted.items())
    )


def values_before_pairing(state: Tournament, _: DecisionContext) -> tuple[ValuesRecalculated, ...]:
    """Return a first list, or one with players who joined since: everybody paired has a value."""
    listing = listing_after(state, len(state.rounds))
    if listing is None or not state.rounds:
        return values_now(state, Recalculated.START)
    season = season_of(state, for_standings(state))
    joined = with_newcomers(season, listing)
    if joined.order == listing.order:
        return ()
    return (_joined(state, season, joined),)


def values_when_due(state: Tournament, _: DecisionContext) -> tuple[ValuesRecalculated, ...]:
    """Recalculate the values because their timer is due."""
    return values_now(state, Recalculated.TIMER) if state.system.keeps_values else ()


def _check_system(state: Tournament) -> None:
    if not state.system.keeps_values:
        raise NotInThisSystem(system=state.system_name)


def _checked(rules: KeizerRules) -> KeizerRules:
    for fault in faults_of(rules):
        raise KeizerSettingImpossible(field=fault.field, value=fault.value)
    return settled(rules)


def was_absent(played: RoundState, entrant: EntrantId) -> bool:
    """Return whether the entrant was absent in a round: by forfeit, by request, or not there."""
    for board, pair in enumerate(played.boards):
        if entrant in pair:
            colour = Colour.WHITE if pair[0] == entrant else Colour.BLACK
            return played.results[board] in ABSENT[colour]
    return all(bye.entrant != entrant or bye.kind not in RESTS for bye in played.byes)


def values_now(state: Tournament, why: Recalculated) -> tuple[ValuesRecalculated, ...]:
    """Return the list that follows from the published rounds; None if it is the current one.

    If nothing was recorded yet, the first list comes before it.
    """
    return tuple(_values(state, why))


def _values(state: Tournament, why: Recalculated) -> Iterator[ValuesRecalculated]:
    season = season_of(state, for_standings(state))
    played = len(season.crosstable.rounds)
    known = keizer_of(state).list_after(played)
    if known is None or not played:
        start = _start(state, season)
        if known is None or not _says_the_same(start, known):
            yield start
        first = {each.entrant: each.value for each in start.values}
        season = replace(season, original=tuple(first.get(each, 0) for each in state.order))
    if played:
        worked_out = recalculated(season, _base(state, season, played))
        event = _recalculation(state, season, worked_out, why)
        if known is None or not _says_the_same(event, known):
            yield event


def _start(state: Tournament, season: Season) -> ValuesRecalculated:
    """Return the first values, of the entrants present now or when the first round was played."""
    if season.crosstable.rounds:
        listing = replayed(
            replace(season, crosstable=before_round(season.crosstable, 1))
        ).memory.listing
    else:
        listing = first_values(season)
    first = Recalculation(
        listing=listing, counting=Counting(values=listing.values), totals=(), unit=1
    )
    return replace(_recalculation(state, season, first, Recalculated.START), after_round=0)


def _base(state: Tournament, season: Season, played: int) -> KeizerList:
    """Return the list that counts the games: the one used to pair the last round."""
    known = listing_after(state, played - 1)
    return replayed(season).paired if known is None else known


def _joined(state: Tournament, season: Season, after: KeizerList) -> ValuesRecalculated:
    """Add new entrants to the current list; its games count as they did."""
    known = keizer_of(state).list_after(len(state.rounds))
    assert known is not None, "there is a list to join"
    counted = {each.entrant: each.counted for each in (*known.values, *known.off)}
    counting = Counting(
        values=tuple(counted.get(entrant, 0) for entrant in state.order), parts=known.parts
    )
    listed = Recalculation(listing=after, counting=counting, totals=(), unit=1)
    event = _recalculation(state, season, listed, Recalculated.LATE_ENTRY)
    return replace(
        event,
        after_round=known.after_round,
        passes=known.passes,
        cycle=known.cycle,
        limited=known.limited,
    )


def _recalculation(
    state: Tournament, season: Season, worked_out: Recalculation, why: Recalculated
) -> ValuesRecalculated:
    listing, counting = worked_out.listing, worked_out.counting

    def listed(seat: Seat) -> ListedValue:
        counted = counting.values[seat] if seat < len(counting.values) else 0
        return ListedValue(entrant=state.order[seat], value=listing.values[seat], counted=counted)

    known = frozenset(listing.order)
    off = [seat for seat, value in enumerate(listing.values) if value and seat not in known]
    return ValuesRecalculated(
        after_round=len(season.crosstable.rounds),
        maximum=listing.maximum,
        values=tuple(map(listed, listing.order)),
        off=tuple(map(listed, off)),
        parts=counting.parts,
        mode=season.rules.mode,
        passes=worked_out.passes,
        cycle=worked_out.cycle,
        on_cycle=season.rules.on_cycle,
        limited=worked_out.limited,
        why=why,
    )


def _says_the_same(event: ValueList, known: ValueList) -> bool:
    """Return whether a list equals the current one, apart from its reason."""
    same = (event.after_round, event.values, event.off, event.parts)
    return same == (known.after_round, known.values, known.off, known.parts)


RULES: Rules = {
    RuleKeizer: rule_keizer,
    RecalculateValues: recalculate_values,
    RuleAbsence: rule_absence,
}


# Folds


def _ruled(state: Tournament, event: KeizerRuled, _: int) -> Tournament:
    return replace(state, memory=replace(keizer_of(state), rules=event.rules))


def _recalculated(state: Tournament, event: ValuesRecalculated, _: int) -> Tournament:
    """Replace the lists after the same round or a later one, which was taken back since."""
    keizer = keizer_of(state)
    earlier = {number: each for number, each in keizer.lists.items() if number < event.after_round}
    first = {each.entrant: each.value for each in event.values}
    changed = replace(
        keizer,
        lists={**earlier, event.after_round: event},
        original={**first, **keizer.original},
        away=keizer.away if event.why is Recalculated.LATE_ENTRY else _away(state),
    )
    return replace(state, memory=changed)


def _away(state: Tournament) -> dict[EntrantId, int]:
    return {
        entrant.id: entrant.out_from
        for entrant in state.entrants.values()
        if entrant.out_from is not None
    }


def _absence(state: Tournament, event: AbsenceRuled, _: int) -> Tournament:
    keizer = keizer_of(state)
    absences = {**keizer.absences, (event.entrant, event.round): event.absence}
    return replace(state, memory=replace(keizer, absences=absences))


FOLDS: Folds = {
    KeizerRuled: _ruled,
    ValuesRecalculated: _recalculated,
    AbsenceRuled: _absence,
}
