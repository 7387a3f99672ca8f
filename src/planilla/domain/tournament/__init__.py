"""The decider: what may happen in a tournament, and what follows from what has happened.

`decide(state, command, given)` answers with events or refuses; `evolve(state, fact)` folds one
recorded event. Both are pure and total. Each subject has one module with its commands, events,
refusals, rules and folds, in that order; `subjects` lists them.
"""
