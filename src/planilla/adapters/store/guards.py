"""Triggers that keep the log as it is: events are never changed, removed or written over.

Every migration that touches the table `event` calls `create_guards` again: Alembic's batch mode on
SQLite makes the table anew and drops its triggers without a word.
"""

from sqlalchemy import Connection, text

MESSAGE = "the log is append-only: events are never changed or deleted"
TAKEN = "the log is append-only: this position, event or version is taken"

# SQLite's INSERT OR REPLACE fires no delete trigger; the third one comes before the replacing.
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
    BEGIN SELECT RAISE(ABORT, '{TAKEN}'); END
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
            RAISE EXCEPTION '{TAKEN}' USING ERRCODE = 'integrity_constraint_violation';
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

_MUTABLE = (
    "log_head, stream, command, timer, person, text, evidence, projection_checkpoint, view_row, "
    "secret_link"
)


def create_guards(connection: Connection) -> None:
    """Create the triggers of the table `event`, replacing those that are there."""
    for statement in _SQLITE if connection.dialect.name == "sqlite" else _POSTGRESQL:
        connection.execute(text(statement))


def drop_guards(connection: Connection) -> None:
    """Remove what `create_guards` made, before the table itself goes."""
    if connection.dialect.name == "sqlite":
        return  # its triggers go with the table
    for function in ("event_is_append_only", "event_place_is_free"):
        connection.execute(text(f"DROP FUNCTION IF EXISTS {function}() CASCADE"))


def serving_grants(role: str) -> tuple[str, ...]:
    """What the owner of a PostgreSQL database grants to the role that serves.

    On `event` that is SELECT and INSERT only. The role owns nothing and migrates nothing.
    """
    quoted = '"' + role.replace('"', '""') + '"'
    return (
        f"GRANT USAGE ON SCHEMA public TO {quoted}",
        f"GRANT SELECT ON meta, alembic_version TO {quoted}",
        f"GRANT SELECT, INSERT ON event TO {quoted}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {_MUTABLE} TO {quoted}",
    )
