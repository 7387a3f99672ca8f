"""Players: the list, and the card of each."""

from dataclasses import dataclass

from planilla.adapters.http.views.marks import Columns, Mark
from planilla.adapters.http.views.standings import histories_of
from planilla.adapters.http.views.tables import detail_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.scoring import points_by_round
from planilla.domain.tournament.state import EntrantState
from planilla.projections.standings import ranked, rows


@dataclass(frozen=True, kw_only=True)
class PlayerLine:
    """A line of the list of players."""

    entrant: str
    number: int
    name: str
    rating: int
    title: str
    federation: str
    club: str
    note: str


@dataclass(frozen=True, kw_only=True)
class PlayerCardRound:
    """A round on a player's card; `total` are the points after it."""

    mark: Mark
    opponent: str
    name: str
    detail: str
    total: str


@dataclass(frozen=True, kw_only=True)
class PlayerPageCard:
    """Everything about one player."""

    entrant: str
    name: str
    detail: str
    club: str
    note: str
    points: str
    place: int
    move: int
    games: tuple[PlayerCardRound, ...]
    colours: str
    floats: str
    is_followed: bool


@dataclass(frozen=True, kw_only=True)
class Followed:
    """A followed player in one line."""

    entrant: str
    name: str
    where: str


def entrant_rows(page: TournamentPage) -> tuple[PlayerLine, ...]:
    """Return the rows of all entrants by pairing number."""
    return tuple(
        PlayerLine(
            entrant=entrant.id,
            number=number,
            name=page.name(entrant.id),
            rating=entrant.rating,
            title=entrant.title,
            federation=entrant.federation,
            club=club_of(page, entrant.id),
            note=note_of(page, entrant),
        )
        for number, entrant in enumerate(
            (page.state.entrants[each] for each in page.state.order), start=1
        )
    )


def club_of(page: TournamentPage, entrant: str) -> str:
    """The club, where it is known."""
    person = page.people.get(entrant)
    return person.club if person is not None else ""


def note_of(page: TournamentPage, entrant: EntrantState) -> str:
    """Late, gone or expelled, in a word, and the numbers that the entrant once had."""
    former = page.former_numbers.get(entrant.id, ())
    notes = [_standing_out(page, entrant)]
    if former:
        notes.append(page.say("page.note.formerly", numbers=former))
    return " · ".join(note for note in notes if note)


def _standing_out(page: TournamentPage, entrant: EntrantState) -> str:
    if entrant.expelled:
        return page.say("page.note.expelled")
    if entrant.ineligible_from is not None:
        return page.say("correct.note.ineligible", round=entrant.ineligible_from)
    if entrant.out_from is not None:
        return page.say("page.note.withdrawn", round=entrant.out_from)
    if entrant.first_round > 1:
        return page.say("page.note.late", round=entrant.first_round)
    return ""


def card_of(
    page: TournamentPage, entrant: EntrantState, followed: tuple[str, ...]
) -> PlayerPageCard:
    """The card of a player."""
    place, row = next(
        (place, row) for place, who, row in ranked(rows(page.state)) if who == entrant.id
    )
    seat = row.number - 1
    totals = _running(points_by_round(page.crosstable)[seat])
    colours, floats = histories_of(page)[entrant.id]
    return PlayerPageCard(
        entrant=entrant.id,
        name=page.name(entrant.id),
        detail=detail_of(page, entrant.id),
        club=club_of(page, entrant.id),
        note=note_of(page, entrant),
        points=page.points(row.points),
        place=place,
        move=0 if row.before is None else row.before - place,
        games=tuple(
            _game(page, mark, page.points(total))
            for mark, total in zip(Columns(page).marks(seat), totals, strict=True)
        ),
        colours=colours,
        floats=floats,
        is_followed=entrant.id in followed,
    )


def _running(points: tuple[int, ...]) -> list[int]:
    return [sum(points[: index + 1]) for index in range(len(points))]


def _game(page: TournamentPage, mark: Mark, total: str) -> PlayerCardRound:
    if mark.seat is None:
        return PlayerCardRound(mark=mark, opponent="", name=mark.label, detail="", total=total)
    opponent = page.entrant_at(mark.seat)
    return PlayerCardRound(
        mark=mark,
        opponent=opponent,
        name=page.name(opponent),
        detail=detail_of(page, opponent),
        total=total,
    )


def followed_rows(page: TournamentPage, followed: tuple[str, ...]) -> tuple[Followed, ...]:
    """Place and points of those whom a spectator follows, and where they sit now."""
    return tuple(
        Followed(entrant=entrant, name=page.name(entrant), where=_where(page, entrant, place))
        for place, entrant, _ in (ranked(rows(page.state)) if any(followed) else ())
        if entrant in followed
    )


def _where(page: TournamentPage, entrant: str, place: int) -> str:
    current = page.state.round(page.state.last_published)
    for index, board in enumerate(current.boards if current is not None else ()):
        if entrant in board:
            return page.say(
                "page.sits",
                board=index + 1,
                colour="□" if board[0] == entrant else "■",
                opponent=page.name(board[board[0] == entrant]),
                place=place,
            )
    return page.say("page.place-n", place=place)
