"""The standings of a tournament file, under the tie-breaks that somebody asks for.

Where nobody asks, the tie-breaks are those that the file names (202, 212), as far as the edition
has them; or else the usual ones.
"""

import msgspec

from planilla.domain.crosstable import Crosstable
from planilla.domain.standings import Announced, Standing, standings
from planilla.domain.tiebreaks import CodeError, Setting, checked
from planilla.domain.tournament.usual import OF_A_ROUND_ROBIN, OF_A_SWISS
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import Acceleration, FictitiousPoints, TrfDocument
from planilla.formats.trf.rounds import rounds_played

EDITION = "fide-2026-03"
"""The edition that is meant where none is named."""

OF_THE_BOOK = "libro"
ACCELERATED = "_BAKU"
POINTS = "PTS"
"""The first criterion of FIDE's lists, which goes without saying."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked. None leaves it to the file, or to what is usual.

    `mode` is one of `standings.MODES`; without it the book's edition is applied subsidiarily, as it
    recommends, and FIDE's successively (C.07, 4.2).
    """

    tiebreaks: tuple[str, ...] | None = None
    edition: str = EDITION
    mode: str | None = None
    after_round: int | None = None
    predetermined: bool | None = None


class FileStandings(msgspec.Struct, frozen=True, kw_only=True):
    """The standings, best first; `names` are the codes of `announced` as they were written.

    `left_out` are those that the file names and that cannot be used here.
    """

    crosstable: Crosstable
    announced: Announced
    names: tuple[str, ...]
    rows: tuple[Standing, ...]
    left_out: tuple[str, ...]


class NoSuchRound(Exception):
    """The standings after a round were asked that is not played; `played` are."""

    def __init__(self, played: int) -> None:
        self.played = played
        super().__init__(str(played))


def standings_of_file(document: TrfDocument, question: Question) -> FileStandings:
    """The standings after the rounds that are played, or after the one that is asked.

    Raises:
        NoSuchRound: it has not been played.
        CodeError: a tie-break that was asked does not exist or may not be used here.
    """
    table = _table(document, question)
    setting = setting_of(document, table)
    edition = question.edition
    left_out: tuple[str, ...] = ()
    if question.tiebreaks is None:
        named, left_out = _of_the_file(document, edition, setting)
        usual = OF_A_ROUND_ROBIN if table.predetermined else OF_A_SWISS
        codes = named or {code: code for code in usual}
    else:
        codes = _written(question.tiebreaks, edition, setting)
    usually = "subsidiary" if edition == OF_THE_BOOK else "successive"
    announced = Announced(codes=tuple(codes), mode=question.mode or usually, edition=edition)
    return FileStandings(
        crosstable=table,
        announced=announced,
        names=tuple(codes.values()),
        rows=standings(table, announced),
        left_out=left_out,
    )


def setting_of(document: TrfDocument, table: Crosstable) -> Setting:
    """What decides which tie-breaks may be used."""
    is_accelerated = (
        bool(document.records(Acceleration))
        or bool(document.records(FictitiousPoints))
        or document.text_of("192").strip().upper().endswith(ACCELERATED)
    )
    return Setting(
        rounds=table.rounds_planned,
        predetermined=table.predetermined,
        accelerated=is_accelerated,
    )


def criteria_of(document: TrfDocument) -> tuple[str, ...]:
    """The tie-breaks that the file names, in its order and as it writes them."""
    written = document.text_of("202") or document.text_of("212")
    codes = [code.strip() for code in written.split(",")]
    return tuple(code for code in codes if code and code.upper() != POINTS)


def _table(document: TrfDocument, question: Question) -> Crosstable:
    played = rounds_played(document)
    rounds = played if question.after_round is None else question.after_round
    if rounds > played:
        raise NoSuchRound(played)
    table = crosstable_of(document, rounds)
    asked = question.predetermined
    return msgspec.structs.replace(
        table,
        rounds_planned=table.rounds_planned or played,
        predetermined=table.predetermined if asked is None else asked,
    )


def _written(codes: tuple[str, ...], edition: str, setting: Setting) -> dict[str, str]:
    """Canonical codes, each once, and how they were written; those of a star by their own names."""
    found: dict[str, str] = {}
    for code in codes:
        canonical = checked((code,), edition, setting)
        names = canonical if len(canonical) > 1 else (code.strip(),)
        for each, name in zip(canonical, names, strict=True):
            found.setdefault(each, name)
    return found


def _of_the_file(
    document: TrfDocument, edition: str, setting: Setting
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The codes that the file names and that can be used, as above; and the others."""
    found: dict[str, str] = {}
    left_out = []
    for code in criteria_of(document):
        try:
            found |= _written((code,), edition, setting)
        except CodeError:
            left_out.append(code)
    return found, tuple(left_out)
