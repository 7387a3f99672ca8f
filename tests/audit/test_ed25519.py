"""Signatures are verified as RFC 8032 says."""

import json
from pathlib import Path
from typing import Any

import pytest

from dsl.signatures import SIGNATURES, Signed
from planilla.audit.ed25519 import (
    BASE_Y,
    NEUTRAL,
    ORDER,
    PRIME,
    base_point,
    is_signed,
    octets_of,
    point_in,
    twofold,
)

GOLDEN = Path(__file__).parent.parent / "golden" / "ed25519" / "rfc8032.json"
VECTORS: list[dict[str, str]] = json.loads(GOLDEN.read_text(encoding="utf-8"))


def parts(vector: dict[str, str]) -> tuple[bytes, bytes, bytes]:
    """Public key, message and signature."""
    names = ("public_key", "message", "signature")
    key, message, signature = (bytes.fromhex(vector[name]) for name in names)
    return key, message, signature


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["test"]))
def test_the_vectors_of_the_rfc_are_good(vector: dict[str, str]) -> None:
    assert is_signed(*parts(vector))


@pytest.mark.parametrize("vector", VECTORS[1:], ids=lambda vector: str(vector["test"]))
def test_a_changed_bit_of_message_key_or_signature_is_found(vector: dict[str, str]) -> None:
    key, message, signature = parts(vector)
    assert not is_signed(key, flipped(message, 0), signature)
    assert not is_signed(flipped(key, 3), message, signature)
    assert not is_signed(key, message, flipped(signature, 1))
    assert not is_signed(key, message, flipped(signature, 40))


def flipped(octets: bytes, at: int) -> bytes:
    """The octets with the lowest bit of one of them turned over."""
    return octets[:at] + bytes((octets[at] ^ 1,)) + octets[at + 1 :]


def test_a_scalar_of_the_order_or_more_is_another_way_to_write_it_and_is_refused() -> None:
    key, message, signature = parts(VECTORS[0])
    scalar = int.from_bytes(signature[32:], "little")
    same = signature[:32] + (scalar + ORDER).to_bytes(32, "little")
    assert not is_signed(key, message, same)


@pytest.mark.parametrize("cut", [0, 31, 33])
def test_a_key_of_another_length_signs_nothing(cut: int) -> None:
    key, message, signature = parts(VECTORS[0])
    assert not is_signed((key + key)[:cut], message, signature)
    assert not is_signed(key, message, (signature + signature)[: cut * 2])


@pytest.mark.parametrize(
    ("number", "named"),
    [
        pytest.param(1, True, id="the neutral point"),
        pytest.param(1 | 1 << 255, False, id="a zero with a sign"),
        pytest.param(PRIME - 1, True, id="the point of order two"),
        pytest.param(PRIME + 1, False, id="the neutral point, not reduced"),
        pytest.param(2, False, id="no x belongs to this y"),
    ],
)
def test_a_point_has_one_way_to_be_written(number: int, named: Any) -> None:
    octets = number.to_bytes(32, "little")
    point = point_in(octets)
    assert (point is not None) is named
    assert point is None or octets_of(point) == octets


def test_the_base_point_is_the_one_of_the_rfc_and_has_the_order_of_the_rfc() -> None:
    # RFC 8032, 5.1: B = (x, y) with these decimals.
    x = 15112221349535400772501151409588531511454012693041857206046113283949847762202
    y = 46316835694926478169428394003475163141307993866256225615783033603165251855960
    assert (BASE_Y, base_point()[:2]) == (y, (x, y))
    assert octets_of(twofold(ORDER, base_point(), 0, NEUTRAL)) == octets_of(NEUTRAL)


def test_a_signature_by_a_key_that_is_no_point_is_refused() -> None:
    _, message, signature = parts(VECTORS[0])
    assert not is_signed((2).to_bytes(32, "little"), message, signature)


@pytest.mark.parametrize("signed", SIGNATURES, ids=lambda signed: signed.name)
def test_the_edges_of_the_rfc_are_where_openssl_has_them_too(signed: Signed) -> None:
    # but for keys of small order, which we refuse: OpenSSL takes them, as RFC 8032 allows
    verifying = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    exceptions = pytest.importorskip("cryptography.exceptions")
    key, message, signature = signed.parts
    assert is_signed(key, message, signature) is signed.is_good
    try:
        verifying.Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except exceptions.InvalidSignature:
        assert not signed.is_good_elsewhere
    else:
        assert signed.is_good_elsewhere
    assert signed.is_good == signed.is_good_elsewhere or "key" in signed.name


def test_what_openssl_signs_is_good() -> None:
    signing = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    for seed in range(8):
        private = signing.Ed25519PrivateKey.from_private_bytes(bytes((seed,)) * 32)
        message = bytes(range(seed * 9))
        key = private.public_key().public_bytes_raw()
        assert is_signed(key, message, private.sign(message))
        assert not is_signed(key, message + b" ", private.sign(message))
