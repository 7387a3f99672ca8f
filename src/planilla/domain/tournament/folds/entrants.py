"""Entrants, their numbers, byes and prohibitions."""

from typing import Any

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.state import EntrantState, Folds, Numbering, Prohibition, Tournament
from planilla.domain.vocabulary import EntrantId


def _entered(state: Tournament, event: e.EntrantEntered, version: int) -> Tournament:
    entrant = EntrantState(
        id=event.entrant,
        person=event.person,
        rating=event.rating,
        title=event.title,
        federation=event.federation,
        first_round=event.first_round,
        k=event.k,
        rating_list=event.rating_list,
        categories=event.categories,
        data_version=version,
    )
    entrants = {**state.entrants, event.entrant: entrant}
    if event.entrant in state.removed:
        removed = {each: person for each, person in state.removed.items() if each != event.entrant}
        state = replace(state, removed=removed)
    return replace(state, entrants=entrants)


def _removed(state: Tournament, event: e.EntryRemoved, version: int) -> Tournament:
    """Without the entrant: numbers close up, and nobody is kept apart from them any more."""
    gone = event.entrant
    entrants = state.entrants.copy()  # without a loop over them: lists are removed one by one
    del entrants[gone]
    prohibitions = (
        replace(each, entrants=tuple(entrant for entrant in each.entrants if entrant != gone))
        for each in state.prohibitions
    )
    return replace(
        state,
        entrants=entrants,
        removed={**state.removed, gone: state.entrants[gone].person},
        numberings=_closed_up(state, gone, version),
        prohibitions=tuple(each for each in prohibitions if len(each.entrants) > 1),
        lots={each: lot for each, lot in state.lots.items() if each != gone},
        ladder=None if state.ladder is None else state.ladder.without(gone),
    )


def _closed_up(state: Tournament, gone: EntrantId, version: int) -> tuple[Numbering, ...]:
    if not state.numberings or gone not in state.numberings[-1].order:
        return state.numberings
    last = state.numberings[-1]
    place = last.order.index(gone)
    order = last.order[:place] + last.order[place + 1 :]
    return (*state.numberings, replace(last, version=version, order=order))


def _with_entrant(state: Tournament, entrant: EntrantId, **changes: Any) -> Tournament:
    changed = replace(state.entrants[entrant], **changes)
    return replace(state, entrants={**state.entrants, entrant: changed})


def _personal_data(state: Tournament, event: e.PersonalDataCorrected, _: int) -> Tournament:
    return _with_entrant(state, event.entrant, person=event.person)


def _sporting_data(state: Tournament, event: e.SportingDataCorrected, version: int) -> Tournament:
    return _with_entrant(
        state,
        event.entrant,
        rating=event.rating,
        title=event.title,
        federation=event.federation,
        k=event.k,
        rating_list=event.rating_list,
        categories=event.categories,
        data_version=version,
    )


def _numbered(state: Tournament, event: e.PairingNumbersAssigned, version: int) -> Tournament:
    numbering = Numbering(version=version, order=event.order, reason=event.reason)
    return replace(state, numberings=(*state.numberings, numbering))


def _bye_requested(state: Tournament, event: e.ByeRequested, _: int) -> Tournament:
    others = _byes_but(state, event.entrant, event.round)
    return _with_entrant(state, event.entrant, byes=(*others, (event.round, event.kind)))


def _bye_cancelled(state: Tournament, event: e.ByeRequestCancelled, _: int) -> Tournament:
    return _with_entrant(state, event.entrant, byes=_byes_but(state, event.entrant, event.round))


def _byes_but(state: Tournament, entrant: EntrantId, number: int) -> tuple[Any, ...]:
    return tuple(bye for bye in state.entrants[entrant].byes if bye[0] != number)


def _withdrawn(state: Tournament, event: e.EntrantWithdrawn, _: int) -> Tournament:
    return _with_entrant(state, event.entrant, out_from=event.from_round)


def _returned(state: Tournament, event: e.EntrantReturned, _: int) -> Tournament:
    return _with_entrant(state, event.entrant, out_from=None)


def _expelled(state: Tournament, event: e.EntrantExpelled, _: int) -> Tournament:
    return _with_entrant(state, event.entrant, out_from=event.from_round, expelled=True)


def _ruled_ineligible(state: Tournament, event: e.EntrantRuledIneligible, _: int) -> Tournament:
    return _with_entrant(
        state,
        event.entrant,
        ineligible_from=event.from_round,
        out_from=event.out_from,
        left_from=state.entrants[event.entrant].out_from,
    )


def _reinstated(state: Tournament, event: e.EntrantReinstated, _: int) -> Tournament:
    """Whoever had left before, or was expelled since, is not paired again."""
    entrant = state.entrants[event.entrant]
    out_from = entrant.out_from if entrant.expelled else entrant.left_from
    return _with_entrant(
        state, event.entrant, ineligible_from=None, out_from=out_from, left_from=None
    )


def _forbidden(state: Tournament, event: e.PairsForbidden, version: int) -> Tournament:
    prohibition = Prohibition(
        version=version,
        entrants=event.entrants,
        first_round=event.first_round,
        last_round=event.last_round,
    )
    return replace(state, prohibitions=(*state.prohibitions, prohibition))


def _allowed(state: Tournament, event: e.PairsAllowed, _: int) -> Tournament:
    return replace(
        state,
        prohibitions=tuple(
            replace(each, last_round=event.from_round - 1)
            if each.version == event.forbidden
            else each
            for each in state.prohibitions
        ),
    )


FOLDS: Folds = {
    e.EntrantEntered: _entered,
    e.EntryRemoved: _removed,
    e.PersonalDataCorrected: _personal_data,
    e.SportingDataCorrected: _sporting_data,
    e.PairingNumbersAssigned: _numbered,
    e.ByeRequested: _bye_requested,
    e.ByeRequestCancelled: _bye_cancelled,
    e.EntrantWithdrawn: _withdrawn,
    e.EntrantReturned: _returned,
    e.EntrantExpelled: _expelled,
    e.EntrantRuledIneligible: _ruled_ineligible,
    e.EntrantReinstated: _reinstated,
    e.PairsForbidden: _forbidden,
    e.PairsAllowed: _allowed,
    e.HallPairsForbidden: _forbidden,
    e.HallPairsAllowed: _allowed,
}
