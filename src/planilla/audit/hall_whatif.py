"""What the queue of a Masnou would have been, had a game ended otherwise.

A correction changes points and no seat. Here the act is done again with the other result, and every
later act after it: a result is kept where the same two sit at that table; where others would have
sat there nobody knows how they would have played, so that table stands still from then on. Law:
with the result that was reported everybody ends where they are.
"""

from collections.abc import Sequence

import msgspec

from planilla.audit.hall_replay import Replay, Seating, hall_after, seating
from planilla.domain.tournament import events as e
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.hall.state import AT_TABLE, parts_of
from planilla.domain.tournament.refusals import NoResultYet, NoSuchGame
from planilla.domain.tournament.rules.hall_results import known_result
from planilla.domain.vocabulary import (
    RESULT_OF_NOTATION,
    EntrantId,
    GameId,
    GameResult,
)


class HallWhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a hall with another result, and who would sit where.

    `before` is what was reported, by the event of `version`. `after` are the seats right after that
    act, `now` those of today, each as it was and as it would be. Of the later results `kept` were
    played by the same two at the same table; the games of `unknown` would not have been played.
    """

    game: GameId
    table: int
    white: EntrantId
    black: EntrantId
    before: str
    result: str
    version: int
    after: tuple[Seating, Seating]
    now: tuple[Seating, Seating]
    kept: int
    unknown: tuple[GameId, ...]

    @property
    def identical(self) -> bool:
        """Whether everybody would sit where they sit."""
        return self.now[0] == self.now[1]


def hall_what_if(facts: Sequence[Fact], game: GameId, result: str) -> HallWhatIf:
    """The marathon after the game of a table, done again with the other result.

    Raises:
        NoSuchGame, NoResultYet: there is no result at a table to change.
        NoSuchResult: the other result is none.
    """
    other = known_result(result)
    start = _reported(facts, game)
    event = facts[start].event
    assert isinstance(event, e.ResultRecorded), "where the result was reported"
    before = hall_after(facts[:start])
    played = None if before is None else before.find(game)
    assert before is not None, "a game of a hall follows its opening"
    assert played is not None, "a reported result is of a game"
    as_it_was = Replay(before, facts)
    as_it_was.first(start, RESULT_OF_NOTATION[event.result])
    replay = Replay(before, facts)
    replay.first(start, other)
    after = (seating(as_it_was.hall), seating(replay.hall))
    replay.rest(start + 1)
    return HallWhatIf(
        game=game,
        table=parts_of(game)[1],
        white=played.white,
        black=played.black,
        before=event.result,
        result=result,
        version=facts[start].version,
        after=after,
        now=(seating(replay.real), seating(replay.hall)),
        kept=replay.kept,
        unknown=tuple(replay.unknown),
    )


def _reported(facts: Sequence[Fact], game: GameId) -> int:
    """Where the result that stands was reported."""
    last = hall_after(facts)
    found = None if last is None or parts_of(game)[0] != AT_TABLE else last.find(game)
    if found is None:
        raise NoSuchGame(game=game)
    if found.recorded is GameResult.OPEN:
        raise NoResultYet(game=game)
    return max(
        place
        for place, fact in enumerate(facts)
        if isinstance(fact.event, e.ResultRecorded) and fact.event.game == game
    )
