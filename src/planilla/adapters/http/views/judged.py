"""The review of a pairing by hand in words: changed boards, the system's, and the faults."""

from dataclasses import dataclass

from planilla.adapters.http.views.tournament_page import TournamentPage, figure
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


def judged(page: TournamentPage, review: ManualReview) -> Judged:
    """The review for a page: the boards that differ, then the rules."""
    boards = [_board(page, each) for each in review.changed]
    if review.bye_after != review.bye_before:
        boards.append(
            JudgedBoard(
                board=page.say("page.whatif.bye"),
                by_hand=_name(page, review.bye_after),
                engine=_name(page, review.bye_before),
                change="opponents",
            )
        )
    return Judged(
        boards=tuple(boards),
        same=len(review.boards) - len(review.changed),
        faults=tuple(_fault(page, each) for each in review.faults),
        parting="" if review.criterion is None else _parting(page, review.criterion),
        identical=review.identical,
        unpairable=review.unpairable,
    )


def pair_said(page: TournamentPage, pair: tuple[EntrantId, EntrantId] | None) -> str:
    """Return the two players of a board with their colours; a dash for none."""
    if pair is None:
        return "–"
    white, black = pair
    return f"□ {page.isolated_name(white)} – ■ {page.isolated_name(black)}"


def _board(page: TournamentPage, each: BoardDifference) -> JudgedBoard:
    return JudgedBoard(
        board=str(each.board),
        by_hand=pair_said(page, each.after),
        engine=pair_said(page, each.before),
        change=each.change,
    )


def _name(page: TournamentPage, entrant: EntrantId | None) -> str:
    return "–" if entrant is None else page.isolated_name(entrant)


def _fault(page: TournamentPage, fault: ManualFault) -> str:
    try:
        return page.say(f"fault.{fault.code}", entrants=fault.entrants)
    except KeyError:  # a rule that has no words of its own is told by its code
        return page.say("fault.other", code=fault.code, entrants=fault.entrants)


def _parting(page: TournamentPage, parting: CriterionDifference) -> str:
    said = page.say(
        "page.judged.parting",
        criterion=page.criterion(parting.article),
        points=figure(parting.points, page.unit),
    )
    if parting.before == parting.after:
        return said
    counts = page.say("page.judged.counts", engine=parting.before, by_hand=parting.after)
    return f"{said} {counts}"
