"""An audit in sentences, in both languages."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    ROUND_1_BOARDS,
    START,
    drafted,
    entered,
    facts,
    games,
    imported,
    numbered,
    published,
    recorded,
)
from planilla.audit.compare import BoardDifference
from planilla.audit.pairing_audit import PairingAudit, audit
from planilla.domain.tournament.drafting import DraftChanged
from planilla.domain.tournament.event import Event
from planilla.presentation.pairing_audit import AuditWords, VerdictText

REASON = "c0ffee"


def words(language: str = "en", texts: dict[str, str] | None = None) -> AuditWords:
    return AuditWords(language=language, name_of=str.title, texts=texts or {})


def said(*events: Event, texts: dict[str, str] | None = None) -> VerdictText:
    found = audit(facts(*events))
    return words(texts=texts).round(found.rounds[-1], found.unit)


def test_a_round_that_is_the_same_needs_no_more_words() -> None:
    told = said(*START, replace(published(1, *ROUND_1_BOARDS), edition="test"))
    assert told.title == "Round 1: same. 2 boards, Dutch Swiss of the book."
    assert told.boards == ()
    assert told.notes == ("The edition test has been corrected since.",)


def test_a_change_by_the_arbiter_says_why_and_where() -> None:
    change = DraftChanged(round=1, games=games(1, (ANA, BEA), (DORA, CARL)), reason=REASON)
    told = said(*START, drafted(1, *ROUND_1_BOARDS), change, texts={REASON: "Same club."})
    assert told.outcome == "by-hand"
    assert told.title.startswith("Round 1: changed by the arbiter on 2 of 2 boards")
    assert told.notes[0] == "Reason: Same club."
    assert told.notes[1].startswith("First difference at D2, in the group of 0:")
    assert told.boards == (
        "Board 1: □ Ana – ■ Bea; the system: □ Ana – ■ Carl",
        "Board 2: □ Dora – ■ Carl; the system: □ Dora – ■ Bea",
    )
    without = said(*START, drafted(1, *ROUND_1_BOARDS), change)
    assert without.notes[0] == "No reason was recorded."
    apart = said(*START, drafted(1, *ROUND_1_BOARDS), replace(change, reason=""))
    assert apart.notes[0] == "The facts visible here give no reason."


def test_another_bye_is_said() -> None:
    three = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
    told = said(*three, published(1, (ANA, CARL), bye=BEA))
    assert told.boards[-1] == "Bye: Bea; the system: Carl"
    four = said(*START, drafted(1, (ANA, CARL), bye=BEA))
    assert four.boards[-1] == "Bye: Bea; the system: nobody"


def test_a_round_that_the_public_cannot_judge_says_why() -> None:
    found = audit(facts(*START, published(1, (ANA, BEA), (DORA, CARL))))
    told = words().round(found.rounds[0], found.unit)
    assert told.outcome == "unjudged"
    assert told.title.startswith("Round 1: not checked. Public facts alone give another pairing")
    assert words().headline(found).startswith("1 round cannot be checked from public facts alone")


def test_a_file_and_a_round_against_the_rules_have_words_of_their_own() -> None:
    told = said(*START, imported(1, (ANA, BEA), (DORA, CARL)))
    assert told.title == (
        "Round 1: on 2 of 2 boards the file differs from Dutch Swiss of the book."
    )
    two = (CREATED, *entered(ANA, BEA), numbered(ANA, BEA))
    again = said(*two, published(1, (ANA, BEA)), recorded("1.1", "1-0"), published(2, (BEA, ANA)))
    assert again.title == "Round 2: differs: the rules allow no pairing."
    assert again.boards == ("Board 1: □ Bea – ■ Ana; the system has none",)


def test_a_board_that_is_missing_is_said() -> None:
    (board,) = (BoardDifference(board=2, before=None, after=(DORA, BEA), change="opponents"),)
    found = audit(facts(*START, published(1, *ROUND_1_BOARDS)))
    verdict = replace(found.rounds[0], boards=(board,))
    assert words().round(verdict, found.unit).boards == (
        "Board 2: none; the system: □ Dora – ■ Bea",
    )


@pytest.mark.parametrize(
    ("found", "headline"),
    [
        (PairingAudit(version=1, unit=1, rounds=(), seats_hold=True), "all seats are the same"),
        (PairingAudit(version=1, unit=1, rounds=(), seats_hold=False), "some seats differ"),
        (audit(facts(*START)), "No round has been paired yet."),
        (audit(facts(*START, published(1, *ROUND_1_BOARDS))), "Every round is as"),
        (
            audit(facts(*START, drafted(1, (ANA, BEA), (DORA, CARL)))),
            "1 round is not as the rules require.",
        ),
    ],
    ids=["hall", "hall that differs", "nothing", "same", "differs"],
)
def test_it_comes_to_one_sentence(found: PairingAudit, headline: str) -> None:
    assert headline in words().headline(found)
    assert words("es").headline(found) != words().headline(found)


def test_a_list_that_does_not_follow_is_named() -> None:
    found = PairingAudit(version=9, unit=1, rounds=(), lists=(7,))
    assert "v7" in words().lists(found)[0]
