"""Matches of several games: the card of one, the boards of a round by match, and line-ups."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from html import escape

import msgspec

from planilla.adapters.http.views.marks import SQUARES, struck
from planilla.adapters.http.views.schedule import postponed_mark
from planilla.adapters.http.views.tables import TableRow, TableShown, table_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.lookups import postponement_of
from planilla.domain.tournament.matches import MatchScore, first_has_white, match_scores
from planilla.domain.tournament.state import RoundState
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    Colour,
    EntrantId,
    GameId,
    GameRef,
    GameResult,
)
from planilla.presentation.figures import RESULT_TEXTS
from planilla.projections.matches import status_of
from planilla.projections.table import Figure, TableColumn

BOARDS = (
    TableColumn("board", Figure.MADE, heads_rows=True),
    TableColumn("first", Figure.MADE, "who", "match.col.first"),
    TableColumn("result", Figure.MADE),
    TableColumn("second", Figure.MADE, "who", "match.col.second"),
)
"""The columns of a match: both sides keep their place, whatever their colours are."""
MATCH = TableColumn("match", Figure.MADE)


class SideShown(msgspec.Struct, frozen=True):
    """A side of a match: its name, its page, and its points."""

    name: str
    address: str
    points: str


class GameToEnter(msgspec.Struct, frozen=True):
    """A game without a result, with the names of White and Black."""

    game: GameId
    white: str
    black: str


class MatchShown(msgspec.Struct, frozen=True, kw_only=True):
    """The card of a match: its sides with their points, its progress in words, and its games.

    `first` is the entrant of the first side. `open` are the games to which the staff may enter a
    result.
    """

    key: str
    round: int
    number: int
    first: str
    sides: tuple[SideShown, SideShown]
    status: str
    table: TableShown
    open: tuple[GameToEnter, ...]
    has_line_ups: bool


def match_shown(page: TournamentPage, played: RoundState, number: int) -> MatchShown:
    """Return the card of a match."""
    score = match_scores(page.state, played)[number - 1]
    sides = _sides(page, score)
    key = match_key(page, score)
    return MatchShown(
        key=key,
        round=score.round,
        number=number,
        first=score.sides[0],
        sides=sides,
        status=_status(page, score),
        has_line_ups=bool(page.state.teams),
        open=tuple(
            GameToEnter(game, page.name(white), page.name(black))
            for game, (white, black) in zip(played.games, played.boards, strict=True)
            if game in score.games and game in played.open_games
        ),
        table=table_of(
            page,
            BOARDS,
            _boards(page, played, score),
            "pairings match",
            f"{sides[0].name} – {sides[1].name}",
            labels={"first": [(sides[0].name, "", 0)], "second": [(sides[1].name, "", 0)]},
            view="matches",
            data={"only": key},
        ),
    )


def round_shown(
    page: TournamentPage,
    played: RoundState,
    is_shown: Callable[[Iterable[str]], bool] = any,
) -> TableShown:
    """Return the boards of a round, match by match, each match headed by its sides and score.

    Only matches are shown whose sides satisfy `is_shown`, by default all.
    """
    return table_of(
        page,
        BOARDS,
        _by_match(page, played, is_shown),
        "pairings match",
        page.say("page.pairings-of", round=played.number),
        view="matches",
        file="matches",
    )


def _by_match(
    page: TournamentPage, played: RoundState, is_shown: Callable[[Iterable[str]], bool]
) -> Iterator[TableRow]:
    for score in match_scores(page.state, played):
        if is_shown(score.sides):
            yield match_head(page, score, key=f"match-{match_key(page, score)}")
            yield from _boards(page, played, score)
    for bye in (each for each in played.byes if is_shown([each.entrant])):
        why = escape(page.say(f"page.bye.{bye.kind.value}"))
        name = f"<bdi>{escape(page.name(bye.entrant))}</bdi> <small>{why}</small>"
        yield TableRow(
            key=f"bye-{bye.entrant}", style="match-head", columns=(MATCH,), made={"match": name}
        )


def match_head(page: TournamentPage, score: MatchScore, key: str = "") -> TableRow:
    """Return the line above the boards of a match: its sides, its score and its progress."""
    first, second = _sides(page, score)
    head = (
        f'<a href="/t/{escape(page.id)}/matches/{match_key(page, score)}">'
        f"<bdi>{escape(first.name)}</bdi> "
        f'<b class="score">{first.points} – {second.points}</b> '
        f"<bdi>{escape(second.name)}</bdi></a> "
        f"<small>{escape(_status(page, score))}</small>"
    )
    return TableRow(key=key, style="match-head", columns=(MATCH,), made={"match": head})


def match_drafted(
    page: TournamentPage, score: MatchScore, points: Mapping[EntrantId, int], reason: str
) -> TableRow:
    """Return the line of a match in a draft: its number, and its sides with colours and points."""
    sides = (
        f'<span class="colour" aria-hidden="true">{SQUARES[colour]}</span>'
        f'<span class="hidden">{escape(page.say(f"match.{colour.name.lower()}"))}: </span>'
        f"<bdi>{escape(page.name(side))}</bdi> <small>{page.points(points[side])}</small>"
        for side, colour in zip(score.sides, (Colour.WHITE, Colour.BLACK), strict=True)
    )
    said = f"{score.number}. {' – '.join(sides)}"
    key = match_key(page, score)
    return TableRow(
        key=key, style="match-head", columns=(MATCH,), made={"match": said}, under=reason
    )


def _boards(page: TournamentPage, played: RoundState, score: MatchScore) -> Iterator[TableRow]:
    """Yield the games of a match with the players of the first side on the left."""
    for number, game in enumerate(score.games, start=1):
        board = played.games.index(game)
        white, black = played.boards[board]
        is_turned = not first_has_white(page.state, score.sides, white)
        players = (black, white) if is_turned else (white, black)
        squares = [SQUARES[each] for each in (Colour.WHITE, Colour.BLACK)]
        if is_turned:
            squares.reverse()
        yield TableRow(
            key=game,
            made={
                "board": str(number),
                "first": _player(page, players[0], squares[0]),
                "result": _result(page, played, board, is_turned=is_turned),
                "second": _player(page, players[1], squares[1]),
            },
        )


def _player(page: TournamentPage, entrant: str, square: str) -> str:
    """Return the colour, the name and the rating as HTML; a team stands for a missing player."""
    if any(entrant == team.id for team in page.state.teams):
        return f'<span class="quiet">{escape(page.say("match.nobody"))}</span>'
    known = page.player(entrant)
    detail = " · ".join(part for part in (known.title, str(known.rating or "")) if part)
    colour = page.say("match.white" if square == SQUARES[Colour.WHITE] else "match.black")
    return (
        f'<span class="colour" aria-hidden="true">{square}</span>'
        f'<span class="hidden">{escape(colour)}: </span>'
        f"<bdi>{escape(page.name(entrant))}</bdi> <small>{escape(detail)}</small>"
    )


def _result(page: TournamentPage, played: RoundState, board: int, *, is_turned: bool) -> str:
    """Return the result as the first side sees it, with the one first reported if corrected."""
    said = played.reported_result(board)
    reported = GameResult(played.recorded[board])
    if is_turned:
        said, reported = said.reversed, reported.reversed
    first = "" if reported in {said, GameResult.OPEN} else RESULT_TEXTS[RESULT_NOTATION[reported]]
    shown = f'<span class="said">{RESULT_TEXTS[RESULT_NOTATION[said]]}</span>'
    forfeit = page.say("match.forfeit") if said.is_forfeit else ""
    small = f'<small class="quiet">{escape(forfeit)}</small>' if forfeit else ""
    later = postponed_mark(page, postponement_of(page.state, played, board))
    return f"{struck(page.language, first)}{shown}{small}{later}"


def _sides(page: TournamentPage, score: MatchScore) -> tuple[SideShown, SideShown]:
    teams = {team.id for team in page.state.teams}
    first, second = (
        SideShown(
            page.name(side),
            f"/t/{page.id}/{'teams' if side in teams else 'entrants'}/{side}",
            page.points(points),
        )
        for side, points in zip(score.sides, score.points, strict=True)
    )
    return first, second


def _status(page: TournamentPage, score: MatchScore) -> str:
    """Return the progress of a match, and who advances by a ruling."""
    ruling = score.decision
    key = f"match.status.{status_of(score).value}"
    if ruling is None:
        return page.say(key, open=score.open)
    if ruling.winner is None:
        return page.say("match.status.ruled.nobody")
    return page.say(key, winner=page.isolated_name(ruling.winner))


def match_key(page: TournamentPage, score: MatchScore) -> str:
    """Return the reference of a match in addresses."""
    return GameRef(stage=page.state.stage, round=score.round, match=score.number).written


class LineUpPlayer(msgspec.Struct, frozen=True):
    """A player to choose: on the line-up or not, below the boards of the team or not."""

    id: str
    name: str
    rating: int
    is_chosen: bool
    is_reserve: bool


class LineUpShown(msgspec.Struct, frozen=True, kw_only=True):
    """A team with its players in board order, and whether it handed in a line-up."""

    team: str
    name: str
    is_handed_in: bool
    players: tuple[LineUpPlayer, ...]


class MatchLineUps(msgspec.Struct, frozen=True, kw_only=True):
    """The line-ups of a match; they are fixed once it has games."""

    key: str
    number: int
    is_fixed: bool
    teams: tuple[LineUpShown, ...]


def line_ups_shown(
    page: TournamentPage, played: RoundState, chosen: Mapping[str, Collection[str]]
) -> tuple[MatchLineUps, ...]:
    """Return the line-ups of a round; `chosen` are those of a refused form, by team.

    A team that has handed in nothing is shown with its first players, who play then.
    """
    return tuple(
        MatchLineUps(
            key=match_key(page, score),
            number=score.number,
            is_fixed=bool(score.games) or score.decision is not None,
            teams=tuple(_line_up(page, played, side, chosen) for side in score.sides),
        )
        for score in match_scores(page.state, played)
    )


def _line_up(
    page: TournamentPage,
    played: RoundState,
    side: EntrantId,
    chosen: Mapping[str, Collection[str]],
) -> LineUpShown:
    roster = next((team.players for team in page.state.teams if team.id == side), ())
    boards = page.state.shape.boards
    handed_in = page.state.line_ups.get((played.number, side))
    playing = chosen.get(side, roster[:boards] if handed_in is None else handed_in)
    return LineUpShown(
        team=side,
        name=page.name(side),
        is_handed_in=handed_in is not None,
        players=tuple(
            LineUpPlayer(
                player,
                page.name(player),
                page.player(player).rating,
                player in playing,
                place > boards,
            )
            for place, player in enumerate(roster, start=1)
        ),
    )
