"""The appeals committee: formed by lot, by vote or by the ordered rule; members replaced.

The ordered rule fills five seats one after another, each with the candidate who meets the
conditions best in the order of `CRITERIA`: a lexicographic comparison, not a count.

Source: seed 000, 1.2.3.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import (
    Audience,
    DecidedByLot,
    Details,
    Event,
    StagedEvent,
    Topic,
    lot_shown,
)
from planilla.domain.tournament.lookups import known_entrant
from planilla.domain.tournament.personal import age_at, alphabetical, person_of
from planilla.domain.tournament.refusal import Conflict, NoSuchGame, Unacceptable
from planilla.domain.tournament.state import Folds, Restatements, Tournament
from planilla.domain.tournament.values import Committee, Office, Replacement, Way
from planilla.domain.vocabulary import EntrantId, GameId

# Commands


class Vote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of votes for a candidate."""

    entrant: EntrantId
    votes: int


class FormAppealsCommittee(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Form the appeals committee by lot, by vote or by the ordered rules (seed 000, 1.2.3).

    Without a `way` the announced one applies, or else the ordered rules. `without` are entrants who
    may not or do not want to be members.
    """

    needs_people: ClassVar[bool] = True

    way: Way | None = None
    votes: tuple[Vote, ...] = ()
    without: tuple[EntrantId, ...] = ()


class ReplaceCommitteeMember(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replace a member by the next reserve: in the case of one game, or permanently.

    The players of that game are parties to the case and never take a seat in it.
    """

    allowed_after_end: ClassVar[bool] = True

    member: EntrantId
    case: GameId = GameId("")
    reason: Sealed = Sealed()


# Events


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A member of the committee, with the office."""

    entrant: EntrantId
    office: Office


class VotesFor(msgspec.Struct, frozen=True, kw_only=True):
    """The number of votes for a candidate."""

    entrant: EntrantId
    votes: int


class AppealsCommitteeFormed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The appeals committee was formed; `seats` are in order, and an earlier committee is replaced.

    By lot: `generator` of `chance` made an order of `among` from `lot`, and the first of that order
    are seated. By vote: `votes` lists everybody who received any. Ages, arbiter titles and names
    were used where the rules require them and are not recorded (seed 000, 1.2.3).
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    decided_by_lot: ClassVar[DecidedByLot] = DecidedByLot.COMMITTEE

    way: Way
    seats: tuple[Seated, ...]
    lot: int | None = None
    generator: str = ""
    among: tuple[EntrantId, ...] = ()
    votes: tuple[VotesFor, ...] = ()

    @property
    def drawn_among(self) -> tuple[EntrantId, ...]:
        """The entrants among whom its lot decided."""
        return self.among

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        members = tuple(each.entrant for each in self.seats)
        return {"way": self.way, "members": members, "lot": lot_shown(self.lot)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.lot is None else ".lot"


class CommitteeMemberReplaced(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A reserve takes the seat of a member: in one case, or permanently if `case` is empty.

    `case` is the game concerned.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    member: EntrantId
    reserve: EntrantId
    case: GameId = GameId("")
    reason: str = ""

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".case" if self.case else ""


# Refusals


class VotesDoNotFit(Unacceptable):
    """Votes are missing, negative or given twice; or nobody votes."""

    way: str


class TooFewForCommittee(Conflict):
    """Fewer than three players are eligible for the committee."""

    candidates: int
    fewest: int


class NoCommittee(Conflict):
    """There is no appeals committee yet."""


class NotInCommittee(Conflict):
    """The player is not a member of the committee, in this case or at all."""

    entrant: EntrantId


class NoReserveLeft(Conflict):
    """No reserve is left to take a seat."""

    member: EntrantId


# Rules


OFFICES = (Office.PRESIDENT, Office.MEMBER, Office.MEMBER, Office.RESERVE, Office.RESERVE)
"""The five seats in the order in which they are filled."""

FEWEST = 3
"""A president and two members; with fewer players there are fewer reserves."""

ADULT = 18
"""The age of an adult in completed years."""

ARBITERS = {"IA": 2, "FA": 1, "NA": 1}
"""Arbiter titles by rank: an international title ranks above a national one.

A FIDE arbiter (FA) counts as a national arbiter.
"""


class Criterion(StrEnum):
    """The conditions of the book, in their order; `NUMBER` only makes the order complete."""

    ADULT = "adult"
    FEDERATION = "federation"
    ARBITER = "arbiter"
    RATING = "rating"
    AGE = "age"
    ALPHABET = "alphabet"
    NUMBER = "number"


CRITERIA = tuple(Criterion)


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """An eligible player, with the data that the conditions need.

    `age` is in completed years, None if unknown; `name` is in the form used for alphabetical order;
    `number` is the pairing number; `votes` take precedence over all conditions.
    """

    entrant: EntrantId
    number: int
    age: int | None = None
    federation: str = ""
    arbiter: str = ""
    rating: int = 0
    name: tuple[str, ...] = ()
    votes: int = 0


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One seat filled: the player chosen, the runner-up, and what separated them.

    `decided` is the first condition in which they differ. `runner_up` is None for the last
    candidate; `decided` is None then, and where the votes separated them.
    """

    office: Office
    entrant: EntrantId
    runner_up: EntrantId | None
    decided: Criterion | None


def ordered_choice(candidates: Iterable[Candidate]) -> tuple[Choice, ...]:
    """Fill the seats by the conditions of the book; with too few candidates some stay empty.

    Candidates with more votes come first. Without votes the conditions alone decide.

    Source: seed 000, 1.2.3, c) with a) to f).
    """
    left = list(candidates)
    chosen: list[Choice] = []
    federations: set[str] = set()
    for office in OFFICES[: len(left)]:
        left.sort(key=lambda each: (-each.votes, merits(each, federations)))
        first, second = left[0], left[1] if len(left) > 1 else None
        chosen.append(_choice(office, first, second, federations))
        federations.add(first.federation)
        del left[0]
    return tuple(chosen)


def merits(candidate: Candidate, federations: Iterable[str]) -> tuple[object, ...]:
    """Return the value of each of `CRITERIA` for a candidate; the smaller is better.

    `federations` are those of the members already chosen. A candidate without a federation shares
    it with nobody; one of unknown age does not count as an adult.
    """
    age = -1 if candidate.age is None else candidate.age
    return (
        age < ADULT,
        bool(candidate.federation) and candidate.federation in federations,
        -ARBITERS.get(candidate.arbiter, 0),
        -candidate.rating,
        -age,
        candidate.name,
        candidate.number,
    )


def _choice(
    office: Office, first: Candidate, second: Candidate | None, federations: Iterable[str]
) -> Choice:
    if second is None or first.votes != second.votes:
        decided = None
    else:
        pairs = zip(merits(first, federations), merits(second, federations), strict=True)
        decided = next(
            criterion
            for criterion, (one, other) in zip(CRITERIA, pairs, strict=True)
            if one != other
        )
    return Choice(
        office=office,
        entrant=first.entrant,
        runner_up=second.entrant if second is not None else None,
        decided=decided,
    )


def sitting_in(committee: Committee, case: GameId) -> tuple[EntrantId, ...]:
    """Return the members who decide a case: the president, then the others, with reserves seated.

    An empty `case` gives the members where nobody is a party.
    """
    sitting = list(committee.members[:FEWEST])
    for each in committee.replacements:
        if each.case in ("", case) and each.member in sitting:
            sitting[sitting.index(each.member)] = each.reserve
    return tuple(sitting)


def reserves_for(committee: Committee, case: GameId) -> tuple[EntrantId, ...]:
    """Return the available reserves for a case, in order."""
    taken = {*sitting_in(committee, case)}
    gone = {each.member for each in committee.replacements if each.case in ("", case)}
    return tuple(
        each for each in committee.members[FEWEST:] if each not in taken and each not in gone
    )


def form_appeals_committee(
    state: Tournament, command: FormAppealsCommittee, context: DecisionContext
) -> tuple[Event, ...]:
    """Fill the seats from the entrants still playing; the same committee again changes nothing."""
    way = command.way or announced_way(state)
    votes = _votes(state, command, way)
    for entrant in command.without:
        known_entrant(state, entrant)
    among = eligible(state, command.without)
    if len(among) < FEWEST:
        raise TooFewForCommittee(candidates=len(among), fewest=FEWEST)
    if way is Way.LOT:
        return (_by_lot(among, context.lot),)
    chosen = tuple(choice.entrant for choice in working(state, among, votes, context))
    if way is Way.RULES and state.committee == _unchanged(state, chosen):
        return ()
    return (
        AppealsCommitteeFormed(
            way=way,
            seats=_seated(chosen),
            votes=tuple(VotesFor(entrant=each, votes=votes[each]) for each in votes),
        ),
    )


def announced_way(state: Tournament) -> Way:
    """Return the announced way of formation, or the ordered rules without one."""
    announced = state.regulations.appeals.committee if state.regulations is not None else ""
    return next((way for way in Way if way.value == announced), Way.RULES)


def eligible(state: Tournament, without: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
    """Return the eligible entrants by pairing number: still playing and not excluded."""
    return tuple(
        entrant
        for entrant in state.order
        if state.entrants[entrant].out_from is None and entrant not in without
    )


def working(
    state: Tournament,
    among: tuple[EntrantId, ...],
    votes: Mapping[EntrantId, int],
    context: DecisionContext,
) -> tuple[Choice, ...]:
    """Explain the choice seat by seat: the player chosen, the runner-up and what separated them.

    It reveals ages, so it is for the arbiter only and in no event.
    """
    return ordered_choice(
        _candidate(state, number, entrant, votes.get(entrant, 0), context)
        for number, entrant in enumerate(state.order, start=1)
        if entrant in among
    )


def _candidate(
    state: Tournament, number: int, entrant: EntrantId, votes: int, context: DecisionContext
) -> Candidate:
    known = state.entrants[entrant]
    person = person_of(context.people, entrant)
    return Candidate(
        entrant=entrant,
        number=number,
        age=age_at(person.birth, context.at),
        federation=known.federation,
        arbiter=person.arbiter,
        rating=known.rating,
        name=alphabetical(person.name),
        votes=votes,
    )


def _votes(state: Tournament, command: FormAppealsCommittee, way: Way) -> dict[EntrantId, int]:
    votes = {}
    for each in command.votes:
        known_entrant(state, each.entrant)
        if each.votes < 0 or each.entrant in votes:
            raise VotesDoNotFit(way=way)
        votes[each.entrant] = each.votes
    if any(votes.values()) is not (way is Way.VOTE):
        raise VotesDoNotFit(way=way)
    return {entrant: number for entrant, number in votes.items() if number}


def _by_lot(among: tuple[EntrantId, ...], lot: int) -> AppealsCommitteeFormed:
    order = order_by_lot(lot, len(among))
    return AppealsCommitteeFormed(
        way=Way.LOT,
        seats=_seated(tuple(among[place] for place in order[: len(OFFICES)])),
        lot=lot,
        generator=GENERATOR,
        among=among,
    )


def _seated(chosen: tuple[EntrantId, ...]) -> tuple[Seated, ...]:
    return tuple(
        Seated(entrant=entrant, office=office)
        for entrant, office in zip(chosen, OFFICES, strict=False)
    )


def _unchanged(state: Tournament, chosen: tuple[EntrantId, ...]) -> Committee:
    """Return the current committee if these seats are its own and nobody was replaced."""
    version = 0 if state.committee is None else state.committee.version
    return Committee(version=version, way=Way.RULES, members=chosen)


def replace_committee_member(
    state: Tournament, command: ReplaceCommitteeMember, _: DecisionContext
) -> tuple[Event, ...]:
    """Seat the first available reserve who is not a party to the case."""
    committee = state.committee
    if committee is None:
        raise NoCommittee
    parties = _parties(state, command.case)
    if command.member not in sitting_in(committee, command.case):
        raise NotInCommittee(entrant=command.member)
    reserves = (
        each
        for each in reserves_for(committee, command.case)
        if each not in parties and each != command.member and state.entrants[each].out_from is None
    )
    reserve = next(reserves, None)
    if reserve is None:
        raise NoReserveLeft(member=command.member)
    return (
        CommitteeMemberReplaced(
            member=command.member,
            reserve=reserve,
            case=command.case,
            reason=command.reason.commitment,
        ),
    )


def _parties(state: Tournament, case: GameId) -> tuple[EntrantId, ...]:
    if not case:
        return ()
    found = state.find(case)
    if found is None or not found[0].is_published:
        raise NoSuchGame(game=case)
    played, board = found
    return played.boards[board]


RULES: Rules = {
    FormAppealsCommittee: form_appeals_committee,
    ReplaceCommitteeMember: replace_committee_member,
}


# Folds


def _formed(state: Tournament, event: AppealsCommitteeFormed, version: int) -> Tournament:
    members = tuple(each.entrant for each in event.seats)
    committee = Committee(
        version=version,
        way=event.way,
        members=members,
        lot=event.lot,
        generator=event.generator,
        votes=tuple((each.entrant, each.votes) for each in event.votes),
    )
    return replace(state, committee=committee)


def _replaced(state: Tournament, event: CommitteeMemberReplaced, version: int) -> Tournament:
    committee = state.committee
    assert committee is not None, "a member is replaced in a committee that was formed"
    replacement = Replacement(
        version=version, member=event.member, reserve=event.reserve, case=event.case
    )
    replacements = (*committee.replacements, replacement)
    return replace(state, committee=replace(committee, replacements=replacements))


FOLDS: Folds = {
    AppealsCommitteeFormed: _formed,
    CommitteeMemberReplaced: _replaced,
}


# Restatements


def _restated(state: Tournament, event: AppealsCommitteeFormed) -> Event:
    for seat in event.seats:
        known_entrant(state, seat.entrant)
    return event


RESTATEMENTS: Restatements = {AppealsCommitteeFormed: _restated}
