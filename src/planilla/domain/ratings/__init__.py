"""Elo ratings: what games do to them, by the edition of the rules that a tournament announced.

`rated.changes` reads a crosstable and tells for everybody what each game changes; `round_robin` is
the book's other way for closed tournaments. Editions are data in `rules`; to add one, see there.
"""
