"""The OpenAPI document describes every address for programs, and its examples are true."""

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from starlette.routing import Route

from dsl.web_club import Club
from interface.sample_site import SampleSite
from planilla.adapters.http.endpoints import Tag, described_endpoints
from planilla.adapters.http.openapi import EXAMPLES, STATUSES, openapi_document
from planilla.adapters.live.routes import routes as live_routes
from planilla.application.watch import Hub
from planilla.domain.tournament.subjects import COMMANDS

METHODS = frozenset({"get", "post", "put", "patch", "delete"})
FOR_PEOPLE = {
    "/assets/{digest}/{path:path}": "files of the pages",
    "/t/{tournament}/arbiter/hall-worker.js": "a script of a page",
    "/e/{festival}/qr.svg": "a picture of a page",
    "/t/{tournament}/hall/qr.svg": "a picture of a page",
    "/t/{tournament}/qr.svg": "a picture of a page",
    "/t/{tournament}/poster.svg": "a sheet to be printed",
    "/t/{tournament}/poster.png": "a sheet to be printed",
    "/t/{tournament}/proof/v{version:int}.svg": "a picture of a page",
    "/t/{tournament}/trf": "the same as below /api",
    "/t/{tournament}/{table}.csv": "the same as below /api",
    "/t/{tournament}/files.zip": "the same as below /api",
    "/t/{tournament}/hall/ranking.csv": "the same as below /api",
    "/t/{tournament}/hall/ranking.json": "the same as below /api",
    "/t/{tournament}/hall/games.csv": "the same as below /api",
    "/t/{tournament}/hall/games.json": "the same as below /api",
    "/t/{tournament}/hall/fairness.csv": "the same as below /api",
    "/t/{tournament}/hall/fairness.json": "the same as below /api",
    "/t/{tournament}/share.png": "a picture for networks, named by the page",
    "/e/{festival}/share.png": "a picture for networks, named by the page",
    "/t/{tournament}/feed.atom": "a feed for readers of news, described where it is linked",
    "/e/{festival}/feed.atom": "the same of a festival",
    "/e/{festival}/schedule.ics": "the calendars of its tournaments in one",
    "/manifest.webmanifest": "a file of the pages",
    "/worker.js": "a script of the pages",
    "/embed.js": "a script for the pages of others",
    "/verify/planilla_verify.py": "a program to be kept",
}
"""Files and pictures that the document does not describe, and why."""
WITHOUT_EXAMPLE = {"read-openapi", "read-asyncapi"}


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and operation."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert method in METHODS, method
            yield method, path, operation


def all_routes() -> list[Route]:
    """Every route of a server."""
    club = Club()
    live = live_routes(Hub(club.store), club.store)
    return [each for each in (*live, *club.app.routes) if isinstance(each, Route)]


def is_for_programs(path: str) -> bool:
    """Return whether a path has the form of an address for programs: /api, a file, a stream."""
    return path.startswith("/api/") or bool(
        re.search(r"\.\w+$|/stream$|/trf$|^/(healthz|readyz)$", path)
    )


def test_every_address_for_programs_is_in_the_document_and_no_other(
    document: dict[str, Any],
) -> None:
    served = {
        (method, re.sub(r":\w+\}", "}", each.path))
        for each in all_routes()
        if is_for_programs(each.path) and each.path not in FOR_PEOPLE
        for method in each.methods or {"GET"}
        if method != "HEAD"
    }
    commands = "/api/t/{tournament}/commands/"
    described = {
        (method.upper(), path if not path.startswith(commands) else f"{commands}{{name}}")
        for method, path, _ in operations(document)
    }
    problems = {("GET", "/problems"), ("GET", "/problems/{code}")}
    assert described == served | problems


def test_the_list_of_what_is_for_people_names_only_what_there_is() -> None:
    paths = {each.path for each in all_routes()}
    assert {path for path in FOR_PEOPLE if path not in paths} == set()


def test_every_command_has_its_operation(document: dict[str, Any]) -> None:
    found = [each["operationId"] for _, path, each in operations(document) if "/commands/" in path]
    assert found == list(COMMANDS)


def test_every_operation_has_a_name_a_tag_and_a_sentence(document: dict[str, Any]) -> None:
    names = [each["operationId"] for _, _, each in operations(document)]
    assert len(names) == len(set(names))
    tags = {tag["name"] for tag in document["tags"]}
    assert tags == {tag.value for tag in Tag}
    for _, path, each in operations(document):
        assert set(each["tags"]) <= tags, path
        assert each["summary"].endswith((".", "`).")), path
        assert "security" in each, path


def test_every_operation_names_the_problems_that_follow_from_its_kind(
    document: dict[str, Any],
) -> None:
    for method, path, each in operations(document):
        answers = set(each["responses"])
        assert {"429", "500", "503"} <= answers, path
        if "{" in path:
            assert "404" in answers, path
        if "requestBody" in each:
            assert {"400", "413", "422"} <= answers, path
        if {} not in each["security"] and each["security"]:
            assert {"401", "403"} <= answers, path
        if "/commands/" in path:
            assert {"409", "412"} <= answers, path
        assert method == "get" or "429" in answers
    assert set(document["components"]["responses"]) == {str(status) for status in STATUSES}


def test_no_reference_dangles_and_generators_can_read_the_tuples(
    document: dict[str, Any],
) -> None:
    text = json.dumps(document)
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', text))
    assert named - document["components"]["schemas"].keys() == set()
    assert '"items": false' not in text
    assert all(re.fullmatch("[A-Za-z]+", name) for name in document["components"]["schemas"])


def examples(document: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield the place, the schema and the value of each example."""
    for _, path, each in operations(document):
        for parameter in each["parameters"]:
            yield f"{path} {parameter['name']}", parameter["schema"], parameter["example"]
        contents = [each.get("requestBody", {}).get("content", {})]
        contents += [answer.get("content", {}) for answer in each["responses"].values()]
        for content in contents:
            for media in content.values():
                if "example" in media:
                    yield each["operationId"], media["schema"], media["example"]


def differences(document: dict[str, Any], schema: Any, value: Any) -> list[str]:
    """Return the places where a value does not fit a schema of the document, and why."""
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "components": document["components"],
        **schema,
    }
    found = jsonschema_rs.validator_for(whole).iter_errors(value)
    return [f"{list(each.instance_path)}: {each.message}" for each in found]


def test_every_example_fits_its_schema(document: dict[str, Any]) -> None:
    wrong = [
        f"{where}: {each}"
        for where, schema, example in examples(document)
        for each in differences(document, schema, example)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "fits"), [("Ana", True), ("sss", True), ("\\", True), (" \t", False), ("", False)]
)
def test_a_name_is_more_than_blanks(document: dict[str, Any], name: str, *, fits: bool) -> None:
    person = {"$ref": "#/components/schemas/Person"}
    assert (differences(document, person, {"name": name}) == []) is fits


@pytest.mark.no_cover
@pytest.mark.parametrize(("file", "name"), [("games", "MasnouGame"), ("ranking", "MasnouRank")])
def test_the_files_of_a_hall_have_the_fields_that_are_described(
    document: dict[str, Any], site: SampleSite, file: str, name: str
) -> None:
    (row, *_) = site.get(f"/api/t/hall/hall/{file}.json").json()
    assert row.keys() == document["components"]["schemas"][name]["properties"].keys()


def test_whatever_is_sent_or_answered_as_json_has_an_example(document: dict[str, Any]) -> None:
    missing = []
    for _, path, each in operations(document):
        body = each.get("requestBody", {}).get("content", {}).get("application/json")
        if body is not None and "example" not in body:
            missing.append(f"{path}: body")
        status = next(status for status in ("200", "201", "204") if status in each["responses"])
        answer = each["responses"][status].get("content", {}).get("application/json")
        if answer is not None and "example" not in answer:
            missing.append(each["operationId"])
    assert set(missing) == WITHOUT_EXAMPLE


def test_no_example_is_of_nothing() -> None:
    assert set(EXAMPLES) - {each.id for _, each in described_endpoints()} - COMMANDS.keys() == set()


@pytest.mark.parametrize("name", list(COMMANDS))
async def test_the_example_of_a_command_can_be_read_by_the_server(name: str) -> None:
    club = Club()
    club.found()
    await club.let_in("arbiter-token", "club")
    answer = club.client.post(
        f"/api/t/club/commands/{name}",
        headers={"idempotency-key": "k", "prefer": "dry-run"},
        json=EXAMPLES[name]["body"],
    )
    assert answer.status_code in {200, 409, 422, 404}, answer.text


def test_the_document_is_made_of_the_site_s_own_address() -> None:
    document = json.loads(openapi_document("https://club.example", ""))
    assert document["servers"] == [{"url": "https://club.example"}]
    assert document["info"]["version"] == "0"
