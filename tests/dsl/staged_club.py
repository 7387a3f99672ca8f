"""Three stages: a round robin of six, the final of three, and a match of the last two."""

from dsl.web_club import Club
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament, focused

FIRST, SECOND, THIRD = 1, 2, 3
ROUND_ROBIN = "round-robin"


def staged(club: Club) -> Club:
    """Plan the final of the first three and the match of the last two of a round robin of six."""
    club.found(ROUND_ROBIN)
    for title, first, last in (("Final", 1, 3), ("Fifth place", 5, 6)):
        club.command(
            "club",
            "plan-stage",
            title=title,
            system=ROUND_ROBIN,
            sources=[{"stage": 1, "first": first, "last": last}],
        )
    return club


def play_first_stage(club: Club) -> None:
    """Play the round robin of six: the lower number wins each game."""
    for number in range(1, 6):
        play_round(club, number)
    club.command("club", "finish-tournament")


def play_round(club: Club, number: int, stage: int = FIRST) -> None:
    """Pair and play a round of a stage: the lower number wins each game."""
    for game, white, black in pair(club, number, stage):
        result = "1-0" if white < black else "0-1"
        club.command("club", "record-result", game=game, result=result)
    club.command("club", "close-round", round=number, in_stage=stage)


def pair(club: Club, number: int, stage: int = FIRST) -> list[tuple[str, str, str]]:
    """Pair and publish a round of a stage; return its games with White and Black."""
    club.command("club", "pair-round", round=number, in_stage=stage)
    club.command("club", "publish-pairings", round=number, in_stage=stage)
    played = focused(state_of(club), stage).rounds[number - 1]
    return [(each.game, each.white, each.black) for each in played.paired_games]


def state_of(club: Club) -> Tournament:
    """Return the tournament as its staff sees it."""
    return fold(each.fact for each in club.store.ledger.events("club", 0))
