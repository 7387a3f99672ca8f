"""Papers: their kinds, and the lists, cards and slips that they show."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from markupsafe import Markup

from planilla.adapters.http.views.filters import club_of
from planilla.adapters.http.views.matches import round_shown
from planilla.adapters.http.views.pairings import pairings_shown
from planilla.adapters.http.views.people import entrant_rows
from planilla.adapters.http.views.standings import keizer_shown, standings_shown
from planilla.adapters.http.views.tables import TableShown
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.board_codes import SlipCodes
from planilla.domain.pairing.floats import LETTERS
from planilla.domain.pairing.system import RankingMethod, Trait
from planilla.domain.tournament.matches import place_of
from planilla.domain.tournament.ranking import ranking_method
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import Colour, EntrantId
from planilla.projections.player_card import (
    PairingCard,
    PairingCardRound,
    pairing_cards,
    prints_cards,
)


class Paper(StrEnum):
    """A kind of paper of a tournament; its name is in the code on it."""

    BOARDS = "boards"
    NAMES = "names"
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    PLACES = "places"
    PRESENCE = "presence"
    SLIPS = "slips"
    CARDS = "cards"
    SHORT_CARDS = "short-cards"
    BRACKET = "bracket"
    CHART = "chart"
    GAME_CARDS = "game-cards"
    POSTER = "poster"

    @property
    def is_of_round(self) -> bool:
        """True if it shows a round, which then has to be published."""
        return self in {Paper.BOARDS, Paper.NAMES, Paper.PLACES, Paper.SLIPS}

    @property
    def path(self) -> str:
        """The address where it is printed, below that of its tournament."""
        return OWN_PATHS.get(self, f"papers/{self}")

    def is_of(self, state: Tournament) -> bool:
        """Return whether a tournament has the paper."""
        system = state.system
        if self in {Paper.GAME_CARDS, Paper.POSTER}:
            return system.has(Trait.SEATS_AT_ONCE) and state.memory.has_games
        if self in {Paper.CARDS, Paper.SHORT_CARDS}:
            return prints_cards(state)
        if self is Paper.BRACKET:
            return system.has(Trait.HAS_BRACKET)
        is_blank_table = self is Paper.CHART and system.forms_teams
        return system.has(Trait.HAS_ROUNDS) and not is_blank_table


OWN_PATHS = {
    Paper.SLIPS: "arbiter/slips",
    Paper.BRACKET: "bracket/paper",
    Paper.GAME_CARDS: "cards",
    Paper.POSTER: "poster",
}
"""Papers of pages beside `/papers`: those of arbiters, brackets and halls."""


class PlaceCard(NamedTuple):
    """A board to be set out: its number as it is shown, and its players."""

    board: str
    white: str
    black: str


def place_cards(page: TournamentPage, played: RoundState) -> list[PlaceCard]:
    """Return the boards of a round in order."""
    return [
        PlaceCard(board_number(page, played, index), page.name(white), page.name(black))
        for index, (white, black) in enumerate(played.boards)
    ]


def board_number(page: TournamentPage, played: RoundState, index: int) -> str:
    """Return the number of a board as papers show it: `7`, or `3.2` in a match."""
    place = place_of(page.state, played, index)
    return str(place.board) if place.match is None else f"{place.match}.{place.board}"


class PresenceLine(NamedTuple):
    """An entrant who plays the coming round; `number` is 0 before numbers are assigned."""

    entrant: EntrantId
    number: int
    name: str
    detail: str


def presence_lines(page: TournamentPage) -> list[PresenceLine]:
    """Return the entrants who would play the next round, by pairing number."""
    coming = len(page.state.rounds) + 1
    return [
        PresenceLine(EntrantId(each.entrant), each.number, page.name(each.entrant), each.note)
        for each in entrant_rows(page)
        if page.state.entrants[EntrantId(each.entrant)].plays(coming)
    ]


def boards_table(page: TournamentPage, played: RoundState) -> TableShown:
    """Return the boards of a round, or its matches."""
    return (round_shown if played.sides else pairings_shown)(page, played)


def standings_table(page: TournamentPage) -> TableShown:
    """Return the standings, by the values of Keizer where these rank."""
    if ranking_method(page.state) is not RankingMethod.VALUES:
        return standings_shown(page)
    table: TableShown = keizer_shown(page)["table"]
    return table


class CardLine(NamedTuple):
    """A line of a pairing card, each cell as it is written; "" where nothing is known yet."""

    round: int
    colour: Colour | None = None
    opponent: str = ""
    initials: str = ""
    rating: str = ""
    points: str = ""
    total: str = ""
    floats: tuple[str, ...] = ()


class CardShown(NamedTuple):
    """A pairing card: its head, its lines until the last planned round, and its sums."""

    number: int
    name: str
    title: str
    rating: int
    club: str
    lines: tuple[CardLine, ...]
    whites: int
    blacks: int
    games: int
    average: str
    points: str
    progress: str


NOBODY, NO_OPPONENT = "—", "00"
"""Signs of the seed for a round without an opponent."""


def cards_shown(page: TournamentPage) -> list[CardShown]:
    """Return the pairing cards of all entrants, by number."""
    most = max(page.rounds_planned, page.state.last_published)
    return [_card(page, each, most) for each in pairing_cards(page.state)]


def _card(page: TournamentPage, card: PairingCard, most: int) -> CardShown:
    lines = [_line(page, each) for each in card.rounds]
    lines += (CardLine(number) for number in range(len(lines) + 1, most + 1))
    return CardShown(
        number=card.number,
        name=page.name(card.entrant),
        title=card.title,
        rating=card.rating,
        club=club_of(page, card.entrant),
        lines=tuple(lines),
        whites=card.whites,
        blacks=card.blacks,
        games=card.games,
        average=NOBODY if card.average is None else str(card.average),
        points=page.points(card.points),
        progress=page.points(card.progress),
    )


def _line(page: TournamentPage, each: PairingCardRound) -> CardLine:
    is_open = each.total is None
    return CardLine(
        round=each.round,
        colour=each.colour,
        opponent=f"{each.opponent:02}" if each.opponent else NO_OPPONENT,
        initials=NOBODY if each.entrant is None else initials_of(page.name(each.entrant)),
        rating=str(each.rating or NOBODY),
        points=page.points(each.points) if each.mark is None else each.mark,
        total="" if is_open else page.points(each.total or 0),
        floats=tuple(LETTERS[each.drift]),
    )


def initials_of(name: str) -> str:
    """Return two initials, of the given name first: `García López, Ana` becomes `AG`."""
    surname, comma, given = (part.strip() for part in name.partition(","))
    words = [given, surname] if comma else name.split()
    return "".join(word[0] for word in words[:2] if word)


class Slip(NamedTuple):
    """A result slip: its board and players, and a code for each side, or one of the board alone.

    A code is `(side, QR code, written)`; the side of that of the board is "", and so is its text.
    """

    board: str
    white: str
    black: str
    codes: tuple[tuple[str, Markup, str], ...]


def slips_of(
    page: TournamentPage,
    played: RoundState,
    codes: Sequence[SlipCodes],
    code_at: Callable[[str], Markup],
) -> list[Slip]:
    """Return the slips of a round in board order; without `codes` each leads to its board.

    `code_at` draws the QR code of a path.
    """
    cards = place_cards(page, played)
    found = []
    for index, card in enumerate(cards):
        if codes:
            sides = (("white", codes[index].white), ("black", codes[index].black))
            shown = tuple((side, code_at(f"/c/{page.id}/{code}"), code) for side, code in sides)
        else:
            shown = (("", code_at(f"/t/{page.id}/boards#g{played.games[index]}"), ""),)
        found.append(Slip(*card, codes=shown))
    return found
