"""Prohibited pairs as lines: the players, the rounds and the reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from planilla.adapters.http.reading import HistoryEntry
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.prohibitions import PairsForbidden
from planilla.domain.tournament.state import Prohibition


@dataclass(frozen=True, kw_only=True)
class KeptApart:
    """A prohibition in words; `version` is that of its event, `is_over` once no round is left."""

    version: int
    names: tuple[str, ...]
    rounds: str
    reason: str
    is_over: bool


def prohibition_rows(
    page: TournamentPage, entries: Iterable[HistoryEntry], texts: Mapping[str, str]
) -> tuple[KeptApart, ...]:
    """The prohibitions that hold or held, in their order; not those lifted before they began."""
    reasons = {
        entry.version: texts.get(entry.fact.event.reason, "")
        for entry in entries
        if isinstance(entry.fact.event, PairsForbidden)
    }
    return tuple(
        KeptApart(
            version=each.version,
            names=tuple(page.name(entrant) for entrant in each.entrants),
            rounds=_rounds(page, each),
            reason=reasons.get(each.version, ""),
            is_over=each.last_round is not None and each.last_round <= page.state.last_published,
        )
        for each in page.state.prohibitions
        if each.last_round is None or each.first_round <= each.last_round
    )


def _rounds(page: TournamentPage, each: Prohibition) -> str:
    if each.last_round is None:
        return page.say("page.apart.open", first=each.first_round)
    if each.last_round == each.first_round:
        return page.say("page.apart.one", first=each.first_round)
    return page.say("page.apart.span", first=each.first_round, last=each.last_round)
