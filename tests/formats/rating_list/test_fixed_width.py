"""Lists of fixed columns: the head says where they begin, and a line that is odd is looked at."""

import pytest

from dsl.rating_lists import HEAD, LEO, VERA, Player, fixed, line, names, read
from planilla.formats.rating_list.records import ListedPlayer

OLD_HEAD = "ID_NUMBER NAME                            TITLFED  JAN06GAMESBORN      FLAG"
SINGLE_HEAD = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag"
)


def test_the_head_has_the_columns_that_fide_publishes() -> None:
    """As measured in `players_list_foa.txt`."""
    starts = {"Fed": 76, "Sex": 80, "Tit": 84, "WTit": 89, "OTit": 94, "FOA": 109, "SRtng": 113}
    starts |= {"SGm": 119, "SK": 123, "RRtng": 126, "RGm": 132, "Rk": 136, "BRtng": 139}
    starts |= {"BGm": 145, "BK": 149, "B-day": 152, "Flag": 158}
    assert {label: HEAD.index(f" {label}") + 1 for label in starts} == starts
    assert len(HEAD) == 162


def test_a_line_says_everything_about_a_player() -> None:
    assert read(fixed(VERA)).players == [
        ListedPlayer(
            line=2,
            id=2205742,
            name="Aranda, Vera",
            key="aranda vera",
            federation="ESP",
            sex="F",
            title="IM",
            standard=2306,
            standard_games=9,
            standard_k=10,
            rapid=2290,
            rapid_games=0,
            rapid_k=20,
            blitz=0,
            blitz_games=0,
            blitz_k=0,
            birth=1990,
            flag="w",
        )
    ]


@pytest.mark.parametrize("chunk", [1, 7, 163, 1 << 16])
def test_it_does_not_matter_how_the_bytes_come(chunk: int) -> None:
    found = read(fixed(VERA, LEO), chunk=chunk)
    assert [(player.line, player.id) for player in found.players] == [(2, 2205742), (3, 2205743)]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(fixed(LEO).replace(b"\n", b"\r\n"), id="line ends of Windows"),
        pytest.param(b"\xef\xbb\xbf" + fixed(LEO), id="a mark of UTF-8"),
        pytest.param(b"\n \n" + fixed(LEO), id="blank lines before the head"),
        pytest.param(fixed("", LEO, " ", "\x1a"), id="blank lines and an old end of file"),
        pytest.param(fixed(LEO).rstrip(), id="no line end at the end"),
        pytest.param(fixed(line(LEO).rstrip()), id="no blanks at the end of a line"),
    ],
)
def test_what_surrounds_the_lines_does_not_matter(data: bytes) -> None:
    found = read(data)
    assert names(found.players) == ["Ibanez, Leo"]
    assert found.wrong == []


def test_the_womens_title_stands_in_for_a_missing_one() -> None:
    assert read(fixed({**VERA, "title": ""})).players[0].title == "WGM"


def test_an_unrated_player_has_a_rating_of_nought() -> None:
    unrated = {**LEO, "standard": "0", "standard_k": "", "birth": "0000"}
    player = read(fixed(unrated)).players[0]
    assert (player.standard, player.rapid, player.standard_k, player.birth) == (0, 0, 0, 0)


@pytest.mark.parametrize("extra", ["1", "12", "123"])
def test_other_titles_that_are_too_long_push_the_rest_on(extra: str) -> None:
    """The column has fifteen characters; sixteen leave no blank before the next column."""
    pushed = line({**VERA, "other_titles": "IA,IO,SI,FT,FST" + extra})
    assert len(pushed) == 162 + len(extra)
    found = read(fixed(pushed, LEO))
    assert found.wrong == []
    assert found.players[0][3:] == read(fixed(VERA)).players[0][3:]


def test_other_titles_that_just_fit_push_nothing() -> None:
    full = line({**VERA, "other_titles": "IA,IO,SI,FT,FST"})
    assert len(full) == 162
    assert read(fixed(full)).players[0].standard == 2306


def test_columns_may_be_counted_in_bytes() -> None:
    accented = {**LEO, "name": "Ibáñez, Leo"}
    in_characters = line(accented)
    in_bytes = in_characters.replace("Leo  ", "Leo", 1)
    for text in (in_characters, in_bytes):
        (player,) = read(fixed(text)).players
        assert (player.name, player.key, player.standard) == ("Ibáñez, Leo", "ibanez leo", 2194)


def test_a_line_may_be_windows_1252() -> None:
    data = fixed(LEO, "é").replace(b"Ibanez", "Ibánez".encode("cp1252")).replace(b"\xc3\xa9", b"")
    assert names(read(data).players) == ["Ibánez, Leo"]


def test_an_older_list_lacks_a_column() -> None:
    start, stop = HEAD.index("FOA"), HEAD.index("SRtng")
    older = [text[:start] + text[stop:] for text in (HEAD, line(VERA))]
    found = read(fixed(older[1], head=older[0]))
    assert found.players == read(fixed(VERA)).players


@pytest.mark.parametrize("rate", ["standard", "rapid", "blitz"])
def test_a_list_with_one_rating_says_its_month(rate: str) -> None:
    kept = ("id", "name", "federation", "sex", "title", "womens_title", "other_titles")
    text = line({field: VERA[field] for field in kept})[: SINGLE_HEAD.index("NOV26")]
    found = read(fixed(text + "2306  9   10 1990  w", head=SINGLE_HEAD), rate=rate)
    assert found.month == "2026-11"
    (player,) = found.players
    assert (player.rating(rate), player.k(rate), player.birth, player.flag) == (2306, 10, 1990, "w")
    assert sorted((player.standard, player.rapid, player.blitz)) == [0, 0, 2306]


def test_the_lists_of_twenty_years_ago_are_read() -> None:
    text = "  2205743 Ibanez, Leo                     g   ESP  2194   12 01.05.1980 i"
    (player,) = read(fixed(text, head=OLD_HEAD)).players
    assert (player.id, player.title, player.federation) == (2205743, "GM", "ESP")
    assert (player.standard, player.standard_games, player.birth) == (2194, 12, 1980)


@pytest.mark.parametrize(
    ("broken", "wrong"),
    [
        pytest.param({"standard": "40000"}, (114, "rating-out-of-range"), id="no such rating"),
        pytest.param({"blitz": "19x0"}, (140, "not-a-number"), id="no number"),
        pytest.param({"rapid": "-100"}, (127, "not-a-number"), id="less than nought"),
        pytest.param({"id": ""}, (1, "id-missing"), id="no id"),
        pytest.param({"id": "22 05"}, (1, "not-an-id"), id="an id with a gap"),
        pytest.param({"id": "0"}, (1, "not-an-id"), id="an id of nought"),
        pytest.param({"name": " , "}, (17, "name-missing"), id="no name"),
        pytest.param({"federation": "ES"}, (77, "not-a-federation"), id="two letters"),
        pytest.param({"sex": "X"}, (81, "not-a-sex"), id="no sex"),
        pytest.param({"title": "5"}, (85, "not-a-title"), id="no title"),
        pytest.param({"title": "", "womens_title": "5"}, (90, "not-a-title"), id="no woman's one"),
        pytest.param({"standard_k": "99", "rapid_k": "1.5"}, (137, "not-a-number"), id="half a K"),
        pytest.param({"birth": "1790"}, (153, "not-a-year"), id="too long ago"),
        pytest.param({"flag": "I9"}, (159, "not-a-flag"), id="no flag"),
        pytest.param({"flag": "iiiiii"}, (163, "out-of-column"), id="beyond the end"),
        pytest.param({"name": "x" * 61}, (76, "out-of-column"), id="a name without an end"),
        pytest.param({"rapid": "212345", "rapid_games": "9"}, (127, "rating-out-of-range"), id="6"),
    ],
)
def test_a_broken_line_is_told_and_the_rest_is_read(broken: Player, wrong: tuple[int, str]) -> None:
    found = read(fixed(VERA, {**VERA, "id": "7", **broken}, LEO))
    assert found.wrong == [(3, *wrong)]
    assert names(found.players) == ["Aranda, Vera", "Ibanez, Leo"]


def test_what_stands_across_two_columns_is_told() -> None:
    shifted = line(VERA)
    across = shifted[:118] + "9" + shifted[119:]
    assert read(fixed(across)).wrong == [(2, 114, "not-a-number")]
    beyond = shifted.rstrip().ljust(170) + "x"
    found = read(fixed(beyond))
    assert found.wrong == [(2, 163, "out-of-column")]


def test_a_line_without_an_end_is_told_once() -> None:
    for chunk in (1 << 20, 1 << 16, 1000):
        found = read(fixed(VERA, "9" * 70_000, LEO), chunk=chunk)
        assert found.wrong == [(3, 4097, "line-too-long")]
        assert names(found.players) == ["Aranda, Vera", "Ibanez, Leo"]
    endless = read(fixed(VERA) + b"9" * 70_000, chunk=1000)
    assert endless.wrong == [(3, 4097, "line-too-long")]


def test_a_fault_says_what_was_found_and_what_is_right() -> None:
    (fault,) = read(fixed({**VERA, "standard": "40000"})).faults
    assert fault.fields == {"found": "40000", "most": "4000"}
