"""Why a round was paired as it was: the system is asked again with what it knew then."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from planilla.adapters.http.reading import Entry, History
from planilla.adapters.http.views.sheet import Sheet, figure
from planilla.domain.crosstable import Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import (
    BoardReason,
    Bracket,
    NoPairing,
    Pairing,
    PairingInput,
    ScheduleSystem,
)
from planilla.domain.scoring import system_of
from planilla.domain.tournament.crosstables import for_pairing
from planilla.domain.tournament.events import RoundImported, RoundPaired
from planilla.domain.tournament.rules.drafting import pairing_input
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import EntrantId


@dataclass(frozen=True, kw_only=True)
class BracketWords:
    """A score group in words, with the book's figures."""

    title: str
    figures: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Why:
    """The reasons of a round: by game for its boards, then group by group."""

    boards: dict[str, str]
    brackets: tuple[BracketWords, ...]
    by_hand: bool


def why_of(sheet: Sheet, history: History, played: RoundState) -> Why | None:
    """The reasons of a round that is paired; None where the system cannot tell any more."""
    paired = _paired(history.entries, played.number)
    before = history.state_at(paired.version - 1, to_staff=True)
    event = paired.fact.event
    assert isinstance(event, RoundPaired | RoundImported)
    answer = _answer(before, event)
    if isinstance(answer, NoPairing):
        return None
    return _Words(sheet, before, answer).why(played)


def _paired(entries: tuple[Entry, ...], number: int) -> Entry:
    return [
        entry
        for entry in entries
        if isinstance(entry.fact.event, RoundPaired | RoundImported)
        and entry.fact.event.round == number
    ][-1]


def _answer(before: Tournament, event: RoundPaired | RoundImported) -> Pairing | NoPairing:
    system = SYSTEMS[event.system]
    if isinstance(system, ScheduleSystem):
        return system.schedule(len(before.order))[event.round - 1]
    return _paired_again(event.system, pairing_input(before, event.round, event.first_colour))


@lru_cache(maxsize=256)
def _paired_again(system: str, given: PairingInput) -> Pairing | NoPairing:
    asked = SYSTEMS[system]
    assert not isinstance(asked, ScheduleSystem)
    return asked.pair(given)


class _Words:
    """Puts an explanation, which speaks of seats of its own time, into words."""

    def __init__(self, sheet: Sheet, before: Tournament, answer: Pairing) -> None:
        self._sheet = sheet
        self._before = before
        self._answer = answer

    def why(self, played: RoundState) -> Why:
        reasons = {
            (self._entrant(each.white), self._entrant(each.black)): self._board(each)
            for bracket in self._answer.explanation.brackets
            for each in bracket.boards
        }
        games = zip(played.games, played.boards, strict=True)
        boards: dict[str, str] = {game: reasons[pair] for game, pair in games if pair in reasons}
        brackets = self._answer.explanation.brackets
        return Why(
            boards=boards,
            brackets=tuple(self._bracket(each) for each in brackets if each.figures),
            by_hand=len(boards) < len(played.boards),
        )

    def _entrant(self, seat: Seat) -> EntrantId:
        return self._before.order[seat]

    def _name(self, seat: Seat) -> str:
        return self._sheet.name(self._entrant(seat))

    def _board(self, reason: BoardReason) -> str:
        white, black = self._name(reason.white), self._name(reason.black)
        fields: dict[str, Any] = {
            "white": white,
            "black": black,
            "meeting": self._said("meeting", reason.meeting),
            "colours": self._said("colour-rule", reason.colour_rule),
        }
        text = self._sheet.say("page.why.board", **fields)
        if reason.same_preference:
            text += " " + self._sheet.say("page.why.same-preference")
        return text

    def _said(self, subject: str, code: str) -> str:
        try:
            return self._sheet.say(f"{subject}.{code}")
        except KeyError:  # a later edition may give a reason that this catalogue does not know
            return code

    def _bracket(self, bracket: Bracket) -> BracketWords:
        unit = system_of(for_pairing(self._before, 1)).unit
        title = self._sheet.say(
            "page.why.bracket",
            points=figure(bracket.points, unit),
            seats=", ".join(self._name(seat) for seat in bracket.seats),
        )
        lines = [self._board(each) for each in bracket.boards]
        lines += [
            self._sheet.say(f"floater.{each.reason}", seat=self._entrant(each.seat))
            for each in bracket.floaters
        ]
        lines += [
            self._sheet.say("page.why.given-up", criterion=self._said("criterion", code), n=times)
            for code, times in bracket.given_up.items()
            if times
        ]
        return BracketWords(title=title, figures=tuple(bracket.figures.items()), lines=tuple(lines))
