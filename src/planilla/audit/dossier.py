"""The case of a correction: what led to it, what the rules allow, what was decided.

It is made from the log alone: the facts in order, the edits that say *had it been known from the
start*, and what each option means for places, prizes and ratings. Who may see which facts is
decided by whoever gives them. What would have been paired is `roundwise` and `branch`.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from planilla.audit.dossier_edits import edits_of
from planilla.audit.dossier_rule import Article, Option, articles_of, options_of, reported_in
from planilla.audit.dossier_story import StoryFact, story_of
from planilla.audit.edits import Edit
from planilla.audit.known import corrected_by
from planilla.audit.shorthands import other_result
from planilla.domain.tournament import events as e
from planilla.domain.tournament.events import Reported
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact, round_of
from planilla.domain.tournament.refusals import NoResultYet, NoSuchGame
from planilla.domain.tournament.rules.hall_results import known_result
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameResult

SEATED_AGAIN = frozenset({"ResultCorrected", "Supposed"})
"""Kinds of cases of which a hall can be done again: the game had another result."""


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file that the log names as evidence for the fact of version `about`."""

    about: int
    sha256: str
    media_type: str
    size: int


class Dossier(msgspec.Struct, frozen=True, kw_only=True):
    """The case of the correction of `version`; None where it has not been made.

    `kind` is the type of the correcting event, or `Supposed`. `before` and `after` are results,
    empty where the case is not of one. `edits` are the case as known from the start, empty where
    nothing can be replayed. `stands`: nothing corrected it since. `head` is the last version.
    """

    version: int | None
    kind: str
    head: int
    in_hall: bool
    game: GameId | None
    entrant: EntrantId | None
    round: int | None
    before: str
    after: str
    stands: bool
    story: tuple[StoryFact, ...]
    files: tuple[File, ...]
    articles: tuple[Article, ...]
    reported: Reported | None
    options: tuple[Option, ...]
    edits: tuple[Edit, ...]


def dossier(facts: Sequence[Fact], version: int, acts: Mapping[int, str]) -> Dossier | None:
    """The case of the correction of that version; None where that fact corrects nothing.

    `acts` tells which facts were recorded in one act. Evidence leads to what it is evidence for.
    """
    found = corrected_by(facts, version, acts)
    if found is None:
        return None
    main, act = found
    state = fold(facts)
    before = fold(each for each in facts if each.version < act[0].version)
    game = getattr(main.event, "game", None)
    story = story_of(facts, main, act)
    return Dossier(
        version=main.version,
        kind=type(main.event).__name__,
        head=facts[-1].version,
        in_hall=state.hall is not None,
        game=game,
        entrant=getattr(main.event, "entrant", None),
        round=round_of(main.event),
        before=_result_in(before, game),
        after=_result_given(main.event),
        stands=not any(each.corrects == main.version for each in story),
        story=story,
        files=_files(state, story),
        articles=articles_of(main.event, in_hall=state.hall is not None),
        reported=reported_in(before, main),
        options=options_of(before, main, act),
        edits=() if state.hall is not None else edits_of(facts, main, act),
    )


def supposed(facts: Sequence[Fact], game: GameId, result: str) -> Dossier:
    """The case of a correction that has not been made: the game had ended so.

    Raises:
        NoSuchGame, RoundNotPublished, NoResultYet: there is no result to correct.
        NoSuchResult: the other result is none.
    """
    state = fold(facts)
    last = facts[-1]
    edits = _edits_supposed(facts, state, game, result)
    event = e.ResultCorrected(
        game=game,
        result=result,
        corrects=_in_force(state, game),
        effect=e.Effect(points=True, pairing_from=None, rating=True),
    )
    main = Fact(version=last.version + 1, recorded_at=last.recorded_at, event=event)
    story = tuple(
        each for each in story_of((*facts, main), main, (main,)) if each.version <= last.version
    )
    return Dossier(
        version=None,
        kind="Supposed",
        head=last.version,
        in_hall=state.hall is not None,
        game=game,
        entrant=None,
        round=round_of(event),
        before=_result_in(state, game),
        after=result,
        stands=False,
        story=story,
        files=_files(state, story),
        articles=articles_of(event, in_hall=state.hall is not None),
        reported=reported_in(state, main),
        options=tuple(each for each in options_of(state, main, (main,)) if each.reported),
        edits=edits,
    )


def _edits_supposed(
    facts: Sequence[Fact], state: Tournament, game: GameId, result: str
) -> tuple[Edit, ...]:
    """Another first report; in a hall none, where the game is done again with the other result."""
    if state.hall is None:
        return other_result(facts, game, result).edits
    known_result(result)
    found = state.hall.find(game)
    if found is None:
        raise NoSuchGame(game=game)
    if found.recorded is GameResult.OPEN:
        raise NoResultYet(game=game)
    return ()


def _files(state: Tournament, story: Iterable[StoryFact]) -> tuple[File, ...]:
    return tuple(
        File(about=each.version, sha256=file.sha256, media_type=file.media_type, size=file.size)
        for each in story
        for file in state.evidence.get(each.version, ())
    )


def _played(state: Tournament, game: GameId | None) -> tuple[RoundState, int] | None:
    return None if game is None else state.find(game)


def _result_in(state: Tournament, game: GameId | None) -> str:
    """What was known of the game before the case."""
    hall = None if game is None or state.hall is None else state.hall.find(game)
    if hall is not None:
        return RESULT_NOTATION[hall.result]
    found = _played(state, game)
    return "" if found is None else RESULT_NOTATION[found[0].result_said(found[1])]


def _result_given(event: e.Event) -> str:
    if isinstance(event, e.ResultCorrected):
        return event.result
    return event.counts_as if isinstance(event, e.ResultDeleted) else ""


def _in_force(state: Tournament, game: GameId) -> int:
    found = _played(state, game)
    return 0 if found is None else found[0].version_of(found[1])
