"""All settings as one frozen value, read once when a command starts.

Only `planilla.main` reads this module; every other part is handed what it needs. To add a setting:
a field below, a line with its default in `read_settings`, and its variable in
`docs/reference/settings.md` (a test fails without it).
"""

import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

PREFIX = "PLANILLA_"
LOOPBACK = "127.0.0.1,::1"
WORKERS_MAX = 64
LOG_LEVELS = ("debug", "info", "warning", "error")
SWITCH = {"on": True, "off": False}
_KEY = re.compile("[0-9a-fA-F]{64}")
_HOST = re.compile(r"(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*")
_PACKAGE = Path(__file__).parent


class SettingError(Exception):
    """A setting cannot be read; names the variable and what it must be."""

    def __init__(self, *, variable: str, value: str, expected: str) -> None:
        self.variable = variable
        self.value = value
        self.expected = expected
        super().__init__(f"{variable}={value!r}: {expected}")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of this node: its storage, its address and its pages.

    `database_url` is `sqlite:///path` or `postgresql://…`. `token_file` holds the secret of the
    organiser's link; it is created if it is missing. `rating_lists_dir` holds a file for each
    imported list of a federation. `signing_key_file` holds the key that signs heads and links; it
    is generated when first needed, unless the key itself is set: `signing_key`, 64 hex digits.
    `trusted_proxies` are addresses and networks, separated by commas, whose forwarded address is
    that of the client. `workers` is the number of processes that serve. `accounts`: people sign in
    with accounts beside secret links. `push`: browsers may subscribe to notifications, which are
    sent to known push services and to those of `push_hosts`, hosts separated by commas. `wake` is
    the address of a NATS server over which nodes wake one another; empty without one.
    """

    database_url: str
    host: str
    port: int
    public_url: str
    data_dir: Path
    token_file: Path
    signing_key_file: Path
    signing_key: str
    rating_lists_dir: Path
    web_dir: Path
    migrations_dir: Path
    log_level: str
    trusted_proxies: str
    workers: int
    accounts: bool
    push: bool
    push_hosts: str
    wake: str


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings from `PLANILLA_*` variables, with a default for each.

    An unknown `PLANILLA_*` variable is refused: it is a typing error that would go unnoticed.

    Raises:
        SettingError: a value cannot be read, or a variable is unknown.
    """
    given = os.environ if environment is None else environment
    known = {name: given.get(PREFIX + name.upper(), "") for name in Settings.__struct_fields__}
    _refuse_unknown(given)
    data_dir = Path(known["data_dir"] or "var").absolute()
    host = known["host"] or "127.0.0.1"
    port = _port(known["port"] or "8000")
    return Settings(
        database_url=known["database_url"] or f"sqlite:///{data_dir / 'planilla.db'}",
        host=host,
        port=port,
        public_url=(known["public_url"] or f"http://{host}:{port}").rstrip("/"),
        data_dir=data_dir,
        token_file=Path(known["token_file"] or data_dir / "token").absolute(),
        signing_key_file=Path(known["signing_key_file"] or data_dir / "signing-key").absolute(),
        signing_key=_key(known["signing_key"]),
        rating_lists_dir=Path(known["rating_lists_dir"] or data_dir / "rating-lists").absolute(),
        web_dir=Path(known["web_dir"] or find_assets("web")).absolute(),
        migrations_dir=Path(known["migrations_dir"] or find_assets("migrations")).absolute(),
        log_level=_log_level(known["log_level"] or "info"),
        trusted_proxies=_networks(known["trusted_proxies"] or LOOPBACK),
        workers=_workers(known["workers"] or "1"),
        accounts=_switch("ACCOUNTS", known["accounts"] or "off"),
        push=_switch("PUSH", known["push"] or "off"),
        push_hosts=_hosts(known["push_hosts"]),
        wake=_nats(known["wake"]),
    )


def find_assets(name: str) -> Path:
    """The folder `web` or `migrations`: inside an installed package, or beside `src` in a checkout.

    Raises:
        FileNotFoundError: neither is there; the installation is broken.
    """
    packed = _PACKAGE / "_assets" / name
    beside_src = _PACKAGE.parent.parent / name
    for folder in (packed, beside_src):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no folder {name!r} in {packed.parent} or {beside_src.parent}")


def _refuse_unknown(given: Mapping[str, str]) -> None:
    names = {PREFIX + field.upper() for field in Settings.__struct_fields__}
    for variable, value in given.items():
        if variable.startswith(PREFIX) and variable not in names:
            raise SettingError(variable=variable, value=value, expected="no such setting")


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65_535:
        return int(text)
    raise SettingError(variable=PREFIX + "PORT", value=text, expected="a number from 0 to 65535")


def _workers(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= WORKERS_MAX:
        return int(text)
    raise SettingError(
        variable=PREFIX + "WORKERS", value=text, expected=f"a number from 1 to {WORKERS_MAX}"
    )


def _nats(text: str) -> str:
    try:
        address = urlsplit(text)
        is_one = address.scheme in {"nats", "tls"} and bool(address.hostname) and address.port != 0
        is_one = is_one and not address.path.strip("/") and not address.query
    except ValueError:
        is_one = False
    if is_one or not text:
        return text
    # An address may have a password in it, which is not repeated.
    shown = "…" if "@" in text else text
    raise SettingError(
        variable=PREFIX + "WAKE",
        value=shown,
        expected="the address of a NATS server, as nats://host:4222",
    )


def _key(text: str) -> str:
    if not text or _KEY.fullmatch(text.strip()):
        return text.strip()
    # The value is not repeated: it may be most of a secret.
    raise SettingError(variable=PREFIX + "SIGNING_KEY", value="…", expected="64 hex digits")


def _networks(text: str) -> str:
    """Addresses and networks as they were written, without spaces."""
    parts = [part.strip() for part in text.split(",")]
    try:
        for part in parts:
            ipaddress.ip_network(part)
    except ValueError:
        raise SettingError(
            variable=PREFIX + "TRUSTED_PROXIES",
            value=text,
            expected="addresses or networks, parted by commas, as 10.1.2.0/24",
        ) from None
    return ",".join(parts)


def _hosts(text: str) -> str:
    """Names of hosts as they were written, in small letters and without spaces."""
    parts = [part.strip().lower() for part in text.split(",") if part.strip()]
    if all(_HOST.fullmatch(part) for part in parts):
        return ",".join(parts)
    raise SettingError(
        variable=PREFIX + "PUSH_HOSTS",
        value=text,
        expected="hosts, parted by commas, as push.example.org or *.push.example.org",
    )


def _switch(name: str, text: str) -> bool:
    if text.lower() in SWITCH:
        return SWITCH[text.lower()]
    raise SettingError(variable=PREFIX + name, value=text, expected="on or off")


def _log_level(text: str) -> str:
    if text.lower() in LOG_LEVELS:
        return text.lower()
    raise SettingError(
        variable=PREFIX + "LOG_LEVEL", value=text, expected="one of " + ", ".join(LOG_LEVELS)
    )
