"""Commands by tournament, and seals on what lies beside the log: answers, event ids, links."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from planilla.audit.seal import GENESIS, answer_seal, event_ids_after

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ROWS = 1000
"""Rows written at once."""


def upgrade() -> None:
    connection = op.get_bind()
    seal_event_ids(connection)
    answers = [*known_answers(connection), *answers_of_imports(connection)]
    commands_by_tournament(connection)
    for first in range(0, len(answers), ROWS):
        connection.execute(
            sa.text(
                "INSERT INTO command (command_id, tournament, fingerprint, answered_at, answer,"
                " seal) VALUES (:command_id, :tournament, :fingerprint, :answered_at, :answer,"
                " :seal)"
            ),
            answers[first : first + ROWS],
        )
    for column in ("public_key", "signature"):
        op.add_column("secret_link", sa.Column(column, sa.LargeBinary))


def seal_event_ids(connection: sa.Connection) -> None:
    """Give each stream the digest of its event ids as they are now."""
    empty = sa.text("x''" if connection.dialect.name == "sqlite" else "''::bytea")
    op.add_column(
        "stream", sa.Column("event_ids", sa.LargeBinary, nullable=False, server_default=empty)
    )
    found: dict[str, bytes] = {}
    ids = sa.text("SELECT stream_id, event_id FROM event ORDER BY stream_id, version")
    for stream_id, event_id in connection.execute(ids):
        found[stream_id] = event_ids_after(found.get(stream_id, GENESIS), (event_id,))
    for stream_id, digest in found.items():
        connection.execute(
            sa.text("UPDATE stream SET event_ids = :digest WHERE tournament = :of"),
            {"digest": digest, "of": stream_id.partition("/")[2]},
        )
    if connection.dialect.name != "sqlite":
        op.alter_column("stream", "event_ids", server_default=None)


def known_answers(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """The answers that are here, sealed."""
    secret = secret_of(connection)
    rows = connection.execute(
        sa.text("SELECT command_id, tournament, fingerprint, answered_at, answer FROM command")
    )
    for row in rows.mappings():
        yield sealed(secret, dict(row))


def answers_of_imports(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """The answers of commands that came with an archive, as their events tell them."""
    secret = secret_of(connection)
    events = connection.execute(
        sa.text(
            "SELECT event.stream_id, event.command_id, event.type, event.version,"
            " event.recorded_at FROM event WHERE NOT EXISTS (SELECT 1 FROM command"
            " WHERE command.command_id = event.command_id"
            " AND 'tournament/' || command.tournament = event.stream_id)"
            " ORDER BY event.stream_id, event.version"
        )
    )
    found: dict[tuple[str, str], list[tuple[str, int, int]]] = {}
    for stream_id, command_id, kind, version, recorded_at in events:
        found.setdefault((stream_id, command_id), []).append((kind, version, recorded_at))
    for (stream_id, command_id), recorded in found.items():
        answer = {
            "status": "done",
            "version": recorded[-1][1],
            "events": [kind for kind, _, _ in recorded],
            "code": "",
            "fields": {},
        }
        row = {
            "command_id": command_id,
            "tournament": stream_id.partition("/")[2],
            "fingerprint": b"",
            "answered_at": recorded[-1][2],
            "answer": json.dumps(answer, separators=(",", ":")).encode(),
        }
        yield sealed(secret, row)


def secret_of(connection: sa.Connection) -> bytes:
    return bytes(
        connection.execute(
            sa.text("SELECT value FROM meta WHERE name = 'command_secret'")
        ).scalar_one()
    )


def sealed(secret: bytes, row: dict[str, Any]) -> dict[str, Any]:
    seal = answer_seal(
        secret,
        (row["tournament"], row["command_id"]),
        bytes(row["fingerprint"]),
        row["answered_at"],
        bytes(row["answer"]),
    )
    return {**row, "seal": seal}


def commands_by_tournament(connection: sa.Connection) -> None:
    """Empty the table and key it by tournament; on PostgreSQL it keeps its grants."""
    if connection.dialect.name == "sqlite":
        op.drop_table("command")
        op.create_table(
            "command",
            sa.Column("command_id", sa.Text, nullable=False),
            sa.Column("tournament", sa.Text, nullable=False),
            sa.Column("fingerprint", sa.LargeBinary, nullable=False),
            sa.Column("answered_at", sa.BigInteger, nullable=False),
            sa.Column("answer", sa.LargeBinary, nullable=False),
            sa.Column("seal", sa.LargeBinary, nullable=False),
            sa.PrimaryKeyConstraint("command_id", "tournament", name="command_once"),
        )
        return
    op.execute("DELETE FROM command")
    op.drop_constraint("command_pkey", "command", type_="primary")
    op.create_primary_key("command_once", "command", ["command_id", "tournament"])
    op.add_column("command", sa.Column("seal", sa.LargeBinary, nullable=False))


def downgrade() -> None:
    connection = op.get_bind()
    # An id that two tournaments have used stays the first one's; an import had none of its own.
    connection.execute(
        sa.text(
            "DELETE FROM command WHERE length(fingerprint) = 0 OR EXISTS (SELECT 1"
            " FROM command AS other WHERE other.command_id = command.command_id"
            " AND (other.answered_at < command.answered_at"
            " OR (other.answered_at = command.answered_at"
            " AND other.tournament < command.tournament)))"
        )
    )
    if connection.dialect.name == "sqlite":
        op.rename_table("command", "command_before")
        op.create_table(
            "command",
            sa.Column("command_id", sa.Text, primary_key=True),
            sa.Column("tournament", sa.Text, nullable=False),
            sa.Column("fingerprint", sa.LargeBinary, nullable=False),
            sa.Column("answered_at", sa.BigInteger, nullable=False),
            sa.Column("answer", sa.LargeBinary, nullable=False),
        )
        op.execute(
            "INSERT INTO command SELECT command_id, tournament, fingerprint, answered_at, answer"
            " FROM command_before"
        )
        op.drop_table("command_before")
    else:
        op.drop_constraint("command_once", "command", type_="primary")
        op.create_primary_key("command_pkey", "command", ["command_id"])
        op.drop_column("command", "seal")
    op.drop_column("stream", "event_ids")
    for column in ("signature", "public_key"):
        op.drop_column("secret_link", column)
