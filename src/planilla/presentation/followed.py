"""Messages about followed players: the news of one moment in a language, short enough to push."""

from collections.abc import Mapping, Sequence

import msgspec

from planilla.application.envelope import Person
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.tournament.crosstables import seats_of
from planilla.domain.tournament.matches import match_scores, place_of
from planilla.domain.tournament.state import RoundState, Tournament, focused
from planilla.domain.vocabulary import RESULT_NOTATION, Colour, EntrantId
from planilla.presentation.catalogue import tr
from planilla.presentation.figures import RESULT_TEXTS, figure
from planilla.presentation.sentences import board_text
from planilla.projections.followed import FollowedNews, NewsKind

NAME_MAX = 60
"""Most characters of a name in a message."""
TEXT_BYTES_MAX = 1_800
"""Most bytes of the lines of a message: a push service takes 4,096 of all, encrypted."""


class FollowedMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message as the browser shows it; `page` is the path that it opens.

    A message with the `tag` of another replaces it. `lang` is the language of its words.
    """

    title: str
    body: str
    page: str
    tag: str
    lang: str


def followed_message(
    language: str,
    tournament: str,
    state: Tournament,
    people: Mapping[str, Person],
    news: Sequence[FollowedNews],
) -> FollowedMessage:
    """Return the message with one line for each piece of news; there is at least one.

    It opens the card of a single player, or else the list of standings. Lines for which there is
    no room are counted in the last one.
    """
    said = _NewsLines(language, state, people)
    lines: list[str] = []
    size = 0
    for number, each in enumerate(news):
        line = said.line(each)
        size += len(line.encode()) + 1
        if size > TEXT_BYTES_MAX:
            lines.append(tr(language, "followed.more", n=len(news) - number))
            break
        lines.append(line)
    entrants = {each.entrant for each in news}
    is_single = len(entrants) == 1
    return FollowedMessage(
        title=state.name[:NAME_MAX],
        body="\n".join(lines),
        page=f"/t/{tournament}/entrants/{news[0].entrant}" if is_single else f"/t/{tournament}",
        tag=f"{tournament} {state.version}",
        lang=language,
    )


class _NewsLines:
    """The lines of news of one state in a language."""

    def __init__(self, language: str, state: Tournament, people: Mapping[str, Person]) -> None:
        self._language = language
        self._state = state
        self._people = people

    def line(self, news: FollowedNews) -> str:
        """Return a piece of news, after the name of its player."""
        state = focused(self._state, news.stage)
        played = state.round(news.round)
        assert played is not None, "its news are of this state"
        said = self._said(state, played, news)
        return tr(self._language, "followed.line", name=self._name(state, news.entrant), said=said)

    def _said(self, state: Tournament, played: RoundState, news: FollowedNews) -> str:
        if news.kind is NewsKind.BYE:
            kind = next(bye.kind for bye in played.byes if bye.entrant == news.entrant)
            bye = tr(self._language, f"page.bye.{kind.value}")
            return tr(self._language, "follow.bye", round=played.number, bye=bye)
        if news.board is None:
            return self._match(state, played, news)
        white, black = played.boards[news.board]
        is_white = news.entrant == white
        opponent = self._name(state, black if is_white else white)
        if news.kind is NewsKind.RESULT:
            said = played.reported_result(news.board)
            result = RESULT_TEXTS[RESULT_NOTATION[said if is_white else said.reversed]]
            return self._result(played, result, opponent)
        colour = Colour.WHITE if is_white else Colour.BLACK
        return tr(
            self._language,
            "follow.board",
            round=played.number,
            where=board_text(self._language, *place_of(state, played, news.board)),
            colour=tr(self._language, f"followed.colour.{colour.value}"),
            opponent=opponent,
        )

    def _match(self, state: Tournament, played: RoundState, news: FollowedNews) -> str:
        scores = match_scores(state, played)
        score = next(each for each in scores if news.entrant in each.sides)
        sides, points = score.sides, score.points
        if news.entrant == sides[1]:
            sides, points = sides[::-1], points[::-1]
        opponent = self._name(state, sides[1])
        if news.kind is NewsKind.PAIRED:
            return tr(self._language, "follow.match", round=played.number, opponent=opponent)
        unit = (state.points or POINT_SYSTEMS[state.point_system]).unit
        return self._result(played, " – ".join(figure(each, unit) for each in points), opponent)

    def _result(self, played: RoundState, result: str, opponent: str) -> str:
        return tr(
            self._language,
            "followed.result",
            round=played.number,
            result=result,
            opponent=opponent,
        )

    def _name(self, state: Tournament, entrant: EntrantId) -> str:
        """Return a name; the number of a person who was erased."""
        person = self._people.get(entrant)
        if person is not None:
            return person.name[:NAME_MAX]
        seat = seats_of(state).get(entrant)
        return (
            entrant if seat is None else tr(self._language, "page.player-number", number=seat + 1)
        )
