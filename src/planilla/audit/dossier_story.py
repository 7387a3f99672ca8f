"""The facts of a case in order: what was reported, what was built on it, what was put right."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from planilla.domain.tournament import events as e
from planilla.domain.tournament.facts import Fact, round_of
from planilla.domain.vocabulary import EntrantId, GameId

OF_A_GAME = (e.ResultCorrected, e.ResultDeleted, e.ColoursCorrected, e.ResultWithdrawn)
OF_A_PLAYER = (
    e.SportingDataCorrected,
    e.EntrantWithdrawn,
    e.EntrantRuledIneligible,
    e.EntrantReinstated,
    e.ByeCorrected,
    e.EntrantEntered,
)
TOLD_OF_A_PLAYER = (*OF_A_PLAYER, e.EntrantReturned, e.EntrantExpelled)
BOARDS = (e.PairingsPublished, e.RoundImported, e.PairingChanged)


class Role(StrEnum):
    """What a fact is in the story of a case."""

    PAIRED = "paired"
    REPORTED = "reported"
    BUILT = "built"
    CORRECTED = "corrected"
    EVIDENCE = "evidence"
    KNOWN = "known"


class StoryFact(msgspec.Struct, frozen=True, kw_only=True):
    """A fact of the story, by its version; `corrects` is that of the fact it corrects.

    `at` is when it was recorded and `known_at` when it became known, in microseconds since 1970
    (UTC); None: when it was recorded. `is_case`: it belongs to the act that the dossier is about.
    """

    version: int
    role: Role
    at: int
    known_at: int | None
    corrects: int | None
    is_case: bool


def corrects_something(event: e.Event) -> bool:
    """Whether a fact puts right what was recorded before; who comes late is one of them."""
    if isinstance(event, e.EntrantWithdrawn):
        return event.games is not None
    if isinstance(event, e.EntrantEntered):
        return event.first_round > 1
    return isinstance(event, (*OF_A_GAME, *OF_A_PLAYER, e.PairingChanged))


def story_of(facts: Sequence[Fact], main: Fact, act: Sequence[Fact]) -> tuple[StoryFact, ...]:
    """What belongs to the case of `main`, a fact of `act`: what came after it, too."""
    games = {getattr(each.event, "game", None) for each in act} - {None}
    entrant = getattr(main.event, "entrant", None)
    number = round_of(main.event)
    of_act = {each.version for each in act}
    told = list[StoryFact]()
    about = set[int]()
    for fact in facts:
        role = Role.CORRECTED if fact.version in of_act else _role(fact, games, entrant)
        if role is None and isinstance(main.event, e.PairingChanged):
            role = _role_of_boards(fact, number)
        if role is None and number is not None and fact.version < main.version:
            role = _role_of_round(fact, number, is_of_game=bool(games))
        event = fact.event
        if isinstance(event, e.EvidenceAdded):
            role = Role.EVIDENCE if event.about in about else None
        if role is None:
            continue
        about.add(fact.version)
        told.append(
            StoryFact(
                version=fact.version,
                role=role,
                at=fact.recorded_at,
                known_at=getattr(event, "known_at", None),
                corrects=getattr(event, "corrects", None),
                is_case=fact.version in of_act,
            )
        )
    return tuple(told)


def _role(fact: Fact, games: set[GameId | None], entrant: EntrantId | None) -> Role | None:
    """What a fact is to the games or to the player of the case."""
    event = fact.event
    if getattr(event, "game", None) in games:
        return Role.CORRECTED if isinstance(event, OF_A_GAME) else Role.REPORTED
    if entrant is not None and isinstance(event, TOLD_OF_A_PLAYER) and event.entrant == entrant:
        return Role.CORRECTED if corrects_something(event) else Role.KNOWN
    return None


def _role_of_boards(fact: Fact, number: int | None) -> Role | None:
    """Of pairings changed by hand: what was said of that round's boards."""
    of_round = isinstance(fact.event, (*BOARDS, e.DraftChanged)) and fact.event.round == number
    return Role.PAIRED if of_round else None


def _role_of_round(fact: Fact, number: int, *, is_of_game: bool) -> Role | None:
    """The publication of the round, and of those that were paired from it; the end of the next."""
    event = fact.event
    if isinstance(event, BOARDS):
        if event.round == number:
            return Role.PAIRED
        is_first = not isinstance(event, e.PairingChanged)
        return Role.BUILT if event.round > number and is_first else None
    is_end = isinstance(event, e.RoundClosed) and event.round == number + 1
    return Role.BUILT if is_end and is_of_game else None
