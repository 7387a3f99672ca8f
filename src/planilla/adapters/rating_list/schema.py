"""Tables of a rating list file, with their own version.

A file of another version is not migrated: the list is imported again.
"""

from planilla.formats.rating_list.records import ListedPlayer

VERSION = 1
"""Version of the schema, stored in `user_version`; raise it with every change below."""

APPLICATION_ID = 0x506C524C
"""Mark of a rating list ("PlRL"), stored in `application_id`; other SQLite files are refused."""

TEXTS = frozenset({"name", "key", "federation", "sex", "title", "flag"})

# No NOT NULL: the readers give every field, and checking eighteen in each row takes a fifth of the
# time of an insert.
_COLUMNS = ", ".join(
    f"{field} {'TEXT' if field in TEXTS else 'INTEGER'}" for field in ListedPlayer._fields
)
TABLES = (
    """CREATE TABLE list (kind TEXT NOT NULL, month TEXT NOT NULL, source TEXT NOT NULL,
    form TEXT NOT NULL, players INTEGER NOT NULL, broken INTEGER NOT NULL)""",
    f"CREATE TABLE player ({_COLUMNS})",
)

INDEX_OF_IDS = "CREATE INDEX player_id ON player (id)"
INDEX_OF_NAMES = "CREATE INDEX player_key ON player (key)"
"""Created after all players are inserted: sorting once is faster than keeping order."""

_PLACES = ", ".join("?" * len(ListedPlayer._fields))
INSERT_PLAYER = f"INSERT INTO player VALUES ({_PLACES})"  # noqa: S608 - marks alone
INSERT_LIST = "INSERT INTO list VALUES (?, ?, ?, ?, ?, ?)"
