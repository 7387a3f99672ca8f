"""Rendering of pages from templates: escaped by default, and in the visitor's language."""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import CodeType
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
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from planilla.adapters.http.assets import Assets
from planilla.adapters.http.middleware import EMBEDDED_POLICY
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.filters import FILTERS
from planilla.adapters.http.views.marks import moved, signs
from planilla.adapters.http.visitor import THEMES, Visitor, is_embedded, remember_choices
from planilla.domain.instants import time_zone_of, utc
from planilla.domain.scoring import notation_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.subjects import COMMANDS
from planilla.presentation.catalogue import CATALOGUES, LANGUAGES, tr
from planilla.presentation.dates import stamp
from planilla.presentation.figures import agreeing, conventions, locale_of, result, sentence_case
from planilla.presentation.tiebreaks import tiebreak_help, tiebreak_name, tiebreak_short

BORDER_MODULES = 4
"""Quiet zone of a QR code in modules, light in the dark theme too."""
KEPT_PARAMETERS = ("at", "follow", "stage", *FILTERS)
"""Query parameters kept in links to other tabs."""
KEPT_FILTER_MAX = 100
"""Most characters of a filter that links keep: each of hundreds repeats it."""

FIRST_TEMPLATES = "index standings ranking keizer pairings crosstable entrants elo timeline rules"
"""Templates of spectators' pages, compiled at the start."""
BLOCKING_SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
"""A style sheet in the head of a page without which the page is not painted."""
USED_TEMPLATE = re.compile(r'{%-? *(?:extends|import|include) "([^"]+)"')


PRINTABLE_TYPES = (str, int, Fraction, Undefined)
"""Types that a page may print; an undefined value raises an error."""


def printable(value: object) -> object:
    """Return the value of an expression for output in a page.

    Raises:
        TypeError: it is not printable, as None, True, a list or a macro.
    """
    if isinstance(value, PRINTABLE_TYPES) and value is not True and value is not False:
        return value
    raise TypeError(f"a page cannot show {value!r}")


@dataclass(frozen=True, kw_only=True)
class StageKept:
    """The stage that the addresses in a page of a tournament of several keep.

    Its forms always name the stage that they were shown for, since another one may have started
    when they are sent, and so do its links to files, which are of the first stage without it; other
    links name it only if the address of the page does (`in_links`).
    Templates write addresses of a tournament without its stage: `put_into` adds it to all of them.
    """

    tournament: str
    number: int
    in_links: bool

    @classmethod
    def of(cls, request: Request, state: Tournament) -> "StageKept | None":
        """Return the stage that a page keeps; None in a tournament of one stage."""
        if state.stages == 1:
            return None
        return cls(
            tournament=request.path_params["tournament"],
            number=state.stage,
            in_links="stage" in request.query_params,
        )

    def put_into(self, html: str) -> str:
        """Return a page with the stage in its addresses."""
        known = re.escape(f"/t/{self.tournament}")
        places = '<form\\b[^>]*? action|<button\\b[^>]*? formaction|name="next" value'
        if self.in_links:
            places += "|<a\\b[^>]*? href| data-from"
        address = f'(?:{places})="{known}(?=[/?#"])[^"#]*'
        file = f'<a\\b[^>]*? href="{known}/(?:trf|[a-z]+\\.csv)(?=[?"])[^"#]*'
        return re.sub(f'({address}|{file})([^"]*"[^>]*>)', self._with_stage, html)

    def _with_stage(self, found: re.Match[str]) -> str:
        start, end = found.groups()
        if "stage=" not in start:
            start += f"{'&amp;' if '?' in start else '?'}stage={self.number}"
        is_get = start.startswith("<form") and 'method="get"' in start + end
        field = f'<input type="hidden" name="stage" value="{self.number}">'
        return f"{start}{end}{field if is_get and self.in_links else ''}"


class _Compiled(BytecodeCache):
    """Cache of compiled templates for all sites of a process.

    Compilation takes nearly all the time of a first page. A template with changed source is
    compiled again: its checksum is another.
    """

    def __init__(self) -> None:
        self._codes: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the bytecode of a template."""
        checksum, code = self._codes.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the bytecode of a template."""
        assert bucket.code is not None
        self._codes[bucket.key] = (bucket.checksum, bucket.code)


COMPILED = _Compiled()

CONTEXTS = "_contexts"
"""Name of the list of contexts of a rendering, not used by templates."""


class PageContext(Context):
    """Template context that is listed, so it can be released after the rendering.

    The macros of a page and its contexts form cycles, which would hold all data of the page until a
    full garbage collection.
    """

    def __init__(self, environment: Environment, parent: dict[str, Any], *more: Any, **kw: Any):
        super().__init__(environment, parent, *more, **kw)
        if CONTEXTS in parent:
            parent[CONTEXTS].append(self)

    def release(self) -> None:
        """Clear all names after the rendering."""
        self.parent.clear()
        self.vars.clear()
        self.blocks.clear()


class Renderer:
    """Renderer of templates to responses."""

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
            "script": assets.script,
            "languages": LANGUAGES,
            "language_names": {each: tr(each, "language.name") for each in LANGUAGES},
            "themes": THEMES,
            "new_id": site.ids.token,
            "public_reasons": frozenset(
                name for name, kind in COMMANDS.items() if kind.reason_is_public
            ),
            "signs": signs,
            "has_accounts": site.accounts is not None,
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
        """Return a page with its headers."""
        status = fields.pop("status", 200)
        html = self.text(request, visitor, template, fields)
        response = HTMLResponse(
            html,
            status_code=status,
            headers={
                "cache-control": "no-cache",
                "vary": "authorization, cookie, accept-language",
                **_preloads(html),
                **_framing(request),
            },
        )
        remember_choices(request, response, is_secure=self._site.is_secure)
        return response

    def text(
        self, request: Request, visitor: Visitor, template: str, fields: Mapping[str, Any]
    ) -> str:
        """Return the HTML of a template."""
        contexts: list[PageContext] = []
        kept_stage = getattr(request.state, "kept_stage", None)
        try:
            html = self._environment.get_template(template).render(
                t=partial(page_text, visitor.language),
                moved=partial(moved, visitor.language),
                tiebreak_name=partial(tiebreak_name, visitor.language),
                tiebreak_short=partial(tiebreak_short, visitor.language),
                tiebreak_help=partial(tiebreak_help, visitor.language),
                script_words=partial(script_words, visitor.language),
                visitor=visitor,
                lang=visitor.language,
                locale=str(locale_of(visitor.language)).replace("_", "-"),
                direction=locale_of(visitor.language).text_direction,
                decimal_mark=conventions(visitor.language).decimal_mark,
                path=request.url.path,
                made_at=self._site.clock.now() // 1000,
                is_embedded=is_embedded(request),
                query=dict(request.query_params),
                kept=_kept(request),
                link=link_to(request),
                **{"time_zone": getattr(fields.get("head"), "zone", ""), **fields},
                **{CONTEXTS: contexts},
            )
            return html if kept_stage is None else kept_stage.put_into(html)
        finally:
            for context in contexts:
                context.release()


def script_words(language: str, prefix: str) -> dict[str, str]:
    """Return the texts whose keys begin with `prefix` as scripts fill them, by camel-case names."""
    return {
        _camel_case(key.removeprefix(prefix)): text
        for key, text in CATALOGUES[language].items()
        if key.startswith(prefix)
    }


def _camel_case(name: str) -> str:
    first, *others = name.split("-")
    return first + "".join(each.capitalize() for each in others)


def _framing(request: Request) -> dict[str, str]:
    """The policy of a page that another site shows within its own, where it may."""
    endpoint = getattr(request.state, "endpoint", None)
    if endpoint is None or not endpoint.may_be_embedded or not is_embedded(request):
        return {}
    return {"content-security-policy": EMBEDDED_POLICY}


def _preloads(html: str) -> dict[str, str]:
    """The header that asks for the style sheets of a page while its HTML still arrives."""
    head = html[: html.find("</head>")] if "</head>" in html else ""
    links = [f"<{address}>; rel=preload; as=style" for address in BLOCKING_SHEET.findall(head)]
    return {"link": ", ".join(links)} if links else {}


def _kept(request: Request) -> str:
    pairs = [
        (name, value)
        for name in KEPT_PARAMETERS
        if (value := request.query_params.get(name)) is not None
        and (name not in FILTERS or 0 < len(value) <= KEPT_FILTER_MAX)
    ]
    return str(request.url.replace(path="", query="").include_query_params(**dict(pairs)).query)


def link_to(request: Request) -> Any:
    """Return a template function: the current address with some parameters changed or removed."""

    def link(**changes: str | int | None) -> str:
        url = request.url.remove_query_params(list(changes))
        given = {name: value for name, value in changes.items() if value is not None}
        url = url.include_query_params(**given) if given else url
        return f"{url.path}?{url.query}" if url.query else url.path

    return link


def page_text(language: str, key: str, /, **words: Any) -> str:
    """Return the text of `key` for a page; HTML if it is filled with HTML, as a time is."""
    if not any(isinstance(each, Markup) for each in words.values()):
        return tr(language, key, **words)
    safe = {name: _escaped(each) for name, each in words.items()}
    return Markup(tr(language, key, **safe))  # noqa: S704  (escaped above)


def _escaped(value: Any) -> Any:
    """Return what a text is filled with, alone or in a list, for within HTML."""
    if isinstance(value, (list, tuple)):
        return [_escaped(each) for each in value]
    return escape(value) if isinstance(value, str) else value


def _zone_of(context: Context) -> tzinfo | None:
    """Return the time zone of the tournament of a page; None is that of this machine."""
    return time_zone_of(str(context.get("time_zone", ""))) if context.get("time_zone") else None


def iso(at: int) -> str:
    """Format a time (microseconds since 1970, UTC) by ISO 8601."""
    return utc(at).isoformat(timespec="seconds")


@pass_context
def clock(context: Context, at: int) -> Markup:
    """Format the time of day in the time zone of the tournament, as scripts do."""
    local = utc(at).astimezone(_zone_of(context))
    return Markup('<time datetime="{}">{}</time>').format(iso(at), local.strftime("%H:%M"))


@pass_context
def day(context: Context, at: int) -> Markup:
    """Format the day and time of day; in the list of tournaments in the zone of the machine."""
    local = utc(at).astimezone(_zone_of(context))
    return Markup('<time datetime="{}">{}</time>').format(iso(at), stamp(context["lang"], local))


def address_as_qr(address: str) -> bytes:
    """Return the QR code of an address as SVG: black on white, scalable, with quiet zone."""
    out = io.BytesIO()
    segno.make(address, micro=False).save(
        out, kind="svg", border=BORDER_MODULES, light="#fff", omitsize=True
    )
    return out.getvalue()


def qr_image(address: str) -> str:
    """Return the QR code of a secret address as the source of an image: no other request has it."""
    return str(segno.make(address, micro=False).svg_data_uri(border=BORDER_MODULES, light="#fff"))
