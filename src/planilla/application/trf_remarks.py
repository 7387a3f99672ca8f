"""Changes of the pairings, as comment lines (`###`) of a tournament report file.

FIDE's checklist for programs requires that a report lists manual pairings, corrections and anything
that affects the integrity of the pairings. The lines follow from the facts alone. They hold pairing
numbers and codes, never names, reasons or other free text, and only facts that their reader may
see: a report of public facts has no unpublished drafts.

Source: FIDE C.02, checklist VCL4THP (draft of 2026), 44, 66, 69, 112-115, 189-193, 201-202;
`docs/reference/trf.md` has the wording of each line.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from planilla.application.trf_system import CODE_OF_SYSTEM
from planilla.domain.tournament.drafting import RoundPairing, first_of_matches
from planilla.domain.tournament.event import Event, GameAct, PairingAct, Topic
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament, focused
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameResult

YES_NO = {True: "yes", False: "no"}
LINE_LENGTH_MAX = 2000
"""Letters of a line: a round changed on a thousand boards says how many it leaves out."""


class _Moment(NamedTuple):
    """A fact between the states around it, and the numbers of entrants in the file."""

    before: Tournament
    after: Tournament
    places: Mapping[EntrantId, str]

    @property
    def round(self) -> int:
        """The last published round; 0 before the first."""
        return self.before.last_published

    def number(self, entrant: EntrantId) -> str:
        """Return the number of an entrant in the file."""
        return self.places.get(entrant, "?")

    def rating(self, entrant: EntrantId) -> int:
        """Return the rating of an entrant before the event."""
        known = self.before.entry(entrant)
        assert known is not None, "an event names an entry"
        return known.rating

    def game(self, game: GameId) -> str:
        """Return `round.board white-black` of a game before the event."""
        return self._game(game, self.before)

    def game_after(self, game: GameId) -> str:
        """Return `round.board white-black` of a game after the event."""
        return self._game(game, self.after)

    def _game(self, game: GameId, state: Tournament) -> str:
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

    `state` is what the file is written from: its order gives the numbers, and the facts of other
    stages are left out.
    """
    order = tuple(state.players) or state.order
    places = {entrant: str(place) for place, entrant in enumerate(order, start=1)}
    lines: list[str] = []
    manual: dict[int, str] = {}
    before = INITIAL
    for fact in facts:
        after = evolve(before, fact)
        if _concerns(fact.event, before, state.stage):
            stages = focused(before, state.stage), focused(after, state.stage)
            moment = _Moment(before=stages[0], after=stages[1], places=places)
            lines += (_cut(f"### {line}") for line in _said(fact.event, moment))
            _follow_pairing(fact.event, manual, moment)
        before = after
    lines += (f"### {line}" for _, line in sorted(manual.items()) if line)
    return tuple(_without_control(line) for line in lines)


def _concerns(event: Event, before: Tournament, stage: int) -> bool:
    """Return whether a fact is of a stage, or of the entry of somebody who plays in it."""
    if event.stage_number == stage:
        return True
    return (
        event.changes_entry
        and stage <= before.stages
        and event.entry() in focused(before, stage).entrants
    )


def _said(event: Event, moment: _Moment) -> Iterator[str]:
    """Yield the remarks on a fact; before the first round is published, on the mode alone."""
    if isinstance(event, RoundPairing) and event.pairing_act is not PairingAct.DRAFTED:
        yield from _mode(event, moment)
    if not moment.round:
        return
    remark = event.report_remark(moment)
    if remark:
        number = event.round if event.topic is Topic.ROUND else moment.round
        yield f"PIE @ Round {number}: {remark}"
    if event.game_act in {GameAct.CORRECTED, GameAct.DELETED}:
        yield from _corrected(event, moment)
    yield from _tiebreaks_changed(moment)


def _follow_pairing(event: Event, manual: dict[int, str], moment: _Moment) -> None:
    """Keep, by round, how the pairing that stands differs from the checker's."""
    if event.round is None:
        return
    if event.pairing_act in {PairingAct.DRAFTED, PairingAct.DISCARDED}:
        manual.pop(event.round, None)
    elif event.engine:
        manual[event.round] = _manual(event, moment)


def _manual(event: Event, moment: _Moment) -> str:
    """`MPA @ Round r: <checker> => <round>`, the boards that are not in both; empty if all are."""
    checker = first_of_matches(event.engine)
    stands = event.pairs
    theirs = _pairs([each for each in checker if each not in set(stands)], moment)
    ours = _pairs([each for each in stands if each not in set(checker)], moment)
    line = f"MPA @ Round {event.round}: {theirs or '-'} => {ours or '-'}"
    return _cut(line) if theirs or ours else ""


def _pairs(pairs: Sequence[tuple[EntrantId, EntrantId]], moment: _Moment) -> str:
    return " ".join(f"{moment.number(white)}-{moment.number(black)}" for white, black in pairs)


def _corrected(event: Event, moment: _Moment) -> Iterator[str]:
    assert event.game is not None, "a ruling is on a game"
    assert event.effect is not None, "and has an effect"
    said = f"{moment.game(event.game)}: {moment.result(event.game)} => {event.game_result}"
    deleted = " (deleted)" if event.game_act is GameAct.DELETED else ""
    yield f"{_counting(event.effect, moment)} {said}{deleted}"


def _counting(effect: Effect, moment: _Moment) -> str:
    """Return the kind of a correction, by its effect."""
    if effect.rating and not effect.points and effect.pairing_from is None:
        return f"Rating-only correction @ Round {moment.round}:"
    pairing = "never" if effect.pairing_from is None else f"from round {effect.pairing_from}"
    flags = f"points {YES_NO[effect.points]}, pairing {pairing}, rating {YES_NO[effect.rating]}"
    return f"Correction @ Round {moment.round} ({flags}):"


def _mode(event: RoundPairing, moment: _Moment) -> Iterator[str]:
    """The first round that no system endorsed by FIDE paired, after one that such a one did."""
    earlier = [played.system for played in moment.before.rounds if played.number < event.round]
    was_fide = bool(earlier) and all(each in CODE_OF_SYSTEM for each in earlier)
    if was_fide and event.system not in CODE_OF_SYSTEM:
        yield f"FIDE mode exited @ Round {event.round}"


def _tiebreaks_changed(moment: _Moment) -> Iterator[str]:
    """Another list of tie-breaks, or another edition or mode of them, once a round was paired."""
    was, now = _tiebreaks(moment.before), _tiebreaks(moment.after)
    if was != now:
        yield f"Tie-breaks changed @ Round {moment.round}: {was} => {now}"


def _tiebreaks(state: Tournament) -> str:
    listed = ",".join(state.tiebreaks) or "-"
    return f"{listed} ({state.tiebreak_edition}, {state.tiebreak_mode})"


def _cut(line: str) -> str:
    return (
        line if len(line) <= LINE_LENGTH_MAX else f"{line[:LINE_LENGTH_MAX].rpartition(' ')[0]} …"
    )


def _without_control(line: str) -> str:
    """One line stays one line, whatever an edition is called."""
    return "".join(letter if letter.isprintable() else " " for letter in line)
