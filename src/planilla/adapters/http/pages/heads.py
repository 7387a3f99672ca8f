"""Signed heads and proofs, and the page that explains them and checks a printed head.

Requests of the public append nothing; the staff announces the key by a button.
"""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.endpoints import RESULTS, Access, Cost, Tag, operation_at, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.responses import data_response, qr_response
from planilla.adapters.http.views.head import compared, links_of
from planilla.adapters.http.visitor import visitor_of
from planilla.adapters.http.web import Pages
from planilla.application.heads import Announcer, HeadNotFound, Heads, key_in_force
from planilla.application.log_tree import OutsideTheLog
from planilla.application.ports import Keys, KeyUnusable
from planilla.application.recording import DamagedLog
from planilla.application.roles import View
from planilla.audit.proofs import Consistency, Proof, SignedHead, announced_keys, typed_head

POSITION_DIGITS = 12
TEXT_MAX = 200
"""Most characters of a typed head."""


class HeadAnswer(SignedHead, frozen=True, kw_only=True):
    """A signed head; `announced` is the key announced in the log."""

    announced: str | None


class HeadPages(Pages):
    """Handlers of heads, proofs, consistency proofs, and the page about them."""

    @operation_at(
        "/api/t/{tournament}/head",
        name="read-head",
        tag=Tag.PROOFS,
        summary="The signed head of the log, now or at a position.",
        cost=Cost.PAGE,
        timeless="has its own parameter for the version (`?position=`)",
        parameters=("position",),
        answer=HeadAnswer,
        problems=(422,),
    )
    async def head(self, request: Request) -> Response:
        """Return the signed head, current or at `?position=`."""
        tournament = request.path_params["tournament"]
        with _faults_reported():
            signed = await self._made().head(tournament, _number(request, "position"))
        announced = await key_in_force(self._site.log, tournament)
        answer = HeadAnswer(
            head=signed.head, signature=signed.signature, announced=announced or None
        )
        return data_response(answer)

    @operation_at(
        "/api/t/{tournament}/proof/{version:int}",
        name="prove-event",
        tag=Tag.PROOFS,
        summary="The proof that an event is in the log.",
        cost=Cost.PAGE,
        timeless="the version is in the path",
        parameters=("position",),
        answer=Proof,
        problems=(422,),
    )
    async def proof(self, request: Request) -> Response:
        """Return the proof that an event is in the log, now or at `?position=`."""
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        with _faults_reported():
            seen = await self._seen_by(visitor, tournament)
            to_staff = visitor.may_see(tournament, View.STAFF)
            proof = await self._made().proof(
                tournament,
                request.path_params["version"],
                _number(request, "position"),
                to_staff=to_staff,
                upto=seen.version,
            )
        return data_response(proof)

    @operation_at(
        "/api/log/consistency",
        name="prove-consistency",
        tag=Tag.PROOFS,
        summary="The proof that the log at one position is the beginning of the log at another.",
        cost=Cost.MOMENT,
        timeless="two positions are in the address",
        parameters=("from", "to"),
        answer=Consistency,
        problems=(404, 422),
    )
    async def consistency(self, request: Request) -> Response:
        """Return the proof that the log at `?from=` is a prefix of that at `?to=` or now."""
        with _faults_reported():
            shown = await self._made().consistency(
                _number(request, "from") or 0, _number(request, "to")
            )
        return data_response(shown)

    @page_at("/t/{tournament}/proof", cost=Cost.PAGE, level=RESULTS)
    async def page(self, page_request: PageRequest) -> Response:
        """Show the current head, and whether the log contains a head that was printed."""
        present = self._present_key()
        return await self._public.page(
            page_request, "proof", "proof.html", lambda: self._shown(page_request, present)
        )

    def _shown(self, page_request: PageRequest, present: str) -> Mapping[str, Any]:
        version = page_request.version
        keys = announced_keys(entry.fact for entry in page_request.seen)
        typed = page_request.request.query_params.get("head", "")[:TEXT_MAX]
        return {
            "version": version,
            "last": page_request.history.version,
            "hash": page_request.history.entries[version - 1].hash,
            "links": links_of(page_request.history, version),
            "keys": keys[::-1],
            "present": present,
            "is_announced": bool(keys) and keys[-1].public_key == present,
            "typed": typed,
            "compared": compared(page_request.recorded, typed, typed_head(typed))
            if typed
            else None,
            "public_url": self._site.public_url,
        }

    @page_at(
        "/t/{tournament}/proof/announce",
        method="POST",
        access=Access.STAFF,
        view=View.GOVERN,
        records=("announce-log-key",),
    )
    async def announce(self, request: Request) -> Response:
        """Announce the signing key in the log, for the arbiters of the tournament.

        Raises:
            Failure: it is not permitted, or was refused.
        """
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        if not visitor.may_see(tournament, View.GOVERN):
            raise Failure("not-permitted")
        announcer = Announcer(self._site.log, self._site.bus, self._keys())
        with _faults_reported():
            answers = await announcer.announced(tournament, visitor.actor)
        for answer in answers:
            failure = failure_of(answer)
            if failure is not None:
                raise failure
        return RedirectResponse(f"/t/{tournament}/proof", status_code=303)

    @page_at(
        "/t/{tournament}/proof/v{version:int}.svg",
        cost=Cost.PAGE,
        timeless="the version is in the path",
    )
    async def code(self, page_request: PageRequest) -> Response:
        """Return the head of a version as a QR code: an address that compares it with the log."""
        version = page_request.request.path_params["version"]
        if not 1 <= version <= page_request.history.version:
            fields = {"at": f"v{version}", "last": page_request.history.version}
            raise Failure("no-such-moment", fields)
        head = f"v{version}-{page_request.history.entries[version - 1].hash}"
        address = f"{self._site.public_url}/t/{page_request.page.id}/proof?head={head}"
        return qr_response(address)

    def _present_key(self) -> str:
        """Return the current public key; "" if none can be used."""
        if self._site.keys is None:
            return ""
        try:
            return self._site.keys.current().public_key.hex()
        except KeyUnusable:
            return ""

    def _keys(self) -> Keys:
        if self._site.keys is None:
            raise Failure("no-key")
        return self._site.keys

    def _made(self) -> Heads:
        if self._heads is None:
            raise Failure("no-key")
        return self._heads


@contextlib.contextmanager
def _faults_reported() -> Iterator[None]:
    try:
        yield
    except HeadNotFound as error:
        raise Failure(error.code, error.fields, status=404) from error
    except KeyUnusable as error:
        raise Failure("no-key") from error
    except DamagedLog as error:
        raise Failure("log-damaged", {"version": error.version}) from error
    except OutsideTheLog as error:
        raise Failure("log-damaged", {"version": error.position}) from error


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= POSITION_DIGITS):
        raise Failure("not-a-number", {"text": text[:40]})
    return int(text)
