"""Teams and their matches in an import: rosters, and rounds of matches as they were played.

Teams and players are named by their numbers in the file. Nothing is paired, and no line-up is
judged: the boards are recorded as they were played.
"""

from collections.abc import Iterator, Sequence

import msgspec

from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.entrants import NewEntrant, check_rating, sporting_data
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.line_ups import TooManyInLineUp
from planilla.domain.tournament.lookups import check_each_once, known_result
from planilla.domain.tournament.matches import GamesAdded, MatchDecided
from planilla.domain.tournament.refusal import NoSuchNumber, NotInThisSystem
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.rosters import PlayerRegistered
from planilla.domain.tournament.shapes import DecidedBy
from planilla.domain.tournament.teams import NotInTheTeam
from planilla.domain.tournament.values import PairedGame
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameRef, GameResult

OPEN = RESULT_NOTATION[GameResult.OPEN]


class ImportedBoard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board of a match: the numbers of the players of the first and the second team, 0 if nobody.

    `result` is that of White, `*` an open game.
    """

    first: int
    second: int
    result: str
    first_has_white: bool
    unrated: bool = False


class ImportedMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match by the numbers of its teams, of which the first has White on board 1.

    `forfeited` as a whole it is won by `winner`, by nobody where it is None.
    """

    first: int
    second: int
    boards: tuple[ImportedBoard, ...] = ()
    forfeited: bool = False
    winner: int | None = None


class TeamsRead(msgspec.Struct, frozen=True, kw_only=True):
    """The teams of an import and their players, each by number: the first has 1."""

    teams: tuple[EntrantId, ...]
    rosters: tuple[tuple[NewEntrant, ...], ...]
    players: tuple[EntrantId, ...]

    def team(self, number: int) -> EntrantId:
        """Return a team.

        Raises:
            NoSuchNumber: there is none.
        """
        if not 1 <= number <= len(self.teams):
            raise NoSuchNumber(number=number)
        return self.teams[number - 1]

    def player(self, number: int, team: EntrantId) -> EntrantId:
        """Return a player of a team; the team stands for nobody, number 0.

        Raises:
            NoSuchNumber: there is none.
            NotInTheTeam: the player is of another team.
        """
        if not number:
            return team
        if not 1 <= number <= len(self.players):
            raise NoSuchNumber(number=number)
        found = self.players[number - 1]
        own = tuple(new.id for new in self.rosters[self.teams.index(team)])
        if found not in own:
            raise NotInTheTeam(team=team, entrant=found, players=own)
        return found


def check_teams(read: TeamsRead, system: str) -> None:
    """Refuse rosters where nobody plays in teams, or other than one for each team.

    Raises:
        NotInThisSystem: the system pairs no teams by results, or there are no rosters of them.
        EntrantTwice: somebody is named twice.
    """
    found = SYSTEMS[system]
    pairs_teams = found.plays_in_teams and found.pair is not None
    if bool(read.rosters) is not pairs_teams or len(read.rosters) not in {0, len(read.teams)}:
        raise NotInThisSystem(system=system)
    check_each_once((*read.teams, *read.players))


def check_matches(read: TeamsRead, matches: Sequence[ImportedMatch], boards: int) -> None:
    """Refuse matches of unknown teams, players or results, and of more boards than announced.

    Raises:
        NoSuchNumber, NotInTheTeam, TooManyInLineUp, UnknownResult: with what is wrong.
    """
    for match in matches:
        sides = read.team(match.first), read.team(match.second)
        if len(match.boards) > boards:
            raise TooManyInLineUp(players=len(match.boards), boards=boards)
        for board in match.boards:
            read.player(board.first, sides[0])
            read.player(board.second, sides[1])
            if board.result != OPEN:
                known_result(board.result)
        if match.winner not in {None, match.first, match.second}:
            raise NoSuchNumber(number=match.winner or 0)


def registrations(read: TeamsRead) -> Iterator[PlayerRegistered]:
    """Yield the players of all teams in board order."""
    for team, roster in zip(read.teams, read.rosters, strict=bool(read.rosters)):
        for new in roster:
            check_rating(new.id, new.rating)
            yield PlayerRegistered(
                team=team, entrant=new.id, person=new.person.commitment, **sporting_data(new)
            )


def sides_of(
    read: TeamsRead, matches: Sequence[ImportedMatch]
) -> tuple[tuple[EntrantId, EntrantId], ...]:
    """Return the sides of the matches of a round, the first with White on board 1."""
    return tuple((read.team(match.first), read.team(match.second)) for match in matches)


def played_boards(
    read: TeamsRead, number: int, matches: Sequence[ImportedMatch]
) -> Iterator[Event]:
    """Yield the boards of a published round of matches, their results, and whole forfeits."""
    games: list[PairedGame] = []
    after: list[Event] = []
    for place, match in enumerate(matches, start=1):
        for board, each in enumerate(match.boards, start=1):
            game = GameRef(round=number, match=place, game=board).written
            pair = (
                read.player(each.first, read.team(match.first)),
                read.player(each.second, read.team(match.second)),
            )
            white, black = pair if each.first_has_white else pair[::-1]
            games.append(PairedGame(game=game, white=white, black=black))
            if each.result != OPEN:
                after.append(ResultRecorded(game=game, result=each.result, unrated=each.unrated))
        if match.forfeited:
            winner = None if match.winner is None else read.team(match.winner)
            after.append(
                MatchDecided(round=number, match=place, winner=winner, by=DecidedBy.NO_SHOW)
            )
    if games:
        yield GamesAdded(round=number, games=tuple(games))
    yield from after
