"""Opening a tournament that a file tells of."""

import msgspec

from planilla.domain.crosstable import PointSystem
from planilla.domain.tournament.commands.command import Command, Sealed
from planilla.domain.tournament.commands.setup import CreateTournament
from planilla.domain.vocabulary import ByeKind, EntrantId


class ImportedEntrant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody whom a file names; `out_from` is the first round after they had left."""

    id: EntrantId
    person: Sealed
    rating: int = 0
    title: str = ""
    federation: str = ""
    first_round: int = 1
    out_from: int | None = None


class ImportedRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round by pairing numbers: boards as (White, Black, result or `*`), and byes.

    `unrated` names the boards, from 1, whose games do not count for rating.
    """

    boards: tuple[tuple[int, int, str], ...] = ()
    byes: tuple[tuple[int, ByeKind], ...] = ()
    unrated: tuple[int, ...] = ()


class ImportedProhibition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pairing numbers of whom none may meet another, in these rounds."""

    numbers: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None


class ImportTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open a tournament that a file tells of, with everything that was played in it.

    `entrants` are in the order of their pairing numbers; `byes` are those of rounds to come, as
    (number, round, kind). `points` stands in place of the point system of `tournament`. `header` is
    what else the file says, and `reason` where it comes from.
    """

    tournament: CreateTournament
    format: str
    entrants: tuple[ImportedEntrant, ...]
    played: tuple[ImportedRound, ...] = ()
    byes: tuple[tuple[int, int, ByeKind], ...] = ()
    forbidden: tuple[ImportedProhibition, ...] = ()
    points: PointSystem | None = None
    header: Sealed = Sealed()
    reason: Sealed = Sealed()
