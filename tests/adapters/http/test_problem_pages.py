"""The type of a problem is an address that explains its code, for people and for programs."""

import re
from pathlib import Path

import pytest

from dsl.web_club import Club
from planilla.adapters.http.problems import STATUS_OF_CODE, status_of
from planilla.domain.tournament.subjects import REFUSALS
from planilla.presentation.catalogue import LANGUAGES
from planilla.presentation.problems import meaning, problem_codes

pytestmark = pytest.mark.no_cover

SOURCES = Path(__file__).parents[3] / "src" / "planilla" / "adapters" / "http"
HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def website() -> Club:
    """A website of its own for each test: there are more codes than a visitor may ask for."""
    return Club()


@pytest.mark.parametrize("code", problem_codes())
def test_every_code_has_an_address_that_explains_it(website: Club, code: str) -> None:
    for language in LANGUAGES:
        browser = website.browser(language)
        told = browser.get(f"/problems/{code}")
        assert told.headers["content-type"] == "application/json"
        assert told.headers["content-language"] == language
        found = told.json()
        assert (found["code"], found["type"]) == (code, f"/problems/{code}")
        assert found["status"] == status_of(code)
        assert found["meaning"] == meaning(language, code)
        assert len(found["advice"]) > 20
        assert not re.search("[{}|]", found["meaning"] + found["advice"])
        page = browser.get(f"/problems/{code}", headers=HTML)
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert (page.status_code, f"<code>{code}</code>" in page.text) == (200, True)
        assert "accept" in page.headers["vary"].split(", ")


def test_the_list_has_every_refusal_and_every_code_of_the_pages(website: Club) -> None:
    codes = {each["code"]: each for each in website.client.get("/problems").json()["codes"]}
    assert REFUSALS.keys() | STATUS_OF_CODE.keys() <= codes.keys()
    assert list(codes) == sorted(codes)
    page = website.client.get("/problems", headers=HTML).text
    assert [code for code in codes if f'href="/problems/{code}"' not in page] == []


def test_another_status_than_that_of_the_code_is_given_only_where_it_differs() -> None:
    raised = r'Failure\("([a-z-]+)",? ?[^\n]*status=(\d+)\)'
    text = "".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    found = {(code, int(status)) for code, status in re.findall(raised, text)}
    # Of what an address names: there is nothing of it there.
    by_address = {"no-such-game", "no-such-round", "no-such-entrant", "round-not-paired"}
    by_address |= {"no-such-stage"}
    others = {("no-such-text", 422), ("not-in-this-system", 404), ("unknown-link", 403)}
    assert found == {(code, 404) for code in by_address} | others
    assert [code for code, status in found if status == status_of(code)] == []


def test_what_a_field_stands_for_is_named(website: Club) -> None:
    found = website.client.get("/problems/results-conflict").json()
    assert found["fields"] == ["game", "recorded", "reported"]
    assert found["meaning"] == (
        "Game ‹game› is recorded as ‹recorded› and was now reported as ‹reported›. The arbiter "
        "decides."
    )


@pytest.mark.parametrize(
    ("code", "article"),
    [
        ("numbers-fixed", "C.04.2 2.3"),
        ("effect-out-of-range", "C.04.2 4.3"),
        ("round-has-results", "C.04.2 4.4"),
        ("no-legal-pairing", "C.04.1 2"),
    ],
)
def test_an_article_is_named_where_one_stands_behind_it(
    website: Club, code: str, article: str
) -> None:
    assert website.client.get(f"/problems/{code}").json()["article"] == article
    assert article in website.client.get(f"/problems/{code}", headers=HTML).text


def test_a_code_that_there_is_not_is_a_problem_itself(website: Club) -> None:
    answer = website.client.get("/problems/dance")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-problem")
    page = website.client.get("/problems/dance", headers=HTML)
    assert (page.status_code, "with the code “dance”" in page.text) == (404, True)


def test_the_type_of_a_problem_answers(website: Club) -> None:
    problem = website.client.get("/api/t/nobody").json()
    assert website.client.get(problem["type"]).json()["code"] == problem["code"]


def test_a_page_with_a_problem_links_to_its_explanation(website: Club) -> None:
    page = website.client.get("/t/nobody", headers=HTML).text
    assert '<a href="/problems/no-such-tournament"><code>no-such-tournament</code></a>' in page
