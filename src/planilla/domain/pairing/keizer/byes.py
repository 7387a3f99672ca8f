"""Who rests where the number is odd: the last of the list who has not rested yet.

Once everybody has rested it is, of those who rested least often, the one whose last rest is longest
ago; the lower ranked of two. They are taken out before the round is paired.
Source: seed 000, 2.10; once all have rested, `docs/rules/keizer.md`.
"""

from collections.abc import Sequence

from planilla.domain.pairing.keizer.players import Climber


def resting(climbers: Sequence[Climber]) -> Climber | None:
    """Who has the bye, of those from the top of the list; nobody where the number is even."""
    if len(climbers) % 2 == 0:
        return None
    return min(
        reversed(climbers),
        key=lambda climber: (len(climber.rests), climber.rests[-1] if climber.rests else 0),
    )
