"""Rounds paired, changed, taken back and closed."""

from typing import TypeVar

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.state import (
    VERSION_BYTES,
    Folds,
    Recolouring,
    RoundState,
    RoundStatus,
    Ruling,
    Tournament,
    running_number,
    standing_in,
)

OfBoard = TypeVar("OfBoard", Ruling, Recolouring)


def _paired(state: Tournament, event: e.RoundPaired, _: int) -> Tournament:
    return _with_new_round(state, event, RoundStatus.DRAFT)


def _published(state: Tournament, event: e.PairingsPublished, _: int) -> Tournament:
    return _with_new_round(state, event, RoundStatus.PUBLISHED, published_at=state.changed_at)


def _imported(state: Tournament, event: e.RoundImported, _: int) -> Tournament:
    return _with_new_round(state, event, RoundStatus.PUBLISHED)


def _with_new_round(
    state: Tournament,
    event: e.RoundPairing,
    status: RoundStatus,
    *,
    published_at: int = 0,
) -> Tournament:
    """Return the state with a round that takes the place of later ones."""
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
        published_at=published_at,
    )
    rounds = (*state.rounds[: event.round - 1], played)
    return _with_games_made(replace(state, rounds=rounds), event.round, event.games)


def _with_games_made(state: Tournament, number: int, games: tuple[e.PairedGame, ...]) -> Tournament:
    made = [*state.games_made, *([0] * (number - len(state.games_made)))]
    made[number - 1] = max((running_number(game.game) for game in games), default=made[number - 1])
    return replace(state, games_made=tuple(made))


def _changed(state: Tournament, event: e.ChangedPairing, _: int) -> Tournament:
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
        rulings=_moved(before.rulings, boards),
        recolourings=_moved(before.recolourings, boards),
        engine=event.engine if isinstance(event, e.DraftChanged) else (),
    )
    made = state.games_made[event.round - 1]
    state = _with_games_made(with_round(state, changed), event.round, event.games)
    counts = list(state.games_made)
    counts[event.round - 1] = max(made, counts[event.round - 1])
    return replace(state, games_made=tuple(counts))


def _picked(column: bytes, boards: list[int | None], width: int) -> bytes:
    empty = bytes(width)
    return b"".join(
        empty if board is None else column[board * width : (board + 1) * width] for board in boards
    )


def _moved(said: tuple[OfBoard, ...], boards: list[int | None]) -> tuple[OfBoard, ...]:
    """What was ruled of boards that have another place now; those that are gone are left out."""
    places = {old: new for new, old in enumerate(boards) if old is not None}
    return tuple(replace(each, board=places[each.board]) for each in said if each.board in places)


def with_round(state: Tournament, played: RoundState) -> Tournament:
    """The state with this round in the place of the one of its number."""
    at = played.number - 1
    return replace(state, rounds=(*state.rounds[:at], played, *state.rounds[at + 1 :]))


def _discarded(state: Tournament, event: e.DraftDiscarded, _: int) -> Tournament:
    return _without_round(state, event.round)


def _without_round(state: Tournament, number: int) -> Tournament:
    """Return the state without round `number` and later ones."""
    return replace(state, rounds=state.rounds[: number - 1])


def _unpaired(state: Tournament, event: e.RoundUnpaired, _: int) -> Tournament:
    """Who stood in it stays known: everybody had seen it."""
    seen = state.shown_paired | standing_in(state.rounds[event.round - 1])
    return replace(_without_round(state, event.round), shown_paired=seen)


def _closed(state: Tournament, event: e.RoundClosed, _: int) -> Tournament:
    played = state.rounds[event.round - 1]
    closed = replace(played, status=RoundStatus.CLOSED, closed_at=state.changed_at)
    return with_round(state, closed)


def _reopened_round(state: Tournament, event: e.RoundReopened, _: int) -> Tournament:
    played = state.rounds[event.round - 1]
    return with_round(state, replace(played, status=RoundStatus.PUBLISHED, closed_at=0))


def _bye_corrected(state: Tournament, event: e.ByeCorrected, _: int) -> Tournament:
    played = state.rounds[event.round - 1]
    byes = tuple(
        replace(bye, kind=event.kind) if bye.entrant == event.entrant else bye
        for bye in played.byes
    )
    return with_round(state, replace(played, byes=byes))


FOLDS: Folds = {
    e.RoundPaired: _paired,
    e.DraftChanged: _changed,
    e.DraftDiscarded: _discarded,
    e.PairingsPublished: _published,
    e.RoundImported: _imported,
    e.PairingChanged: _changed,
    e.RoundUnpaired: _unpaired,
    e.RoundClosed: _closed,
    e.RoundReopened: _reopened_round,
    e.ByeCorrected: _bye_corrected,
}
