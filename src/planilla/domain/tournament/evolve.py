"""Fold one fact into the state. Total: what is recorded has happened, nothing is refused."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import (
    INITIAL,
    VERSION_BYTES,
    EntrantState,
    Numbering,
    Prohibition,
    RoundState,
    RoundStatus,
    Ruling,
    Tournament,
    running_number,
)
from planilla.domain.vocabulary import (
    RESULT_OF_NOTATION,
    EntrantId,
    GameId,
    GameResult,
)


def evolve(state: Tournament, fact: Fact) -> Tournament:
    """The state after `fact`; its `version` is the fact's, also when staff facts were left out."""
    fold = _FOLDS[type(fact.event)]
    folded: Tournament = fold(state, fact.event, fact.version)
    return replace(folded, version=fact.version, changed_at=fact.recorded_at)


def fold(facts: Iterable[Fact], state: Tournament = INITIAL) -> Tournament:
    """The state after all `facts`, in order."""
    for fact in facts:
        state = evolve(state, fact)
    return state


def _created(state: Tournament, event: e.TournamentCreated, _: int) -> Tournament:
    return replace(
        state,
        name=event.name,
        system=event.system,
        rounds_asked=event.rounds,
        point_system=event.point_system,
        tiebreaks=event.tiebreaks,
        tiebreak_mode=event.tiebreak_mode,
        first_colour=event.first_colour,
    )


def _entered(state: Tournament, event: e.EntrantEntered, _: int) -> Tournament:
    entrant = EntrantState(
        id=event.entrant,
        person=event.person,
        rating=event.rating,
        title=event.title,
        federation=event.federation,
        first_round=event.first_round,
    )
    return replace(state, entrants={**state.entrants, event.entrant: entrant})


def _with_entrant(state: Tournament, entrant: EntrantId, **changes: Any) -> Tournament:
    changed = replace(state.entrants[entrant], **changes)
    return replace(state, entrants={**state.entrants, entrant: changed})


def _personal_data(state: Tournament, event: e.PersonalDataCorrected, _: int) -> Tournament:
    return _with_entrant(state, event.entrant, person=event.person)


def _sporting_data(state: Tournament, event: e.SportingDataCorrected, _: int) -> Tournament:
    return _with_entrant(
        state,
        event.entrant,
        rating=event.rating,
        title=event.title,
        federation=event.federation,
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


def _paired(state: Tournament, event: e.RoundPaired, _: int) -> Tournament:
    return _with_new_round(state, event, RoundStatus.DRAFT)


def _published(
    state: Tournament, event: e.PairingsPublished | e.RoundImported, _: int
) -> Tournament:
    return _with_new_round(state, event, RoundStatus.PUBLISHED)


def _with_new_round(
    state: Tournament,
    event: e.RoundPaired | e.PairingsPublished | e.RoundImported,
    status: RoundStatus,
) -> Tournament:
    size = len(event.games)
    played = RoundState(
        number=event.round,
        status=status,
        games=tuple(game.game for game in event.games),
        boards=tuple((game.white, game.black) for game in event.games),
        byes=event.byes,
        results=bytes(size),
        rated=bytes(size),
        recorded=bytes(size),
        versions=bytes(size * VERSION_BYTES),
        system=event.system,
        edition=event.edition,
        first_colour=event.first_colour,
    )
    rounds = (*state.rounds[: event.round - 1], played)
    return _with_games_made(replace(state, rounds=rounds), event.round, event.games)


def _with_games_made(state: Tournament, number: int, games: tuple[e.PairedGame, ...]) -> Tournament:
    made = [*state.games_made, *([0] * (number - len(state.games_made)))]
    made[number - 1] = max((running_number(game.game) for game in games), default=made[number - 1])
    return replace(state, games_made=tuple(made))


def _changed(state: Tournament, event: e.DraftChanged | e.PairingChanged, _: int) -> Tournament:
    before = state.rounds[event.round - 1]
    kept = {game: board for board, game in enumerate(before.games)}
    boards = [kept.get(paired.game) for paired in event.games]
    changed = replace(
        before,
        games=tuple(game.game for game in event.games),
        boards=tuple((game.white, game.black) for game in event.games),
        byes=event.byes,
        results=_picked(before.results, boards, 1),
        rated=_picked(before.rated, boards, 1),
        recorded=_picked(before.recorded, boards, 1),
        versions=_picked(before.versions, boards, VERSION_BYTES),
    )
    made = state.games_made[event.round - 1]
    state = _with_games_made(_with_round(state, changed), event.round, event.games)
    counts = list(state.games_made)
    counts[event.round - 1] = max(made, counts[event.round - 1])
    return replace(state, games_made=tuple(counts))


def _picked(column: bytes, boards: list[int | None], width: int) -> bytes:
    empty = bytes(width)
    return b"".join(
        empty if board is None else column[board * width : (board + 1) * width] for board in boards
    )


def _with_round(state: Tournament, played: RoundState) -> Tournament:
    at = played.number - 1
    return replace(state, rounds=(*state.rounds[:at], played, *state.rounds[at + 1 :]))


def _taken_back(state: Tournament, event: e.DraftDiscarded | e.RoundUnpaired, _: int) -> Tournament:
    return replace(state, rounds=state.rounds[: event.round - 1])


def _closed(state: Tournament, event: e.RoundClosed, _: int) -> Tournament:
    played = state.rounds[event.round - 1]
    return _with_round(state, replace(played, status=RoundStatus.CLOSED))


def _reopened_round(state: Tournament, event: e.RoundReopened, _: int) -> Tournament:
    played = state.rounds[event.round - 1]
    return _with_round(state, replace(played, status=RoundStatus.PUBLISHED))


def _recorded(state: Tournament, event: e.ResultRecorded, version: int) -> Tournament:
    result = RESULT_OF_NOTATION[event.result]
    rated = GameResult.OPEN if event.unrated else result
    return _with_result(state, event.game, (result, rated), version)


def _result_withdrawn(state: Tournament, event: e.ResultWithdrawn, _: int) -> Tournament:
    return _with_result(state, event.game, (GameResult.OPEN, GameResult.OPEN), 0)


def _with_result(
    state: Tournament, game: GameId, both: tuple[GameResult, GameResult], version: int
) -> Tournament:
    """With the result of a game, and the one that counts for rating."""
    result, rated = both
    found = state.find(game)
    assert found is not None, "a recorded result names a recorded game"
    played, board = found
    changed = replace(
        played,
        results=_with_bytes(played.results, board, bytes((result,))),
        rated=_with_bytes(played.rated, board, bytes((rated,))),
        recorded=_with_bytes(played.recorded, board, bytes((result,))),
        versions=_with_version(played.versions, board, version),
        rulings=tuple(ruling for ruling in played.rulings if ruling.board != board),
    )
    return _with_round(state, changed)


def _with_bytes(column: bytes, at: int, value: bytes) -> bytes:
    width = len(value)
    return column[: at * width] + value + column[(at + 1) * width :]


def _with_version(versions: bytes, board: int, version: int) -> bytes:
    return _with_bytes(versions, board, version.to_bytes(VERSION_BYTES, "little"))


def _colours_corrected(state: Tournament, event: e.ColoursCorrected, _: int) -> Tournament:
    found = state.find(event.game)
    assert found is not None, "corrected colours name a recorded game"
    played, board = found
    white, black = played.boards[board]
    changed = replace(
        played,
        boards=(*played.boards[:board], (black, white), *played.boards[board + 1 :]),
        results=_reversed(played.results, board),
        rated=_reversed(played.rated, board),
        recorded=_reversed(played.recorded, board),
        rulings=tuple(
            replace(ruling, result=ruling.result.reversed) if ruling.board == board else ruling
            for ruling in played.rulings
        ),
    )
    return _with_round(state, changed)


def _reversed(column: bytes, board: int) -> bytes:
    return _with_bytes(column, board, bytes((GameResult(column[board]).reversed,)))


def _result_corrected(state: Tournament, event: e.ResultCorrected, version: int) -> Tournament:
    found = state.find(event.game)
    assert found is not None, "a correction names a recorded game"
    played, board = found
    result = RESULT_OF_NOTATION[event.result]
    value = bytes((result,))
    ruling = Ruling(
        board=board, result=result, effect=event.effect, version=version, corrects=event.corrects
    )
    results, rated = played.results, played.rated
    changed = replace(
        played,
        results=_with_bytes(results, board, value) if event.effect.points else results,
        rated=_with_bytes(rated, board, value) if event.effect.rating else rated,
        versions=_with_version(played.versions, board, version),
        rulings=(*played.rulings, ruling),
    )
    return _with_round(state, changed)


def _finished(state: Tournament, _: e.TournamentFinished, __: int) -> Tournament:
    return replace(state, finished=True)


def _reopened(state: Tournament, _: e.TournamentReopened, __: int) -> Tournament:
    return replace(state, finished=False)


_FOLDS: dict[type[e.Event], Callable[[Tournament, Any, int], Tournament]] = {
    e.TournamentCreated: _created,
    e.TournamentImported: lambda state, _, __: state,
    e.PointsRuled: lambda state, event, _: replace(state, points=event.points),
    e.SameOriginRuled: lambda state, event, _: replace(state, same_origin=event.rule),
    e.EntrantEntered: _entered,
    e.PersonalDataCorrected: _personal_data,
    e.SportingDataCorrected: _sporting_data,
    e.PairingNumbersAssigned: _numbered,
    e.ByeRequested: _bye_requested,
    e.ByeRequestCancelled: _bye_cancelled,
    e.EntrantWithdrawn: _withdrawn,
    e.EntrantReturned: _returned,
    e.EntrantExpelled: _expelled,
    e.PairsForbidden: _forbidden,
    e.PairsAllowed: _allowed,
    e.RoundPaired: _paired,
    e.DraftChanged: _changed,
    e.DraftDiscarded: _taken_back,
    e.PairingsPublished: _published,
    e.RoundImported: _published,
    e.PairingChanged: _changed,
    e.RoundUnpaired: _taken_back,
    e.RoundClosed: _closed,
    e.RoundReopened: _reopened_round,
    e.ResultRecorded: _recorded,
    e.ResultWithdrawn: _result_withdrawn,
    e.ColoursCorrected: _colours_corrected,
    e.ResultCorrected: _result_corrected,
    e.TournamentFinished: _finished,
    e.TournamentReopened: _reopened,
}
