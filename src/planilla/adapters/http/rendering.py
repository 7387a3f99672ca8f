"""Pages from templates: escaped by default, in the visitor's language, never kept by proxies."""

import io
import re
from collections.abc import Mapping
from datetime import tzinfo
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import segno
from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Undefined,
    pass_context,
)
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from planilla.adapters.http.assets import Assets
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.marks import moved, signs
from planilla.adapters.http.visitor import THEMES, Visitor, remember_choices
from planilla.domain.instants import time_zone_of, utc
from planilla.domain.scoring import notation_of
from planilla.domain.tournament.subjects import COMMANDS
from planilla.presentation.catalogue import LANGUAGES, tr
from planilla.presentation.dates import stamp
from planilla.presentation.figures import agreeing, conventions, locale_of, result, sentence_case
from planilla.presentation.tiebreaks import tiebreak_help, tiebreak_name, tiebreak_short

BORDER_MODULES = 4
"""The quiet zone of a QR code that scanners need, light also where the page is dark."""
KEPT_PARAMETERS = ("at", "follow")
"""Query parameters that are kept when another tab is chosen."""


FIRST_TEMPLATES = "index standings ranking keizer pairings crosstable entrants elo timeline rules"
"""Templates of the pages that spectators open, compiled before the first of them is asked for."""
USED_TEMPLATE = re.compile(r'{%-? *(?:extends|import|include) "([^"]+)"')


PRINTABLE_TYPES = (str, int, Fraction, Undefined)
"""Types that a page may print; an undefined value raises when it is written."""


def printable(value: object) -> object:
    """The value of an expression as it is written into a page.

    Raises:
        TypeError: it is nothing that people read, as None, True, a list or a macro.
    """
    if isinstance(value, PRINTABLE_TYPES) and value is not True and value is not False:
        return value
    raise TypeError(f"a page cannot show {value!r}")


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

CONTEXTS = "_contexts"
"""The name under which a rendering lists its contexts; no template uses it."""


class PageContext(Context):
    """The names of a template while a page is rendered, listed so that they can be released.

    The macros of a page and its contexts refer to each other. Left to the garbage collector they
    would hold everything that was on the page, until it passes through old objects.
    """

    def __init__(self, environment: Environment, parent: dict[str, Any], *more: Any, **kw: Any):
        super().__init__(environment, parent, *more, **kw)
        if CONTEXTS in parent:
            parent[CONTEXTS].append(self)

    def release(self) -> None:
        """Forget all names, once the page is made."""
        self.parent.clear()
        self.vars.clear()
        self.blocks.clear()


class Renderer:
    """Turns a template and its fields into a response."""

    def __init__(self, site: Site, assets: Assets) -> None:
        self._site = site
        self._environment = Environment(
            loader=FileSystemLoader(site.web_dir / "pages"),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=printable,
            bytecode_cache=COMPILED,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters |= {
            "iso": iso,
            "clock": clock,
            "day": day,
            "notation": notation_of,
            "result": result,
            "agreeing": agreeing,
            "sentence_case": sentence_case,
        }
        self._environment.globals |= {
            "asset": assets.url,
            "languages": LANGUAGES,
            "language_names": {each: tr(each, "language.name") for each in LANGUAGES},
            "themes": THEMES,
            "new_id": site.ids.token,
            "public_reasons": frozenset(
                name for name, kind in COMMANDS.items() if kind.reason_is_public
            ),
            "signs": signs,
        }
        self._environment.context_class = PageContext

    def prepare(self) -> None:
        """Compile `FIRST_TEMPLATES` with those they use, and load the data of all languages."""
        for language in LANGUAGES:
            conventions(language)
        names = [f"{name}.html" for name in FIRST_TEMPLATES.split()]
        for name in names:  # it grows
            source = Path(str(self._environment.get_template(name).filename)).read_text("utf-8")
            names.extend(used for used in USED_TEMPLATE.findall(source) if used not in names)

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

        contexts: list[PageContext] = []
        try:
            return self._environment.get_template(template).render(
                t=translate,
                moved=partial(moved, visitor.language),
                tiebreak_name=partial(tiebreak_name, visitor.language),
                tiebreak_short=partial(tiebreak_short, visitor.language),
                tiebreak_help=partial(tiebreak_help, visitor.language),
                visitor=visitor,
                lang=visitor.language,
                locale=str(locale_of(visitor.language)).replace("_", "-"),
                direction=locale_of(visitor.language).text_direction,
                decimal_mark=conventions(visitor.language).decimal_mark,
                path=request.url.path,
                query=dict(request.query_params),
                kept=_kept(request),
                link=link_to(request),
                **{"time_zone": getattr(fields.get("head"), "zone", ""), **fields},
                **{CONTEXTS: contexts},
            )
        finally:
            for context in contexts:
                context.release()


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


def _zone_of(context: Context) -> tzinfo | None:
    """The time zone of the tournament of a page; None: that of this machine."""
    return time_zone_of(str(context.get("time_zone", ""))) if context.get("time_zone") else None


def iso(at: int) -> str:
    """A moment (microseconds since 1970, UTC) for machines."""
    return utc(at).isoformat(timespec="seconds")


@pass_context
def clock(context: Context, at: int) -> Markup:
    """The time of day of a moment, in the time zone of the tournament; so do the scripts."""
    local = utc(at).astimezone(_zone_of(context))
    return Markup('<time datetime="{}">{}</time>').format(iso(at), local.strftime("%H:%M"))


@pass_context
def day(context: Context, at: int) -> Markup:
    """Day and time of day of a moment; in a list of tournaments in the zone of the machine."""
    local = utc(at).astimezone(_zone_of(context))
    return Markup('<time datetime="{}">{}</time>').format(iso(at), stamp(context["lang"], local))


def address_as_qr(address: str) -> bytes:
    """The code of an address: black on white, no size of its own, quiet zone included."""
    out = io.BytesIO()
    segno.make(address, micro=False).save(
        out, kind="svg", border=BORDER_MODULES, light="#fff", omitsize=True
    )
    return out.getvalue()
