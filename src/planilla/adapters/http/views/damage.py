"""The banner of a damaged tournament."""

from planilla.application.integrity import Damage
from planilla.presentation.catalogue import tr


def damage_said(language: str, damage: Damage | None) -> str:
    """Return the public notice of a tournament's damage; empty without damage."""
    if damage is None:
        return ""
    if damage.is_broken:
        return tr(language, "damage.broken")
    why = [tr(language, f"fault.{code}") for code in damage.codes]
    return tr(language, "damage.beside", why=why)
