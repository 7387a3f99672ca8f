"""Results and corrections."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.folds.rounds import with_round
from planilla.domain.tournament.state import VERSION_BYTES, Folds, Recolouring, Ruling, Tournament
from planilla.domain.vocabulary import RESULT_OF_NOTATION, GameId, GameResult


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
        recolourings=tuple(each for each in played.recolourings if each.board != board),
    )
    return with_round(state, changed)


def _with_bytes(column: bytes, at: int, value: bytes) -> bytes:
    width = len(value)
    return column[: at * width] + value + column[(at + 1) * width :]


def _with_version(versions: bytes, board: int, version: int) -> bytes:
    return _with_bytes(versions, board, version.to_bytes(VERSION_BYTES, "little"))


def _colours_corrected(state: Tournament, event: e.ColoursCorrected, version: int) -> Tournament:
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
    if event.effect is None:
        return with_round(state, changed)
    pairing_from = event.effect.pairing_from
    turned = Recolouring(board=board, pairing_from=pairing_from, version=version)
    return with_round(
        state,
        replace(
            changed,
            versions=_with_version(played.versions, board, version),
            recolourings=(*played.recolourings, turned),
        ),
    )


def _reversed(column: bytes, board: int) -> bytes:
    return _with_bytes(column, board, bytes((GameResult(column[board]).reversed,)))


def _result_corrected(state: Tournament, event: e.ResultCorrected, version: int) -> Tournament:
    return _ruled(state, event, RESULT_OF_NOTATION[event.result], version)


def _result_deleted(state: Tournament, event: e.ResultDeleted, version: int) -> Tournament:
    return _ruled(state, event, RESULT_OF_NOTATION[event.counts_as], version)


def _ruled(
    state: Tournament, event: e.ResultCorrected | e.ResultDeleted, result: GameResult, version: int
) -> Tournament:
    """With a ruling on a game; what was first recorded stays."""
    found = state.find(event.game)
    assert found is not None, "a correction names a recorded game"
    played, board = found
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
    return with_round(state, changed)


FOLDS: Folds = {
    e.ResultRecorded: _recorded,
    e.ResultWithdrawn: _result_withdrawn,
    e.ColoursCorrected: _colours_corrected,
    e.ResultCorrected: _result_corrected,
    e.ResultDeleted: _result_deleted,
}
