"""Elo ratings: their changes by games, in the edition of the rules that a tournament announced.

`rated.changes` reads a crosstable and returns for everybody the change by each game; `round_robin`
is the book's other way for closed tournaments. Editions are data in `rules`; to add one, see there.
"""
