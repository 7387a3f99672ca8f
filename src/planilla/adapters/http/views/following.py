"""Followed players: the score, the place and the present board of each in one line."""

from typing import NamedTuple

from planilla.adapters.http.views.marks import SQUARES
from planilla.adapters.http.views.masnou_ranking import ranking_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.push import PushOffer
from planilla.domain.tournament.masnou.hall import hall_of
from planilla.domain.tournament.matches import match_scores
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, Colour, EntrantId, GameResult
from planilla.presentation.figures import RESULT_TEXTS, agreeing
from planilla.projections.expected_places import ExpectedPlaces, expected_places
from planilla.projections.standings import ranked, rows


class Followed(NamedTuple):
    """A followed player or team; `where` is the board of the last round, "" before the first.

    `move` are the places gained since the previous round, `result` is that of the board, "" while
    the game is open. `expected` is the place after the round as the ratings expect it, if any.
    """

    entrant: str
    name: str
    standing: str
    move: int = 0
    expected: str = ""
    where: str = ""
    result: str = ""


def followed_shown(
    page: TournamentPage, followed: tuple[str, ...], ranked_by: Tournament | None = None
) -> tuple[Followed, ...]:
    """Return the followed players by place.

    Where standings are public later than results, `ranked_by` is the state that they follow; who is
    not in it has no line.
    """
    if not followed:
        return ()
    if page.state.memory.has_games:
        return _in_hall(page, followed, ranked_by or page.state)
    return _in_rounds(page, followed, ranked_by or page.state)


def push_key(offer: PushOffer | None, page: TournamentPage) -> str:
    """Return the key with which a browser subscribes; "" where there are no notifications."""
    if offer is None or page.state.hidden or not page.state.system.has_rounds:
        return ""
    return offer.public_key


def _in_hall(
    page: TournamentPage, followed: tuple[str, ...], state: Tournament
) -> tuple[Followed, ...]:
    return tuple(
        Followed(
            row.entrant,
            row.name,
            _standing(page, row.points, row.place),
            where=page.say(row.status),
        )
        for row in ranking_of(page, hall_of(state))
        if row.entrant in followed
    )


def _in_rounds(
    page: TournamentPage, followed: tuple[str, ...], state: Tournament
) -> tuple[Followed, ...]:
    expected = expected_places(state)
    return tuple(
        Followed(
            entrant,
            page.name(entrant),
            _standing(page, page.points(row.points), place, row.before),
            0 if row.before is None else row.before - place,
            expected_text(page, expected.get(EntrantId(entrant))),
            *_seat(page, entrant),
        )
        for place, entrant, row in ranked(rows(state))
        if entrant in followed
    )


def _standing(page: TournamentPage, points: str, place: int, before: int | None = None) -> str:
    """Return the points and the place, with the one before the round if it was another."""
    said = {"points": points, "n": agreeing(points), "place": place}
    if before is None or before == place:
        return page.say("follow.standing", **said)
    return page.say("follow.standing.before", before=before, **said)


def expected_text(page: TournamentPage, places: ExpectedPlaces | None) -> str:
    """Return the place that the ratings let expect after the round; "" without one."""
    if places is None:
        return ""
    key = "follow.expected" if places.first == places.last else "follow.expected.range"
    return page.say(key, **places._asdict())


def _seat(page: TournamentPage, entrant: str) -> tuple[str, str]:
    """Return the board of the last published round, or the bye, and its result."""
    played = page.state.round(page.state.last_published)
    if played is None:
        return "", ""
    if any(entrant in sides for sides in played.sides):
        return _match(page, played, entrant)
    for index, (white, black) in enumerate(played.boards):
        if entrant in (white, black):
            return _board(page, played, index, Colour.WHITE if entrant == white else Colour.BLACK)
    bye = next((bye.kind.value for bye in played.byes if bye.entrant == entrant), "")
    if not bye:
        return "", ""
    said = page.say(f"page.bye.{bye}")
    return page.say("follow.bye", round=played.number, bye=said), ""


def _board(page: TournamentPage, played: RoundState, index: int, colour: Colour) -> tuple[str, str]:
    pair = played.boards[index]
    said = played.reported_result(index)
    where = page.say(
        "follow.board",
        round=played.number,
        where=page.board_name(played, index),
        colour=SQUARES[colour],
        opponent=page.isolated_name(pair[1] if colour is Colour.WHITE else pair[0]),
    )
    own = said if colour is Colour.WHITE else said.reversed
    return where, "" if said is GameResult.OPEN else RESULT_TEXTS[RESULT_NOTATION[own]]


def _match(page: TournamentPage, played: RoundState, entrant: str) -> tuple[str, str]:
    """Return the match of a team, or of a player in several games, and its score."""
    score = next(each for each in match_scores(page.state, played) if entrant in each.sides)
    sides, points = score.sides, score.points
    if entrant == sides[1]:
        sides, points = sides[::-1], points[::-1]
    where = page.say("follow.match", round=played.number, opponent=page.isolated_name(sides[1]))
    return where, " – ".join(page.points(each) for each in points)
