"""An audit in sentences: the same on the command line and on its page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planilla.audit.compare import BoardDifference
from planilla.audit.pairing_audit import PairingAudit, RoundOutcome, RoundVerdict
from planilla.presentation.catalogue import Words
from planilla.presentation.figures import figure


@dataclass(frozen=True, kw_only=True)
class VerdictText:
    """A round: the headline, what is said besides, and the boards that are not the system's."""

    stage: int
    round: int
    outcome: str
    title: str
    notes: tuple[str, ...]
    boards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class AuditWords(Words):
    """Says an audit in a language; `texts` are the reasons that may be read, by commitment."""

    texts: Mapping[str, str]

    def headline(self, audit: PairingAudit) -> str:
        """Return the result of the audit in one sentence."""
        if audit.seats_hold is not None:
            return self.say(f"audit.masnou.{'holds' if audit.seats_hold else 'fails'}")
        if not audit.rounds:
            return self.say("audit.nothing")
        if audit.holds and audit.unjudged:
            return self.say("audit.unjudged", n=audit.unjudged)
        if audit.holds:
            return self.say("audit.holds")
        differing = sum(1 for each in audit.rounds if each.outcome is RoundOutcome.DIFFERS)
        return self.say("audit.fails", n=differing)

    def lists(self, audit: PairingAudit) -> tuple[str, ...]:
        """Return a sentence for each list of values that does not follow from what was known."""
        return tuple(self.say("audit.list", version=version) for version in audit.lists)

    def round(self, verdict: RoundVerdict, unit: int) -> VerdictText:
        """Return the sentences of one round; points are in units of one `unit`-th."""
        return VerdictText(
            stage=verdict.stage,
            round=verdict.round,
            outcome=verdict.outcome.value,
            title=self._title(verdict),
            notes=tuple(self._notes(verdict, unit)),
            boards=tuple(self._boards(verdict)),
        )

    def _title(self, verdict: RoundVerdict) -> str:
        key: str = verdict.outcome.value
        if verdict.unpairable:
            key = "unpairable"
        elif verdict.imported and verdict.outcome is RoundOutcome.DIFFERS:
            key = "imported"
        title = self.say(
            f"audit.round.{key}",
            round=verdict.round,
            n=len(verdict.boards),
            games=verdict.games,
            system=verdict.system,
        )
        if verdict.stage == 1:
            return title
        return self.say("impact.later.stage", stage=verdict.stage, text=title)

    def _reason(self, verdict: RoundVerdict) -> str:
        """Return the reason of a change by hand; a publication has none."""
        if not verdict.reason:
            return self.say("audit.reason-apart")
        reason = self.texts.get(verdict.reason, "")
        return self.say("audit.reason", reason=reason) if reason else self.say("audit.no-reason")

    def _notes(self, verdict: RoundVerdict, unit: int) -> Iterator[str]:
        if verdict.outcome is RoundOutcome.BY_HAND:
            yield self._reason(verdict)
        if verdict.criterion is not None:
            yield self.say(
                "audit.first",
                criterion=verdict.criterion.article,
                points=figure(verdict.criterion.points, unit),
                entrants=verdict.criterion.entrants,
            )
        if verdict.other_edition:
            yield self.say("audit.other-edition", edition=verdict.edition)

    def _boards(self, verdict: RoundVerdict) -> Iterator[str]:
        for board in verdict.boards:
            yield self._board(board)
        if verdict.bye_before != verdict.bye_after:
            nobody = self.say("audit.nobody")
            named = [
                nobody if each is None else self.name_of(each)
                for each in (verdict.bye_before, verdict.bye_after)
            ]
            yield self.say("audit.bye", was=named[0], would_be=named[1])

    def _board(self, board: BoardDifference) -> str:
        key = "audit.board"
        if board.after is None:
            key = "audit.board.more"
        elif board.before is None:
            key = "audit.board.less"
        was, would_be = board.before or ((), ()), board.after or ((), ())
        return self.say(
            key,
            board=board.board,
            white=was[0],
            black=was[1],
            white_system=would_be[0],
            black_system=would_be[1],
        )
