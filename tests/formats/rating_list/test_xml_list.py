"""Lists as XML: read a player at a time, and safe whatever stands in them."""

import pytest

from dsl.rating_lists import LEO, VERA, Player, fixed, names, read
from planilla.formats.rating_list.records import NotAList

TAGS = {
    "fideid": "id",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "w_title": "womens_title",
    "o_title": "other_titles",
    "foa_title": "online_title",
    "rating": "standard",
    "games": "standard_games",
    "k": "standard_k",
    "rapid_rating": "rapid",
    "rapid_games": "rapid_games",
    "rapid_k": "rapid_k",
    "blitz_rating": "blitz",
    "blitz_games": "blitz_games",
    "blitz_k": "blitz_k",
    "birthday": "birth",
    "flag": "flag",
}
HEAD = '<?xml version="1.0"?>\n<playerslist>\n'
TAIL = "</playerslist>\n"


def element(player: Player) -> str:
    cells = [f"<{tag}>{player.get(field, '')}</{tag}>" for tag, field in TAGS.items()]
    return "\n".join(["<player>", *cells, "</player>", ""])


def xml(*players: Player | str) -> bytes:
    elements = (each if isinstance(each, str) else element(each) for each in players)
    return (HEAD + "".join(elements) + TAIL).encode()


@pytest.mark.parametrize("chunk", [1, 50, 1 << 16])
def test_the_same_players_come_as_from_fixed_columns(chunk: int) -> None:
    found = read(xml(VERA, LEO), chunk=chunk)
    in_columns = read(fixed(VERA, LEO)).players
    assert (found.form, found.wrong) == ("xml", [])
    assert [player[1:] for player in found.players] == [player[1:] for player in in_columns]
    assert [player.line for player in found.players] == [3, 24]


def test_elements_in_another_order_and_form_are_read() -> None:
    other = (
        '<player id="1"><!-- new --><name>O&apos;Kelly, A &amp; B</name><fideid>9</fideid>'
        "<games/><elo>no</elo><rating><![CDATA[2100]]></rating><x><name>no</name></x></player>"
    )
    found = read(xml(LEO, other, VERA))
    assert found.wrong == []
    assert names(found.players) == ["Ibanez, Leo", "O'Kelly, A & B", "Aranda, Vera"]
    assert found.players[1].standard == 2100


def test_a_list_with_one_rating_gives_it_at_the_rate_asked_for() -> None:
    one = "<player><fideid>9</fideid><name>Leo</name><rating>2100</rating></player>"
    (player,) = read(xml(one), rate="rapid").players
    assert (player.standard, player.rapid) == (0, 2100)


@pytest.mark.parametrize(
    ("broken", "wrong"),
    [
        pytest.param(
            element({**VERA, "standard": "40000"}), (33, 9, "rating-out-of-range"), id="r"
        ),
        pytest.param(element({**VERA, "id": ""}), (25, 9, "id-missing"), id="no id"),
        pytest.param(
            "<player><fideid>7</fideid></player>\n", (24, 1, "name-missing"), id="no name"
        ),
        pytest.param(
            "<player><name>Leo</name></player>\n", (24, 1, "id-missing"), id="no id there"
        ),
        pytest.param(
            "<player>\n<name>A & B</name>\n</player>\n", (25, 10, "not-xml"), id="an ampersand"
        ),
        pytest.param("<player><name>A</player>\n", (24, 18, "not-xml"), id="no end tag"),
        pytest.param(
            element(VERA).replace("IM", "I]]>M"), (29, 11, "not-xml"), id="an end of nothing"
        ),
    ],
)
def test_a_broken_player_is_told_and_the_rest_is_read(
    broken: str, wrong: tuple[int, int, str]
) -> None:
    found = read(xml(VERA, broken, LEO))
    assert names(found.players) == ["Aranda, Vera", "Ibanez, Leo"]
    assert found.wrong == [wrong]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(
            b'<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "aa">]><playerslist><player>',
            "doctype",
            id="entities",
        ),
        pytest.param(
            b'<?xml version="1.0" encoding="utf-16"?><playerslist><player>', "encoding", id="UTF-16"
        ),
        pytest.param(b"<html><body>Not found</body></html>", "no-players-element", id="a web page"),
        pytest.param(b"<html" + b" " * 70_000, "no-players-element", id="a long nothing"),
        pytest.param(b"<a></b><player>", "no-players-element", id="no XML"),
    ],
)
def test_what_is_no_list_or_could_do_harm_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(NotAList) as refused:
        read(data)
    assert refused.value.code == code


def test_the_encoding_that_is_declared_is_used() -> None:
    declared = xml({**LEO, "name": "Ibáñez, Leo"}).decode()
    data = declared.replace("?>", ' encoding="ISO-8859-1"?>').encode("latin-1")
    assert names(read(data).players) == ["Ibáñez, Leo"]


@pytest.mark.parametrize("chunk", [1000, 1 << 16])
def test_a_player_without_an_end_is_told_once(chunk: int) -> None:
    endless = "<player><name>" + "x" * 40_000 + "</name></player>\n"
    found = read(xml(VERA, endless, LEO), chunk=chunk)
    assert names(found.players) == ["Aranda, Vera", "Ibanez, Leo"]
    assert [code for _, _, code in found.wrong] in (["not-xml"], ["name-too-long"], ["id-missing"])
    assert found.wrong[0][0] == 24


def test_a_file_that_was_cut_off_is_told() -> None:
    whole = xml(VERA, LEO)
    found = read(whole[: whole.rindex(b"<flag>")])
    assert names(found.players) == ["Aranda, Vera"]
    assert [(line, code) for line, _, code in found.wrong] == [(43, "cut-off")]
