"""Messages about followed players, in both languages."""

from collections.abc import Mapping

import msgspec

from dsl.team_matches import LIONS, TIGERS, league
from dsl.tournaments import ANA, BEA, CARL, CREATED, entered, folded, numbered, published, recorded
from planilla.application.envelope import Person
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.followed import TEXT_BYTES_MAX, followed_message
from planilla.projections.followed import followed_news

THREE = (CREATED, *entered(ANA, BEA, CARL), numbered(ANA, BEA, CARL))
PAIRED = (*THREE, published(1, (ANA, BEA), bye=CARL))
PEOPLE: dict[str, Person] = {
    ANA: Person(name="Ana Pons"),
    BEA: Person(name="Bea García"),
    CARL: Person(name="Carl"),
}


def body(
    before: Tournament,
    after: Tournament,
    *followed: EntrantId,
    language: str = "en",
    people: Mapping[str, Person] = PEOPLE,
) -> str:
    news = followed_news(before, after, frozenset(followed))
    return followed_message(language, "club", after, people, news).body


def of(*events: Event) -> Tournament:
    return folded(*events)


def test_a_board_says_colour_and_opponent() -> None:
    assert body(of(*THREE), of(*PAIRED), ANA) == (
        "Ana Pons – Round 1, board 1: White against Bea García"
    )
    assert body(of(*THREE), of(*PAIRED), BEA, language="es") == (
        "Bea García – Ronda 1, tablero 1: negras contra Ana Pons"
    )


def test_a_bye_and_a_board_are_two_lines() -> None:
    assert body(of(*THREE), of(*PAIRED), BEA, CARL).splitlines() == [
        "Bea García – Round 1, board 1: Black against Ana Pons",
        "Carl – Round 1: bye",
    ]


def test_a_result_is_that_of_the_player() -> None:
    won = of(*PAIRED, recorded("1.1", "1-0"))
    assert body(of(*PAIRED), won, ANA) == "Ana Pons – Round 1: 1–0 against Bea García"
    assert body(of(*PAIRED), won, BEA, language="es") == (
        "Bea García – Ronda 1: 0–1 contra Ana Pons"
    )


def test_an_erased_person_has_a_number() -> None:
    known: dict[str, Person] = {ANA: PEOPLE[ANA]}
    assert body(of(*THREE), of(*PAIRED), ANA, people=known) == (
        "Ana Pons – Round 1, board 1: White against Player 2"
    )


def test_a_match_has_the_score_of_the_followed_side() -> None:
    """Leo beats Tom, and Teo draws with Lia: 1 + ½ for the lions, ½ for the tigers."""
    names: dict[str, Person] = {LIONS: Person(name="Lions"), TIGERS: Person(name="Tigers")}
    played = league((("1.1", "1-0"), ("1.1.2", "½-½")))
    assert body(of(*THREE), league(), TIGERS, people=names) == "Tigers – Round 1: against Lions"
    assert body(league(), played, TIGERS, people=names) == (
        "Tigers – Round 1: ½ – 1½ against Lions"
    )
    assert body(league(), played, LIONS, people={}) == "Player 1 – Round 1: 1½ – ½ against Player 2"


def test_a_message_opens_the_card_of_a_single_player_and_else_the_tournament() -> None:
    before, after = of(*THREE), of(*PAIRED)
    news = followed_news(before, after, frozenset({ANA, BEA}))
    one = followed_message("es", "club", after, PEOPLE, news[:1])
    both = followed_message("en", "club", after, PEOPLE, news)
    assert (one.title, one.page, one.tag, one.lang) == (
        "Club",
        "/t/club/entrants/ana",
        "club 6",
        "es",
    )
    assert both.page == "/t/club"


def test_a_message_with_too_many_long_lines_counts_the_rest() -> None:
    """A name of 60 characters of 4 bytes; a line has two of them, 480 bytes, so three have room."""
    ids = tuple(EntrantId(f"e{n}") for n in range(10))
    before = of(CREATED, *entered(*ids), numbered(*ids))
    boards = tuple(zip(ids[::2], ids[1::2], strict=True))
    after = of(CREATED, *entered(*ids), numbered(*ids), published(1, *boards))
    people: dict[str, Person] = {
        each: Person(name="\N{MATHEMATICAL DOUBLE-STRUCK CAPITAL A}" * 90) for each in ids
    }
    news = followed_news(before, after, frozenset(ids))
    message = followed_message("en", "t" * 64, after, people, news)
    assert [line[-12:] for line in message.body.splitlines()[3:]] == ["and 7 more"]
    assert len(message.body.encode()) < TEXT_BYTES_MAX + 20
    assert len(msgspec.json.encode(message)) < 3_000
