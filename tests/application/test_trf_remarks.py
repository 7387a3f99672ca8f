"""What a report file says of corrections, manual pairings and the integrity of the pairings."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    ROUND_1,
    ROUND_2,
    START,
    drafted,
    entered,
    facts,
    folded,
    games,
    numbered,
    published,
    recorded,
)
from planilla.application.envelope import Person
from planilla.application.trf_export import ReportTexts, trf_of
from planilla.application.trf_remarks import LINE_LENGTH_MAX, remarks_of
from planilla.domain.tournament.announcement import Play, Regulations
from planilla.domain.tournament.byes import ByeCorrected
from planilla.domain.tournament.closing import RoundReopened
from planilla.domain.tournament.corrections import ColoursCorrected, ResultCorrected, ResultDeleted
from planilla.domain.tournament.drafting import DraftChanged, DraftDiscarded
from planilla.domain.tournament.eligibility import EntrantReinstated, EntrantRuledIneligible
from planilla.domain.tournament.entrants import SportingDataCorrected
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.pairings import PairingChanged, RoundUnpaired
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.results import ResultWithdrawn
from planilla.domain.tournament.values import Effect, GamesMeanwhile, GrantedBye
from planilla.domain.vocabulary import ByeKind, EntrantId, GameId
from planilla.formats.trf.dialects import DIALECTS
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.reader import read_trf

ALL = Effect(points=True, pairing_from=2, rating=True)
RATING_ONLY = Effect(points=False, pairing_from=None, rating=True)
SECRET = "c0ffee"
"""A commitment to a reason, which no line may hold."""


def lines(*events: Event) -> tuple[str, ...]:
    return remarks_of(facts(*events), folded(*events))


def test_a_tournament_without_incidents_says_nothing() -> None:
    assert lines(*AFTER_1) == ()


CASES: list[tuple[tuple[Event, ...], str]] = [
    (
        (*AFTER_1, ResultCorrected(game=GameId("1.1"), result="0-1", corrects=8, effect=ALL)),
        (
            "### Correction @ Round 1 (points yes, pairing from round 2, rating yes): "
            "1.1 1-3: 1-0 => 0-1"
        ),
    ),
    (
        (
            *ROUND_2,
            ResultCorrected(
                game=GameId("1.2"), result="1-0", corrects=9, effect=RATING_ONLY, reason=SECRET
            ),
        ),
        "### Rating-only correction @ Round 2: 1.2 4-2: 0-1 => 1-0",
    ),
    (
        (
            *AFTER_1,
            ResultDeleted(
                game=GameId("1.1"), corrects=8, counts_as="-/-", effect=ALL, reason=SECRET
            ),
        ),
        (
            "### Correction @ Round 1 (points yes, pairing from round 2, rating yes): "
            "1.1 1-3: 1-0 => -/- (deleted)"
        ),
    ),
    (
        (*AFTER_1, ResultWithdrawn(game=GameId("1.1"))),
        "### PIE @ Round 1: result 1.1 1-3 1-0 => *",
    ),
    (
        (*AFTER_1, ColoursCorrected(game=GameId("1.1"), reason=SECRET)),
        "### PIE @ Round 1: colours 1.1 1-3 => 3-1",
    ),
    (
        (*ROUND_1, SportingDataCorrected(entrant=BEA, rating=2100, reason=SECRET)),
        "### PIE @ Round 1: rating 2: 1990 => 2100",
    ),
    (
        (*ROUND_1, *entered(EVA), numbered(*FOUR, EVA)),
        "### PIE @ Round 1: late entry 5 from round 1",
    ),
    ((*ROUND_1, RoundUnpaired(round=1, reason=SECRET)), "### PIE @ Round 1: unpaired"),
    ((*AFTER_1, RoundReopened(round=1)), "### PIE @ Round 1: reopened"),
    (
        (
            *ROUND_1,
            EntrantRuledIneligible(
                entrant=CARL, from_round=1, out_from=2, games=GamesMeanwhile.STAND, reason=SECRET
            ),
        ),
        f"### PIE @ Round 1: ineligible 3, games {GamesMeanwhile.STAND.value}",
    ),
    (
        (*ROUND_1, EntrantReinstated(entrant=CARL, from_round=2)),
        "### PIE @ Round 1: reinstated 3 from round 2",
    ),
]


@pytest.mark.parametrize(("events", "line"), CASES, ids=[line[4:] for _, line in CASES])
def test_what_happened_is_one_line_without_its_reason(events: tuple[Event, ...], line: str) -> None:
    assert lines(*events)[0] == line
    assert SECRET not in "".join(lines(*events))


def test_a_bye_that_was_another_one_is_told() -> None:
    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    round_1 = replace(
        published(1, (ANA, BEA)), byes=(GrantedBye(entrant=CARL, kind=ByeKind.HALF_POINT),)
    )
    corrected = ByeCorrected(entrant=CARL, round=1, kind=ByeKind.ZERO_POINT)
    assert lines(*three, round_1, corrected) == ("### PIE @ Round 1: bye 1 3 => Z",)


def test_a_rating_that_stays_is_no_incident() -> None:
    assert lines(*ROUND_1, SportingDataCorrected(entrant=BEA, rating=1990, title="FM")) == ()


def test_numbers_assigned_anew_are_told() -> None:
    assert lines(*ROUND_1, numbered(ANA, CARL, BEA, DORA)) == (
        "### PIE @ Round 1: pairing numbers assigned (initial-order)",
    )


ENGINE = games(1, (ANA, CARL), (DORA, BEA))
SWAPPED = games(1, (ANA, DORA), (CARL, BEA))


def test_a_manual_pairing_is_told_beside_that_of_the_checker() -> None:
    manual = "### MPA @ Round 1: 1-3 4-2 => 1-4 3-2"
    changed = DraftChanged(round=1, games=SWAPPED, engine=ENGINE, reason=SECRET)
    draft = (*START, drafted(1, (ANA, CARL), (DORA, BEA)), changed)
    assert lines(*draft, published(1, (ANA, DORA), (CARL, BEA))) == (manual,)
    later = PairingChanged(round=1, games=SWAPPED, engine=ENGINE, reason=SECRET)
    assert lines(*ROUND_1, later) == (manual,)


def test_the_public_is_told_of_a_manual_pairing_as_well() -> None:
    told = replace(published(1, (ANA, DORA), (CARL, BEA)), engine=ENGINE)
    assert lines(*START, told) == ("### MPA @ Round 1: 1-3 4-2 => 1-4 3-2",)
    again = published(1, (ANA, CARL), (DORA, BEA))
    unpaired = RoundUnpaired(round=1, reason=SECRET)
    assert lines(*START, told, unpaired, again) == ("### PIE @ Round 1: unpaired",)


def test_only_the_pairing_that_stands_counts() -> None:
    changed = DraftChanged(round=1, games=SWAPPED, engine=ENGINE)
    back = DraftChanged(round=1, games=ENGINE, engine=ENGINE)
    draft = drafted(1, (ANA, CARL), (DORA, BEA))
    assert lines(*START, draft, changed, back) == ()
    assert lines(*START, draft, changed, DraftDiscarded(round=1), draft) == ()
    scheduled = DraftChanged(round=1, games=SWAPPED)  # where no system answered
    assert lines(*START, draft, scheduled) == ()


def test_one_board_more_by_hand_leaves_the_checker_without_one() -> None:
    draft = drafted(1, (ANA, CARL))
    added = DraftChanged(round=1, games=ENGINE, engine=draft.games)
    assert lines(*START, draft, added) == ("### MPA @ Round 1: - => 4-2",)


def test_another_list_of_tiebreaks_is_told_with_the_old_one() -> None:
    def announced(*tiebreaks: str) -> RegulationsAnnounced:
        play = Play(
            system="swiss-dutch-libro",
            rounds=3,
            tiebreaks=tiebreaks,
            tiebreak_edition="fide-2026-03",
        )
        return RegulationsAnnounced(regulations=Regulations(name="Club", play=play))

    events = (*START, announced("BH", "SB"), published(1, (ANA, CARL), (DORA, BEA)))
    assert lines(*events) == ()
    (line,) = lines(*events, announced("SB", "BH"), announced("SB", "BH"))
    assert line == (
        "### Tie-breaks changed @ Round 1: BH,SB (fide-2026-03, subsidiary) => "
        "SB,BH (fide-2026-03, subsidiary)"
    )


def test_leaving_the_systems_of_fide_is_told_once() -> None:
    def by(system: str, number: int) -> Event:
        boards = ((ANA, CARL), (DORA, BEA)) if number == 1 else ((BEA, ANA), (CARL, DORA))
        return replace(published(number, *boards), system=system)

    played = (*START, by("swiss-dutch-2026", 1), recorded("1.1", "1-0"), recorded("1.2", "0-1"))
    assert lines(*played, by("swiss-dutch-2026", 2)) == ()
    left = (*played, by("swiss-dutch-libro", 2))
    assert lines(*left) == ("### FIDE mode exited @ Round 2",)
    third = replace(published(3, (ANA, DORA), (BEA, CARL)), system="swiss-dutch-libro")
    assert lines(*left, third) == ("### FIDE mode exited @ Round 2",)


def test_a_line_has_an_end() -> None:
    many = [EntrantId(f"e{n}") for n in range(1000)]
    start = (CREATED, *entered(*many), numbered(*many))
    half = list(zip(many[::2], many[1::2], strict=True))
    other = list(zip(many[::2], many[1::2][1:] + many[1:2], strict=True))
    changed = PairingChanged(round=1, games=games(1, *other), engine=games(1, *half))
    (line,) = lines(*start, published(1, *half), changed)
    assert len(line) <= LINE_LENGTH_MAX + 8
    assert line.endswith("…")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_lines_are_written_and_read_back_in_every_dialect(dialect: str) -> None:
    events = (*AFTER_1, ResultCorrected(game=GameId("1.1"), result="0-1", corrects=8, effect=ALL))
    state, remarks = folded(*events), lines(*events)
    content = trf_of(
        state, lambda who: Person(name=who), dialect=dialect, texts=ReportTexts(remarks=remarks)
    )
    document = read_trf(content, "club.trf")
    assert isinstance(document, TrfDocument)
    assert write_trf(document) == content
    assert [line.text for line in document.lines if line.text.startswith("###")] == [*remarks]
    again = trf_of(
        state,
        lambda who: Person(name=who),
        dialect=dialect,
        texts=ReportTexts(header=remarks[0], remarks=remarks),
    )
    assert again.decode().count(remarks[0]) == 1, "a line that came with an import is not doubled"
