"""Prizes: who takes what, how it was worked out, and what open games could still make of it.

`plan` is what was announced (`planilla.domain.prizes.plan.PrizePlan`), `distribution` shares it
among a ranking with the working of every cent, `chances` divides the fund of an unfinished
tournament by the places that everybody may still reach. Money is an integer in the smallest unit
of its currency, cents as a rule.
"""
