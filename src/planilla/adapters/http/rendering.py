"""Pages from templates: escaped by default, in the visitor's language, never kept by proxies."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from planilla.adapters.http.assets import Assets
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.signs import (
    moved,
    signs,
    tiebreak_cells,
)
from planilla.adapters.http.visitor import THEMES, Visitor, remember_choices
from planilla.domain.scoring import notation_of
from planilla.words.catalogue import LANGUAGES, tr
from planilla.words.tiebreaks import tiebreak_help, tiebreak_name, tiebreak_short

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
KEPT_PARAMETERS = ("at", "follow")
"""What of an address stays when another tab is chosen."""


class _Compiled(BytecodeCache):
    """Templates as they were compiled, for all sites of a process.

    To compile them is nearly all the time of a first page. One whose source changed is compiled
    again: Jinja keeps a checksum of it.
    """

    def __init__(self) -> None:
        self._codes: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what is known of a template."""
        if bucket.key in self._codes:
            bucket.bytecode_from_string(self._codes[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template that was compiled."""
        self._codes[bucket.key] = bucket.bytecode_to_string()


COMPILED = _Compiled()


class Renderer:
    """Turns a template and its fields into a response."""

    def __init__(self, site: Site, assets: Assets) -> None:
        self._site = site
        self._environment = Environment(
            loader=FileSystemLoader(site.web_dir / "pages"),
            autoescape=True,
            undefined=StrictUndefined,
            bytecode_cache=COMPILED,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters |= {
            "iso": iso,
            "clock": clock,
            "day": day,
            "notation": notation_of,
        }
        self._environment.globals |= {
            "asset": assets.url,
            "languages": LANGUAGES,
            "themes": THEMES,
            "new_id": site.ids.token,
            "signs": signs,
            "tiebreak_cells": tiebreak_cells,
        }

    def page(
        self, request: Request, visitor: Visitor, template: str, **fields: Any
    ) -> HTMLResponse:
        """A whole page, or with `?fragment=1` the part of it that changes."""
        status = fields.pop("status", 200)
        response = HTMLResponse(
            self.text(request, visitor, template, fields),
            status_code=status,
            headers={"cache-control": "no-cache", "vary": "authorization, cookie, accept-language"},
        )
        remember_choices(request, response, is_secure=self._site.is_secure)
        return response

    def text(
        self, request: Request, visitor: Visitor, template: str, fields: Mapping[str, Any]
    ) -> str:
        """The HTML of a template."""

        def translate(key: str, /, **words: Any) -> str:
            return tr(visitor.language, key, **words)

        return self._environment.get_template(template).render(
            t=translate,
            moved=partial(moved, visitor.language),
            tiebreak_name=partial(tiebreak_name, visitor.language),
            tiebreak_short=partial(tiebreak_short, visitor.language),
            tiebreak_help=partial(tiebreak_help, visitor.language),
            visitor=visitor,
            lang=visitor.language,
            path=request.url.path,
            query=dict(request.query_params),
            kept=_kept(request),
            link=link_to(request),
            **fields,
        )


def _kept(request: Request) -> str:
    pairs = [
        (name, value)
        for name in KEPT_PARAMETERS
        if (value := request.query_params.get(name)) is not None
    ]
    return str(request.url.replace(path="", query="").include_query_params(**dict(pairs)).query)


def link_to(request: Request) -> Any:
    """A function for templates: the present address with some parameters changed or taken out."""

    def link(**changes: str | int | None) -> str:
        url = request.url.remove_query_params(["fragment", *changes])
        given = {name: value for name, value in changes.items() if value is not None}
        url = url.include_query_params(**given) if given else url
        return f"{url.path}?{url.query}" if url.query else url.path

    return link


def iso(at: int) -> str:
    """A moment (microseconds since 1970, UTC) for machines."""
    return (EPOCH + timedelta(microseconds=at)).isoformat(timespec="seconds")


def clock(at: int) -> Markup:
    """The time of day of a moment, for people; scripts put it into their own time zone."""
    local = (EPOCH + timedelta(microseconds=at)).astimezone()
    return Markup('<time datetime="{}">{}</time>').format(iso(at), local.strftime("%H:%M"))


def day(at: int) -> Markup:
    """Day and time of day of a moment."""
    local = (EPOCH + timedelta(microseconds=at)).astimezone()
    return Markup('<time datetime="{}">{}</time>').format(iso(at), local.strftime("%Y-%m-%d %H:%M"))
