"""Detection of predetermined pairings, as in a round robin (FIDE C.07, 15.2).

The encoded type (192) decides, or else the type in words (092); without either, a tournament in
which all players met one another is a round robin.
"""

from planilla.formats.trf.document import TrfDocument

SCHEDULED_SYSTEM_WORDS = (
    "ROUNDROBIN",
    "SCHILLER",
    "SCHEVENINGEN",
    "BERGER",
    "ALLPLAYALL",
    "TODOSCONTRATODOS",
    "LIGA",
)
"""Parts of FIDE's codes, and common words of 092, in capital letters only."""

RESULT_SYSTEM_WORDS = (
    "SWISS",
    "SUIZO",
    "DUTCH",
    "DUBOV",
    "BURSTEIN",
    "MONRAD",
    "KNOCKOUT",
    "FIDETEAM",
)
PLAYERS_MIN = 3
"""Fewest players; with fewer, all meet one another in any system."""


def is_predetermined(document: TrfDocument) -> bool:
    """Return whether pairings follow a schedule, by the type or by the pairs that met."""
    for text in (document.text_of("192"), document.text_of("092")):
        kind = "".join(letter for letter in text.upper() if letter.isalpha())
        if any(word in kind for word in SCHEDULED_SYSTEM_WORDS):
            return True
        if any(word in kind for word in RESULT_SYSTEM_WORDS):
            return False
    return _everybody_met(document)


def _everybody_met(document: TrfDocument) -> bool:
    others = len(document.players) - 1
    if others + 1 < PLAYERS_MIN or len(document.rounds) < others:
        return False
    return all(
        len({cell.opponent for cell in player.cells if cell.opponent}) == others
        for player in document.players
    )
