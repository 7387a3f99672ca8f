"""The appeals committee: formed by lot, by vote or by the ordered rule; members replaced.

The ordered rule fills five seats one after another, each with the candidate who meets the
conditions best in the order of `CRITERIA`: a lexicographic comparison, not a count.

Source: seed 000, 1.2.3.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import Given, Rules
from planilla.domain.tournament.event import Audience, Details, Event, Topic, lot_shown
from planilla.domain.tournament.lookups import known_entrant
from planilla.domain.tournament.personal import age_at, alphabetical, person_of
from planilla.domain.tournament.refusal import Conflict, NoSuchGame, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import Committee, Office, Replacement, Way
from planilla.domain.vocabulary import EntrantId, GameId

# Commands


class Vote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of votes for a candidate."""

    entrant: EntrantId
    votes: int


class FormAppealsCommittee(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Form the appeals committee by lot, by vote or by the ordered rules (seed 000, 1.2.3).

    Without a `way` it is the one that the regulations announced, else the rules. `without` are
    those who may not or will not sit in it.
    """

    needs_people: ClassVar[bool] = True

    way: Way | None = None
    votes: tuple[Vote, ...] = ()
    without: tuple[EntrantId, ...] = ()


class ReplaceCommitteeMember(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let the next reserve sit in place of a member: in the case of a game, or for good.

    The players of that game are parties to the case and never come in.
    """

    allowed_after_end: ClassVar[bool] = True

    member: EntrantId
    case: GameId = GameId("")
    reason: Sealed = Sealed()


# Events


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the committee, and as what."""

    entrant: EntrantId
    office: Office


class VotesFor(msgspec.Struct, frozen=True, kw_only=True):
    """The number of votes for a candidate."""

    entrant: EntrantId
    votes: int


class AppealsCommitteeFormed(Event, frozen=True, kw_only=True, tag=True):
    """The members who decide appeals, by seat; the committee replaces an earlier one.

    By lot: `lot` was drawn, and `generator` of `chance` made the order of `among` from it, whose
    first are seated. By vote: `votes` are those of everybody who had any. Ages, arbiter titles and
    names decided where the rules ask for them and are not here (seed 000, 1.2.3).
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    way: Way
    seats: tuple[Seated, ...]
    lot: int | None = None
    generator: str = ""
    among: tuple[EntrantId, ...] = ()
    votes: tuple[VotesFor, ...] = ()

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        members = tuple(each.entrant for each in self.seats)
        return {"way": self.way, "members": members, "lot": lot_shown(self.lot)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.lot is None else ".lot"


class CommitteeMemberReplaced(Event, frozen=True, kw_only=True, tag=True):
    """A reserve takes the seat of a member: in one case, or for good where `case` is empty.

    `case` is the game that the case is about.
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


@dataclass(kw_only=True, eq=False)
class VotesDoNotFit(Unacceptable):
    """Votes are missing, below zero or given twice; or nobody votes."""

    code = "votes-do-not-fit"
    way: str


@dataclass(kw_only=True, eq=False)
class TooFewForCommittee(Conflict):
    """There are not three players who could sit in the committee."""

    code = "too-few-for-committee"
    candidates: int
    fewest: int


@dataclass(kw_only=True, eq=False)
class NoCommittee(Conflict):
    """There is no appeals committee yet."""

    code = "no-committee"


@dataclass(kw_only=True, eq=False)
class NotInCommittee(Conflict):
    """Somebody does not sit in the committee, in this case or at all."""

    code = "not-in-committee"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class NoReserveLeft(Conflict):
    """No reserve is left who could take a seat."""

    code = "no-reserve-left"
    member: EntrantId


# Rules


OFFICES = (Office.PRESIDENT, Office.MEMBER, Office.MEMBER, Office.RESERVE, Office.RESERVE)
"""The five seats in the order in which they are filled."""

FEWEST = 3
"""A president and two members; where there are no more players there are fewer reserves."""

ADULT = 18
"""Completed years; exactly 18 is an adult."""

ARBITERS = {"IA": 2, "FA": 1, "NA": 1}
"""Arbiter titles: an international one comes before a national one. A FIDE arbiter is a national
arbiter and no international one."""


class Criterion(StrEnum):
    """The conditions of the book, in their order; `NUMBER` only makes the order whole."""

    ADULT = "adult"
    FEDERATION = "federation"
    ARBITER = "arbiter"
    RATING = "rating"
    AGE = "age"
    ALPHABET = "alphabet"
    NUMBER = "number"


CRITERIA = tuple(Criterion)


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A player who may be chosen, with what the conditions ask for.

    `age` is in completed years, None when it is not known; `name` is in the form in which names
    are put in alphabetical order; `number` is the pairing number; `votes` come before everything.
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
    """One seat filled: by whom, who came next for it, and the first condition that parted them.

    `runner_up` is None for the last of all; `decided` is None then, and where the votes parted
    them.
    """

    office: Office
    entrant: EntrantId
    runner_up: EntrantId | None
    decided: Criterion | None


def ordered_choice(candidates: Iterable[Candidate]) -> tuple[Choice, ...]:
    """The seats as the book's conditions fill them; fewer where there are too few candidates.

    Candidates with more votes come first; without votes everybody has none, and the conditions
    decide alone.

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
    """Return the value of each of `CRITERIA` for a candidate, smallest first.

    `federations` are those of the members already chosen. Who has no federation shares it with
    nobody; whose age is not known is not known to be an adult.
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
    """Return the deciders of a case: the president, then the members; a reserve takes the seat.

    With an empty `case`: who sits where nobody is concerned.
    """
    sitting = list(committee.members[:FEWEST])
    for each in committee.replacements:
        if each.case in ("", case) and each.member in sitting:
            sitting[sitting.index(each.member)] = each.reserve
    return tuple(sitting)


def reserves_for(committee: Committee, case: GameId) -> tuple[EntrantId, ...]:
    """The reserves who do not sit in a case yet and were not replaced, in their order."""
    taken = {*sitting_in(committee, case)}
    gone = {each.member for each in committee.replacements if each.case in ("", case)}
    return tuple(
        each for each in committee.members[FEWEST:] if each not in taken and each not in gone
    )


def form_appeals_committee(
    state: Tournament, command: FormAppealsCommittee, given: Given
) -> tuple[Event, ...]:
    """Fill the seats from those who still play; the same committee again changes nothing."""
    way = command.way or announced_way(state)
    votes = _votes(state, command, way)
    for entrant in command.without:
        known_entrant(state, entrant)
    among = eligible(state, command.without)
    if len(among) < FEWEST:
        raise TooFewForCommittee(candidates=len(among), fewest=FEWEST)
    if way is Way.LOT:
        return (_by_lot(among, given.lot),)
    chosen = tuple(choice.entrant for choice in working(state, among, votes, given))
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
    """The way that the regulations announced; the rules where they announced none of the three."""
    announced = state.regulations.appeals.committee if state.regulations is not None else ""
    return next((way for way in Way if way.value == announced), Way.RULES)


def eligible(state: Tournament, without: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
    """Return the eligible entrants by pairing number: those who still play and are not excepted."""
    return tuple(
        entrant
        for entrant in state.order
        if state.entrants[entrant].out_from is None and entrant not in without
    )


def working(
    state: Tournament, among: tuple[EntrantId, ...], votes: Mapping[EntrantId, int], given: Given
) -> tuple[Choice, ...]:
    """Seat by seat who is chosen, who came next and what parted them; it tells of ages.

    Therefore it is for the arbiter's eyes and in no event.
    """
    return ordered_choice(
        _candidate(state, number, entrant, votes.get(entrant, 0), given)
        for number, entrant in enumerate(state.order, start=1)
        if entrant in among
    )


def _candidate(
    state: Tournament, number: int, entrant: EntrantId, votes: int, given: Given
) -> Candidate:
    known = state.entrants[entrant]
    person = person_of(given.people, entrant)
    return Candidate(
        entrant=entrant,
        number=number,
        age=age_at(person.birth, given.at),
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
    """The committee in force, were it formed of these by the rules and nobody replaced."""
    version = 0 if state.committee is None else state.committee.version
    return Committee(version=version, way=Way.RULES, members=chosen)


def replace_committee_member(
    state: Tournament, command: ReplaceCommitteeMember, _: Given
) -> tuple[Event, ...]:
    """Seat the first reserve who is there and is no party to the case."""
    committee = state.committee
    if committee is None:
        raise NoCommittee
    parties = _parties(state, command.case)
    if not _may_be_replaced(committee, command):
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


def _may_be_replaced(committee: Committee, command: ReplaceCommitteeMember) -> bool:
    return command.member in sitting_in(committee, command.case)


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
