"""Regulations announced before or during a tournament, which then configure it."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec import structs
from msgspec.structs import replace

from planilla.domain.pairing import usual_of
from planilla.domain.pairing.keizer.rules import KeizerRules
from planilla.domain.tournament.announcement import (
    Play,
    ProseTopic,
    Regulations,
    play_of,
    settings_of,
)
from planilla.domain.tournament.command import Command, ConfirmFirst, Duty, Sealed
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.contradictions import contradictions
from planilla.domain.tournament.event import Audience, Event, StagedEvent, Topic
from planilla.domain.tournament.keizer import KeizerRuled, KeizerRulesFixed
from planilla.domain.tournament.keizer_values import has_rules, keizer_of
from planilla.domain.tournament.prizes import prize_faults
from planilla.domain.tournament.prohibitions import SameOriginRuled
from planilla.domain.tournament.refusal import Conflict, Refusal
from planilla.domain.tournament.setup import (
    CreateTournament,
    FirstColour,
    TournamentCreated,
    create_tournament,
)
from planilla.domain.tournament.state import INITIAL, Folds, Tournament
from planilla.domain.tournament.time_controls import Rate, fault_of, rate_of
from planilla.domain.tournament.values import AskedSettings, SameOrigin, TournamentSettings
from planilla.domain.vocabulary import EntrantId

# Commands


class AnnounceRegulations(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Announce or change the regulations; a tournament that does not exist is created.

    `prose` are the free texts that change, by topic; an empty one removes the text. If
    `same_origin` or `keizer` is None it stays as it is; `reason` says why the regulations are
    changed.
    """

    duty: ClassVar[Duty] = Duty.GOVERN
    opens_tournament: ClassVar[bool] = True
    reason_is_public: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED

    regulations: Regulations
    prose: dict[ProseTopic, Sealed] = msgspec.field(default_factory=dict)
    same_origin: SameOrigin | None = None
    keizer: KeizerRules | None = None
    reason: Sealed = Sealed()

    def free_texts(self) -> dict[str, Sealed]:
        """Return the free texts in it by their place."""
        prose = {f"prose.{topic}": text for topic, text in self.prose.items()}
        return super().free_texts() | prose


# Events


class RegulationsAnnounced(StagedEvent, frozen=True, kw_only=True, tag=True):
    """Regulations were announced; they configure the tournament.

    `prose` are the commitments to the current free texts and names, by `Topic`; `reason` says why
    earlier regulations were changed.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    reason_is_public: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True

    regulations: Regulations
    prose: dict[str, str] = msgspec.field(default_factory=dict)

    def commitments(self) -> tuple[str, ...]:
        """Return the commitments to all free texts in it."""
        return (self.reason, *self.prose.values())

    reason: str = ""


FIXED_FIELDS = (*(f"play.{name}" for name in Play.__struct_fields__), "rating.rules")
"""The fields of the regulations that stay as announced once round 1 is paired."""

# Refusals


class RegulationsFixed(Conflict):
    """A setting that cannot change once round 1 is paired would change."""

    field: str
    announced: str
    wanted: str


# Rules


def reduced_entrants(state: Tournament) -> frozenset[EntrantId]:
    """Return the entrants of whom only the given name and an initial are public."""
    reduced = frozenset() if state.regulations is None else state.regulations.reduced_categories
    if not reduced:
        return frozenset()
    return frozenset(
        entrant.id
        for entrant in state.entrants.values()
        if not reduced.isdisjoint(entrant.categories)
    )


QUICK = {"elo-fide-2024": "elo-fide-2024-rapid"}
"""The rules for rapid and blitz games, by those for standard ones; others serve both."""


def announce_regulations(
    state: Tournament, command: AnnounceRegulations, context: DecisionContext
) -> tuple[Event, ...]:
    """Announce regulations or change them; nothing if they are the same already.

    Raises:
        Refusal: they contradict themselves, or change what is fixed since round 1 was paired.
    """
    origin = state.same_origin if command.same_origin is None else command.same_origin
    keizer = _keizer(state, command)
    created, *others = _created(command.regulations, context, origin, keizer)
    assert isinstance(created, TournamentCreated), created
    regulations = _settled(command.regulations, created, state)
    for fault in _faults(regulations):
        raise fault
    announced = RegulationsAnnounced(
        regulations=regulations,
        prose=_prose(state, command),
        reason=command.reason.commitment,
    )
    if not state.exists:
        return (created, *others, announced)
    _check_fixed(state, created)
    ruled: tuple[Event, ...] = (
        () if origin is state.same_origin else (SameOriginRuled(rule=origin),)
    )
    ruled += tuple(_keizer_ruled(state, others))
    if (state.regulations, state.prose) == (regulations, announced.prose):
        return ruled
    return (announced, *ruled)


def faults_in(regulations: Regulations, context: DecisionContext) -> tuple[Refusal, ...]:
    """Return everything for which these regulations would be refused for a new tournament."""
    try:
        created, *_ = _created(regulations, context, INITIAL.same_origin)
    except Refusal as refusal:
        return (refusal, *_faults(regulations))
    assert isinstance(created, TournamentCreated), created
    return tuple(_faults(_settled(regulations, created, INITIAL)))


def _faults(regulations: Regulations) -> Iterator[Refusal]:
    """Yield the contradictions of the regulations, and the faults of their prizes."""
    yield from contradictions(regulations)
    if regulations.prizes is not None:
        yield from prize_faults(regulations.prizes)


def _keizer(state: Tournament, command: AnnounceRegulations) -> KeizerRules | None:
    """Return the announced Keizer rules, or the current ones of the same system."""
    is_same = command.regulations.play.system == state.system_name
    if command.keizer is None and is_same and state.system.keeps_values:
        return keizer_of(state).rules
    return command.keizer


def _keizer_ruled(state: Tournament, events: list[Event]) -> Iterator[KeizerRuled]:
    """Yield an event if the Keizer rules change; once a round is paired they are fixed."""
    for event in events:
        if isinstance(event, KeizerRuled) and not has_rules(state, event.rules):
            if state.rounds:
                raise KeizerRulesFixed
            yield event


def _created(
    regulations: Regulations,
    context: DecisionContext,
    origin: SameOrigin,
    keizer: KeizerRules | None = None,
) -> tuple[Event, ...]:
    """Return the events of creating the tournament anew, with all the checks of its creation."""
    play = regulations.play
    creation = CreateTournament(
        name=regulations.name,
        **{field: getattr(play, field) for field in AskedSettings.__struct_fields__},
        rating_rules=regulations.rating.rules or _rules_by_clock(regulations),
        first_colour=FirstColour(play.first_colour.value if play.first_colour else "lot"),
        same_origin=origin,
        keizer=keizer,
    )
    return create_tournament(INITIAL, creation, context)


def _rules_by_clock(regulations: Regulations) -> str:
    """Return the rating rules chosen by the time control; "" if the system decides."""
    control, usual = regulations.time_control, usual_of(regulations.play.system).rating_rules
    if control is None or fault_of(control):
        return ""
    return QUICK.get(usual, "") if rate_of(control) in {Rate.RAPID, Rate.BLITZ} else ""


def _settled(
    regulations: Regulations, created: TournamentCreated, state: Tournament
) -> Regulations:
    """Return the regulations with all defaults filled in; a time zone set before is kept."""
    rating = replace(regulations.rating, rules=created.rating_rules)
    schedule = regulations.schedule
    if not schedule.time_zone:
        before = None if state.regulations is None else state.regulations.schedule
        stands = state.time_zone if before is None else before.time_zone
        schedule = replace(schedule, time_zone=stands)
    return replace(
        regulations, name=created.name, schedule=schedule, play=play_of(created), rating=rating
    )


def _prose(state: Tournament, command: AnnounceRegulations) -> dict[str, str]:
    """Return the current texts, by topic in alphabetical order: a value has one form in the log."""
    changed = {topic.value: sealed.commitment for topic, sealed in command.prose.items()}
    merged = {**state.prose, **changed}
    return {topic: merged[topic] for topic in sorted(merged) if merged[topic]}


def _check_fixed(state: Tournament, created: TournamentCreated) -> None:
    if not state.rounds and not state.memory.has_games:
        return
    stands, wanted = _fixed(state), _fixed(created)
    for field, before in stands.items():
        after = wanted[field]
        if before != after:
            raise RegulationsFixed(field=field, announced=_joined(before), wanted=_joined(after))


def _fixed(settings: TournamentSettings) -> dict[str, object]:
    """Return the settings of `FIXED_FIELDS` by field."""
    values = (*structs.astuple(play_of(settings)), settings.rating_rules)
    return dict(zip(FIXED_FIELDS, values, strict=True))


def _joined(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


RULES: Rules = {
    AnnounceRegulations: announce_regulations,
}


# Folds


def _announced(state: Tournament, event: RegulationsAnnounced, _: int) -> Tournament:
    """Configure the tournament by the regulations, which are its only source from then on."""
    settings = settings_of(event.regulations, state.time_zone)
    return replace(state, **settings.settings, regulations=event.regulations, prose=event.prose)


FOLDS: Folds = {
    RegulationsAnnounced: _announced,
}
