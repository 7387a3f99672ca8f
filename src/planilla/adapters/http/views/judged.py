"""A pairing made by hand in words: each changed board beside the system's, and what is wrong."""

from dataclasses import dataclass

from planilla.adapters.http.views.sheet import TournamentPage, figure
from planilla.audit.compare import BoardDifference, CriterionDifference
from planilla.audit.redraw import ManualFault, ManualReview
from planilla.domain.vocabulary import EntrantId


@dataclass(frozen=True, kw_only=True)
class JudgedBoard:
    """A board number, or the bye: the pair by hand and the system's; `change` as in the review."""

    board: str
    by_hand: str
    engine: str
    change: str


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A review in words; `parting` is empty where the two do not part, `same` counts the rest."""

    boards: tuple[JudgedBoard, ...]
    same: int
    faults: tuple[str, ...]
    parting: str
    identical: bool
    unpairable: bool


def judged(sheet: TournamentPage, review: ManualReview) -> Judged:
    """The review for a page: the boards that differ, then the rules."""
    boards = [_board(sheet, each) for each in review.changed]
    if review.bye_after != review.bye_before:
        boards.append(
            JudgedBoard(
                board=sheet.say("page.whatif.bye"),
                by_hand=_name(sheet, review.bye_after),
                engine=_name(sheet, review.bye_before),
                change="opponents",
            )
        )
    return Judged(
        boards=tuple(boards),
        same=len(review.boards) - len(review.changed),
        faults=tuple(_fault(sheet, each) for each in review.faults),
        parting="" if review.criterion is None else _parting(sheet, review.criterion),
        identical=review.identical,
        unpairable=review.unpairable,
    )


def pair_said(sheet: TournamentPage, pair: tuple[EntrantId, EntrantId] | None) -> str:
    """The two of a board with their colours; a dash for nobody."""
    if pair is None:
        return "–"
    white, black = pair
    return f"□ {sheet.isolated_name(white)} – ■ {sheet.isolated_name(black)}"


def _board(sheet: TournamentPage, each: BoardDifference) -> JudgedBoard:
    return JudgedBoard(
        board=str(each.board),
        by_hand=pair_said(sheet, each.after),
        engine=pair_said(sheet, each.before),
        change=each.change,
    )


def _name(sheet: TournamentPage, entrant: EntrantId | None) -> str:
    return "–" if entrant is None else sheet.isolated_name(entrant)


def _fault(sheet: TournamentPage, fault: ManualFault) -> str:
    try:
        return sheet.say(f"fault.{fault.code}", entrants=fault.entrants)
    except KeyError:  # a rule that has no words of its own is told by its code
        return sheet.say("fault.other", code=fault.code, entrants=fault.entrants)


def _parting(sheet: TournamentPage, parting: CriterionDifference) -> str:
    said = sheet.say(
        "page.judged.parting",
        criterion=sheet.criterion(parting.article),
        points=figure(parting.points, sheet.unit),
    )
    if parting.before == parting.after:
        return said
    counts = sheet.say("page.judged.counts", engine=parting.before, by_hand=parting.after)
    return f"{said} {counts}"
