"""Commands are read at the edge: people and texts are taken apart, and faults are named."""

import json
import unicodedata
from typing import Any

import msgspec
import pytest

from planilla.adapters.memory import CountedIds
from planilla.application.envelope import Person
from planilla.application.malformed import Malformed
from planilla.application.redaction import NoSuchCommand, UnfitText, redact
from planilla.audit.seal import commitment_to
from planilla.domain.tournament.announcement import ProseTopic
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.eligibility import ExpelEntrant, WithdrawEntrant
from planilla.domain.tournament.entrants import CorrectPersonalData, EnterEntrants
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.prohibitions import ForbidPairs
from planilla.domain.tournament.regulations import AnnounceRegulations
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.teams import FormTeams


def read(name: str, body: Any) -> Any:
    return redact(name, json.dumps(body).encode(), CountedIds())


def entering(person: Any, id_: str = "a") -> dict[str, Any]:
    return {"entrants": [{"id": id_, "person": person}]}


def test_a_person_is_replaced_by_a_salted_commitment() -> None:
    command, kept = read("enter-entrants", entering({"name": "Ada", "club": "Tal"}))

    assert isinstance(command, EnterEntrants)
    body = b'{"name":"Ada","birth":"","fide_id":"","club":"Tal","contact":"","sex":"","arbiter":""}'
    salt = (1).to_bytes(16)
    assert command.entrants[0].person.commitment == commitment_to(salt, body)
    (only,) = kept.values()
    assert (only.salt, only.body) == (salt, body)
    assert only.person == Person(name="Ada", club="Tal")


def test_a_reason_is_replaced_by_a_salted_commitment() -> None:
    command, kept = read("expel-entrant", {"entrant": "a", "reason": " a phone "})
    assert isinstance(command, ExpelEntrant)
    assert command.reason.commitment == commitment_to((1).to_bytes(16), b'"a phone"')
    assert kept[command.reason.commitment].person is None


@pytest.mark.parametrize("number", ["1700000000000000.0", "17e14"])
def test_a_whole_number_may_be_written_as_a_fraction(number: str) -> None:
    body = f'{{"entrants": [], "known_at": {number}}}'.encode()
    command, _ = redact("enter-entrants", body, CountedIds())
    assert isinstance(command, EnterEntrants)
    assert command.known_at == 1_700_000_000_000_000


@pytest.mark.parametrize("body", ['{"round":1.0}', '{"round": 1E0}', '{ "round"\n:\n1.0 }'])
def test_a_fraction_is_found_wherever_it_stands(body: str) -> None:
    command, _ = redact("pair-round", body.encode(), CountedIds())
    assert isinstance(command, PairRound)
    assert command.round == 1


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        (b'"a\\u200bb"', "ab"),
        (b'"a\\nb  1.5"', "a\nb  1.5"),
        ('"a\u200bb"'.encode(), "ab"),
        (b'"a \\\\ b"', "a \\ b"),
    ],
)
def test_a_text_is_cleaned_however_it_is_written(sent: bytes, meant: str) -> None:
    body = b'{"entrant":"a","reason":' + sent + b"}"
    command, kept = redact("expel-entrant", body, CountedIds())
    assert isinstance(command, ExpelEntrant)
    assert msgspec.json.decode(kept[command.reason.commitment].body) == meant


def test_a_fraction_is_no_whole_number() -> None:
    with pytest.raises(Malformed, match="Expected `int"):
        read("pair-round", {"round": 1.5})


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        (b'"1/2-1/2"', "½-½"),
        (b'"+-"', "+/-"),
        ('"½–⁠½"'.encode(), "½-½"),
        (b'"\\u2013 +"', "-/+"),
        (b'"0-1"', "0-1"),
        (b'"1/2"', "1/2"),
    ],
)
def test_a_result_may_be_written_as_in_pgn_or_on_a_page(sent: bytes, meant: str) -> None:
    command, _ = redact("record-result", b'{"game": "1.1", "result": ' + sent + b"}", CountedIds())
    assert isinstance(command, RecordResult)
    assert command.result == meant


def test_other_texts_are_no_results() -> None:
    command, kept = read("expel-entrant", {"entrant": "a", "reason": "1/2-1/2"})
    assert isinstance(command, ExpelEntrant)
    assert kept[command.reason.commitment].body == b'"1/2-1/2"'


def test_saying_nothing_commits_to_nothing() -> None:
    command, kept = read("withdraw-entrant", {"entrant": "a", "reason": "  "})
    assert isinstance(command, WithdrawEntrant)
    assert (command.reason.commitment, kept) == ("", {})


def test_two_people_of_one_name_have_different_commitments() -> None:
    two = {"entrants": [{"id": id_, "person": {"name": "Ada"}} for id_ in "ab"]}
    command, kept = read("enter-entrants", two)
    assert len({entrant.person for entrant in command.entrants}) == len(kept) == 2


def test_names_have_one_spelling() -> None:
    decomposed = "  Pe\N{COMBINING TILDE}a \t  Jose\N{COMBINING ACUTE ACCENT} "
    _, kept = read("enter-entrants", entering({"name": decomposed}))
    (only,) = kept.values()
    assert only.person == Person(name="Pẽa José")


def test_personal_data_are_corrected_as_they_are_entered() -> None:
    body = {"entrant": "a", "person": {"name": "Ada"}}
    command, kept = read("correct-personal-data", body)
    assert isinstance(command, CorrectPersonalData)
    assert command.person.commitment in kept


def test_an_effect_and_a_reason_are_read_together() -> None:
    effect = {"points": True, "pairing_from": None, "rating": False}
    body = {"game": "1.1", "result": "1-0", "corrects": 3, "reason": "x", "effect": effect}
    command, _ = read("correct-result", body)
    assert isinstance(command, CorrectResult)
    assert command.effect is not None


def test_entrants_may_be_those_who_are_known() -> None:
    command, kept = read("forbid-pairs", {"entrants": ["a", "b"], "reason": "they share a car"})
    assert isinstance(command, ForbidPairs)
    assert command.entrants == ("a", "b")
    assert command.reason.commitment in kept


def test_an_unknown_command_has_its_own_answer() -> None:
    with pytest.raises(NoSuchCommand):
        read("castle", {})


@pytest.mark.parametrize(
    ("name", "body", "path", "message"),
    [
        ("pair-round", b"{", "$", "Input data was truncated"),
        ("pair-round", b"[1]", "$", "Expected `object`, got `array`"),
        (
            "pair-round",
            b'{"round":1,"x":2}',
            "$",
            "Object contains unknown field `x`; expected one of `in_stage`, `round`",
        ),
        ("pair-round", b'{"round":"1"}', "$.round", "Expected `int`, got `str`"),
        ("pair-round", b"{}", "$", "Object missing required field `round`"),
        ("pair-round", b" " * 2_500_001, "$", "Body is longer than 2500000 bytes"),
        (
            "enter-entrants",
            entering({"nom": "Ada"}),
            "$.entrants[0].person",
            (
                "Object contains unknown field `nom`; expected one of `name`, `birth`, `fide_id`, "
                "`club`, `contact`, `sex`, `arbiter` (in `$` of the person)"
            ),
        ),
        (
            "enter-entrants",
            entering({"club": "Tal"}),
            "$.entrants[0].person",
            "Object missing required field `name` (in `$` of the person)",
        ),
        (
            "enter-entrants",
            entering({"name": 5}),
            "$.entrants[0].person",
            "Expected `str`, got `int` (in `$.name` of the person)",
        ),
        ("enter-entrants", entering("Ada"), "$.entrants[0].person", "Expected `object`, got `str`"),
        ("enter-entrants", entering(""), "$.entrants[0].person", "Expected `object`, got `str`"),
        (
            "enter-entrants",
            entering(5),
            "$.entrants[0].person",
            "Expected `str` or `object`, got `int`",
        ),
        (
            "enter-entrants",
            entering({"name": " "}),
            "$.entrants[0].person",
            "Expected a `name` of 1 to 120 characters",
        ),
        (
            "enter-entrants",
            entering({"name": "A" * 121}),
            "$.entrants[0].person",
            "Expected a `name` of 1 to 120 characters",
        ),
        (
            "enter-entrants",
            entering({"name": "Ada", "contact": "x" * 201}),
            "$.entrants[0].person",
            "Expected `contact` of length <= 200",
        ),
        (
            "enter-entrants",
            entering({"name": "Ada"}, "a\x00"),
            "$.entrants[0]",
            "Expected an id of 1 to 64 letters, digits or `._:-`",
        ),
        (
            "correct-personal-data",
            {"entrant": "a", "person": "Ada"},
            "$.person",
            "Expected `object`, got `str`",
        ),
        (
            "expel-entrant",
            {"entrant": "a", "reason": {"name": "x"}},
            "$.reason",
            "Expected `str`, got `object`",
        ),
        (
            "expel-entrant",
            {"entrant": "a", "reason": "x" * 2001},
            "$.reason",
            "Expected `str` of length <= 2000",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    name: str, body: Any, path: str, message: str
) -> None:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    with pytest.raises(Malformed) as caught:
        redact(name, raw, CountedIds())
    assert (caught.value.path, caught.value.message) == (path, message)


def test_a_body_nested_without_end_is_malformed() -> None:
    nested = b'{"entrants":[{"id":"a","person":{"name":' + b"[" * 100_000
    with pytest.raises(Malformed, match="nested too deeply"):
        redact("enter-entrants", nested, CountedIds())


def test_a_body_that_is_not_utf_8_is_malformed() -> None:
    with pytest.raises(Malformed, match="not UTF-8"):
        redact("record-result", b'{"game": "\xff", "result": "1-0"}', CountedIds())


def test_each_free_text_of_regulations_is_kept_apart() -> None:
    prose = {"venue": "Casino", "arbiters": "Dora", "data": ""}
    body = {"regulations": {"name": "Open"}, "prose": prose}
    command, kept = read("announce-regulations", body)
    assert isinstance(command, AnnounceRegulations)
    assert command.prose[ProseTopic.DATA] == Sealed()
    assert sorted(each.body for each in kept.values()) == [b'"Casino"', b'"Dora"']


def test_the_name_of_a_team_is_kept_apart() -> None:
    teams = [{"players": ["a"], "name": " Alfil\n Burgos "}, {"players": ["b"]}]
    command, kept = read("form-teams", {"teams": teams})
    assert isinstance(command, FormTeams)
    assert [each.body for each in kept.values()] == [b'"Alfil Burgos"']
    assert command.teams[0].name.commitment in kept
    assert command.teams[1].name == Sealed()


@pytest.mark.parametrize("name", ["x" * 121, {"name": "Alfil"}])
def test_the_name_of_a_team_is_a_text_of_120_characters_at_most(name: object) -> None:
    for command, body, path in (
        ("form-teams", {"teams": [{"players": ["a"], "name": name}]}, "$.teams[0].name"),
        ("name-team", {"team": "A", "name": name}, "$.name"),
    ):
        with pytest.raises(Malformed) as raised:
            read(command, body)
        assert raised.value.path == path


def test_a_person_is_no_free_text_of_regulations() -> None:
    body = {"regulations": {"name": "Open"}, "prose": {"director": {"name": "Clara"}}}
    with pytest.raises(Malformed) as raised:
        read("announce-regulations", body)
    assert raised.value.path == "$.prose.director"


@pytest.mark.parametrize(
    ("name", "body", "path"),
    [
        ("create-tournament", {"name": "Open\0"}, "name"),
        ("enter-entrants", entering({"name": "Ana \u202ezepoL"}), "entrants[0].person.name"),
        ("enter-entrants", entering({"name": "Ana", "club": "T\x1bal"}), "entrants[0].person.club"),
        ("expel-entrant", {"entrant": "a", "reason": "one\n\x07two"}, "reason"),
        (
            "announce-regulations",
            {"regulations": {"name": "O"}, "prose": {"venue": "Calle\u2067"}},
            "prose.venue",
        ),
    ],
)
def test_a_text_with_a_sign_that_nobody_sees_is_unfit(name: str, body: Any, path: str) -> None:
    with pytest.raises(UnfitText) as refused:
        read(name, body)
    assert refused.value.fields["path"] == path


def test_a_name_is_one_line_without_marks_that_have_no_width() -> None:
    body = {"name": "\ufeffOpen \n de\u2028Sants\u200b"}
    assert read("create-tournament", body)[0].name == "Open de Sants"


def test_a_reason_may_have_lines() -> None:
    command, kept = read("expel-entrant", {"entrant": "a", "reason": "a phone\nin round 3"})
    assert kept[command.reason.commitment].body == b'"a phone\\nin round 3"'


def test_joiners_stay_and_what_cannot_be_seen_is_no_name() -> None:
    assert read("create-tournament", {"name": "\u200e\u200f"})[0].name == ""
    persian = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0646"
    assert read("create-tournament", {"name": persian})[0].name == persian


def test_what_a_file_says_is_kept_as_it_stands() -> None:
    body = {"tournament": {"name": "O"}, "format": "trf", "entrants": [], "header": "### a\x1a"}
    command, kept = read("import-tournament", body)
    assert kept[command.header.commitment].body == b'"### a\\u001a"'


@pytest.mark.parametrize("command", ["expel-entrant", "correct-personal-data"])
def test_a_text_that_is_far_too_long_is_not_composed_first(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed: list[int] = []
    normalize = unicodedata.normalize

    def counted(form: Any, text: str) -> str:
        composed.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr("planilla.application.redaction.unicodedata.normalize", counted)
    text = "a" + "\u0301\u0323" * 100_000
    with pytest.raises(Malformed, match=r"length|characters"):
        read(command, {"entrant": "a", "reason": text} if "expel" in command else person(text))
    assert all(length <= 8_000 for length in composed)  # four of them make at most one of 2,000


def person(name: str) -> dict[str, Any]:
    return {"entrant": "a", "person": {"name": name}}


def test_a_long_text_that_composes_to_a_short_one_is_kept() -> None:
    _, kept = read("expel-entrant", {"entrant": "a", "reason": "e\u0301" * 2_000})
    assert [json.loads(each.body) for each in kept.values()] == ["é" * 2_000]
