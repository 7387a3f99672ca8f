"""The case of a correction: its story, the rule and its options, and the edits that undo it.

It is made from the log alone: the facts in order, the edits for *had it been known from the start*,
and the effect of each option on places, prizes and ratings. The caller gives the facts that the
reader may see. The rounds paired again are `round_by_round` and `branch`.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec

from planilla.audit.compare import Consequences, consequences
from planilla.audit.edits import Edit
from planilla.audit.known_from_start import corrected_by, edits_of, other_result
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.effects import Proposal, proposals, reported
from planilla.domain.tournament.event import RULINGS_ON_GAMES, CaseArticle, Event, PairingAct
from planilla.domain.tournament.evidence import EvidenceAdded
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact, round_of
from planilla.domain.tournament.masnou.results import known_result
from planilla.domain.tournament.refusal import NoResultYet, NoSuchGame
from planilla.domain.tournament.state import RoundState, Tournament, focused
from planilla.domain.tournament.values import Effect, Reported
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameRef, GameResult

SHOWN_BOARDS = frozenset({PairingAct.PUBLISHED, PairingAct.IMPORTED, PairingAct.CHANGED})
"""Acts on the boards of a round that everybody sees."""


class StoryRole(StrEnum):
    """Role of a fact in the story of a case."""

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
    role: StoryRole
    at: int
    known_at: int | None
    corrects: int | None
    is_case: bool


def story_of(facts: Sequence[Fact], main: Fact, act: Sequence[Fact]) -> tuple[StoryFact, ...]:
    """Return the facts of the case of `main`, a fact of `act`, later ones included."""
    games = {each.event.game for each in act} - {None}
    entrant = main.event.entrant
    number, stage = round_of(main.event), main.event.stage_number
    of_act = {each.version for each in act}
    story = list[StoryFact]()
    about = set[int]()
    for fact in facts:
        role = StoryRole.CORRECTED if fact.version in of_act else _role(fact, games, entrant)
        is_here = role is None and fact.event.stage_number == stage
        if is_here and main.event.pairing_act is PairingAct.CHANGED:
            role = _role_of_boards(fact, number)
        if is_here and role is None and number is not None and fact.version < main.version:
            role = _role_of_round(fact, number, is_of_game=bool(games))
        event = fact.event
        if isinstance(event, EvidenceAdded):
            role = StoryRole.EVIDENCE if event.about in about else None
        if role is None:
            continue
        about.add(fact.version)
        story.append(
            StoryFact(
                version=fact.version,
                role=role,
                at=fact.recorded_at,
                known_at=event.known_at,
                corrects=event.corrects,
                is_case=fact.version in of_act,
            )
        )
    return tuple(story)


def _role(fact: Fact, games: set[GameId | None], entrant: EntrantId | None) -> StoryRole | None:
    """Return the role of a fact about the games or the player of the case."""
    event = fact.event
    if event.game in games:
        return StoryRole.CORRECTED if event.is_correction() else StoryRole.REPORTED
    if entrant is not None and event.in_player_story and event.entrant == entrant:
        return StoryRole.CORRECTED if event.is_correction() else StoryRole.KNOWN
    return None


def _role_of_boards(fact: Fact, number: int | None) -> StoryRole | None:
    """Return the role of a fact about the boards of a round that was changed by hand."""
    shown = {*SHOWN_BOARDS, PairingAct.DRAFT_CHANGED}
    of_round = fact.event.pairing_act in shown and fact.event.round == number
    return StoryRole.PAIRED if of_round else None


def _role_of_round(fact: Fact, number: int, *, is_of_game: bool) -> StoryRole | None:
    """Return the role of a publication from that round on, and of the end of the next one."""
    event = fact.event
    if event.pairing_act in SHOWN_BOARDS and event.round is not None:
        if event.round == number:
            return StoryRole.PAIRED
        is_first = event.pairing_act is not PairingAct.CHANGED
        return StoryRole.BUILT if event.round > number and is_first else None
    is_end = isinstance(event, RoundClosed) and event.round == number + 1
    return StoryRole.BUILT if is_end and is_of_game else None


class CaseOption(msgspec.Struct, frozen=True, kw_only=True):
    """An effect that a correction may have, and its consequences for the players.

    `reported` is the case of C.04.2, 4.3, None for a ruling that is none of the three; `applies`:
    it is the case of the moment in which the error became known.
    """

    reported: Reported | None
    effect: Effect
    applies: bool
    decided: bool
    means: Consequences


MASNOU_ARTICLE = CaseArticle(name="seed-004")


def articles_of(event: Event, *, has_rounds: bool = True) -> tuple[CaseArticle, ...]:
    """Return the articles of a correction; those whose wording was not read are marked."""
    if not has_rounds:
        return (MASNOU_ARTICLE,)
    return event.articles()


def reported_in(before: Tournament, main: Fact) -> Reported | None:
    """Return which of the three cases it was: that of the arbiter, or that of the clocks.

    None where the question does not apply.
    """
    event = main.event
    if event.game is None or event.game_act not in RULINGS_ON_GAMES:
        return None
    if event.effect is not None and event.effect.reported is not None:
        return event.effect.reported
    found = before.find(event.game)
    stage = focused(before, event.stage_number)
    return None if found is None else reported(stage, found[0], event.known_at)


def options_of(before: Tournament, main: Fact, act: Sequence[Fact]) -> tuple[CaseOption, ...]:
    """Return the three cases, and the ruling where it is none of them; nothing in a hall."""
    event = main.event
    if event.game is None or event.game_act not in RULINGS_ON_GAMES:
        return ()
    found = before.find(event.game)
    if found is None:
        return ()
    offered = proposals(focused(before, event.stage_number), found[0], event.known_at)
    chosen = _chosen(offered, event.effect)
    options = [
        CaseOption(
            reported=each.reported,
            effect=each.effect,
            applies=each.applies,
            decided=each is chosen,
            means=_meant(before, act, each.effect),
        )
        for each in offered
    ]
    if chosen is None and event.effect is not None:
        means = _meant(before, act, event.effect)
        options.append(
            CaseOption(reported=None, effect=event.effect, applies=False, decided=True, means=means)
        )
    return tuple(options)


def _chosen(offered: Sequence[Proposal], effect: Effect | None) -> Proposal | None:
    """Return the case that was decided for: the one that was named.

    Two may have the same effect. Where none was named it is the one that applies, or else the
    nearer to that: what was known later was not known earlier.
    """
    if effect is None:
        return None
    counts = msgspec.structs.replace(effect, reported=None)
    same = [each for each in offered if each.effect == counts]
    named = (each for each in same if each.reported is effect.reported)
    applies = (each for each in same if each.applies)
    return next(named, None) or next(applies, None) or (same[-1] if same else None)


def _meant(before: Tournament, act: Sequence[Fact], effect: Effect) -> Consequences:
    """Return the differences of the standings after the act, had it had that effect."""
    state = before
    for fact in act:
        if fact.event.game_act in RULINGS_ON_GAMES:
            event = msgspec.structs.replace(fact.event, effect=effect)
            state = evolve(state, msgspec.structs.replace(fact, event=event))
    number = max(fact.event.stage_number for fact in act)
    return consequences(focused(before, number), focused(state, number))


SEATED_AGAIN_KINDS = frozenset({"ResultCorrected", "Supposed"})
"""Kinds of cases of which a hall can be replayed: the game had another result."""


class DossierEvidenceFile(msgspec.Struct, frozen=True, kw_only=True):
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
    without_rounds: bool = msgspec.field(name="in_hall")
    game: GameId | None
    entrant: EntrantId | None
    round: int | None
    before: str
    after: str
    stands: bool
    story: tuple[StoryFact, ...]
    files: tuple[DossierEvidenceFile, ...]
    articles: tuple[CaseArticle, ...]
    reported: Reported | None
    options: tuple[CaseOption, ...]
    edits: tuple[Edit, ...]

    @property
    def game_seated_again(self) -> GameId | None:
        """Return the game after which players are seated again with the other result, if any."""
        can = self.without_rounds and self.kind in SEATED_AGAIN_KINDS
        return self.game if can else None


def dossier(facts: Sequence[Fact], version: int, acts: Mapping[int, str]) -> Dossier | None:
    """Return the case of the correction of that version; None where the fact corrects nothing.

    `acts` are the acts in which facts were recorded. Evidence leads to the fact that it is about.
    """
    found = corrected_by(facts, version, acts)
    if found is None:
        return None
    main, act = found
    state = fold(facts)
    system = focused(state, main.event.stage_number).system
    before = fold(each for each in facts if each.version < act[0].version)
    game = main.event.game
    story = story_of(facts, main, act)
    return Dossier(
        version=main.version,
        kind=type(main.event).__name__,
        head=facts[-1].version,
        without_rounds=not system.has_rounds,
        game=game,
        entrant=main.event.entrant,
        round=round_of(main.event),
        before=_result_in(before, game),
        after=_result_given(main.event),
        stands=not any(each.corrects == main.version for each in story),
        story=story,
        files=_files(state, story),
        articles=articles_of(main.event, has_rounds=system.has_rounds),
        reported=reported_in(before, main),
        options=options_of(before, main, act),
        edits=edits_of(facts, main, act) if system.has_rounds else (),
    )


def supposed(facts: Sequence[Fact], game: GameId, result: str) -> Dossier:
    """Return the case of a correction that has not been made: the game ended so.

    Raises:
        NoSuchGame, RoundNotPublished, NoResultYet: there is no result to correct.
        NoSuchResult: the other result is none.
    """
    state = fold(facts)
    system = _stage_of(state, game).system
    last = facts[-1]
    edits = _edits_supposed(facts, state, game, result)
    event = ResultCorrected(
        game=game,
        result=result,
        corrects=_in_force(state, game),
        effect=Effect(points=True, pairing_from=None, rating=True),
    )
    main = Fact(version=last.version + 1, recorded_at=last.recorded_at, event=event)
    story = tuple(
        each for each in story_of((*facts, main), main, (main,)) if each.version <= last.version
    )
    return Dossier(
        version=None,
        kind="Supposed",
        head=last.version,
        without_rounds=not system.has_rounds,
        game=game,
        entrant=None,
        round=round_of(event),
        before=_result_in(state, game),
        after=result,
        stands=False,
        story=story,
        files=_files(state, story),
        articles=articles_of(event, has_rounds=system.has_rounds),
        reported=reported_in(state, main),
        options=tuple(each for each in options_of(state, main, (main,)) if each.reported),
        edits=edits,
    )


def _edits_supposed(
    facts: Sequence[Fact], state: Tournament, game: GameId, result: str
) -> tuple[Edit, ...]:
    """Return another first report; in a hall none, where the game is replayed."""
    if _stage_of(state, game).system.has_rounds:
        return other_result(facts, game, result).edits
    known_result(result)
    found = state.memory.find(game)
    if found is None:
        raise NoSuchGame(game=game)
    if found.recorded is GameResult.OPEN:
        raise NoResultYet(game=game)
    return ()


def _stage_of(state: Tournament, game: GameId) -> Tournament:
    """Return the stage of a game; the first one where there is no such game."""
    ref = GameRef.parse(game)
    known = ref is not None and ref.stage <= state.stages
    return focused(state, ref.stage) if ref is not None and known else state


def _files(state: Tournament, story: Iterable[StoryFact]) -> tuple[DossierEvidenceFile, ...]:
    return tuple(
        DossierEvidenceFile(
            about=each.version, sha256=file.sha256, media_type=file.media_type, size=file.size
        )
        for each in story
        for file in state.evidence.get(each.version, ())
    )


def _played(state: Tournament, game: GameId | None) -> tuple[RoundState, int] | None:
    return None if game is None else state.find(game)


def _result_in(state: Tournament, game: GameId | None) -> str:
    """Return the result of the game before the case."""
    outside = None if game is None else state.memory.find(game)
    if outside is not None:
        return RESULT_NOTATION[outside.result]
    found = _played(state, game)
    return "" if found is None else RESULT_NOTATION[found[0].reported_result(found[1])]


def _result_given(event: Event) -> str:
    """Return the result that a ruling gives; empty where it gives none."""
    return (event.game_result or "") if event.game_act in RULINGS_ON_GAMES else ""


def _in_force(state: Tournament, game: GameId) -> int:
    found = _played(state, game)
    return 0 if found is None else found[0].version_of(found[1])
