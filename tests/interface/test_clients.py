"""Generators make clients from the document that work, without a word of warning."""

import importlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interface.sample_site import SampleSite

HERE = Path(__file__).parent
GENERATOR = Path(sys.executable).with_name("openapi-python-client")
GENERATOR_SETTINGS = """
post_hooks: []
content_type_overrides:
  application/jsonl: application/octet-stream
  application/zip: application/octet-stream
  "*/*": application/octet-stream
"""
"""The client is not formatted, and three kinds of files are read as bytes."""
GENERATION_TIMEOUT_S = 300


@pytest.fixture(scope="module")
def client(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the package `planilla_client`."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_text(json.dumps(document), encoding="utf-8")
    (folder / "settings.yaml").write_text(GENERATOR_SETTINGS, encoding="utf-8")
    made = subprocess.run(
        [
            *(GENERATOR, "generate", "--path", "openapi.json", "--config", "settings.yaml"),
            *("--meta", "none", "--output-path", "planilla_client", "--fail-on-warning"),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=GENERATION_TIMEOUT_S,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "arning" not in made.stdout, made.stdout
    return folder


@pytest.mark.timeout(GENERATION_TIMEOUT_S)
@pytest.mark.no_cover
def test_the_generated_python_client_speaks_to_a_server(
    client: Path, site: SampleSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(client))
    package = importlib.import_module("planilla_client")
    models = importlib.import_module("planilla_client.models")
    asking = package.AuthenticatedClient(base_url=site.address, token=site.token, timeout=60)

    def operation(name: str) -> Any:
        return importlib.import_module(f"planilla_client.api.{name}").sync

    with asking:
        listed = operation("tournaments.list_tournaments")(client=asking)
        assert {"club", "hall"} <= {each.id for each in listed.tournaments}
        club = operation("tournaments.read_tournament")("club", client=asking)
        assert (club.name, club.entrants, club.round_) == ("Club Open", 6, 2)

        view = models.ReadViewView if hasattr(models, "ReadViewView") else None
        assert view is not None
        rows = operation("views.read_view")("club", view.PAIRINGS, client=asking)
        assert rows.columns[:3] == ["round", "board", "white"]
        assert set(rows.rows.additional_properties) >= {"1.1", "2.1"}

        report = operation("commands.record_result")
        body = models.RecordResult(game="2.1", result="1-0")
        stale = report("club", client=asking, body=body, idempotency_key="client-1", if_match='"1"')
        assert isinstance(stale, models.Problem)
        assert (stale.status, stale.code) == (412, "stale-version")
        tried = report(
            "club", client=asking, body=body, idempotency_key="client-2", prefer="dry-run"
        )
        assert tried.impact.head + 1 == tried.impact.version
        done = report("club", client=asking, body=body, idempotency_key="client-3")
        assert (done.status, done.events) == ("done", ["ResultRecorded"])

        card = operation("views.read_card")("club", "e1", client=asking)
        assert [each.round_ for each in card.card.rounds] == [1, 2]
        audit = operation("facts.audit_pairings")("club", client=asking)
        assert audit.holds is True
    with package.Client(base_url=site.address, timeout=60) as nobody:
        refused = operation("arbiter.list_evidence")("club", client=nobody)
    assert (refused.status, refused.code) == (401, "no-credentials")


@pytest.mark.timeout(GENERATION_TIMEOUT_S)
def test_typescript_accepts_a_program_that_uses_the_generated_types(
    document: dict[str, Any], node_packages: Path, tmp_path: Path
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(document), encoding="utf-8")
    shutil.copy(HERE / "typescript" / "program.ts", tmp_path)
    run(node_packages, "openapi-typescript", "openapi.json", "-o", "api.d.ts", folder=tmp_path)
    settings = ("--noEmit", "--strict", "--target", "es2022", "--module", "esnext")
    told = run(
        node_packages,
        "tsc",
        *(*settings, "--moduleResolution", "bundler", "program.ts"),
        folder=tmp_path,
    )
    assert told == ""


def run(packages: Path, program: str, *arguments: str, folder: Path) -> str:
    """A program of the packages, which must end well; its output."""
    ended = subprocess.run(
        [packages / "node_modules" / ".bin" / program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=GENERATION_TIMEOUT_S,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout
