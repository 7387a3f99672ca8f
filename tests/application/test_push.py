"""Addresses of browsers at push services: only those that the operator allows."""

import pytest

from planilla.adapters.signing import SetKey
from planilla.application.board_codes import secret_of
from planilla.application.push import ENDPOINT_MAX, PUSH_SERVICES, push_secret, service_of

# The keys of tests 1 and 2 of RFC 8032, 7.1.
KEY = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
OTHER_KEY = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"


@pytest.mark.parametrize(
    ("endpoint", "service"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc:def", "fcm.googleapis.com"),
        ("https://fcm.googleapis.com:443/fcm/send/abc", "fcm.googleapis.com"),
        (
            "https://updates.push.services.mozilla.com/wpush/v2/x",
            "updates.push.services.mozilla.com",
        ),
        ("https://web.push.apple.com/Q", "*.push.apple.com"),
        ("https://wns2-par02p.notify.windows.com/w/?token=a%2b", "*.notify.windows.com"),
    ],
)
def test_an_address_of_a_known_service_is_allowed(endpoint: str, service: str) -> None:
    assert service_of(endpoint, PUSH_SERVICES) == service


@pytest.mark.parametrize(
    "endpoint",
    [
        pytest.param("http://fcm.googleapis.com/x", id="not encrypted"),
        pytest.param("https://fcm.googleapis.com.evil.example/x", id="a longer host"),
        pytest.param("https://evil-fcm.googleapis.com/x", id="another host"),
        pytest.param("https://evilpush.apple.com/x", id="no label of its own"),
        pytest.param("https://.push.apple.com/x", id="an empty label"),
        pytest.param("https://user@fcm.googleapis.com/x", id="a user"),
        pytest.param("https://fcm.googleapis.com@127.0.0.1/x", id="a host as user"),
        pytest.param("https://fcm.googleapis.com:8443/x", id="another port"),
        pytest.param("https://127.0.0.1/x", id="an address of this machine"),
        pytest.param("https://fcm.googleapis.com/x y", id="a space"),
        pytest.param("https://fcm.googleapis.com/x\r\nHost: y", id="a line"),
        pytest.param("https://fcm.googleapis.com", id="no path"),
        pytest.param("https://fcm.googleapis.com/" + "x" * ENDPOINT_MAX, id="too long"),
    ],
)
def test_any_other_address_is_not(endpoint: str) -> None:
    assert service_of(endpoint, PUSH_SERVICES) == ""


def test_the_key_of_the_pushes_follows_from_the_key_of_the_server_alone() -> None:
    keys, again, other = (SetKey(each, variable="K") for each in (KEY, KEY, OTHER_KEY))
    assert push_secret(keys) == push_secret(again)
    assert push_secret(keys) != push_secret(other)
    assert push_secret(keys) != secret_of(keys, "club")
