"""The appeals committee: by lot, by vote, or by the ordered rules of the book.

Source: seed 000, 1.2.3. Ages, arbiter titles and names are asked for here and not recorded.
"""

from collections.abc import Mapping

from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.tournament.commands import FormAppealsCommittee, ReplaceCommitteeMember
from planilla.domain.tournament.committee import (
    FEWEST,
    OFFICES,
    Candidate,
    Choice,
    Committee,
    Way,
    ordered_choice,
    reserves_for,
    sitting_in,
)
from planilla.domain.tournament.events import (
    AppealsCommitteeFormed,
    CommitteeMemberReplaced,
    Event,
    Seated,
    VotesFor,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.personal import age_at, alphabetical, person_of
from planilla.domain.tournament.refusals import (
    NoCommittee,
    NoReserveLeft,
    NoSuchGame,
    NotInCommittee,
    TooFewForCommittee,
    VotesDoNotFit,
)
from planilla.domain.tournament.rules.registration import known_entrant
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameId


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
    """Who may be chosen, by pairing number: whoever still plays and is not excepted."""
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
