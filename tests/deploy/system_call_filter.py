"""Run a program under the system-call filter of a systemd unit: `UNIT PROGRAM ARGUMENT…`.

systemd itself is not needed: the same rules are loaded into the kernel by libseccomp, which every
Debian machine has, and the program inherits them.
"""

import configparser
import ctypes
import ctypes.util
import errno
import json
import os
import sys
from pathlib import Path

KILL_PROCESS = 0x80000000
ALLOW = 0x7FFF0000
ERRNO = 0x00050000
TABLE = Path(__file__).with_name("system_calls.json")


class SeveralValues(dict[str, object]):
    """Keeps each value of a key that a unit file repeats."""

    def __setitem__(self, key: str, value: object) -> None:
        if isinstance(value, list) and isinstance(self.get(key), list):
            self[key].extend(value)  # type: ignore[attr-defined]  # a list, as just asked
            return
        super().__setitem__(key, value)


def allowed_by(unit: Path) -> tuple[frozenset[str], int]:
    """Return the names of the calls that `unit` allows, and the action for all others.

    systemd.exec(5): the first rule makes the list one of allowed calls; `~` takes calls away again.
    """
    parser = configparser.RawConfigParser(strict=False, dict_type=SeveralValues)  # type: ignore[arg-type]
    parser.read_string(unit.read_text(encoding="utf-8"))
    rules = parser.get("Service", "SystemCallFilter").splitlines()
    allowed = set(_resolved("@default"))
    for rule in rules:
        names = {call for name in rule.lstrip("~").split() for call in _resolved(name)}
        allowed = allowed - names if rule.startswith("~") else allowed | names
    number = parser.get("Service", "SystemCallErrorNumber", fallback="")
    return frozenset(allowed), ERRNO | getattr(errno, number) if number else KILL_PROCESS


def _resolved(name: str) -> list[str]:
    if not name.startswith("@"):
        return [name]
    sets: dict[str, list[str]] = json.loads(TABLE.read_text(encoding="utf-8"))["sets"]
    return [call for member in sets[name] for call in _resolved(member)]


def load(allowed: frozenset[str], otherwise: int) -> None:
    """Load the filter for this process and all that it starts."""
    library = ctypes.CDLL(ctypes.util.find_library("seccomp") or "libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(otherwise)))
    for name in sorted(allowed):
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # this machine's architecture has it
            library.seccomp_rule_add(context, ctypes.c_uint32(ALLOW), number, 0)
    if library.seccomp_load(context) != 0:
        raise OSError("the kernel takes no system-call filter")


if __name__ == "__main__":
    load(*allowed_by(Path(sys.argv[1])))
    os.execv(sys.argv[2], sys.argv[2:])
