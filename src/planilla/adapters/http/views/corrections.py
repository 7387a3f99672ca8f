"""Corrections on pages: the chain of a game or player, the three cases, the evidence."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from planilla.adapters.http.views.timeline import FactLine, fact_lines
from planilla.adapters.http.views.tournament_page import TournamentPage, local_moment
from planilla.application.evidence import Checked, EvidenceStatus
from planilla.application.ports import KeptEvidence
from planilla.application.states import HistoryEntry
from planilla.domain.tournament.effects import Proposal, proposals
from planilla.domain.tournament.event import Event, GameAct
from planilla.domain.tournament.evidence import evidence_of
from planilla.domain.tournament.facts import round_of
from planilla.domain.tournament.masnou.hall import Hall, MasnouGame, table_game
from planilla.domain.tournament.numbering import LAST_ROUND_TO_RENUMBER
from planilla.domain.tournament.state import EntrantState, RoundState
from planilla.domain.tournament.values import Effect, EvidenceFile, Reported
from planilla.domain.vocabulary import (
    PLAYED,
    RESULT_NOTATION,
    EntrantId,
    GameId,
    GameKind,
    GameRef,
    GameResult,
)
from planilla.presentation.figures import RESULT_TEXTS


@dataclass(frozen=True, kw_only=True)
class FileLine:
    """A file of evidence: its label, its address, and its state."""

    sha256: str
    kind: str
    size_kb: int
    is_there: bool


@dataclass(frozen=True, kw_only=True)
class ChainedFact:
    """A fact of a chain with both its times, and the round of its occurrence or effect.

    `counts` states the effect of corrected colours; for results the sentence does.
    """

    line: FactLine
    round: int | None
    recorded: str
    known: str
    counts: str
    corrects: int | None
    in_force: bool
    evidence: tuple[FileLine, ...]


@dataclass(frozen=True, kw_only=True)
class CaseLine:
    """One of the three cases of C.04.2, 4.3: its applicability, and its effect."""

    name: str
    title: str
    means: str
    applies: bool


@dataclass(frozen=True, kw_only=True)
class OtherGame:
    """A game for swapping results, with its name in the form."""

    value: str
    said: str


@dataclass(frozen=True, kw_only=True)
class CheckedLine:
    """A checked file of the tournament, with the facts that it is evidence for."""

    file: FileLine
    about: tuple[int, ...]
    standing: str
    may_be_erased: bool


class CorrectionChain:
    """The facts about a game or player, with their times, scope and evidence."""

    def __init__(
        self, page: TournamentPage, texts: Mapping[str, str], kept: Iterable[KeptEvidence] = ()
    ) -> None:
        self._page = page
        self._texts = texts
        self._there = {each.file.sha256 for each in kept if not each.is_erased}

    def links(self, entries: Iterable[HistoryEntry], in_force: int = 0) -> tuple[ChainedFact, ...]:
        """Return the facts in order; `in_force` is the version of the current one."""
        return tuple(self._link(entry, in_force) for entry in entries)

    def _link(self, entry: HistoryEntry, in_force: int) -> ChainedFact:
        event = entry.fact.event
        known_at = event.known_at
        language, state = self._page.language, self._page.state
        (line,) = fact_lines(self._page, (entry,), self._texts)
        return ChainedFact(
            line=line,
            round=round_of(event),
            recorded=local_moment(language, state, entry.fact.recorded_at),
            known="" if known_at is None else local_moment(language, state, known_at),
            counts=self._counts(event),
            corrects=event.corrects,
            in_force=entry.version == in_force,
            evidence=tuple(self.file(each) for each in evidence_of(state, entry.version)),
        )

    def _counts(self, event: Event) -> str:
        effect = event.effect if event.game_act is GameAct.COLOURS else None
        return "" if effect is None else effect_text(self._page, effect)

    def file(self, file: EvidenceFile) -> FileLine:
        """Return a file as a line."""
        return FileLine(
            sha256=file.sha256,
            kind=self._page.say(f"evidence.type.{file.media_type}"),
            size_kb=-(-file.size // 1000),
            is_there=file.sha256 in self._there,
        )

    def checked(self, found: Iterable[Checked]) -> tuple[CheckedLine, ...]:
        """Return all files of the tournament."""
        return tuple(
            CheckedLine(
                file=self.file(each.file),
                about=each.about,
                standing=each.standing.value,
                may_be_erased=each.standing not in {EvidenceStatus.ERASED, EvidenceStatus.MISSING},
            )
            for each in found
        )


def effect_text(page: TournamentPage, effect: Effect) -> str:
    """Return the scope of a correction as a sentence."""
    pairing = (
        page.say("counts-pairing.never")
        if effect.pairing_from is None
        else page.say("counts-pairing.from", round=effect.pairing_from)
    )
    return "; ".join(
        (
            page.say(f"counts-points.{effect.points}"),
            pairing,
            page.say(f"counts-rating.{effect.rating}"),
        )
    )


def case_lines(page: TournamentPage, played: RoundState) -> tuple[CaseLine, ...]:
    """Return the three cases for a game of a round, if its error became known now."""
    return tuple(_case(page, played, each) for each in proposals(page.state, played))


def _case(page: TournamentPage, played: RoundState, proposal: Proposal) -> CaseLine:
    used = played.number + (1 if proposal.reported is Reported.BEFORE_NEXT_PAIRING else 2)
    key = f"correct.case.{proposal.reported.value}"
    return CaseLine(
        name=proposal.reported.value,
        title=page.say(f"reported.{proposal.reported.value}"),
        means=page.say(key, round=used, coming=page.state.last_published + 1),
        applies=proposal.applies,
    )


def other_games(page: TournamentPage, game: GameId) -> tuple[OtherGame, ...]:
    """Return the games whose result may have been meant, those of the same round first."""
    number = GameRef.of(game).round
    rounds = sorted(
        (played for played in page.state.rounds if played.is_published),
        key=lambda played: (played.number != number, -played.number),
    )
    return tuple(
        _other(page, played, board)
        for played in rounds
        for board, each in enumerate(played.games)
        if each != game
    )


def _other(page: TournamentPage, played: RoundState, board: int) -> OtherGame:
    white, black = played.boards[board]
    result = played.reported_result(board)
    said = page.say(
        "correct.other",
        round=played.number,
        where=page.board_name(played, board),
        white=white,
        black=black,
        result="–" if result is GameResult.OPEN else RESULT_NOTATION[result],
    )
    return OtherGame(value=f"{played.games[board]}@{played.version_of(board)}", said=said)


def of_a_game(entries: Iterable[HistoryEntry], game: GameId) -> list[HistoryEntry]:
    """Return the facts of one game."""
    return [entry for entry in entries if entry.fact.event.game == game]


def of_a_player(entries: Iterable[HistoryEntry], entrant: EntrantId) -> list[HistoryEntry]:
    """Return the entries about one player that their page shows."""
    return [
        entry
        for entry in entries
        if entry.fact.event.in_player_story and entry.fact.event.entrant == entrant
    ]


def corrections_in(entries: Iterable[HistoryEntry]) -> list[HistoryEntry]:
    """Return all corrections of a tournament, late entries among them."""
    return [entry for entry in entries if entry.fact.event.is_correction()]


def numbers_text(page: TournamentPage) -> str:
    """Return a sentence on changes of pairing numbers by a new rating (C.04.2, 2.3)."""
    is_fixed = len(page.state.rounds) >= LAST_ROUND_TO_RENUMBER
    return page.say(f"correct.numbers.{'fixed' if is_fixed else 'free'}")


def may_renumber(page: TournamentPage, entrant: EntrantState) -> bool:
    """Return whether a correction of this player's data may be followed by renumbering."""
    state = page.state
    if not state.numberings or len(state.rounds) >= LAST_ROUND_TO_RENUMBER:
        return False
    return not state.finished and entrant.data_version > state.numberings[-1].version


def rated_games(page: TournamentPage, entrant: EntrantId) -> int:
    """Return the number of rated games that a new rating of this player changes."""
    return sum(
        entrant in board and played.rated[index] in PLAYED
        for played in page.state.rounds
        for index, board in enumerate(played.boards)
    )


@dataclass(frozen=True, kw_only=True)
class MasnouGameShown:
    """A game of a hall: players, result, and the first reported result if different."""

    id: GameId
    players: tuple[str, str]
    title: str
    white: str
    black: str
    result: str
    struck: str
    version: int
    is_void: bool
    is_playoff: bool
    whatif: str


@dataclass(frozen=True, kw_only=True)
class TableGames:
    """All finished games of a table, the last first."""

    title: str
    games: tuple[OtherGame, ...]


def masnou_game_shown(page: TournamentPage, game: GameId, found: MasnouGame) -> MasnouGameShown:
    """Return one game."""
    is_playoff = GameRef.of(game).kind is GameKind.PLAYOFF
    differs = found.recorded not in {found.result, GameResult.OPEN}
    turned = "0-1" if found.result is GameResult.WHITE_WINS else "1-0"
    return MasnouGameShown(
        id=game,
        players=found.players,
        title=_title(page, game),
        white=page.name(found.white),
        black=page.name(found.black),
        result=RESULT_TEXTS[RESULT_NOTATION[found.result]],
        struck=RESULT_TEXTS[RESULT_NOTATION[found.recorded]] if differs else "",
        version=found.version,
        is_void=found.voided,
        is_playoff=is_playoff,
        whatif=""
        if is_playoff or found.voided
        else f"/t/{page.id}/whatif?game={game}&result={turned}",
    )


def _title(page: TournamentPage, game: GameId) -> str:
    ref = GameRef.of(game)
    key = "correct.at-table" if ref.kind is GameKind.TABLE else "correct.of-playoff"
    return page.say(key, table=ref.round, game=ref.match)


def other_masnou_games(page: TournamentPage, hall: Hall, game: GameId) -> tuple[OtherGame, ...]:
    """Return the games at tables whose result may have been meant, the latest first."""
    others = ((each, found) for each, found in _at_tables(hall) if each != game)
    latest = sorted(others, key=lambda other: -other[1].at)
    return tuple(_other_in_hall(page, each, found) for each, found in latest)


def _at_tables(hall: Hall) -> Iterator[tuple[GameId, MasnouGame]]:
    for table in hall.tables.values():
        for number, found in enumerate(table.games, start=1):
            if not found.voided:
                yield table_game(table.number, number), found


def _other_in_hall(page: TournamentPage, game: GameId, found: MasnouGame) -> OtherGame:
    said = page.say(
        "correct.other-at-table",
        where=_title(page, game),
        white=found.white,
        black=found.black,
        result=RESULT_TEXTS[RESULT_NOTATION[found.result]],
    )
    return OtherGame(value=f"{game}@{found.version}", said=said)


def tables_of(page: TournamentPage, hall: Hall) -> tuple[TableGames, ...]:
    """Return the finished games by table, those without one left out."""
    found = (_table(page, hall, number) for number in sorted(hall.tables))
    return tuple(table for table in found if table.games)


def _table(page: TournamentPage, hall: Hall, number: int) -> TableGames:
    games = [
        (table_game(number, place), game)
        for place, game in enumerate(hall.tables[number].games, start=1)
        if game.version
    ]
    return TableGames(
        title=page.say("correct.table", table=number),
        games=tuple(
            OtherGame(value=identity, said=_other_in_hall(page, identity, game).said)
            for identity, game in reversed(games)
        ),
    )
