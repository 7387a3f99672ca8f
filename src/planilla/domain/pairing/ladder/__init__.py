"""The ladder of a Keizer tournament: its rules, the values in force, totals and their working.

Everything is a pure function of the games, the rules and the values in force; totals are exact.
Source: seed 000, 2.10; options of clubs: `docs/rules/keizer.md`.
"""
