"""One running server for all tests of the programs' interface, and its document."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from interface.sample_site import SampleSite, sample_site
from planilla.adapters.http.app import page_classes
from planilla.adapters.http.openapi import openapi_document


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleSite]:
    """A server with two tournaments, for tests that read, or write elsewhere."""
    with sample_site(tmp_path_factory.mktemp("interface")) as running:
        yield running


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    page_classes()
    found: dict[str, Any] = json.loads(openapi_document("http://127.0.0.1:8000", "1.2.3"))
    return found
