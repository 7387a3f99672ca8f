"""A tournament of the log as a tournament report file, with its announced regulations.

The state decides what is in it: folded from public facts it has no drafts, no requested byes and
no prohibitions. It is that of one stage. `person_of` says whose data are in it, and the name of an
entrant who was erased.

Where matches have several games, a column of the file is a game: the k-th ones of the matches of a
round. In a league the lines of players are those of the rosters, and the teams have records 310.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from planilla.application.envelope import Person
from planilla.application.trf_system import CODE_OF_SYSTEM, TeamOptions, team_code
from planilla.application.trf_system import code_of as code_of_system
from planilla.domain.scoring import system_of
from planilla.domain.teams import MatchPoints
from planilla.domain.tournament.acceleration import fictitious_points
from planilla.domain.tournament.announcement import ProseTopic, Regulations
from planilla.domain.tournament.crosstables import for_games, rounds_planned
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.importing import TournamentImported
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.leagues import matches_played, team_crosstable
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.schedule import starts_of
from planilla.domain.tournament.shapes import CarryOver, TeamScore
from planilla.domain.tournament.state import EntrantState, RoundState, Tournament
from planilla.domain.tournament.time_controls import code_of, symbols_of
from planilla.domain.tournament.values import AccelerationMethod, SameOrigin
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameResult
from planilla.formats.trf.dialects import in_dialect
from planilla.formats.trf.document import (
    AbsenceRecord,
    Acceleration,
    Cell,
    HeaderRecord,
    PlayerRecord,
    ProhibitionRecord,
    Record,
    TrfDocument,
    TrfLine,
)
from planilla.formats.trf.fictitious import ranges_of
from planilla.formats.trf.keizer import AbsenceRuling, line_of, rulings_line
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.rendering import line_of as written_line
from planilla.formats.trf.report import ABSENT, SIGNS, document_of
from planilla.formats.trf.shape import ReportedShape, shape_lines
from planilla.formats.trf.team_report import (
    ReportedTeam,
    points_of_teams,
    team_lines,
    with_teams,
)

DIALECT = "trf26"
PROHIBITED_MIN = 2

NO_PROSE: Mapping[str, str] = MappingProxyType({})

PersonOf = Callable[[EntrantId], Person]
"""The personal data that may be told of an entrant; the name always says something."""


class ReportTexts(NamedTuple):
    """The texts of a report that are not in the state.

    `header` holds lines of the file that the tournament was once imported from, `remarks` comment
    lines about what happened (see `trf_remarks`), `prose` the free texts of the regulations by
    topic, of which the arbiters are told.
    """

    header: str = ""
    remarks: Sequence[str] = ()
    prose: Mapping[str, str] = NO_PROSE


NO_TEXTS = ReportTexts()


def trf_of(
    state: Tournament,
    person_of: PersonOf,
    *,
    dialect: str = DIALECT,
    texts: ReportTexts = NO_TEXTS,
) -> bytes:
    """Return the file.

    Raises:
        KeyError: there is no such dialect.
    """
    return write_trf(in_dialect(document_for(state, person_of, texts), dialect))


def document_for(
    state: Tournament, person_of: PersonOf, texts: ReportTexts = NO_TEXTS
) -> TrfDocument:
    """The tournament as a document of TRF26: its published rounds and what is known of the next."""
    order, entries = reported(state), state.players or state.entrants
    ranks = {} if state.players else _ranks(state)
    players = [
        _player(entries[entrant], person_of(entrant), number, ranks.get(entrant))
        for number, entrant in enumerate(order, start=1)
    ]
    kept = _kept(texts.header, state.system_name)
    said = {line.text[:3] for line in kept}
    announced = announced_headers(state, texts.prose, said)
    coming: tuple[Record, ...] = ()
    pairs_matches = state.system.plays_in_teams or state.system.plays_matches
    if pairs_matches or not any(played.sides for played in state.rounds):
        coming = (*_absences(state), *_prohibitions(state), *_accelerations(state))
    records = (*_headers(state, kept), *announced, *coming, *_ranking_of_teams(state))
    document = document_of(
        for_games(state),
        players,
        records,
        _first_colour(state),
        absent=Cell() if state.system.keeps_values else ABSENT,
    )
    document = replace(document, lines=_with_empty_boards(state, document))
    name, *others = with_teams(document, _teams(state, person_of)).lines
    rules = (*_keizer_lines(state), *_shape_lines(state))
    present = {line.text for line in kept}
    remarks = (*texts.remarks, *_match_remarks(state))
    happened = [TrfLine(text=remark) for remark in remarks if remark not in present]
    return replace(document, lines=(name, *kept, *rules, *happened, *others))


def reported(state: Tournament) -> tuple[EntrantId, ...]:
    """Return the people of a report in the order of their numbers: in a league the players."""
    return tuple(state.players) or state.order


def _ranks(state: Tournament) -> dict[EntrantId, int]:
    return {state.order[each.seat]: each.rank for each in current_standings(state)}


def _ranking_of_teams(state: Tournament) -> Iterator[Record]:
    """Yield the score and the tie-breaks that rank the teams (212)."""
    if state.players:
        primary = "GPTS" if state.shape.score is TeamScore.GAME_POINTS else "MPTS"
        yield HeaderRecord(code="212", text=",".join((primary, *state.tiebreaks)))


def _teams(state: Tournament, person_of: PersonOf) -> tuple[TrfLine, ...]:
    """Return the lines of the teams, each with its players in board order, and of their matches."""
    if not state.players:
        return ()
    places = {entrant: place for place, entrant in enumerate(reported(state), start=1)}
    rosters = {team.id: team.players for team in state.teams}
    ranks = _ranks(state)
    teams = [
        ReportedTeam(
            person_of(team).name,
            tuple(places[player] for player in rosters.get(team, ())),
            ranks.get(team),
        )
        for team in state.order
    ]
    points = points_of_teams(team_crosstable(state, state.last_published))
    return team_lines(matches_played(state), teams, points)


def _columns_of(played: RoundState, people: Container[EntrantId]) -> int:
    """Return the number of columns of a round: the most games that somebody has in it.

    A round of teams has one, also if all of its matches were forfeited as a whole.
    """
    is_settled = bool(played.sides) and not (played.bracket_matches or played.matches_without_games)
    games = Counter(
        player for pair in played.boards if all(each in people for each in pair) for player in pair
    )
    return max(games.values(), default=int(is_settled))


def _published(state: Tournament) -> Iterator[RoundState]:
    return (played for played in state.rounds if played.is_published)


def _with_empty_boards(state: Tournament, document: TrfDocument) -> tuple[TrfLine, ...]:
    """Return the lines of a report, in a league with the forfeits of boards with one player."""
    if not state.players:
        return document.lines
    places = {entrant: place for place, entrant in enumerate(reported(state), start=1)}
    alone: dict[int, dict[int, Cell]] = defaultdict(dict)
    column = 0
    for played in _published(state):
        columns = _columns_of(played, places)
        for pair, result in zip(played.boards, played.results, strict=True):
            for side, player in enumerate(pair):
                if columns and player in places and pair[1 - side] not in places:
                    sign: str = SIGNS[GameResult(result)][side]
                    alone[places[player]][column] = Cell(result=sign)
        column += columns
    return tuple(
        _with_cells(line, alone[line.record.number])
        if isinstance(line.record, PlayerRecord) and line.record.number in alone
        else line
        for line in document.lines
    )


def _with_cells(line: TrfLine, cells: Mapping[int, Cell]) -> TrfLine:
    """Return the line of a player with other cells in some columns."""
    assert isinstance(line.record, PlayerRecord), "a line of a player"
    cells_shown = tuple(cells.get(column, cell) for column, cell in enumerate(line.record.cells))
    record = replace(line.record, cells=cells_shown)
    return TrfLine(text=written_line(record), record=record)


def _match_remarks(state: Tournament) -> Iterator[str]:
    """Yield what a file of games cannot say: what was carried, columns of rounds, and rulings."""
    if state.plan.carry is not CarryOver.NOTHING:
        yield f"### Carried from earlier stages, not in this file: {state.plan.carry}"
    order, column = reported(state), 0
    numbers = {entrant: number for number, entrant in enumerate(state.order, start=1)}
    for played in _published(state):
        columns = _columns_of(played, order) if played.sides else 1
        if columns != 1:
            said = f"columns {column + 1}-{column + columns}" if columns else "none"
            yield f"### Match games @ Round {played.number}: {said}"
        column += columns
        for ruled in played.decisions:
            match = "-".join(str(numbers[side]) for side in played.sides[ruled.match - 1])
            winner = "-" if ruled.winner is None else numbers[ruled.winner]
            yield f"### Match ruling @ Round {played.number}: {match} => {winner} ({ruled.by})"


def _keizer_lines(state: Tournament) -> tuple[TrfLine, ...]:
    """Return the comments with the rules of values, and how absences were ruled."""
    if not state.system.keeps_values:
        return ()
    keizer = keizer_of(state)
    places = {entrant: place for place, entrant in enumerate(state.order, start=1)}
    rulings = [
        AbsenceRuling(player=places[entrant], round=number, absence=absence)
        for (entrant, number), absence in sorted(keizer.absences.items())
    ]
    ruled = (rulings_line(rulings),) if rulings else ()
    return (line_of(keizer.rules), *ruled)


def _shape_lines(state: Tournament) -> tuple[TrfLine, ...]:
    shape = state.shape
    return shape_lines(ReportedShape(maxi=shape.maxi, best_rounds=shape.best_rounds))


def header_in(facts: Iterable[Fact], texts: Mapping[str, str]) -> str:
    """The lines that came with an import, among the texts kept apart; empty where it was none."""
    for fact in facts:
        if isinstance(fact.event, TournamentImported):
            return texts.get(fact.event.header, "")
    return ""


def prose_of(state: Tournament, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the free texts in force by topic; those that were erased are absent."""
    return {topic: texts[sealed] for topic, sealed in state.prose.items() if sealed in texts}


def public_part(person: Person) -> Person:
    """Return the public part of a person: without the birth date."""
    return Person(name=person.name, fide_id=person.fide_id)


def _player(known: EntrantState, person: Person, number: int, rank: int | None) -> PlayerRecord:
    return PlayerRecord(
        number=number,
        name=person.name,
        sex=person.sex,
        title=known.title,
        rating=known.rating,
        federation=known.federation,
        fide_id=person.fide_id,
        birth=person.birth,
        rank=rank,
    )


def _kept(header: str, system: str) -> tuple[TrfLine, ...]:
    """The lines that came with an import; the type in words gives way where it names our system."""
    lines = [line for line in header.splitlines() if line.strip()]
    return tuple(
        TrfLine(text=line)
        for line in lines
        if not line.startswith("092") or system in CODE_OF_SYSTEM
    )


def _headers(state: Tournament, kept: tuple[TrfLine, ...]) -> Iterator[Record]:
    title = f"{state.name}: {state.plan.title}" if state.plan.title else state.name
    entries = [(state.players or state.entrants)[entrant] for entrant in reported(state)]
    yield HeaderRecord(code="012", text=title)
    yield HeaderRecord(code="062", text=str(len(entries)))
    rated = sum(each.rating > 0 for each in entries)
    if not any(line.text.startswith("072") for line in kept):
        yield HeaderRecord(code="072", text=str(rated))
    if not any(line.text.startswith("092") for line in kept):
        yield HeaderRecord(code="092", text=state.system_name)
    yield HeaderRecord(code="182", text="Planilla")
    yield HeaderRecord(code="192", text=_code(state))
    if state.tiebreaks:
        yield HeaderRecord(code="202", text=",".join(state.tiebreaks))


def _code(state: Tournament) -> str:
    """Return the code of the pairing system with its options (192)."""
    is_baku = state.acceleration.method is AccelerationMethod.BAKU
    if not state.system.plays_in_teams or state.system.pair is None:
        return code_of_system(state.system, is_baku=is_baku)
    options = TeamOptions(
        colour_type=state.shape.colour_type,
        is_by_games=state.shape.score is TeamScore.GAME_POINTS,
        is_baku=is_baku,
    )
    return team_code(state.system, options)


def _accelerations(state: Tournament) -> Iterator[Acceleration]:
    """Yield the fictitious points (250).

    They say who has how many, which the code of Baku alone does not after a late entry.
    """
    rows = fictitious_points(state, rounds_planned(state))
    unit = MatchPoints().unit if state.system.plays_in_teams else system_of(for_games(state)).unit
    return ranges_of(rows, unit)


def _first_colour(state: Tournament) -> Colour | None:
    return state.rounds[0].first_colour if state.last_published else state.first_colour


def _absences(state: Tournament) -> Iterator[AbsenceRecord]:
    """Yield the absences of coming rounds: requested byes, and entrants who have left."""
    planned = rounds_planned(state)
    asked: dict[tuple[int, str], list[int]] = defaultdict(list)
    for place, entrant in enumerate(state.order, start=1):
        known = state.entrants[entrant]
        for number in range(state.last_published + 1, planned + 1):
            if not known.plays(number):
                kind = known.bye_in(number) or ByeKind.ZERO_POINT
                asked[number, kind.value].append(place)
    for (number, letter), players in sorted(asked.items()):
        yield AbsenceRecord(kind=letter, round=number, players=tuple(players))


def _prohibitions(state: Tournament) -> Iterator[ProhibitionRecord]:
    """Yield pairs that were forbidden, also by their origin."""
    places = {entrant: place for place, entrant in enumerate(state.order, start=1)}
    for each in state.prohibitions:
        if each.last_round is None or each.first_round <= each.last_round:
            players = tuple(sorted(places[entrant] for entrant in each.entrants))
            yield ProhibitionRecord(
                first_round=each.first_round, last_round=each.last_round, players=players
            )
    if state.same_origin is SameOrigin.FORBID:
        members: dict[str, list[int]] = defaultdict(list)
        for entrant, place in places.items():
            members[state.entrants[entrant].federation].append(place)
        for federation, players_of_one in sorted(members.items()):
            if federation and len(players_of_one) >= PROHIBITED_MIN:
                yield ProhibitionRecord(players=tuple(players_of_one))


FIRST_DATE_AT = 87
"""The offset of the date of round 1 in the text of a 132 record: column 92 of its line."""
DATE_WIDTH = 10


def announced_headers(
    state: Tournament, prose: Mapping[str, str], known: Container[str]
) -> Iterator[HeaderRecord]:
    """City (022), federation (032), start (042), end (052), arbiters (102, 112), time control in
    signs (122) and as a code (222), dates (132), as they were announced or rounds were dated.

    `prose` are the free texts by topic, which hold the names of arbiters. What cannot be said is
    left out, as are codes in `known`, which the file has already.
    """
    regulations = state.regulations
    dates = tuple(_dates(starts_of(state)))
    said = dates
    if regulations is not None:
        said = (*_places(regulations), *dates, *_arbiters(prose), *_clocks(regulations))
    for code, text in said:
        if code not in known:
            yield HeaderRecord(code=code, text=text)


def _places(regulations: Regulations) -> Iterator[tuple[str, str]]:
    for code, text in (("022", regulations.venue.city), ("032", regulations.venue.federation)):
        if text:
            yield code, text


def _arbiters(prose: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield one line an arbiter, as it was typed: name and FIDE ID."""
    for code, topic in (("102", ProseTopic.CHIEF_ARBITER), ("112", ProseTopic.DEPUTY_ARBITERS)):
        for line in prose.get(topic.value, "").splitlines():
            if line.strip():
                yield code, " ".join(line.split())


def _dates(starts: Mapping[int, datetime]) -> Iterator[tuple[str, str]]:
    if not starts:
        return
    yield "042", f"{min(starts.values()):%Y/%m/%d}"
    yield "052", f"{max(starts.values()):%Y/%m/%d}"
    numbers = range(1, max(starts) + 1)
    days = "".join(
        (f"{starts[number]:%y/%m/%d}" if number in starts else "").ljust(DATE_WIDTH)
        for number in numbers
    )
    yield "132", " " * FIRST_DATE_AT + days.rstrip()


def _clocks(regulations: Regulations) -> Iterator[tuple[str, str]]:
    control = regulations.time_control
    if control is None:
        return
    yield "122", symbols_of(control)
    code = code_of(control)
    if code is not None:
        yield "222", code
