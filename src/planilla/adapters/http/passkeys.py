"""Passkeys: challenges, and the checks of what a device signed (WebAuthn Level 2, section 7).

A passkey belongs to the host of the public address. Browsers have passkeys over TLS and on
`localhost` alone. The library is loaded with the first passkey.
"""

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from starlette.responses import Response

from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import JSON, NO_STORE
from planilla.adapters.http.site import Site
from planilla.application.accounts import Account, Passkey
from planilla.application.ports import Clock

CHALLENGES_MAX, CHALLENGE_US = 1_000, 300 * 1_000_000
"""Most open challenges of this server, and the microseconds until one expires."""
PASSKEY_BODY_MAX = 16_000
"""Most bytes of the answer of a device."""
NAME_OF_SITE = "Planilla"


class Challenges:
    """Challenges that wait for a signature, each for one use: by an account, or to sign in ("").

    They are in memory: a restart asks people to try again.
    """

    def __init__(self, clock: Clock, draw: Callable[[], bytes]) -> None:
        self._clock = clock
        self._draw = draw
        self._open: OrderedDict[bytes, tuple[str, int]] = OrderedDict()

    def new(self, account: str = "") -> bytes:
        """Return a new challenge."""
        challenge = self._draw() + self._draw()
        self._open[challenge] = (account, self._clock.now())
        if len(self._open) > CHALLENGES_MAX:
            self._open.popitem(last=False)
        return challenge

    def use(self, challenge: bytes, account: str = "") -> bool:
        """Return whether a challenge is open for an account; it is not from then on."""
        whose, drawn_at = self._open.pop(challenge, (None, 0))
        return whose == account and self._clock.now() - drawn_at < CHALLENGE_US


class PasskeyChecks:
    """The requests to devices, and the checks of their answers, for one public address."""

    def __init__(self, site: Site) -> None:
        parts = urlsplit(site.public_url)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._host = parts.hostname or ""
        self._challenges = Challenges(site.clock, site.ids.salt)
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
