"""Whether a recorded fact still stands after others were edited, and what it says then.

A fact that came of a command is put to the same rules again, on the state of its own moment; where
they refuse now, it is void for that reason. Rounds that were played stay what they were.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from planilla.domain.tournament import commands as c
from planilla.domain.tournament import events as e
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import NobodyToForbid, NoSuchGame, RoundNotPaired
from planilla.domain.tournament.refusals.whatif import AlreadySo
from planilla.domain.tournament.rules.numbering import TITLES
from planilla.domain.tournament.rules.registration import known_entrant
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId

FEWEST_APART = 2

Standing = Callable[[Tournament, Any], Any]
"""What a fact says after the edits.

Raises:
    Refusal: it no longer stands.
"""


def still(state: Tournament, event: e.Event, at: int) -> e.Event:
    """What the fact says on `state`: mostly what it said; `at` is when it was recorded.

    Raises:
        Refusal: it no longer stands.
    """
    command = _COMMANDS.get(type(event))
    if command is not None:
        if not decide(state, command(event), Given(at=at)):
            raise AlreadySo
        return event
    adapted = _ADAPTED.get(type(event))
    said: e.Event = event if adapted is None else adapted(state, event)
    return said


_COMMANDS: dict[type[e.Event], Callable[[Any], c.Command]] = {
    e.ResultRecorded: lambda event: c.RecordResult(game=event.game, result=event.result),
    e.ResultWithdrawn: lambda event: c.WithdrawResult(game=event.game),
    e.ColoursCorrected: lambda event: c.CorrectColours(game=event.game),
    e.ResultCorrected: lambda event: c.CorrectResult(
        game=event.game,
        result=event.result,
        corrects=event.corrects,
        reason=c.Sealed(event.reason),
        effect=event.effect,
    ),
    e.ResultDeleted: lambda event: c.DeleteResult(
        game=event.game,
        corrects=event.corrects,
        reason=c.Sealed(event.reason),
        counts_as=event.counts_as,
        effect=event.effect,
    ),
    e.EntrantReinstated: lambda event: c.ReinstateEntrant(
        entrant=event.entrant, reason=c.Sealed(event.reason)
    ),
    e.ByeRequested: lambda event: c.RequestBye(
        entrant=event.entrant, round=event.round, kind=event.kind
    ),
    e.ByeRequestCancelled: lambda event: c.CancelBye(entrant=event.entrant, round=event.round),
    e.EntrantWithdrawn: lambda event: c.WithdrawEntrant(entrant=event.entrant),
    e.EntrantReturned: lambda event: c.ReturnEntrant(entrant=event.entrant),
    e.EntrantExpelled: lambda event: c.ExpelEntrant(
        entrant=event.entrant, reason=c.Sealed(event.reason)
    ),
    e.PairsAllowed: lambda event: c.AllowPairs(forbidden=event.forbidden),
    e.HallPairsAllowed: lambda event: c.AllowPairs(forbidden=event.forbidden),
    e.AbsenceRuled: lambda event: c.RuleAbsence(
        entrant=event.entrant, round=event.round, absence=event.absence
    ),
}
"""Facts that the rules are asked about again."""


def _of_an_entrant(state: Tournament, event: Any) -> Any:
    known_entrant(state, event.entrant)
    return event


def _entered(state: Tournament, event: e.EntrantEntered) -> e.Event:
    if event.entrant in state.entrants:
        raise AlreadySo
    return event


def _of_a_round(state: Tournament, event: Any) -> Any:
    if state.round(event.round) is None:
        raise RoundNotPaired(round=event.round)
    return event


def _of_a_game(state: Tournament, event: Any) -> Any:
    if state.find(event.game) is None:
        raise NoSuchGame(game=event.game)
    return event


def _with_byes(state: Tournament, event: Any) -> Any:
    """Who never entered has no bye either."""
    byes = tuple(bye for bye in event.byes if bye.entrant in state.entrants)
    return event if byes == event.byes else replace(event, byes=byes)


def _changed_by_hand(state: Tournament, event: Any) -> Any:
    _of_a_round(state, event)
    for game in event.games:
        known_entrant(state, game.white)
        known_entrant(state, game.black)
    return _with_byes(state, event)


def _numbered(state: Tournament, event: e.PairingNumbersAssigned) -> e.Event:
    """The same order without who never entered; the initial order by the strengths known now."""
    order = tuple(entrant for entrant in event.order if entrant in state.entrants)
    if event.reason is e.NumberingReason.INITIAL_ORDER:
        order = tuple(sorted(order, key=lambda entrant: _strength(state, entrant)))
    return event if order == event.order else replace(event, order=order)


def _strength(state: Tournament, entrant: EntrantId) -> tuple[int, int]:
    """Without the name, which no fact tells: who was ahead stays ahead of the equally strong."""
    known = state.entrants[entrant]
    return -known.rating, TITLES.index(known.title if known.title in TITLES else "")


def _lots(state: Tournament, event: e.LotsDrawn) -> e.Event:
    lots = tuple(lot for lot in event.lots if lot.entrant in state.entrants)
    return event if lots == event.lots else replace(event, lots=lots)


def _forbidden(state: Tournament, event: e.PairsForbidden) -> e.Event:
    apart = tuple(each for each in event.entrants if each in state.entrants)
    if len(apart) < FEWEST_APART:
        raise NobodyToForbid
    return event if apart == event.entrants else replace(event, entrants=apart)


def _committee(state: Tournament, event: e.AppealsCommitteeFormed) -> e.Event:
    for seat in event.seats:
        known_entrant(state, seat.entrant)
    return event


_ADAPTED: dict[type[e.Event], Standing] = {
    e.EntrantEntered: _entered,
    e.PersonalDataCorrected: _of_an_entrant,
    e.SportingDataCorrected: _of_an_entrant,
    e.ByeCorrected: _of_an_entrant,
    e.EntrantRuledIneligible: _of_an_entrant,
    e.PairingNumbersAssigned: _numbered,
    e.LotsDrawn: _lots,
    e.PairsForbidden: _forbidden,
    e.HallPairsForbidden: _forbidden,
    e.AppealsCommitteeFormed: _committee,
    e.RoundPaired: _with_byes,
    e.PairingsPublished: _with_byes,
    e.RoundImported: _with_byes,
    e.DraftChanged: _changed_by_hand,
    e.PairingChanged: _changed_by_hand,
    e.RoundClosed: _of_a_round,
    e.RoundReopened: _of_a_round,
    e.AbsenceNoted: _of_a_game,
    e.AbsenceWithdrawn: _of_a_game,
}
"""Facts that name somebody or something that may not be there; all others stand."""
