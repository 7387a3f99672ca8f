"""Who may act where: one rule, on the scopes that a secret link grants."""

from planilla.application.envelope import Actor

EVERYWHERE = "*"
"""The organiser's scope: every tournament, also those that do not exist yet."""


def may_act(actor: Actor, tournament: str) -> bool:
    """Whether `actor` may hand in commands for `tournament`."""
    return EVERYWHERE in actor.scopes or tournament in actor.scopes
