"""Brackets of single, double and triple elimination: their wiring, for every size."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import msgspec
import pytest

from dsl.knockouts import DRAWS, Draw, pairs_of
from planilla.domain.pairing.knockout.bracket import (
    Bracket,
    BracketMatch,
    BracketSection,
    double_elimination,
    triple_elimination,
)
from planilla.domain.pairing.table import NoTable, Place, PlaceKind, TableRequest
from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE

SIZES = [*range(2, 65), 100, 257]
every_draw = pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)


@every_draw
def test_matches_are_numbered_by_round_after_those_they_follow(draw: Draw) -> None:
    for players in SIZES:
        bracket = draw(pairs_of(players))
        assert bracket.players == players
        assert [match.number for match in bracket.matches] == list(
            range(1, len(bracket.matches) + 1)
        )
        round_of = {match.number: match.round for match in bracket.matches}
        assert list(round_of.values()) == sorted(round_of.values())
        for match in bracket.matches:
            before = [
                round_of[place.number]
                for place in match.places
                if place.kind is not PlaceKind.PLAYER
            ]
            assert match.round == 1 + max(before, default=0)
        assert [len(games) for games in bracket.rounds] == list(Counter(round_of.values()).values())


@every_draw
def test_every_winner_and_loser_goes_to_one_match_or_has_a_place(draw: Draw) -> None:
    for players in SIZES:
        bracket = draw(pairs_of(players))
        places = Counter(place for match in bracket.matches for place in match.places)
        del places[Place(0)]
        assert set(places.values()) == {1}
        repeated = {match.places[0].number for match in bracket.matches if match.reset}
        for match in bracket.matches:
            winner = Place(match.number, kind=PlaceKind.WINNER)
            loser = Place(match.number, kind=PlaceKind.LOSER)
            assert (winner in places) != (match.winner_place > 0)
            assert (loser in places) == (match.loser_place == 0 or match.number in repeated)


@pytest.mark.parametrize("power", range(1, 9))
def test_the_number_of_matches_and_rounds_is_the_least(power: int) -> None:
    size = 2**power
    found = {name: draw(pairs_of(size)) for name, draw in DRAWS.items()}
    # all but one lose once, twice, three times; the winner loses at least one less
    assert len(found["single"].matches) == size - 1
    assert len(found["third place"].matches) == size - (1 if size == 2 else 0)
    assert len(found["all places"].matches) == size // 2 * power
    assert len(found["double"].matches) == 2 * (size - 1) + 1
    # of the repetitions of a triple elimination one at least is not needed
    assert len([match for match in found["triple"].matches if match.places[1].number]) == 3 * size
    for name in ("single", "third place", "all places"):
        assert found[name].matches[-1].round == power
    assert found["double"].matches[-1].round == 2 * power + 1


def test_the_sections_of_a_bracket_of_four() -> None:
    (third, places) = (DRAWS[name](pairs_of(4)) for name in ("third place", "all places"))
    assert third == places
    winners, final = BracketSection.WINNERS, BracketSection.FINAL
    assert [(m.section, m.winner_place, m.loser_place) for m in third.matches] == [
        (winners, 0, 0),
        (winners, 0, 0),
        (final, 1, 2),
        (BracketSection.THIRD_PLACE, 3, 4),
    ]
    double = double_elimination(pairs_of(4))
    assert [(m.section, m.losses, m.reset, m.loser_place) for m in double.matches] == [
        (winners, 0, False, 0),
        (winners, 0, False, 0),
        (winners, 0, False, 0),
        (BracketSection.LOSERS, 1, False, 4),
        (BracketSection.LOSERS, 1, False, 3),
        (final, 0, False, 2),
        (final, 0, True, 2),
    ]


def test_all_places_of_eight_are_played_for() -> None:
    bracket = DRAWS["all places"](pairs_of(8))
    last = [match for match in bracket.matches if match.winner_place]
    assert sorted((match.winner_place, match.loser_place) for match in last) == [
        (1, 2),
        (3, 4),
        (5, 6),
        (7, 8),
    ]
    assert Counter(match.section for match in bracket.matches) == {
        BracketSection.WINNERS: 6,
        BracketSection.FINAL: 1,
        BracketSection.THIRD_PLACE: 1,
        BracketSection.PLACEMENT: 4,
    }


def first_rematch(bracket: Bracket) -> int:
    """The first round in the section of losers in which two may meet who have met before.

    Those who lost two matches may have met if one match follows the other among the winners.
    """
    through: dict[int, frozenset[int]] = {}
    entered: dict[int, frozenset[int]] = {}
    for match in bracket.matches:
        if match.section is BracketSection.WINNERS:
            before = [through.get(place.number, frozenset()) for place in match.places]
            is_first = match.round == 1
            through[match.number] = frozenset({match.number}).union(*() if is_first else before)
        elif match.section is BracketSection.LOSERS:
            first, second = (
                entered[place.number]
                if place.kind is PlaceKind.WINNER
                else frozenset({place.number})
                for place in match.places
            )
            if any(a in through[b] or b in through[a] for a in first for b in second):
                return match.round
            entered[match.number] = first | second
    return bracket.matches[-1].round


def rewired(bracket: Bracket) -> Iterator[Bracket]:
    """The bracket with the losers of each round of winners after the first in every order."""
    rounds: dict[int, list[BracketMatch]] = {}
    winners = {m.number: m.round for m in bracket.matches if m.section is BracketSection.WINNERS}
    for match in bracket.matches:
        entering = match.places[1]
        if match.section is BracketSection.LOSERS and winners.get(entering.number, 1) > 1:
            rounds.setdefault(winners[entering.number], []).append(match)
    for orders in product(*(permutations(matches) for matches in rounds.values())):
        entering_at = {
            match.number: other.places[1]
            for matches, order in zip(rounds.values(), orders, strict=True)
            for match, other in zip(matches, order, strict=True)
        }
        yield msgspec.structs.replace(
            bracket,
            matches=tuple(
                msgspec.structs.replace(m, places=(m.places[0], entering_at[m.number]))
                if m.number in entering_at
                else m
                for m in bracket.matches
            ),
        )


@pytest.mark.parametrize("size", [4, 8, 16])
def test_no_order_of_those_who_enter_lets_a_rematch_come_later(size: int) -> None:
    bracket = double_elimination(pairs_of(size))
    assert first_rematch(bracket) == max(map(first_rematch, rewired(bracket)))


@pytest.mark.parametrize("size", [8, 16, 32, 64, 128])
def test_without_crossing_a_rematch_would_come_earlier(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    crossed = first_rematch(double_elimination(pairs_of(size)))
    monkeypatch.setattr(
        "planilla.domain.pairing.knockout.bracket._crossed", lambda entering, _turn: entering
    )
    assert first_rematch(double_elimination(pairs_of(size))) < crossed


@pytest.mark.parametrize("size", [8, 16, 32, 64])
def test_after_a_second_loss_nobody_meets_at_once_the_one_beaten_before(size: int) -> None:
    bracket = triple_elimination(pairs_of(size))
    by_number = {match.number: match for match in bracket.matches}
    first = min(match.round for match in bracket.matches if match.losses == 2)
    for match in bracket.matches:
        if match.losses == 2 and match.round == first:
            earlier, later = (by_number[place.number] for place in match.places)
            assert Place(earlier.number, kind=PlaceKind.WINNER) not in later.places


@pytest.mark.parametrize("name", ["knockout-single", "knockout-double", "knockout-triple"])
def test_the_table_of_five_has_byes_for_the_strongest_three(name: str) -> None:
    rounds = SYSTEMS_BY_TABLE[name].of(TableRequest(players=5))
    assert [[a.written, b.written] for a, b in rounds[0]] == [[1, 0], [4, 5], [3, 0], [2, 0]]
    assert [place.written for place in rounds[1][0]] == ["W1", "W2"]
    assert ("L1" in {place.written for game in rounds[1] for place in game}) == (
        name != "knockout-single"
    )


@pytest.mark.parametrize(
    ("request_", "field", "offered"),
    [
        (TableRequest(players=1), "players", ()),
        (TableRequest(players=8, games=0), "games", ()),
        (TableRequest(players=8, order="berger"), "order", ("compensation", "equidistant")),
    ],
)
def test_a_table_that_does_not_exist_is_refused(
    request_: TableRequest, field: str, offered: tuple[str, ...]
) -> None:
    with pytest.raises(NoTable) as refused:
        SYSTEMS_BY_TABLE["knockout-single"].of(request_)
    assert (refused.value.field, refused.value.offered) == (field, offered)
