"""Messages encrypted for a browser: the worked example of RFC 8291, and the voucher of RFC 8292."""

import base64
import json

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from dsl.push_receiver import PushReceiver
from planilla.adapters.push.encryption import PushKeys, UnfitKeys, Voucher, encrypted


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


MESSAGE = b"When I grow up, I want to be a watermelon"
KEYS = PushKeys(
    decoded(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    ),
    decoded("BTBZMqHH6r4Tts7J_aSIgg"),
)
SALT = decoded("DGv6ra1nlYgDCS1FRnbzlw")
SENDERS_KEY = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
BODY = decoded(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""The example of RFC 8291, section 5, with the values of its appendix A."""


def test_the_example_of_the_rfc_gives_its_bytes() -> None:
    assert encrypted(MESSAGE, KEYS, salt=SALT, scalar=SENDERS_KEY) == BODY


def test_only_the_browser_reads_a_message_and_no_two_are_equal() -> None:
    receiver, other = PushReceiver(), PushReceiver()
    keys = PushKeys(receiver.p256dh, receiver.auth)
    bodies = {encrypted(b"Ronda 5", keys) for _ in range(2)}
    assert len(bodies) == 2
    assert {receiver.decrypted(body) for body in bodies} == {b"Ronda 5"}
    with pytest.raises(InvalidTag):
        other.decrypted(bodies.pop())


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param(PushKeys(b"\x04" + bytes(64), bytes(16)), id="not a point of the curve"),
        pytest.param(PushKeys(KEYS.p256dh[:64], KEYS.auth), id="a point cut short"),
        pytest.param(PushKeys(KEYS.p256dh, KEYS.auth[:15]), id="a secret cut short"),
    ],
)
def test_keys_that_are_none_are_refused(keys: PushKeys) -> None:
    with pytest.raises(UnfitKeys):
        encrypted(MESSAGE, keys)


def test_a_push_service_can_verify_the_voucher() -> None:
    voucher = Voucher(bytes(range(32)))
    header = voucher.authorization("https://push.example", "https://chess.example", 1_700_000_000)
    token, key = header.removeprefix("vapid t=").split(", k=")
    assert key == voucher.public_key == Voucher(bytes(range(32))).public_key
    head, claims, signature = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decoded(claims)) == {
        "aud": "https://push.example",
        "exp": 1_700_000_000,
        "sub": "https://chess.example",
    }
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    r, s = (int.from_bytes(decoded(signature)[at : at + 32]) for at in (0, 32))
    signed = utils.encode_dss_signature(r, s)
    point.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        point.verify(signed, f"{head}.{claims}x".encode(), ec.ECDSA(SHA256()))


def test_a_voucher_without_a_contact_has_no_subject() -> None:
    token = Voucher(bytes(32)).authorization("https://push.example", "", 1).split()[1]
    assert json.loads(decoded(token.split(".")[1])) == {"aud": "https://push.example", "exp": 1}
