"""Players: the list, and the card of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from itertools import accumulate, zip_longest

from markupsafe import Markup

from planilla.adapters.http.views.elo import rated_shown
from planilla.adapters.http.views.filters import club_of
from planilla.adapters.http.views.following import expected_text
from planilla.adapters.http.views.marks import Columns, Mark, safe, sign, struck
from planilla.adapters.http.views.standings import histories_of
from planilla.adapters.http.views.tables import TableRow, TableShown, detail_of, table_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.persons import FIDE_ID
from planilla.domain.scoring import rounds_left_out
from planilla.domain.tournament.personal import birth_year
from planilla.domain.tournament.ranking import gained_by_round
from planilla.domain.tournament.state import EntrantState
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.drawings.progress import ProgressPoint, progress_markup
from planilla.projections import player_card, players
from planilla.projections.courses import courses
from planilla.projections.expected_places import expected_places
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
class PlayerPageCard:
    """All data of one player's card."""

    entrant: str
    name: str
    detail: str
    club: str
    note: str
    points: str
    place: int
    move: int
    marks: tuple[Mark, ...]
    games: TableShown
    colours: str
    floats: str
    is_followed: bool
    progress: Markup
    expected: str
    change: Markup
    performance: str
    fide_id: str = ""


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


def left_out_of_categories(page: TournamentPage) -> Mapping[str, list[EntrantId]]:
    """Return the entrants who are within the limits of an announced category, but not in it."""
    announced = page.state.regulations
    found = {
        each.code: [
            entrant.id
            for entrant in map(page.state.entrants.__getitem__, page.state.order)
            if each.code not in entrant.categories
            and each.fits(entrant.rating, _born(page, entrant.id))
        ]
        for each in (() if announced is None else announced.categories)
    }
    return {code: entrants for code, entrants in found.items() if entrants}


def _born(page: TournamentPage, entrant: EntrantId) -> int:
    known = page.people.get(entrant)
    return 0 if known is None else birth_year(known.birth)


def entrants_shown(page: TournamentPage) -> TableShown:
    """Return the list of all entrants by pairing number."""
    rows = [
        TableRow(
            player=each.entrant,
            place=each.number,
            detail=each.note,
            fields=each,
            made={"federation": " · ".join(filter(None, (each.title, escape(each.federation))))},
        )
        for each in entrant_rows(page)
    ]
    caption = page.say("page.tab.players")
    return table_of(page, players.TABLE, rows, "entrants", caption, file="entrants")


def fide_id_of(page: TournamentPage, entrant: str) -> str:
    """Return the FIDE id, if it is known, public and one."""
    person = page.people.get(entrant)
    return person.fide_id if person is not None and FIDE_ID.fullmatch(person.fide_id) else ""


def note_of(page: TournamentPage, entrant: EntrantState) -> str:
    """Return a note: late, withdrawn or expelled, and the entrant's former numbers."""
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
    """Return the card of a player."""
    place, row = next(
        (place, row) for place, who, row in ranked(rows(page.state)) if who == entrant.id
    )
    seat = row.number - 1
    marks = Columns(page).marks(seat)
    totals = accumulate(gained_by_round(page.state, page.crosstable)[seat])
    left_out = sorted(rounds_left_out(page.crosstable, seat))
    notes = [note_of(page, entrant)]
    if left_out:
        notes.append(page.say("page.note.left-out", n=len(left_out), rounds=left_out))
    games = (_game(page, mark, total) for mark, total in zip(marks, totals, strict=True))
    colours, floats = histories_of(page)[entrant.id]
    change, performance = rated_shown(page, seat)
    return PlayerPageCard(
        entrant=entrant.id,
        name=page.name(entrant.id),
        detail=detail_of(page, entrant.id),
        club=club_of(page, entrant.id),
        note=" · ".join(filter(None, notes)),
        points=page.points(row.points),
        place=place,
        move=0 if row.before is None else row.before - place,
        marks=marks,
        games=table_of(
            page, player_card.GAMES, games, "games", page.say("page.games"), is_keyed=False
        ),
        colours=colours,
        floats=floats,
        is_followed=entrant.id in followed,
        progress=safe(progress_markup(_progress(page, entrant.id), page.language)),
        expected=expected_text(page, expected_places(page.state).get(entrant.id)),
        change=change,
        performance=performance,
        fide_id=fide_id_of(page, entrant.id),
    )


def _progress(page: TournamentPage, entrant: EntrantId) -> list[ProgressPoint]:
    """Return points and place after each published round.

    Teams have places alone: their points are of matches or games, as the regulations say; so has
    whoever is ranked by a list of values.
    """
    places, points = courses(page.state)[entrant]
    has_points = bool(points) and not page.state.system.plays_in_teams
    return [
        ProgressPoint(
            round=number,
            points=total,
            said=page.points(total) if has_points else "",
            place=place,
        )
        for number, (place, total) in enumerate(zip_longest(places, points, fillvalue=0), start=1)
    ]


def _game(page: TournamentPage, mark: Mark, total: int) -> TableRow:
    made = {
        "colour": mark.colour,
        "result": f"{sign(mark)} {struck(page.language, mark.first)}{mark.score}",
        "total": page.points(total),
    }
    if mark.seat is None:
        who = {"player": f'<span class="quiet">{escape(mark.label)}</span>'}
        return TableRow(place=mark.round, made=made | who)
    opponent = page.entrant_at(mark.seat)
    report = ""
    if mark.report:
        said = escape(page.say("correct.in-report", result=mark.report))
        report = f'<small class="ruled">{said}</small>'
    below = f"<small>{escape(detail_of(page, opponent))}</small>{report}"
    return TableRow(player=opponent, place=mark.round, below=below, made=made)
