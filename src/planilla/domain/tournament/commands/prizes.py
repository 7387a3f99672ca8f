"""Announcing prizes, and sharing them."""

from planilla.domain.prizes.chances import SAMPLES_DEFAULT
from planilla.domain.prizes.outcomes import DRAWS_DEFAULT, Likelihood
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.tournament.commands.command import Command
from planilla.domain.tournament.events import SharedBy


class AnnouncePrizes(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say what may be won and how the tied share it, or change what was said."""

    plan: PrizePlan


class SharePrizes(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fix who is paid how much.

    Without open games to be played any more, `by` is `final`; a tournament that stays unfinished is
    shared by its `standings` or by `chances`. `likelihood`, `draws` (hundredths of games drawn, by
    Elo) and, where there are too many outcomes to follow all, `seed` and `samples` matter for
    chances alone.
    """

    by: SharedBy = SharedBy.FINAL
    likelihood: Likelihood = Likelihood.EVEN
    draws: int = DRAWS_DEFAULT
    seed: int = 0
    samples: int = SAMPLES_DEFAULT
