"""Effects of a change on stages that started from others, and on matches paired from advances.

The entrants of a started stage, what they carry, and the sides of a paired match are facts that
stay. Two states are compared: the entrants on the places that lead to a stage, what those who play
in it would carry, and the side that would advance from a match. A person rules what follows.

Law: nothing is found between a state and itself.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import msgspec

from planilla.audit.compare import AmountDifference, Consequences, amounts_differing, consequences
from planilla.domain.tournament.brackets import taken_back
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.matches import match_scores
from planilla.domain.tournament.qualifiers import may_be_replaced
from planilla.domain.tournament.ranking import current_standings, points_unit
from planilla.domain.tournament.shapes import CarriedGame, CarryOver, StageSource
from planilla.domain.tournament.stages import carried_points, mutual_games, seeded
from planilla.domain.tournament.state import Tournament, focused, standing_in
from planilla.domain.vocabulary import EntrantId, GameId


class StagePlaceDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the stage `source` that leads to another, and its entrants before and after.

    It has several entrants if they share it with places that do not qualify, and none while its
    stage is not finished.
    """

    source: int
    title: str
    place: int
    before: tuple[EntrantId, ...]
    after: tuple[EntrantId, ...]


class QualifierRuling(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling by which `entrant` would take the place of `leaving`.

    `refusal` is the code of the reason why `replace-qualifier` is refused; empty: it is possible.
    """

    leaving: EntrantId
    entrant: EntrantId
    refusal: str = ""


class CarriedDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A game that counts in a later stage, with its result there and the one that it would have.

    A result is empty where the game does not count.
    """

    game: GameId
    white: EntrantId
    black: EntrantId
    before: str
    after: str


class AdvanceOption(StrEnum):
    """The way to deal with the next round: withdraw it and pair it again, or leave it."""

    UNPAIR = "unpair"
    STANDS = "stands"


class AdvanceDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A match from which another side would advance than the one that was paired in `next_round`.

    `match` is its number in its round. While no game of `next_round` has a result, that round
    can be withdrawn and paired again; otherwise it stands. A side is None where neither advances,
    or none yet.
    """

    round: int
    match: int
    before: EntrantId | None
    after: EntrantId | None
    next_round: int
    option: AdvanceOption


class StageImpact(msgspec.Struct, frozen=True, kw_only=True):
    """The effects of a change on one started stage.

    `replaced` are pairs of an entrant who would not play in it and the one who would, in the order
    of their numbers: only a what-if or a ruling replaces anybody. `points` are those that its
    entrants carry, in units of one `unit`-th of a point.
    """

    stage: int
    title: str
    places: tuple[StagePlaceDifference, ...] = ()
    rulings: tuple[QualifierRuling, ...] = ()
    replaced: tuple[tuple[EntrantId, EntrantId], ...] = ()
    carried: tuple[CarriedDifference, ...] = ()
    points: tuple[AmountDifference, ...] = ()
    unit: int = 1
    advances: tuple[AdvanceDifference, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Return whether nothing of the stage would differ."""
        return not (self.places or self.replaced or self.carried or self.points or self.advances)


def stage_impacts(before: Tournament, after: Tournament, *, of: int = 0) -> tuple[StageImpact, ...]:
    """Return the started stages of which something would differ, and those that start from `of`.

    They are in order; the states are those of the first stage. The one stage of a knockout has
    the advances of its own bracket.
    """
    if not before.later and not before.system.has_bracket:
        return ()
    common = range(1, min(before.stages, after.stages) + 1)
    found = (_stage_impact(focused(before, each), focused(after, each)) for each in common)
    return tuple(
        each for each in found if not each.is_nothing or _starts_from(before, each.stage, of)
    )


def _starts_from(state: Tournament, number: int, source: int) -> bool:
    plan = focused(state, number).plan
    return bool(plan.started_at) and source in {each.stage for each in plan.sources}


def _stage_impact(before: Tournament, after: Tournament) -> StageImpact:
    places: tuple[StagePlaceDifference, ...] = ()
    rulings: tuple[QualifierRuling, ...] = ()
    carried: tuple[CarriedDifference, ...] = ()
    points: tuple[AmountDifference, ...] = ()
    if before.plan.started_at and after.plan.started_at:
        places = tuple(_places(before, after))
        rulings = tuple(_rulings(before, after)) if places else ()
        carried, points = _carried(before, after)
    return StageImpact(
        stage=before.stage,
        title=before.plan.title,
        places=places,
        rulings=rulings,
        replaced=tuple(_replaced(before, after)),
        carried=carried,
        points=points,
        unit=points_unit(before) if points else 1,
        advances=tuple(_advances(before, after)),
    )


Places = dict[tuple[int, int], tuple[EntrantId, ...]]
"""The entrants on each place that leads to a stage, by source and place."""


def _leading(stage: Tournament) -> Places:
    found: Places = {}
    for source in stage.plan.sources:
        on_places = _on_places(focused(stage, source.stage), source)
        found |= {
            (source.stage, place): each for place, each in enumerate(on_places, start=source.first)
        }
    return found


def _on_places(stage: Tournament, source: StageSource) -> tuple[tuple[EntrantId, ...], ...]:
    """Return the entrants on each place; nothing while the stage is not finished.

    Those who share a place of which all qualify are in the order of the standings, as
    `stages.qualified` takes them.
    """
    span = slice(source.first - 1, source.last)
    if stage.system.entries_only:
        return tuple((entrant,) for entrant in seeded(stage, DecisionContext())[span])
    if not stage.finished:
        return ()
    ranked = current_standings(stage)
    sharing: dict[int, tuple[EntrantId, ...]] = {}
    for row in ranked:
        sharing[row.rank] = (*sharing.get(row.rank, ()), stage.order[row.seat])
    ranks = [row.rank for row in ranked]
    ends = [end for end in (source.first - 1, source.last) if 0 < end < len(ranks)]
    undecided = {ranks[end] for end in ends if ranks[end - 1] == ranks[end]}
    return tuple(
        sharing[row.rank] if row.rank in undecided else (stage.order[row.seat],)
        for row in ranked[span]
    )


def _places(before: Tournament, after: Tournament) -> Iterator[StagePlaceDifference]:
    was, will = _leading(before), _leading(after)
    for source, place in dict.fromkeys((*was, *will)):
        now, then = was.get((source, place), ()), will.get((source, place), ())
        if now != then:
            yield StagePlaceDifference(
                source=source,
                title=focused(before, source).plan.title,
                place=place,
                before=now,
                after=then,
            )


def _rulings(before: Tournament, after: Tournament) -> Iterator[QualifierRuling]:
    """Yield who could take whose place, where the places leave nothing open."""
    was, will = _leading(before), _leading(after)
    certain = [each[0] for each in will.values() if len(each) == 1]
    entries = focused(after, 1).entrants
    come = [
        each
        for each in dict.fromkeys(certain)
        if each not in before.entrants and each in entries and not entries[each].expelled
    ]
    possible = {each for shared in will.values() for each in shared}
    gone = [
        each
        for each in dict.fromkeys(each for shared in was.values() for each in shared)
        if each in before.entrants and each not in possible
    ]
    for leaving, entrant in zip(gone, come, strict=False):
        refusal = may_be_replaced(before, leaving, entrant)
        yield QualifierRuling(
            leaving=leaving, entrant=entrant, refusal="" if refusal is None else refusal.code
        )


def _replaced(before: Tournament, after: Tournament) -> Iterator[tuple[EntrantId, EntrantId]]:
    if before.plan.started_at and after.plan.started_at:
        gone = (each for each in before.order if each not in after.entrants)
        come = (each for each in after.order if each not in before.entrants)
        yield from zip(gone, come, strict=False)


def _carried(
    before: Tournament, after: Tournament
) -> tuple[tuple[CarriedDifference, ...], tuple[AmountDifference, ...]]:
    """Return what the present entrants would carry otherwise than they do."""
    entrants = before.numberings[0].order
    was, will = _brought(before, entrants), _brought(after, entrants)
    if was == will:
        return (), ()
    present = {each.game: each for each in before.carried}
    would_be = {each.game: each for each in will.games}
    games = tuple(
        CarriedDifference(
            game=game,
            white=each.white,
            black=each.black,
            before=present[game].result if game in present else "",
            after=would_be[game].result if game in would_be else "",
        )
        for game, each in (present | would_be).items()
        if present.get(game) != would_be.get(game)
    )
    points = dict(zip(entrants, will.points, strict=False))
    return games, amounts_differing(entrants, before.carried_points, points)


class _Brought(NamedTuple):
    """The games and the points that entrants of a stage carry."""

    games: tuple[CarriedGame, ...]
    points: tuple[int, ...]


def _brought(stage: Tournament, entrants: tuple[EntrantId, ...]) -> _Brought:
    has_games = stage.plan.carry is CarryOver.MUTUAL_GAMES
    return _Brought(
        games=tuple(mutual_games(stage, frozenset(entrants))) if has_games else (),
        points=carried_points(stage, entrants),
    )


def _advances(before: Tournament, after: Tournament) -> Iterator[AdvanceDifference]:
    known = taken_back(before)
    for each in taken_back(after):
        if each in known:
            continue
        played = after.rounds[each.round - 1]
        match = match_scores(after, played)[each.match - 1]
        following = [later for later in after.rounds[each.round :] if later.is_published]
        paired = (later for later in following if standing_in(later) & {*match.sides})
        settled = next(paired, following[0])
        is_free = settled is after.rounds[-1] and not settled.finished_games
        yield AdvanceDifference(
            round=each.round,
            match=each.match,
            before=each.paired,
            after=each.now,
            next_round=settled.number,
            option=AdvanceOption.UNPAIR if is_free else AdvanceOption.STANDS,
        )


class StageConsequences(msgspec.Struct, frozen=True, kw_only=True):
    """All differences between two states of one stage for its players."""

    stage: int
    title: str
    consequences: Consequences


def stage_consequences(
    before: Tournament, after: Tournament, *, top: int = 0
) -> tuple[StageConsequences, ...]:
    """Return the differences of every started stage with games; none of a tournament of one."""
    common = range(1, min(before.stages, after.stages) + 1) if before.later else ()
    both = ((focused(before, number), focused(after, number)) for number in common)
    return tuple(
        StageConsequences(
            stage=was.stage,
            title=was.plan.title,
            consequences=consequences(was, will, top=top),
        )
        for was, will in both
        if was.rounds and not was.system.entries_only
    )
