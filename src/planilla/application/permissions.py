"""Permissions: one rule, on the grants of secret links."""

import hashlib
from collections.abc import Sequence

from planilla.application.envelope import Actor
from planilla.application.ports import Keys
from planilla.application.roles import ALL_TOURNAMENTS, Grant, Role, View
from planilla.domain.tournament.command import Command, Duty
from planilla.domain.tournament.refusal import Conflict
from planilla.domain.tournament.state import RoundState, Tournament, focused
from planilla.domain.vocabulary import GameId, GameRef

ORGANISER = "organiser"
"""The pseudonym of whoever holds the organiser's link."""

OPERATOR = "operator"
"""The pseudonym of whoever gives and revokes links on the command line."""

LINK_ID_BYTES = 6


class NotPermitted(Conflict):
    """The sender may not submit this."""


class OutsideBoards(Conflict):
    """A link for some boards was used for another one; `boards` are its own, as written."""

    game: GameId
    board: int
    boards: str


class OutsideRounds(Conflict):
    """A link for some rounds was used for another one; `rounds` are its own, as written."""

    game: GameId
    round: int
    rounds: str


class FestivalOfOthers(Conflict):
    """A festival has tournaments already, and the sender governs none of them."""

    festival: str


def acting_link(links: Sequence[Actor], tournament: str) -> Actor:
    """Return the link, of several in one browser, under whose name somebody acts.

    A link of the tournament itself comes before an organiser's; of several the one that was entered
    last. Without a tournament (one is created) the organiser's; where none opens it, the last.
    """
    for scope in (tournament, ALL_TOURNAMENTS):
        opening = [link for link in links if scope in {each.tournament for each in link.grants}]
        if opening:
            return opening[-1]
    return links[-1]


def grants_in(actor: Actor, tournament: str) -> list[Grant]:
    """Return the actor's grants for a tournament; without limits of time, which the store heeds."""
    return [each for each in actor.grants if each.tournament in {ALL_TOURNAMENTS, tournament}]


def may_act(actor: Actor, tournament: str) -> bool:
    """Return whether `actor` may submit commands for `tournament`."""
    return any(each.rights.duties for each in grants_in(actor, tournament))


def may_found(actor: Actor) -> bool:
    """Return whether `actor` may create tournaments, and manage all links."""
    return any(each.role is Role.OWNER for each in grants_in(actor, ""))


def may_see(actor: Actor, tournament: str, view: View) -> bool:
    """Return whether `actor` may see a view of `tournament` that is not public."""
    return view in views_of(actor, tournament)


def views_of(actor: Actor, tournament: str) -> frozenset[View]:
    """Return the views of `tournament` that are not public and that `actor` may see."""
    return frozenset().union(*(each.rights.views for each in grants_in(actor, tournament)))


def may_submit(actor: Actor, tournament: str, kind: type[Command]) -> bool:
    """Return whether `actor` may submit commands of a type for `tournament`."""
    return bool(_with_duty(actor, tournament, kind.duty))


def _with_duty(actor: Actor, tournament: str, duty: Duty) -> list[Grant]:
    return [each for each in grants_in(actor, tournament) if duty in each.rights.duties]


def check_limits(actor: Actor, tournament: str, command: Command, state: Tournament) -> None:
    """Check that a command is about a board that one of the actor's grants covers.

    Its type is one that the actor `may_submit`. The match is the board where a match has several
    games.

    Raises:
        OutsideBoards: the board is another one.
        OutsideRounds: the round is.
    """
    suitable = _with_duty(actor, tournament, command.duty)
    if not all(each.is_limited for each in suitable):
        return
    ref = GameRef.parse(getattr(command, "game", ""))
    if ref is None:
        raise NotPermitted
    played = focused(state, ref.stage).round(ref.round) if ref.stage <= state.stages else None
    index = played.board_of(ref.written) if played is not None else None
    if played is None or index is None:
        return  # the rules say that there is no such game
    board = numbered_board(played, index)
    if any(each.covers(ref.round, board) for each in suitable):
        return
    boards, rounds = suitable[-1].boards, suitable[-1].rounds
    if rounds is not None and not rounds.holds(ref.round):
        raise OutsideRounds(game=ref.written, round=ref.round, rounds=rounds.written)
    assert boards is not None, "it is limited, and not by its rounds"
    raise OutsideBoards(game=ref.written, board=board, boards=boards.written)


def numbered_board(played: RoundState, index: int) -> int:
    """Return the number by which grants name a board: its match, where the round has matches."""
    return GameRef.of(played.games[index]).match if played.sides else index + 1


def covered_boards(actor: Actor, tournament: str, played: RoundState) -> frozenset[int]:
    """Return the indices of the boards of a round whose results `actor` may record."""
    grants = _with_duty(actor, tournament, Duty.RESULTS)
    return frozenset(
        index
        for index in range(len(played.games))
        if any(each.covers(played.number, numbered_board(played, index)) for each in grants)
    )


def hash_of_token(token: str) -> bytes:
    """Return the hash of a secret link's token, which is all that is stored of it.

    A token has 192 bits of chance, so a plain hash cannot be guessed.
    """
    return hashlib.sha256(token.encode()).digest()


def link_id(token_hash: bytes) -> str:
    """Return the id by which a secret link is listed and revoked."""
    return token_hash[:LINK_ID_BYTES].hex()


def derived_secret(keys: Keys, purpose: bytes) -> bytes:
    """Return a secret of 32 bytes that follows from the current key of the log alone.

    Whoever has the key has the secret. `purpose` begins with words that no other message has.

    Raises:
        KeyUnusable: the key cannot be read or made, or others may read it.
    """
    signature = keys.current().sign(purpose)  # Ed25519: always the same one
    return hashlib.sha256(signature).digest()


def actor_of_link(token: str, role: Role = Role.CHIEF_ARBITER) -> str:
    """Return the pseudonym under which the holder of a link acts."""
    named = "arbiter" if role is Role.CHIEF_ARBITER else role.value
    return f"{named}-{hash_of_token(token).hex()[:8]}"
