"""Tournament at one moment, with names and texts for all its views."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from planilla.application.envelope import Person
from planilla.application.moments import zone_name
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.instants import time_zone_of, utc
from planilla.domain.standings import StandingEntry, standings_of
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tournament.crosstables import (
    for_games,
    for_standings,
    rounds_planned,
    seats_of,
)
from planilla.domain.tournament.matches import place_of
from planilla.domain.tournament.ranking import contest_for
from planilla.domain.tournament.schedule import start_of
from planilla.domain.tournament.state import EntrantState, RoundState, Tournament
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.presentation.catalogue import tr
from planilla.presentation.dates import stamp
from planilla.presentation.figures import figure, figure_in_column
from planilla.presentation.pairings import named
from planilla.presentation.sentences import board_text
from planilla.presentation.tables import team_label

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""Characters of scripts written from right to left."""


def isolated(name: str) -> str:
    """Return a name for use inside a text, isolated if written from right to left."""
    return f"\u2068{name}\u2069" if RIGHT_TO_LEFT.search(name) else name


class TournamentPage:
    """The state of a tournament with values derived on demand, in one language."""

    def __init__(
        self,
        tournament: str,
        state: Tournament,
        people: Mapping[str, Person],
        language: str,
        *,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        self.id = tournament
        self.state = state
        self.people = people
        self.language = language
        self.texts = texts or {}
        self._names: dict[str, str] = {}
        self._figures: dict[tuple[str, int], str] = {}

    def say(self, key: str, **fields: Any) -> str:
        """Return a text in the reader's language, with the names of entrants."""
        return tr(self.language, key, name_of=self.isolated_name, **fields)

    def isolated_name(self, entrant: str) -> str:
        """Return the name for use inside a sentence, isolated if written from right to left."""
        return isolated(self.name(entrant))

    def criterion(self, article: str) -> str:
        """Return the text of an article of the system's edition; else its number."""
        return named(self.language, "criterion", article, self.state.system_name)

    @cached_property
    def crosstable(self) -> Crosstable:
        """Crosstable of the published rounds, with the results for points."""
        return for_standings(self.state)

    @cached_property
    def games(self) -> Crosstable:
        """Crosstable of all games, which differs from the other if matches have several games."""
        found = for_games(self.state)
        return self.crosstable if found == self.crosstable else found

    @cached_property
    def contest(self) -> Contest:
        """Contest whose points and tie-breaks rank the entrants."""
        return contest_for(self.state)

    @cached_property
    def seats(self) -> dict[EntrantId, Seat]:
        """The seat of each entrant."""
        return seats_of(self.state)

    @cached_property
    def standings(self) -> tuple[StandingEntry, ...]:
        """All entrants by rank."""
        return standings_of(self.contest, self.state.announced)

    @cached_property
    def rounds_planned(self) -> int:
        """The number of planned rounds."""
        return rounds_planned(self.state)

    @property
    def current(self) -> RoundState | None:
        """The last paired round, including a visible draft."""
        return self.state.rounds[-1] if self.state.rounds else None

    @property
    def unit(self) -> int:
        """The integer for one point."""
        return self.contest.tally.unit

    def points(self, value: int) -> str:
        """Format points."""
        return figure(value, self.unit)

    def tiebreak(self, code: str, value: int | None) -> str:
        """Format a tie-break value; a dash if it was not applied."""
        if value is None:
            return "–"
        known = self._figures.get((code, value))
        if known is None:
            tiebreak = tiebreak_of(code, self.state.tiebreak_edition)
            shown = tiebreak.shown(self.contest, value)
            known = figure_in_column(self.language, shown.numerator, shown.denominator)
            self._figures[code, value] = known
        return known

    def unit_in_scripts(self, code: str) -> int:
        """Return the integer for one point of a tie-break; negative if rounded."""
        tiebreak = tiebreak_of(code, self.state.tiebreak_edition)
        unit = tiebreak.unit(self.contest)
        return -unit if tiebreak.shown_rounded else unit

    def entrant_at(self, seat: Seat) -> EntrantId:
        """Return the entrant with pairing number `seat` + 1."""
        return self.order[seat]

    @cached_property
    def order(self) -> tuple[EntrantId, ...]:
        """All entrants by pairing number."""
        return self.state.order

    @cached_property
    def former_numbers(self) -> dict[EntrantId, tuple[int, ...]]:
        """Former numbers by entrant."""
        return self.state.former_numbers

    def number(self, entrant: str) -> int:
        """Return the pairing number, or before numbering the place in the list."""
        return self.seats[EntrantId(entrant)] + 1

    def player(self, entrant: str) -> EntrantState:
        """Return an entrant, or a player of a team that is one."""
        known = EntrantId(entrant)
        return self.state.entrants.get(known) or self.state.players[known]

    @cached_property
    def _teams(self) -> dict[str, str]:
        return {player: team.id for team in self.state.teams for player in team.players}

    def team_of(self, player: str) -> str:
        """Return the team of a player; "" without one."""
        return self._teams.get(player, "")

    def team_name(self, team: str) -> str:
        """Return the name of a team that is an entrant, or the name and letters of one of a table.

        Without a name, or after its erasure, it has its letters alone.
        """
        if team in self.state.entrants and not self.state.system.forms_teams:
            return self.name(team)
        return team_label(self.language, team, self.own_team_name(team))

    def own_team_name(self, team: str) -> str:
        """Return the name of a team of a table without its letters; "" without one."""
        return self.texts.get(self.state.team_names.get(EntrantId(team), ""), "")

    def name(self, entrant: str) -> str:
        """Return the name; the number for an erased person, and a text for a removed entry."""
        known = self._names.get(entrant)
        if known is None:
            known = self._names[entrant] = self._name(entrant)
        return known

    def _name(self, entrant: str) -> str:
        person = self.people.get(entrant)
        if person is not None:
            return person.name
        seat = self.seats.get(EntrantId(entrant))
        if seat is None:
            if any(team.id == entrant for team in self.state.teams):
                return self.team_name(entrant)
            is_removed = EntrantId(entrant) in self.state.removed
            return tr(self.language, "page.name-not-public") if is_removed else entrant
        return tr(self.language, "page.player-number", number=seat + 1)

    def round_start(self, number: int) -> str:
        """Return the start of a round at the time of the venue, in words; empty without one."""
        start = start_of(self.state, number)
        return "" if start is None else stamp(self.language, start)

    def meeting(self, game: str) -> str:
        """Return the names of White and Black of a game."""
        players = self.state.players_of(GameId(game))
        return game if players is None else " – ".join(map(self.name, players))

    def game_name(self, game: str) -> str:
        """Return the name of a game, by round and board."""
        found = self.state.find(GameId(game))
        if found is None:
            return game
        played, board = found
        where = self.board_name(played, board)
        return tr(self.language, "page.game-name", round=played.number, where=where)

    def game_and_board(self, game: str) -> str:
        """Return the identifier of a game with its name behind it, for within a sentence."""
        name = self.game_name(game)
        return game if name == game else f"{game} ({name})"

    def board_name(self, played: RoundState, board: int) -> str:
        """Return the board of a game within a sentence, after its match if it has several."""
        return board_text(self.language, *place_of(self.state, played, board))


__all__ = ["local_moment", "local_time", "zone_name"]


def local_time(state: Tournament, at: int) -> datetime:
    """Return a time (microseconds since 1970, UTC) in the time zone of the event."""
    return utc(at).astimezone(time_zone_of(zone_name(state)) or UTC)


def time_cell(state: Tournament, at: int) -> str:
    """Return the time of day of a moment in the time zone of the event, as HTML."""
    exact = utc(at).isoformat(timespec="seconds")
    return f'<time datetime="{exact}">{local_time(state, at):%H:%M}</time>'


def local_moment(language: str, state: Tournament, at: int) -> str:
    """Format a time with its date: `22 Nov 2026, 16:00`."""
    return stamp(language, local_time(state, at))
