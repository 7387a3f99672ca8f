"""Which tests of a run with `-n` one worker takes together: those that share what is dear to make.

pytest-xdist has the mark `xdist_group` for this, but to say the group it changes the id of a test,
and pytest 9.2 pays no heed to that.
"""

from xdist.scheduler import LoadScopeScheduling

TOGETHER = (
    "tests/browser/",
    "tests/packaging/",
    "tests/architecture/",
    "tests/docs/test_references.py",
    "tests/adapters/http/test_page_kinds.py",
    "tests/interface/test_openapi_document.py",
)
"""The first share a server and a browser, the second an environment with the wheel in it, the next
two the parsed sources, and the tests of the other modules what is made once for all of them.

These are the largest pieces of a run and are given out first, so that no worker idles at its end.
"""


class SharedOut(LoadScopeScheduling):  # type: ignore[misc]
    """Gives out tests one by one, and these folders in one piece."""

    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid)
