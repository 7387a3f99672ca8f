"""The code that a phone scans in the hall."""

from xml.etree import ElementTree as ET

from dsl.web_club import Club
from planilla.adapters.http.rendering import address_as_qr


def test_the_public_address_of_a_tournament_is_a_picture_without_style() -> None:
    club = Club()
    club.found()
    answer = club.client.get("/t/club/qr.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ET.fromstring(answer.content).tag == "{http://www.w3.org/2000/svg}svg"
    assert b"style" not in answer.content
    assert answer.content == address_as_qr("http://club.test/t/club")
    assert answer.content != address_as_qr("http://club.test/t/other")


def test_a_tournament_that_does_not_exist_has_no_code() -> None:
    assert Club().client.get("/t/nobody/qr.svg").status_code == 404


def test_the_rules_page_shows_it() -> None:
    club = Club()
    club.found()
    assert 'src="/t/club/qr.svg"' in club.client.get("/t/club/rules").text
