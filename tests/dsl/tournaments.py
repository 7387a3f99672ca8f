"""Say what was given, what is wanted and what follows: `given(...).when(...).then()`."""

from msgspec.structs import replace

from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import PairingsPublished, RoundImported
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import GrantedBye, NumberingReason, PairedGame
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameId, GameRef

ANA, BEA, CARL, DORA, EVA = (EntrantId(name) for name in ("ana", "bea", "carl", "dora", "eva"))
FOUR = (ANA, BEA, CARL, DORA)
NOTHING_SAID = Sealed()
CREATED = TournamentCreated(
    name="Club", system_name="swiss-dutch-libro", rounds_asked=3, first_colour=Colour.WHITE
)
ROUND_ROBIN = TournamentCreated(name="Liga", system_name="round-robin", rounds_asked=0)


def facts(*events: Event) -> tuple[Fact, ...]:
    """The events as versions 1, 2, 3 …, one second apart."""
    return tuple(
        Fact(version=version, recorded_at=version * 1_000_000, event=event)
        for version, event in enumerate(events, start=1)
    )


def folded(*events: Event) -> Tournament:
    """The state after the events."""
    return fold(facts(*events))


class Scene:
    """What has happened so far, and perhaps what is wanted."""

    def __init__(self, events: tuple[Event, ...], command: Command | None = None) -> None:
        self.events = events
        self.command = command
        self.world = DecisionContext(at=10**15)

    def when(self, command: Command, **world: object) -> "Scene":
        """Want `command`; `world` may set `lot`, `at` or `alphabet`."""
        scene = Scene(self.events, command)
        scene.world = replace(self.world, **world)
        return scene

    def then(self) -> tuple[Event, ...]:
        """The events that follow."""
        assert self.command is not None
        return decide(folded(*self.events), self.command, self.world)

    def state(self) -> Tournament:
        """The state after the events, and after those that follow from the command."""
        if self.command is None:
            return folded(*self.events)
        return folded(*self.events, *self.then())

    def and_then(self) -> "Scene":
        """The scene after the command was done."""
        return Scene((*self.events, *self.then()))


def given(*events: Event) -> Scene:
    """A scene after `events`."""
    return Scene(events)


def entered(*entrants: EntrantId, rating: int = 2000) -> tuple[EntrantEntered, ...]:
    """Everybody entered for round 1, the first the strongest."""
    return tuple(
        EntrantEntered(entrant=entrant, person=f"p-{entrant}", rating=rating - 10 * place)
        for place, entrant in enumerate(entrants)
    )


def numbered(*entrants: EntrantId) -> PairingNumbersAssigned:
    """The initial numbering."""
    return PairingNumbersAssigned(order=entrants, reason=NumberingReason.INITIAL_ORDER)


def games(number: int, *boards: tuple[EntrantId, EntrantId]) -> tuple[PairedGame, ...]:
    """The boards of a round as games 1, 2, 3 … of it."""
    return tuple(
        PairedGame(game=GameRef(round=number, match=board).written, white=white, black=black)
        for board, (white, black) in enumerate(boards, start=1)
    )


def byes(*entrants: EntrantId) -> tuple[GrantedBye, ...]:
    """Pairing-allocated byes."""
    return tuple(GrantedBye(entrant=each, kind=ByeKind.PAIRING_ALLOCATED) for each in entrants)


def drafted(
    number: int, *boards: tuple[EntrantId, EntrantId], bye: EntrantId | None = None
) -> RoundPaired:
    """A draft of a round."""
    return RoundPaired(
        round=number,
        games=games(number, *boards),
        byes=byes(*([bye] if bye else [])),
        system="swiss-dutch-libro",
        edition="test",
        first_colour=Colour.WHITE,
    )


def published(
    number: int, *boards: tuple[EntrantId, EntrantId], bye: EntrantId | None = None
) -> PairingsPublished:
    """A published round."""
    draft = drafted(number, *boards, bye=bye)
    return PairingsPublished(
        round=number,
        games=draft.games,
        byes=draft.byes,
        system=draft.system,
        edition=draft.edition,
        first_colour=draft.first_colour,
    )


def imported(
    number: int, *boards: tuple[EntrantId, EntrantId], bye: EntrantId | None = None
) -> RoundImported:
    """A round that was paired elsewhere."""
    draft = drafted(number, *boards, bye=bye)
    return RoundImported(
        round=number,
        games=draft.games,
        byes=draft.byes,
        system=draft.system,
        edition=draft.edition,
        first_colour=draft.first_colour,
    )


def recorded(game: str, result: str) -> ResultRecorded:
    """The result of a game."""
    return ResultRecorded(game=GameId(game), result=result)


START = (CREATED, *entered(*FOUR), numbered(*FOUR))
"""Four entrants with numbers, before round 1."""

ROUND_1_BOARDS = ((ANA, CARL), (DORA, BEA))
ROUND_1 = (*START, published(1, *ROUND_1_BOARDS))
"""Round 1 is on the boards: 1.1 is Ana and Carl, 1.2 is Dora and Bea."""

AFTER_1 = (*ROUND_1, recorded("1.1", "1-0"), recorded("1.2", "0-1"))
"""Ana and Bea won: versions 8 and 9."""

ROUND_2_BOARDS = ((BEA, ANA), (CARL, DORA))
ROUND_2 = (*AFTER_1, published(2, *ROUND_2_BOARDS))
AFTER_2 = (*ROUND_2, recorded("2.1", "½-½"), recorded("2.2", "1-0"))
