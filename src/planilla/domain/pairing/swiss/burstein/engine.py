"""The Burstein system as a round system: seeding rounds, the bye, brackets and their reasons.

Source: FIDE C.04.4.2 (2026), 1.6.1, 3.1, 3.2 and 4.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from planilla.domain.pairing.matching import first_to_leave
from planilla.domain.pairing.swiss.boards import round_of_steps, seated
from planilla.domain.pairing.swiss.burstein.bracket import (
    NO_FLOATING,
    BracketRules,
    RankedBracket,
    pair_bracket,
)
from planilla.domain.pairing.swiss.burstein.rules import (
    BURSTEIN_OF_2026,
    Rank,
    players_to_pair,
    ranking,
    seeding_rounds,
)
from planilla.domain.pairing.swiss.dutch import engine as dutch
from planilla.domain.pairing.swiss.dutch.brackets import figures_of
from planilla.domain.pairing.swiss.dutch.candidates import Edge
from planilla.domain.pairing.swiss.dutch.criteria import amount
from planilla.domain.pairing.swiss.dutch.edition import OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.graph import opponents_of, places_of
from planilla.domain.pairing.swiss.dutch.passed_over import WantedPairs, first_bound_against
from planilla.domain.pairing.swiss.dutch.prospects import Prospects
from planilla.domain.pairing.swiss.dutch.solve import given_up
from planilla.domain.pairing.swiss.faults import article_against
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.pairing.system import (
    BoardReason,
    Floater,
    Instead,
    NoPairing,
    Pairing,
    PairingInput,
    PairingStep,
    Remark,
)

BRACKET_ARTICLES = ("C5", "C6", "C7")
"""Criteria on how many and which players float, before those on pairs."""

ABSOLUTE_ARTICLES = ("C1", "C3")
"""The articles of a second meeting and of two absolute preferences for one colour."""

PairsRound = Callable[[PairingInput, Edition], Pairing | NoPairing]


def pair_round(given: PairingInput) -> Pairing | NoPairing:
    """Return the round that the rules give, or who cannot be paired."""
    return _paired(given, dutch.pair_round)


def pair_briefly(given: PairingInput) -> Pairing | NoPairing:
    """Return the same; a seeding round comes without who would have come first in each place."""
    return _paired(given, dutch.pair_briefly)


def _paired(given: PairingInput, by_dutch: PairsRound) -> Pairing | NoPairing:
    seeding = seeding_rounds(given.crosstable)
    if given.round <= seeding:
        return _as_seeding_round(by_dutch(given, OF_2026), seeding)
    players = players_to_pair(given)
    everybody = Prospects(
        players, BURSTEIN_OF_2026, places_of(players, lambda player: player.may_have_bye)
    )
    if everybody.left_over:
        return NoPairing(reason="no-legal-pairing", seats=everybody.left_over)
    rank = ranking(given)
    bye = player_with_bye(players, rank)
    others = [player for player in players if player is not bye]
    steps = (
        *([_step_of_bye(bye)] if bye else []),
        *(_step_of_bracket(each, given) for each in brackets_down(others, rank, given)),
    )
    scores = {player.seat: player.score for player in players}
    return round_of_steps(BURSTEIN_OF_2026.name, steps, scores)


def _as_seeding_round(answer: Pairing | NoPairing, seeding: int) -> Pairing | NoPairing:
    """Return a round of the Dutch system with the remark that it is one of the first (1.6.1)."""
    if isinstance(answer, NoPairing):
        return answer
    remark = Remark(code="seeding-round", count=seeding)
    steps = tuple(
        msgspec.structs.replace(step, remarks=(remark, *step.remarks))
        for step in answer.explanation.steps
    )
    explanation = msgspec.structs.replace(answer.explanation, steps=steps)
    return msgspec.structs.replace(answer, explanation=explanation)


def player_with_bye(players: Sequence[SwissPlayer], rank: Rank) -> SwissPlayer | None:
    """Return who has the bye: the lowest score, most games played, lowest ranked (3.1).

    All others can then be paired. None if the number is even; it must be possible otherwise.
    """
    if len(players) % 2 == 0:
        return None
    may_have_it = [place for place, player in enumerate(players) if player.may_have_bye]
    may_have_it.sort(key=lambda place: rank(players[place]), reverse=True)
    may_have_it.sort(key=lambda place: (players[place].score, players[place].unplayed))
    leaving = first_to_leave(opponents_of(players, BURSTEIN_OF_2026), may_have_it)
    assert leaving is not None, "the round can be paired"
    return players[leaving]


def brackets_down(
    players: Sequence[SwissPlayer], rank: Rank, given: PairingInput
) -> list[RankedBracket]:
    """Return all brackets from the top; the players, an even number, must be pairable (3.2)."""
    ranked = sorted(players, key=lambda player: (-player.score, rank(player)))
    rules = BracketRules(
        prospects=Prospects(ranked, BURSTEIN_OF_2026, 0),
        edition=BURSTEIN_OF_2026,
        criteria=BURSTEIN_OF_2026.criteria(given.round, origins=bool(given.unwanted)),
    )
    brackets: list[RankedBracket] = []
    floaters: tuple[SwissPlayer, ...] = ()
    for number in range(rules.prospects.groups):
        members = sorted((*floaters, *rules.prospects.group(number)), key=rank)
        brackets.append(pair_bracket(tuple(members), number, rules))
        floaters = brackets[-1].floaters
    return brackets


def _step_of_bye(player: SwissPlayer) -> PairingStep:
    """Return the step that gives the bye, before all brackets (3.1)."""
    return PairingStep(
        kind="bye",
        seats=(player.seat,),
        floaters=(Floater(seat=player.seat, reason="bye"),),
        bye=player.seat,
        criteria=("C2", "C4"),
    )


def _step_of_bracket(bracket: RankedBracket, given: PairingInput) -> PairingStep:
    """Return one paired bracket, its members by the index, with the reason for each board."""
    members, points = bracket.members, min(player.score for player in bracket.members)
    criteria = BURSTEIN_OF_2026.criteria(given.round, origins=bool(given.unwanted))
    pairs = [(members[one], members[other]) for one, other in bracket.pairs]
    costs = given_up(pairs, bracket.floaters, NO_FLOATING, criteria)
    odd = len(members) == 2 * len(pairs) + 1
    return PairingStep(
        kind="bracket",
        points=points,
        seats=tuple(player.seat for player in members),
        moved=tuple(player.seat for player in members if player.score != points),
        counts=figures_of(members),
        boards=tuple(_boards(bracket, given)),
        floaters=tuple(
            Floater(seat=player.seat, reason="odd" if odd else "no-opponent")
            for player in bracket.floaters
        ),
        criteria=(*BRACKET_ARTICLES, *(criterion.article for criterion in criteria)),
        given_up={
            criterion.article: amount(cost)
            for criterion, cost in zip(criteria, costs, strict=True)
            if cost
        },
    )


def _boards(bracket: RankedBracket, given: PairingInput) -> Iterator[BoardReason]:
    """Yield the boards in the order of article 4, each with the opponent who came before."""
    free = (1 << len(bracket.members)) - 1
    for upper, lower in bracket.pairs:
        last = (free & ~(1 << upper)).bit_length() - 1
        free &= ~(1 << upper | 1 << lower)
        board = seated(
            (bracket.members[upper], bracket.members[lower]),
            BURSTEIN_OF_2026.colour_rules,
            given.first_colour,
            "first" if lower == last else "nearer",
        )
        if lower != last:
            instead = _instead(bracket, (upper, last), given)
            board = msgspec.structs.replace(board, instead=instead)
        yield board


def _instead(bracket: RankedBracket, pair: Edge, given: PairingInput) -> Instead:
    """Return the opponent who came first in the order, and the article against the pair."""
    one, other = (bracket.members[place] for place in pair)
    article = article_against(one, other, given.forbidden, ABSOLUTE_ARTICLES)
    if article:
        return Instead(seat=other.seat, article=article)
    return first_bound_against(other.seat, WantedPairs(pairs=(pair,)), bracket.stages)
