"""Round robins in which somebody withdrew or was expelled: the rule of half of the games.

The games of a player who completed less than half of them stay in the crosstable and are rated, but
the points in them count for nobody. From half of them on they count. Games not played become
forfeits: "-" for the player, "+" for the opponent, "-" for both if both withdrew
(`planilla.domain.tournament.absences`).

A game is completed if it was played on the board, and half is of all games that were scheduled for
the player, in all cycles; a free round is no game.

Source: seed 004, unplayed games; FIDE C.05 (2026), wording UNVERIFIED.
"""


def games_scheduled(players: int, rounds: int) -> int:
    """Return the games of each player in a round robin; an odd number is free once a cycle."""
    return rounds - rounds // players if players % 2 else rounds


def has_half(scheduled: int, completed: int) -> bool:
    """Return whether the results of a player who withdrew count: at least half is completed."""
    return 2 * completed >= scheduled
