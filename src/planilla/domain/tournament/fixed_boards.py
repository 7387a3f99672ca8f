"""Fixed boards: entrants whose games are always at the same board, whatever their opponents."""

from typing import ClassVar

from planilla.domain.tournament.command import Command, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.drafting import DraftDiscarded, may_fix_boards
from planilla.domain.tournament.event import Audience, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import known_entrant
from planilla.domain.tournament.refusal import Conflict, NotInThisSystem, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament, with_entrant
from planilla.domain.vocabulary import EntrantId

# Commands


class FixBoard(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Keep the games of an entrant at a board from the next pairing on; without one, no longer."""

    needs_rounds: ClassVar[bool] = True
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    board: int | None = None


# Events


class BoardFixed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The games of an entrant are at this board from the next pairing on; None: at any board.

    The reason is not recorded: it may be one of health.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = FixBoard
    editable_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    board: int | None = None

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".any" if self.board is None else ""

    def as_command(self) -> FixBoard:
        """Return the command that decides it again."""
        return FixBoard(entrant=self.entrant, board=self.board)


# Refusals


class NoSuchBoard(Unacceptable):
    """Boards have numbers from 1 to `most`."""

    board: int
    most: int


class BoardIsFixed(Conflict):
    """The board is that of another entrant."""

    board: int
    entrant: EntrantId


# Rules


BOARDS_MAX = 9999


def fix_board(state: Tournament, command: FixBoard, _: DecisionContext) -> tuple[Event, ...]:
    """Keep the games of an entrant at a board; a draft is discarded, to be made with it."""
    entrant = known_entrant(state, command.entrant)
    if not may_fix_boards(state):
        raise NotInThisSystem(system=state.system_name)
    board = command.board
    if board == entrant.board:
        return ()
    if board is not None:
        if not 1 <= board <= BOARDS_MAX:
            raise NoSuchBoard(board=board, most=BOARDS_MAX)
        for other in state.entrants.values():
            if other.board == board and not other.has_withdrawn:
                raise BoardIsFixed(board=board, entrant=other.id)
    fixed = BoardFixed(entrant=entrant.id, board=board)
    last = state.rounds[-1] if state.rounds else None
    if last is None or last.is_published:
        return (fixed,)
    return (fixed, DraftDiscarded(round=last.number))


RULES: Rules = {FixBoard: fix_board}


# Folds


FOLDS: Folds = {
    BoardFixed: lambda state, event, _: with_entrant(state, event.entrant, board=event.board),
}
