"""The what-if of a Masnou on its page: who would sit where had a game ended otherwise."""

from typing import Any

from dsl.web_club import Club


def marathon(**rules: Any) -> Club:
    """Six people at one table: Ana beat Bea, and then Carl."""
    club = Club()
    club.found(system="masnou", rounds=0)
    club.command("club", "open-hall", rules={"tables": 1, **rules})
    club.command("club", "record-result", game="T1.1", result="1-0")
    club.command("club", "record-result", game="T1.2", result="1-0")
    return club


def test_the_page_tells_who_would_sit_where() -> None:
    club = marathon()
    page = club.client.get("/t/club/whatif?game=T1.1&result=0-1")
    assert page.status_code == 200
    assert "Table 1, game T1.1: Ana Alba 0–\u20601 Bea Bosch, not 1–\u20600." in page.text
    assert "<del>Ana Alba – Carl Cruz</del>" in page.text
    assert "Bea Bosch – Carl Cruz" in page.text
    assert "1 later result would be of other pairs and is unknown: T1.2." in page.text


def test_a_recorded_correction_has_its_page() -> None:
    club = marathon()
    version = club.store.ledger.log[-1].fact.version
    reported = next(
        each.fact.version for each in club.store.ledger.log if each.type == "ResultRecorded"
    )
    club.command(
        "club", "correct-result", game="T1.1", result="0-1", corrects=reported, reason="slip"
    )
    page = club.client.get(f"/t/club/whatif/{version + 1}")
    assert page.status_code == 200
    assert "Ana Alba 0–\u20601 Bea Bosch" in page.text


def test_for_other_corrections_nobody_is_seated_again() -> None:
    club = marathon()
    reported = next(
        each.fact.version for each in club.store.ledger.log if each.type == "ResultRecorded"
    )
    body = {"game": "T1.1", "counts_as": "-/-", "corrects": reported, "reason": "slip"}
    club.command("club", "delete-result", **body)
    deleted = next(e.fact.version for e in club.store.ledger.log if e.type == "ResultDeleted")
    for address in (f"?correction={deleted}", "?correction=1"):
        answer = club.client.get(f"/api/t/club/whatif{address}")
        code = "no-such-correction" if address.endswith("=1") else "not-seated-again"
        assert answer.json()["code"] == code
    assert club.client.get(f"/t/club/whatif/{deleted}").status_code == 422


def test_the_result_that_was_reported_changes_nothing() -> None:
    page = marathon().client.get("/t/club/whatif?game=T1.1&result=1-0").text
    assert "All seats would be the same." in page
    assert "1 later result would stand" in page


def test_a_table_where_nobody_sits_is_told() -> None:
    """Ana's second win in a row would have sent her away too: the table is Dora's and Bea's."""
    club = marathon(wins_cap=2)
    page = club.client.get("/t/club/whatif?game=T1.2&result=0-1").text
    assert "<del>Dora Díaz – Eva Elías</del>" in page


def test_what_cannot_be_asked_is_told() -> None:
    club = marathon()
    assert club.client.get("/t/club/whatif?game=T1.9&result=1-0").status_code == 422
    assert club.client.get("/t/club/whatif?game=T1.3&result=1-0").status_code == 409
    assert club.client.get("/t/club/whatif?game=T1.1&result=+/-").status_code == 422
