"""Notices as pages show them."""

from collections.abc import Mapping
from typing import NamedTuple

from planilla.adapters.http.views.tournament_page import TournamentPage, local_moment
from planilla.domain.tournament.notices import notices_at
from planilla.domain.tournament.state import Tournament


class NoticeText(NamedTuple):
    """A notice: its version, its text, when it was posted and until when it is shown.

    Both times are in microseconds since 1970 (UTC); `until_said` is at the time of the venue, empty
    without an end.
    """

    version: int
    text: str
    at: int
    until: int | None
    until_said: str


def notices_in(
    state: Tournament, page: TournamentPage, now: int, texts: Mapping[str, str]
) -> list[NoticeText]:
    """Return the notices in `state` that stand at `now`, the last one first.

    One whose text was erased is left out.
    """
    return [
        NoticeText(
            version=each.version,
            text=texts[each.text],
            at=each.at,
            until=each.until,
            until_said=""
            if each.until is None
            else local_moment(page.language, page.state, each.until),
        )
        for each in reversed(notices_at(state, now))
        if each.text in texts
    ]
