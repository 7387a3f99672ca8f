"""Triggers that protect the log: events are never changed, deleted or replaced.

Every migration of the table `event` calls `create_guards` again: Alembic's batch mode on SQLite
creates a new table and drops the triggers silently.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, text

MESSAGE = "the log is append-only: events are never changed or deleted"
TAKEN_MESSAGE = "the log is append-only: this position, event or version is taken"

# SQLite's INSERT OR REPLACE fires no delete trigger; the third trigger fires before the
# replacement.
_SQLITE = (
    "DROP TRIGGER IF EXISTS event_no_update",
    "DROP TRIGGER IF EXISTS event_no_delete",
    "DROP TRIGGER IF EXISTS event_no_overwrite",
    f"""
    CREATE TRIGGER event_no_update BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
    f"""
    CREATE TRIGGER event_no_delete BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
    f"""
    CREATE TRIGGER event_no_overwrite BEFORE INSERT ON event
    WHEN EXISTS (SELECT 1 FROM event WHERE position = NEW.position)
        OR EXISTS (SELECT 1 FROM event WHERE event_id = NEW.event_id)
        OR EXISTS (SELECT 1 FROM event WHERE stream_id = NEW.stream_id AND version = NEW.version)
    BEGIN SELECT RAISE(ABORT, '{TAKEN_MESSAGE}'); END
    """,  # noqa: S608 - the only text put in is the constant above
)

_POSTGRESQL = (
    f"""
    CREATE OR REPLACE FUNCTION event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,
    f"""
    CREATE OR REPLACE FUNCTION event_place_is_free() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT 1 FROM event WHERE position = NEW.position)
            OR EXISTS (SELECT 1 FROM event WHERE event_id = NEW.event_id)
            OR EXISTS (SELECT 1 FROM event
                       WHERE stream_id = NEW.stream_id AND version = NEW.version)
        THEN
            RAISE EXCEPTION '{TAKEN_MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,  # noqa: S608 - the only text put in is the constant above
    "DROP TRIGGER IF EXISTS event_no_change ON event",
    "DROP TRIGGER IF EXISTS event_no_truncate ON event",
    "DROP TRIGGER IF EXISTS event_no_overwrite ON event",
    """
    CREATE TRIGGER event_no_change BEFORE UPDATE OR DELETE ON event
    FOR EACH ROW EXECUTE FUNCTION event_is_append_only()
    """,
    """
    CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON event
    FOR EACH STATEMENT EXECUTE FUNCTION event_is_append_only()
    """,
    """
    CREATE TRIGGER event_no_overwrite BEFORE INSERT ON event
    FOR EACH ROW EXECUTE FUNCTION event_place_is_free()
    """,
)

_ROW, _BEFORE, _INSERT, _DELETE, _UPDATE, _TRUNCATE = 1, 2, 4, 8, 16, 32
"""Bits of `pg_trigger.tgtype`."""

_POSTGRESQL_TRIGGERS = {
    "event_no_change": ("event_is_append_only", _ROW | _BEFORE | _UPDATE | _DELETE),
    "event_no_truncate": ("event_is_append_only", _BEFORE | _TRUNCATE),
    "event_no_overwrite": ("event_place_is_free", _ROW | _BEFORE | _INSERT),
}
"""Guards in the catalogue of PostgreSQL: function and firing condition by trigger."""


def create_guards(connection: Connection) -> None:
    """Create the triggers of the table `event`, replacing existing ones."""
    for statement in _SQLITE if connection.dialect.name == "sqlite" else _POSTGRESQL:
        connection.execute(text(statement))


def guard_faults(connection: Connection) -> Iterator[tuple[str, str]]:
    """Yield the faults of the guards, with the name of the trigger or rule.

    `guard-missing`; `guard-changed`: its definition differs, or it is disabled; `guard-foreign`: an
    unknown trigger or rule of one of these tables.
    """
    if connection.dialect.name == "sqlite":
        wanted = {statement.split()[2]: _plain(statement) for statement in _SQLITE[3:]}
        rows = connection.execute(
            text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
        )
        found = {name: _plain(sql or "") for name, sql in rows}
    else:
        wanted = {
            name: f"{of} {kind} O {_plain(_body_of(of))}"
            for name, (of, kind) in _POSTGRESQL_TRIGGERS.items()
        }
        rows = connection.execute(text(_POSTGRESQL_FOUND))
        found = {name: _plain(said) for name, said in rows}
    for name, said in wanted.items():
        if found.get(name) != said:
            yield ("guard-changed" if name in found else "guard-missing"), name
    for name in found.keys() - wanted.keys():
        yield "guard-foreign", name


def _plain(statement: str) -> str:
    return " ".join(statement.split())


def _body_of(function: str) -> str:
    """Return the body of a guard function as in the catalogue of PostgreSQL."""
    (statement,) = (each for each in _POSTGRESQL[:2] if f"FUNCTION {function}()" in each)
    return statement.split("$$")[1]


_POSTGRESQL_FOUND = """
    SELECT t.tgname, concat_ws(' ', p.proname, t.tgtype, t.tgenabled, p.prosrc,
        CASE WHEN c.relname <> 'event' OR t.tgqual IS NOT NULL OR t.tgattr <> ''
            THEN 'elsewhere' END)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT rulename, 'rule' FROM pg_rules WHERE schemaname = 'public'
    ORDER BY 1
"""


def drop_guards(connection: Connection) -> None:
    """Drop the triggers of `create_guards`, before the table is dropped."""
    if connection.dialect.name == "sqlite":
        return  # its triggers are dropped with the table
    for function in ("event_is_append_only", "event_place_is_free"):
        connection.execute(text(f"DROP FUNCTION IF EXISTS {function}() CASCADE"))
