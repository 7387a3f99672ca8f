"""What the arbiter's pages stand on: who may see them, their frame, acts refused beside forms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.forms import Input, WrongForm
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import Fields, Look, PublicPages
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import not_permitted
from planilla.domain.vocabulary import RESULT_OF_NOTATION
from planilla.presentation.catalogue import sentence

RESULTS = tuple(text for text in RESULT_OF_NOTATION if text != "*")


@dataclass(frozen=True, kw_only=True)
class Refused:
    """An act that was refused: the sentence stands beside its form, which keeps its input."""

    act: str
    sentence: str
    status: int
    form: Mapping[str, str] = field(default_factory=dict)


class ArbiterFrame:
    """Shows pages to those with a link, and to nobody else."""

    def __init__(self, site: Site, public: PublicPages) -> None:
        self._site = site
        self._public = public

    async def look(self, request: Request) -> Look:
        """The tournament of a request as its arbiter may see it.

        Raises:
            Failure: there is no such tournament, or the visitor is not its arbiter.
        """
        look = await self._public.look(request, to_staff=True)
        if not look.visitor.may_act(look.sheet.id):
            raise not_permitted(request, look.visitor.actor)
        return look

    async def page(
        self, look: Look, template: str, refused: Refused | None, fields: Fields
    ) -> Response:
        """A page of the arbiter's; where an act was refused, with its sentence and its input."""

        def everything() -> Mapping[str, Any]:
            return {
                "version": look.history.version,
                "failed": refused,
                "kept_form": Input(refused.form if refused is not None else {}),
                "kept_for": lambda act: _kept_for(refused, act),
                "results": RESULTS,
                **fields(),
            }

        status = 200 if refused is None else refused.status
        response = await self._public.page(look, "arbiter", template, everything, status=status)
        response.headers["cache-control"] = "no-store"
        return response

    def said(self, look: Look, failure: Failure) -> str:
        """Return why not, in the visitor's language: a sentence for each field that is wrong.

        Games and people stand with their names.
        """
        if isinstance(failure, WrongForm):
            said = (self._said(look, each.code, each.fields) for each in failure.problems)
            return " ".join(dict.fromkeys(said))
        return self._said(look, failure.code, failure.fields)

    def _said(self, look: Look, code: str, given: Mapping[str, Any]) -> str:
        fields = dict(given)
        if "game" in fields:
            fields["game"] = look.sheet.game_name(fields["game"])
        if "games" in fields:
            fields["games"] = [look.sheet.game_name(game) for game in fields["games"]]
        return sentence(look.visitor.language, code, fields, look.sheet.isolated_name)


def _kept_for(refused: Refused | None, act: str) -> Input:
    """What was typed into the form of an act that was refused; nothing for the other forms."""
    return Input(refused.form if refused is not None and refused.act == act else {})
