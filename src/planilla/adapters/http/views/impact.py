"""The impact of an act, for its page and its dialog."""

from collections.abc import Mapping
from dataclasses import dataclass

from planilla.adapters.http.reading import History, HistoryEntry
from planilla.adapters.http.views.timeline import FactLine, fact_lines
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.envelope import DryRunAnswer
from planilla.audit.impact import Impact, certain_events
from planilla.presentation.impact import ImpactTopic, ImpactWords

LINES_SHOWN = 8
"""Lines of a topic that are shown at once; the rest is a tap away."""


@dataclass(frozen=True, kw_only=True)
class ImpactShown:
    """An impact in words: what would be recorded, topic by topic what that brings.

    `head` is the version of which it is told; `meanwhile` what was recorded since the version
    `looked_at`, None where nothing was.
    """

    head: int
    version: int
    facts: tuple[FactLine, ...]
    topics: tuple[ImpactTopic, ...]
    at_once: int
    looked_at: int | None
    meanwhile: tuple[FactLine, ...]


@dataclass(frozen=True, kw_only=True)
class ImpactRequest:
    """A dry run with its answer and its impact; `texts` are the reasons that the staff may read."""

    history: History
    form: Mapping[str, str]
    answer: DryRunAnswer
    impact: Impact
    texts: Mapping[str, str]


def impact_shown(page: TournamentPage, wanted: ImpactRequest) -> ImpactShown:
    """The impact in the reader's language; a reason that was just typed is there too."""
    answer, form = wanted.answer, wanted.form
    head = answer.version - len(answer.foreseen)
    typed = {
        commitment: form.get("reason", "")
        for each in answer.foreseen
        if (commitment := each.event.reason)
    }
    looked_at = _looked_at(form, head)
    since = [
        each
        for each in wanted.history.entries
        if looked_at is not None and each.version > looked_at
    ]
    return ImpactShown(
        head=head,
        version=answer.version,
        facts=fact_lines(page, _foreseen(wanted.history, answer, head), typed),
        topics=ImpactWords(page.language, page.isolated_name).topics(wanted.impact),
        at_once=LINES_SHOWN,
        looked_at=looked_at,
        meanwhile=fact_lines(page, since, wanted.texts),
    )


def _looked_at(form: Mapping[str, str], head: int) -> int | None:
    """The version that had been shown, where it is no longer the last."""
    shown = form.get("head", "")
    if not (shown.isascii() and shown.isdecimal()) or len(shown) > len(str(head)):
        return None
    return int(shown) if int(shown) < head else None


def _foreseen(history: History, answer: DryRunAnswer, head: int) -> tuple[HistoryEntry, ...]:
    """The events that are certain, as entries after the head that they were decided at."""
    state = history.state_at(head, to_staff=True)
    sure = certain_events(state, [each.event for each in answer.foreseen]).events
    before = History(tournament=history.tournament, public=state, staff=state)
    return before.continued(answer.foreseen[: len(sure)]).entries
