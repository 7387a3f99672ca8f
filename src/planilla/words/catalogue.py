"""All texts by language and key, and the words made of one text and its fields.

To add a text: write its key in the Spanish and in the English module of its subject, with the same
placeholders (a test compares them). Keys are `subject.code`; a subject's two modules hold one
literal dictionary each. Placeholders are those of `phrasing`.
"""

import re
from collections.abc import Callable
from typing import Any

from planilla.words.announced_en import ANNOUNCED as ANNOUNCED_EN
from planilla.words.announced_es import ANNOUNCED as ANNOUNCED_ES
from planilla.words.archive_en import ARCHIVE as ARCHIVE_EN
from planilla.words.archive_es import ARCHIVE as ARCHIVE_ES
from planilla.words.arrivals_en import ARRIVALS as ARRIVALS_EN
from planilla.words.arrivals_es import ARRIVALS as ARRIVALS_ES
from planilla.words.audit_en import AUDIT as AUDIT_EN
from planilla.words.audit_es import AUDIT as AUDIT_ES
from planilla.words.branch_en import BRANCH as BRANCH_EN
from planilla.words.branch_es import BRANCH as BRANCH_ES
from planilla.words.cli_en import CLI as CLI_EN
from planilla.words.cli_es import CLI as CLI_ES
from planilla.words.committee_en import COMMITTEE as COMMITTEE_EN
from planilla.words.committee_es import COMMITTEE as COMMITTEE_ES
from planilla.words.corrections_en import CORRECTIONS as CORRECTIONS_EN
from planilla.words.corrections_es import CORRECTIONS as CORRECTIONS_ES
from planilla.words.dossier_en import DOSSIER as DOSSIER_EN
from planilla.words.dossier_es import DOSSIER as DOSSIER_ES
from planilla.words.drawings_en import DRAWINGS as DRAWINGS_EN
from planilla.words.drawings_es import DRAWINGS as DRAWINGS_ES
from planilla.words.erasure_en import ERASURE as ERASURE_EN
from planilla.words.erasure_es import ERASURE as ERASURE_ES
from planilla.words.events_en import EVENTS as EVENTS_EN
from planilla.words.events_es import EVENTS as EVENTS_ES
from planilla.words.hall_en import HALL as HALL_EN
from planilla.words.hall_es import HALL as HALL_ES
from planilla.words.impact_en import IMPACT as IMPACT_EN
from planilla.words.impact_es import IMPACT as IMPACT_ES
from planilla.words.imports_en import IMPORTS as IMPORTS_EN
from planilla.words.imports_es import IMPORTS as IMPORTS_ES
from planilla.words.inspection_en import INSPECTION as INSPECTION_EN
from planilla.words.inspection_es import INSPECTION as INSPECTION_ES
from planilla.words.keizer_en import KEIZER as KEIZER_EN
from planilla.words.keizer_es import KEIZER as KEIZER_ES
from planilla.words.keys_en import KEYS as KEYS_EN
from planilla.words.keys_es import KEYS as KEYS_ES
from planilla.words.ladder_en import LADDER as LADDER_EN
from planilla.words.ladder_es import LADDER as LADDER_ES
from planilla.words.links_en import LINKS as LINKS_EN
from planilla.words.links_es import LINKS as LINKS_ES
from planilla.words.moments_en import MOMENTS as MOMENTS_EN
from planilla.words.moments_es import MOMENTS as MOMENTS_ES
from planilla.words.movement_en import MOVEMENT as MOVEMENT_EN
from planilla.words.movement_es import MOVEMENT as MOVEMENT_ES
from planilla.words.pages_en import PAGES as PAGES_EN
from planilla.words.pages_es import PAGES as PAGES_ES
from planilla.words.pairings_en import PAIRINGS as PAIRINGS_EN
from planilla.words.pairings_es import PAIRINGS as PAIRINGS_ES
from planilla.words.phrasing import as_it_is, fill
from planilla.words.prizes_en import PRIZES as PRIZES_EN
from planilla.words.prizes_es import PRIZES as PRIZES_ES
from planilla.words.problems_en import PROBLEMS as PROBLEMS_EN
from planilla.words.problems_es import PROBLEMS as PROBLEMS_ES
from planilla.words.qualifying_en import QUALIFYING as QUALIFYING_EN
from planilla.words.qualifying_es import QUALIFYING as QUALIFYING_ES
from planilla.words.rating_lists_en import RATING_LISTS as RATING_LISTS_EN
from planilla.words.rating_lists_es import RATING_LISTS as RATING_LISTS_ES
from planilla.words.ratings_en import RATINGS as RATINGS_EN
from planilla.words.ratings_es import RATINGS as RATINGS_ES
from planilla.words.refusals_en import REFUSALS as REFUSALS_EN
from planilla.words.refusals_es import REFUSALS as REFUSALS_ES
from planilla.words.regulations_en import REGULATIONS as REGULATIONS_EN
from planilla.words.regulations_es import REGULATIONS as REGULATIONS_ES
from planilla.words.regulations_form_en import REGULATIONS_FORM as REGULATIONS_FORM_EN
from planilla.words.regulations_form_es import REGULATIONS_FORM as REGULATIONS_FORM_ES
from planilla.words.rules_en import RULES as RULES_EN
from planilla.words.rules_es import RULES as RULES_ES
from planilla.words.screens_en import SCREENS as SCREENS_EN
from planilla.words.screens_es import SCREENS as SCREENS_ES
from planilla.words.separations_en import SEPARATIONS as SEPARATIONS_EN
from planilla.words.separations_es import SEPARATIONS as SEPARATIONS_ES
from planilla.words.standings_en import STANDINGS as STANDINGS_EN
from planilla.words.standings_es import STANDINGS as STANDINGS_ES
from planilla.words.tablet_en import TABLET as TABLET_EN
from planilla.words.tablet_es import TABLET as TABLET_ES
from planilla.words.team_tiebreaks_en import TEAM_TIEBREAKS as TEAM_TIEBREAKS_EN
from planilla.words.team_tiebreaks_es import TEAM_TIEBREAKS as TEAM_TIEBREAKS_ES
from planilla.words.tiebreaks_en import TIEBREAKS as TIEBREAKS_EN
from planilla.words.tiebreaks_es import TIEBREAKS as TIEBREAKS_ES
from planilla.words.timers_en import TIMERS as TIMERS_EN
from planilla.words.timers_es import TIMERS as TIMERS_ES
from planilla.words.trf_en import TRF as TRF_EN
from planilla.words.trf_es import TRF as TRF_ES
from planilla.words.whatif_en import WHATIF as WHATIF_EN
from planilla.words.whatif_es import WHATIF as WHATIF_ES

CATALOGUES: dict[str, dict[str, str]] = {
    "es": {
        **REFUSALS_ES,
        **EVENTS_ES,
        **RULES_ES,
        **TIEBREAKS_ES,
        **TEAM_TIEBREAKS_ES,
        **STANDINGS_ES,
        **CLI_ES,
        **PAGES_ES,
        **PAIRINGS_ES,
        **TRF_ES,
        **IMPORTS_ES,
        **INSPECTION_ES,
        **SEPARATIONS_ES,
        **ANNOUNCED_ES,
        **ARRIVALS_ES,
        **REGULATIONS_ES,
        **REGULATIONS_FORM_ES,
        **RATING_LISTS_ES,
        **RATINGS_ES,
        **COMMITTEE_ES,
        **PRIZES_ES,
        **PROBLEMS_ES,
        **QUALIFYING_ES,
        **MOMENTS_ES,
        **MOVEMENT_ES,
        **SCREENS_ES,
        **KEIZER_ES,
        **LADDER_ES,
        **TIMERS_ES,
        **HALL_ES,
        **TABLET_ES,
        **WHATIF_ES,
        **BRANCH_ES,
        **CORRECTIONS_ES,
        **ERASURE_ES,
        **IMPACT_ES,
        **ARCHIVE_ES,
        **AUDIT_ES,
        **DOSSIER_ES,
        **DRAWINGS_ES,
        **KEYS_ES,
        **LINKS_ES,
    },
    "en": {
        **REFUSALS_EN,
        **EVENTS_EN,
        **RULES_EN,
        **TIEBREAKS_EN,
        **TEAM_TIEBREAKS_EN,
        **STANDINGS_EN,
        **CLI_EN,
        **PAGES_EN,
        **PAIRINGS_EN,
        **TRF_EN,
        **IMPORTS_EN,
        **INSPECTION_EN,
        **SEPARATIONS_EN,
        **ANNOUNCED_EN,
        **ARRIVALS_EN,
        **REGULATIONS_EN,
        **REGULATIONS_FORM_EN,
        **RATING_LISTS_EN,
        **RATINGS_EN,
        **COMMITTEE_EN,
        **PRIZES_EN,
        **PROBLEMS_EN,
        **QUALIFYING_EN,
        **MOMENTS_EN,
        **MOVEMENT_EN,
        **SCREENS_EN,
        **KEIZER_EN,
        **LADDER_EN,
        **TIMERS_EN,
        **HALL_EN,
        **TABLET_EN,
        **WHATIF_EN,
        **BRANCH_EN,
        **CORRECTIONS_EN,
        **ERASURE_EN,
        **IMPACT_EN,
        **ARCHIVE_EN,
        **AUDIT_EN,
        **DOSSIER_EN,
        **DRAWINGS_EN,
        **KEYS_EN,
        **LINKS_EN,
    },
}
"""Every text, by language and then by key."""

LANGUAGES = tuple(CATALOGUES)
SUBTAGS = re.compile("[-_.@]")
"""What may follow the language in the name of a locale."""
DEFAULT_LANGUAGE = "en"
"""The language of a reader who asks for none of ours."""


def tr(
    language: str,
    key: str,
    /,
    *,
    name_of: Callable[[str], str] = as_it_is,
    **fields: Any,
) -> str:
    """The text of `key`, its placeholders filled; `name_of` says how an entrant is called.

    Raises:
        KeyError: there is no such language, key or field.
    """
    return fill(language, CATALOGUES[language], key, {**fields, "name_of": name_of})


def sentence(
    language: str,
    code: str,
    fields: dict[str, Any],
    name_of: Callable[[str], str] = as_it_is,
) -> str:
    """Why not: the sentence of a refusal code with its fields, as `Answer` carries them.

    A code that this Planilla does not know (a newer node may have refused) is named as it is.
    """
    catalogue = CATALOGUES[language]
    if f"refusal.{code}" not in catalogue:
        return fill(language, catalogue, "refusal.unknown-code", {"code": code})
    return fill(language, catalogue, f"refusal.{code}", {**fields, "name_of": name_of})


def language_of(wanted: str) -> str:
    """The language of a `LANG` or `Accept-Language` value: its first one that has a catalogue.

    `es_ES.UTF-8`, `en-GB,en;q=0.8` and the like; quality values are read in the order given.
    English where there is none: `C`, `de_DE.UTF-8`, nothing at all.
    """
    for part in wanted.replace(";", ",").split(","):
        code = SUBTAGS.split(part.strip(), maxsplit=1)[0].lower()
        if code in CATALOGUES:
            return code
    return DEFAULT_LANGUAGE
