"""The rounds of a log as the system paired them, each with the state just before.

What the arbiter made of it is kept beside: the boards as they were left, and the reason.
"""

from collections.abc import Iterable, Sequence

import msgspec

from planilla.audit.attendance import untold_byes, with_byes
from planilla.domain.tournament import events as e
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import Colour, EntrantId

EntrantPair = tuple[EntrantId, EntrantId]
"""White and Black of a board."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A round as the system paired it (event `version`), and the `state` just before.

    `by_hand` holds the boards as the arbiter left them, when they are others, `bye_by_hand` the bye
    then, and `reason` the commitment to why. `imported` tells that the boards are those of a file:
    who paired them is not known. `published_only`: how it was drafted is not among the facts, nor
    what else the staff alone knows, as who may not meet.
    """

    round: int
    version: int
    state: Tournament
    system: str
    edition: str
    first_colour: Colour
    boards: tuple[EntrantPair, ...]
    bye: EntrantId | None
    by_hand: tuple[EntrantPair, ...] | None = None
    bye_by_hand: EntrantId | None = None
    reason: str = ""
    imported: bool = False
    published_only: bool = False


def moments(facts: Iterable[Fact]) -> tuple[Moment, ...]:
    """The rounds that stand, as they were paired, in order.

    A draft that was discarded or a round that was taken back does not count. Without the staff
    facts a round is taken as published.
    """
    state = INITIAL
    found: dict[int, Moment] = {}
    for fact in facts:
        match fact.event:
            case e.RoundPaired() | e.RoundImported() as event:
                found[event.round] = _moment(event, fact.version, state)
            case e.PairingsPublished() as event if event.round not in found:
                told = with_byes(state, event.round, untold_byes(state, event))
                found[event.round] = _as_published(_moment(event, fact.version, told), event)
            case e.DraftChanged() | e.PairingChanged() as event:
                found[event.round] = _changed(found[event.round], event)
            case e.DraftDiscarded() | e.RoundUnpaired() as event:
                del found[event.round]
            case _:
                pass
        state = evolve(state, fact)
    return tuple(found[number] for number in sorted(found))


def version_before(facts: Sequence[Fact], number: int) -> int:
    """The last version before a round was paired, as it stands; the last of all where it was not.

    There must be facts.
    """
    paired = (each.version for each in moments(facts) if each.round == number)
    first = next(paired, facts[-1].version + 1)
    return max(fact.version for fact in facts if fact.version < first)


def _moment(
    event: e.RoundPaired | e.PairingsPublished | e.RoundImported, version: int, state: Tournament
) -> Moment:
    return Moment(
        round=event.round,
        version=version,
        state=state,
        system=event.system,
        edition=event.edition,
        first_colour=event.first_colour,
        boards=_boards(event.games),
        bye=e.allocated_bye(event.byes),
        imported=isinstance(event, e.RoundImported),
        published_only=isinstance(event, e.PairingsPublished),
    )


def _as_published(moment: Moment, event: e.PairingsPublished) -> Moment:
    """The moment with the system's own boards, where the publication says that it had others."""
    if not event.engine:
        return moment
    engine = _boards(event.engine)
    paired = {entrant for board in moment.boards for entrant in board} | {moment.bye}
    left = paired - {entrant for board in engine for entrant in board} - {None}
    return msgspec.structs.replace(
        moment,
        boards=engine,
        bye=next(iter(left), None),
        by_hand=moment.boards,
        bye_by_hand=moment.bye,
    )


def _changed(moment: Moment, event: e.DraftChanged | e.PairingChanged) -> Moment:
    boards, bye = _boards(event.games), e.allocated_bye(event.byes)
    if (boards, bye) == (moment.boards, moment.bye):
        return msgspec.structs.replace(moment, by_hand=None, bye_by_hand=None, reason="")
    return msgspec.structs.replace(moment, by_hand=boards, bye_by_hand=bye, reason=event.reason)


def _boards(games: tuple[e.PairedGame, ...]) -> tuple[EntrantPair, ...]:
    return tuple((game.white, game.black) for game in games)
