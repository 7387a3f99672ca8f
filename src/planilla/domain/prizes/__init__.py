"""Prizes: payouts with their working, and the chances of an unfinished tournament.

`plan` is what was announced (`planilla.domain.prizes.plan.PrizePlan`), `distribution` shares it
among a ranking with the working of every cent, `outcomes` are the ways in which open games may
end, and `chances` divides the fund of an unfinished tournament by the places that everybody may
still reach. Money is an integer in the smallest unit of its currency, cents as a rule.
"""
