"""Credentials of accounts: passwords, and passkeys (WebAuthn Level 2, section 7).

Hashes of passwords by Argon2id are calculated in threads; few at once, since each takes 64 MiB.

A passkey belongs to the host of the public address. Browsers have passkeys over TLS and on
`localhost` alone. The libraries are loaded with the first password and passkey.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterator
from functools import cache
from hmac import compare_digest
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.responses import Response

from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import JSON, NO_STORE
from planilla.adapters.http.site import Site
from planilla.application.accounts import PASSWORD_MAX, Account, Passkey, normal_password
from planilla.audit.seal import keyed_hash

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PROFILE = "RFC_9106_LOW_MEMORY"
"""The parameters of the library for new hashes; each hash names its own."""
AT_ONCE = 2
"""Passwords that are hashed at the same time."""
CHALLENGE_US = 300 * 1_000_000
"""Microseconds until a challenge expires."""
USED_MAX = 20_000
"""Most used challenges that are remembered, more than are made until the first one expires."""
TIME_BYTES, DRAWN_BYTES = 8, 24
PURPOSE = b"planilla passkey challenges\n"
"""The beginning of what is signed, which no other message of Planilla has."""
PASSKEY_BODY_MAX = 16_000
"""Most bytes of the answer of a device."""
NAME_OF_SITE = "Planilla"


class Passwords:
    """Hashing and checking of passwords."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hashed(self, password: str) -> str:
        """Return the hash of a password, with its salt and parameters."""
        async with self._turn:
            return await asyncio.to_thread(_hashed, password)

    async def is_right(self, password_hash: str, typed: str) -> bool:
        """Return whether a password was typed right.

        Without a hash the work is the same and the answer is False, so that the time says nothing
        about the names of accounts.
        """
        async with self._turn:
            return await asyncio.to_thread(_is_right, password_hash, typed)


def _hashed(password: str) -> str:
    return _hasher().hash(password)


def _is_right(password_hash: str, typed: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415 - see above

    try:
        _hasher().verify(
            password_hash or _nobodys_hash(PROFILE), normal_password(typed)[:PASSWORD_MAX]
        )
    except (InvalidHashError, VerificationError):
        return False
    return bool(password_hash)


def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher, profiles  # noqa: PLC0415 - see above

    return PasswordHasher.from_parameters(getattr(profiles, PROFILE))


@cache
def _nobodys_hash(_: str) -> str:
    """Return a hash with the parameters of a profile, of a password that is no one's."""
    return _hashed("nobody's password")


class Challenges:
    """Challenges to be signed, each for one use: by an account, or to sign in ("").

    A challenge is chance, its time, and a seal that follows from the key of the log: any process or
    node with the key knows its own. Each remembers those that were used there.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._own_secret = site.ids.token().encode()
        self._used: OrderedDict[bytes, None] = OrderedDict()

    def new(self, account: str = "") -> bytes:
        """Return a new challenge."""
        drawn = self._site.ids.salt() + self._site.clock.now().to_bytes(TIME_BYTES)
        return drawn + self._seal(drawn, account)

    def use(self, challenge: bytes, account: str = "") -> bool:
        """Return whether a challenge is open for an account; it is not from then on."""
        drawn, seal = challenge[:DRAWN_BYTES], challenge[DRAWN_BYTES:]
        if challenge in self._used or not compare_digest(seal, self._seal(drawn, account)):
            return False
        self._used[challenge] = None
        if len(self._used) > USED_MAX:
            self._used.popitem(last=False)
        return 0 <= self._site.clock.now() - int.from_bytes(drawn[-TIME_BYTES:]) < CHALLENGE_US

    def _seal(self, drawn: bytes, account: str) -> bytes:
        """Return the seal of a challenge; without a usable key only this process knows it."""
        secret = self._site.secret(PURPOSE) or self._own_secret
        return keyed_hash(secret, drawn + account.encode())


class PasskeyChecks:
    """The requests to devices, and the checks of their answers, for one public address."""

    def __init__(self, site: Site) -> None:
        parts = urlsplit(site.public_url)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._host = parts.hostname or ""
        self._challenges = Challenges(site)
        self.are_possible = parts.scheme == "https" or self._host == "localhost"

    def require(self) -> None:
        """Check that browsers have passkeys at the public address.

        Raises:
            Failure: they have none.
        """
        if not self.are_possible:
            raise Failure("passkeys-need-tls")

    def new_passkey(self, account: Account, known: tuple[Passkey, ...]) -> str:
        """Return the request for a new passkey as JSON; it is refused by a device in `known`."""
        import webauthn  # noqa: PLC0415 - see above
        from webauthn.helpers import structs  # noqa: PLC0415 - see above

        options = webauthn.generate_registration_options(
            rp_id=self._host,
            rp_name=NAME_OF_SITE,
            user_id=account.id.encode(),
            user_name=account.name,
            challenge=self._challenges.new(account.id),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=each.credential_id) for each in known
            ],
        )
        return webauthn.options_to_json(options)

    def signature(self) -> str:
        """Return the request for the signature of any passkey of this address, as JSON."""
        import webauthn  # noqa: PLC0415 - see above
        from webauthn.helpers import structs  # noqa: PLC0415 - see above

        options = webauthn.generate_authentication_options(
            rp_id=self._host,
            challenge=self._challenges.new(),
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
        return webauthn.options_to_json(options)

    def registered(self, answer: bytes, account: Account, name: str, now: int) -> Passkey:
        """Return the passkey that a device made for an account.

        Raises:
            Failure: the answer is not one to an open request.
        """
        import webauthn  # noqa: PLC0415 - see above
        from webauthn.helpers import parse_registration_credential_json  # noqa: PLC0415 - see above

        with _refused():
            credential = parse_registration_credential_json(answer.decode())
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=self._used(credential.response.client_data_json, account.id),
                expected_rp_id=self._host,
                expected_origin=self._origin,
                require_user_verification=True,
            )
        return Passkey(
            credential_id=made.credential_id,
            account=account.id,
            public_key=made.credential_public_key,
            sign_count=made.sign_count,
            name=name,
            created_at=now,
        )

    def sign_count(self, answer: bytes, passkey: Passkey) -> int:
        """Return the new count of signatures of a passkey whose device signed an open challenge.

        Raises:
            Failure: the signature, the challenge or the count is wrong, or it is another account's.
        """
        import webauthn  # noqa: PLC0415 - see above
        from webauthn.helpers import parse_authentication_credential_json  # noqa: PLC0415 - see above

        with _refused():
            credential = parse_authentication_credential_json(answer.decode())
            if credential.response.user_handle not in {None, passkey.account.encode()}:
                raise Failure("passkey-refused")
            checked = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=self._used(credential.response.client_data_json),
                expected_rp_id=self._host,
                expected_origin=self._origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            )
        return checked.new_sign_count

    def _used(self, client_data: bytes, account: str = "") -> bytes:
        """Return the open challenge that a device signed.

        Raises:
            Failure: it is not open.
        """
        from webauthn.helpers import parse_client_data_json  # noqa: PLC0415 - see above

        challenge = parse_client_data_json(client_data).challenge
        if not self._challenges.use(challenge, account):
            raise Failure("passkey-refused")
        return challenge


def requested(text: str) -> Response:
    """Return the response with a request to a device, as JSON."""
    return Response(text, media_type=JSON, headers={"cache-control": NO_STORE})


def credential_in(answer: bytes) -> bytes:
    """Return the id of the passkey that an answer names.

    Raises:
        Failure: it cannot be read.
    """
    from webauthn.helpers import parse_authentication_credential_json  # noqa: PLC0415 - see above

    with _refused():
        return parse_authentication_credential_json(answer.decode()).raw_id


@contextlib.contextmanager
def _refused() -> Iterator[None]:
    """Turn what the library refuses into a failure; the reason is not told to whoever tries."""
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415 - see above

    try:
        yield
    except (WebAuthnException, ValueError) as error:
        raise Failure("passkey-refused") from error
