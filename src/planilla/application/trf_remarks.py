"""Changes of the pairings, as comment lines (`###`) of a tournament report file.

FIDE's checklist for programs asks that a report tells of manual pairings, of corrections and of
whatever touches the integrity of the pairings. The lines follow from the facts alone. They hold
pairing numbers and codes, never names, reasons or other free text, and only what the reader of the
facts may know: a report of public facts does not tell of drafts that are not published.

Source: FIDE C.02, checklist VCL4THP (draft of 2026), 44, 66, 69, 112-115, 189-193, 201-202;
`docs/reference/trf.md` has the wording of each line.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from planilla.application.trf_system import CODE_OF_SYSTEM
from planilla.domain.tournament.byes import ByeCorrected
from planilla.domain.tournament.closing import RoundReopened
from planilla.domain.tournament.corrections import ColoursCorrected, ResultCorrected, ResultDeleted
from planilla.domain.tournament.drafting import DraftChanged, DraftDiscarded, RoundPaired
from planilla.domain.tournament.eligibility import EntrantReinstated, EntrantRuledIneligible
from planilla.domain.tournament.entrants import EntrantEntered, SportingDataCorrected
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import (
    PairingChanged,
    PairingsPublished,
    RoundImported,
    RoundUnpaired,
)
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.results import ResultWithdrawn
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameResult

YES_NO = {True: "yes", False: "no"}
LINE_LENGTH_MAX = 2000
"""Letters of a line: a round changed on a thousand boards says how many it leaves out."""


class _Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A fact between the states around it, and how entrants are numbered in the file."""

    before: Tournament
    after: Tournament
    number: Callable[[EntrantId], str]

    @property
    def round(self) -> int:
        """The round on the boards; 0 before the first."""
        return self.before.last_published

    def game(self, game: GameId, state: Tournament) -> str:
        """`round.board white-black`, as it stands in a state."""
        found = state.find(game)
        assert found is not None, "a fact names a recorded game"
        played, board = found
        white, black = played.boards[board]
        return f"{played.number}.{board + 1} {self.number(white)}-{self.number(black)}"

    def result(self, game: GameId) -> str:
        """Return the recorded result of the game."""
        found = self.before.find(game)
        assert found is not None, "a fact names a recorded game"
        played, board = found
        return RESULT_NOTATION[GameResult(played.results[board])]


def remarks_of(facts: Iterable[Fact], state: Tournament) -> tuple[str, ...]:
    """The lines, in the order of the facts; manual pairings, which may change again, at the end.

    `state` is what the file is written from: its order gives the numbers.
    """
    places = {entrant: str(place) for place, entrant in enumerate(state.order, start=1)}

    def number(entrant: EntrantId) -> str:
        return places.get(entrant, "?")

    lines: list[str] = []
    manual: dict[int, str] = {}
    before = INITIAL
    for fact in facts:
        after = evolve(before, fact)
        moment = _Moment(before=before, after=after, number=number)
        lines += (_cut(f"### {line}") for line in _said(fact.event, moment))
        _follow_pairing(fact.event, manual, number)
        before = after
    lines += (f"### {line}" for _, line in sorted(manual.items()) if line)
    return tuple(_without_control(line) for line in lines)


def _said(event: Event, moment: _Moment) -> Iterator[str]:
    if moment.round or isinstance(event, PairingsPublished | RoundImported):
        tell = _TELL.get(type(event))
        if tell is not None:
            yield from tell(event, moment)


def _follow_pairing(
    event: Event, manual: dict[int, str], number: Callable[[EntrantId], str]
) -> None:
    """Keep, by round, how the pairing that stands differs from the checker's."""
    match event:
        case RoundPaired() | RoundUnpaired() | DraftDiscarded():
            manual.pop(event.round, None)
        case DraftChanged() | PairingChanged() | PairingsPublished() if event.engine:
            manual[event.round] = _manual(event, number)
        case _:
            pass


def _manual(
    event: DraftChanged | PairingChanged | PairingsPublished,
    number: Callable[[EntrantId], str],
) -> str:
    """`MPA @ Round r: <checker> => <round>`, the boards that are not in both; empty if all are."""
    checker = [(each.white, each.black) for each in event.engine]
    stands = [(each.white, each.black) for each in event.games]
    theirs = _pairs([each for each in checker if each not in set(stands)], number)
    ours = _pairs([each for each in stands if each not in set(checker)], number)
    line = f"MPA @ Round {event.round}: {theirs or '-'} => {ours or '-'}"
    return _cut(line) if theirs or ours else ""


def _pairs(pairs: Sequence[tuple[EntrantId, EntrantId]], number: Callable[[EntrantId], str]) -> str:
    return " ".join(f"{number(white)}-{number(black)}" for white, black in pairs)


def _corrected(event: ResultCorrected, moment: _Moment) -> Iterator[str]:
    said = f"{moment.game(event.game, moment.before)}: {moment.result(event.game)}"
    yield f"{_counting(event.effect, moment)} {said} => {event.result}"


def _deleted(event: ResultDeleted, moment: _Moment) -> Iterator[str]:
    said = f"{moment.game(event.game, moment.before)}: {moment.result(event.game)}"
    yield f"{_counting(event.effect, moment)} {said} => {event.counts_as} (deleted)"


def _counting(effect: Effect, moment: _Moment) -> str:
    """Return the kind of a correction, by its effect."""
    if effect.rating and not effect.points and effect.pairing_from is None:
        return f"Rating-only correction @ Round {moment.round}:"
    pairing = "never" if effect.pairing_from is None else f"from round {effect.pairing_from}"
    flags = f"points {YES_NO[effect.points]}, pairing {pairing}, rating {YES_NO[effect.rating]}"
    return f"Correction @ Round {moment.round} ({flags}):"


def _colours(event: ColoursCorrected, moment: _Moment) -> Iterator[str]:
    was, now = (moment.game(event.game, state) for state in (moment.before, moment.after))
    yield f"PIE @ Round {moment.round}: colours {was} => {now.partition(' ')[2]}"


def _withdrawn(event: ResultWithdrawn, moment: _Moment) -> Iterator[str]:
    said = moment.game(event.game, moment.before)
    yield f"PIE @ Round {moment.round}: result {said} {moment.result(event.game)} => *"


def _rated(event: SportingDataCorrected, moment: _Moment) -> Iterator[str]:
    before = moment.before.entrants[event.entrant].rating
    if before != event.rating:
        who = moment.number(event.entrant)
        yield f"PIE @ Round {moment.round}: rating {who}: {before} => {event.rating}"


def _bye(event: ByeCorrected, moment: _Moment) -> Iterator[str]:
    who, kind = moment.number(event.entrant), event.kind.value
    yield f"PIE @ Round {moment.round}: bye {event.round} {who} => {kind}"


def _numbered(event: PairingNumbersAssigned, moment: _Moment) -> Iterator[str]:
    yield f"PIE @ Round {moment.round}: pairing numbers assigned ({event.reason.value})"


def _entered(event: EntrantEntered, moment: _Moment) -> Iterator[str]:
    who = moment.number(event.entrant)
    yield f"PIE @ Round {moment.round}: late entry {who} from round {event.first_round}"


def _ineligible(event: EntrantRuledIneligible, moment: _Moment) -> Iterator[str]:
    who = moment.number(event.entrant)
    yield f"PIE @ Round {moment.round}: ineligible {who}, games {event.games.value}"


def _reinstated(event: EntrantReinstated, moment: _Moment) -> Iterator[str]:
    who = moment.number(event.entrant)
    yield f"PIE @ Round {moment.round}: reinstated {who} from round {event.from_round}"


def _round(word: str) -> "Callable[[Any, _Moment], Iterator[str]]":
    def tell(event: RoundUnpaired | RoundReopened, _: _Moment) -> Iterator[str]:
        yield f"PIE @ Round {event.round}: {word}"

    return tell


def _mode(event: PairingsPublished | RoundImported, moment: _Moment) -> Iterator[str]:
    """The first round that no system endorsed by FIDE paired, after one that such a one did."""
    earlier = [played.system for played in moment.before.rounds if played.number < event.round]
    was_fide = bool(earlier) and all(each in CODE_OF_SYSTEM for each in earlier)
    if was_fide and event.system not in CODE_OF_SYSTEM:
        yield f"FIDE mode exited @ Round {event.round}"


def _announced(_: RegulationsAnnounced, moment: _Moment) -> Iterator[str]:
    """Another list of tie-breaks, or another edition or mode of them, once a round was paired."""
    was, now = (_tiebreaks(state) for state in (moment.before, moment.after))
    if was != now:
        yield f"Tie-breaks changed @ Round {moment.round}: {was} => {now}"


def _tiebreaks(state: Tournament) -> str:
    listed = ",".join(state.tiebreaks) or "-"
    return f"{listed} ({state.tiebreak_edition}, {state.tiebreak_mode})"


_TELL: dict[type[Event], Callable[[Any, _Moment], Iterator[str]]] = {
    ResultCorrected: _corrected,
    ResultDeleted: _deleted,
    ResultWithdrawn: _withdrawn,
    ColoursCorrected: _colours,
    SportingDataCorrected: _rated,
    ByeCorrected: _bye,
    PairingNumbersAssigned: _numbered,
    EntrantEntered: _entered,
    EntrantRuledIneligible: _ineligible,
    EntrantReinstated: _reinstated,
    RoundUnpaired: _round("unpaired"),
    RoundReopened: _round("reopened"),
    PairingsPublished: _mode,
    RoundImported: _mode,
    RegulationsAnnounced: _announced,
}


def _cut(line: str) -> str:
    return (
        line if len(line) <= LINE_LENGTH_MAX else f"{line[:LINE_LENGTH_MAX].rpartition(' ')[0]} …"
    )


def _without_control(line: str) -> str:
    """One line stays one line, whatever an edition is called."""
    return "".join(letter if letter.isprintable() else " " for letter in line)
