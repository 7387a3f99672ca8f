"""Responses that are no pages."""

from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import FOR_A_DAY, attachment, data_response, qr_response


def test_data_is_not_cached_unless_its_page_says_so() -> None:
    answer = data_response({"round": 1})
    assert (answer.body, answer.media_type) == (b'{"round":1}', "application/json")
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers
    assert "vary" not in answer.headers


def test_the_version_of_data_is_its_tag() -> None:
    answer = data_response((), version=61, cache=FOR_A_DAY, vary="cookie", status=201)
    assert (answer.status_code, answer.headers["etag"]) == (201, '"61"')
    assert (answer.headers["cache-control"], answer.headers["vary"]) == (FOR_A_DAY, "cookie")


def test_a_file_is_saved_under_its_name() -> None:
    assert attachment("club.trf") == {
        "content-disposition": 'attachment; filename="club.trf"',
        "cache-control": "no-cache",
    }
    assert attachment("club.trf", vary="cookie")["vary"] == "cookie"


def test_the_code_of_an_address_is_a_picture() -> None:
    answer = qr_response("http://club.test/t/club")
    assert answer.media_type == "image/svg+xml"
    assert answer.headers["cache-control"] == FOR_A_DAY


def test_the_status_of_a_failure_follows_from_its_code_unless_it_is_given() -> None:
    assert Failure("no-such-run").status == 404
    assert Failure("no-such-round", {"round": 9}).status == 422
    assert Failure("no-such-round", {"round": 9}, status=404).status == 404
