"""Tables of both databases. The migrations create them.

Tables are written only by appends, except those beside the log (people, texts, evidence, secret
links), whose rows may be emptied, and those of accounts and of push subscriptions.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
)

from planilla.application.due import TIMER_EVENTS

REVISIONS = (*(f"{number:04}" for number in range(1, 11)), "0012", "0013", "0014", "0015")
"""Known migrations, the newest last."""

metadata = MetaData()

_Position = BigInteger().with_variant(Integer, "sqlite")

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""`command_secret` is the key of command fingerprints; `log_id` names this log in heads."""

log_head = Table(
    "log_head",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False),
    Column("epoch", Text, nullable=False),
    CheckConstraint("one = 1", name="log_head_is_one_row"),
)
"""One row with the last position, locked last in an append, so positions have no gaps."""

stream = Table(
    "stream",
    metadata,
    Column("tournament", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("event_ids", LargeBinary, nullable=False),
    Column("hidden", Integer, nullable=False, server_default="0"),
    Column("led_from", Text, nullable=False, server_default=""),
    Column("festival", Text, nullable=False, server_default=""),
    Column("festival_words", Text, nullable=False, server_default=""),
    Column("is_on", Integer, nullable=False, server_default="0"),
)
"""The head of each stream, with the running digest of its event ids, and the log that leads it.

All columns but these two can be rebuilt from the events.
"""

event = Table(
    "event",
    metadata,
    Column("position", _Position, primary_key=True, autoincrement=False),
    Column("event_id", Text, nullable=False),
    Column("stream_id", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("type", Text, nullable=False),
    Column("schema_version", Integer, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("effective_at", BigInteger),
    Column("round", BigInteger),
    Column("corrects", Text),
    Column("command_id", Text, nullable=False),
    Column("causation_id", Text, nullable=False),
    Column("correlation_id", Text, nullable=False),
    Column("actor_id", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("event_id", name="event_id_once"),
    UniqueConstraint("stream_id", "version", name="event_version_once"),
)
"""The log; `guards` protects it from changes."""

is_of_a_timer = event.c.type.in_([literal_column(f"'{name}'") for name in TIMER_EVENTS])
"""Literals instead of parameters, so that the planner can use the partial index."""

Index("event_of_timer", event.c.position)
"""Partial index; migration 0002 has its condition, which here would load both dialects."""

command = Table(
    "command",
    metadata,
    Column("command_id", Text, nullable=False),
    Column("tournament", Text, nullable=False),
    Column("fingerprint", LargeBinary, nullable=False),
    Column("answered_at", BigInteger, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("seal", LargeBinary, nullable=False),
    PrimaryKeyConstraint("command_id", "tournament", name="command_once"),
)
"""First answers by tournament and command id, without names, and the keyed hash of the command.

`seal` is the keyed hash of the row (`audit.seal.answer_seal`). The fingerprint is empty for
imported archives, whose commands are unknown.
"""

timer = Table(
    "timer",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("timer", Text, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("tournament", "timer"),
    Index("timer_by_due_at", "due_at"),
)
"""Pending timers; the table can be rebuilt from the events."""

person = Table(
    "person",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("entrant", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("salt", LargeBinary),
    Column("body", LargeBinary),
    PrimaryKeyConstraint("tournament", "entrant"),
)
"""Personal data; salt and body of erased rows are NULL."""

text = Table(
    "text",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("salt", LargeBinary),
    Column("body", LargeBinary),
    Column("audience", Text, nullable=False),
    PrimaryKeyConstraint("tournament", "commitment"),
)
"""Free texts; salt and body of erased rows are NULL."""

evidence = Table(
    "evidence",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("kept_at", BigInteger, nullable=False),
    Column("body", LargeBinary),
    PrimaryKeyConstraint("tournament", "sha256"),
)
"""Files that events name by their hash; the body of erased rows is NULL."""

secret_link = Table(
    "secret_link",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("actor_id", Text, nullable=False),
    Column("scope", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
    Column("terms", Text, nullable=False, server_default=""),
    Column("public_key", LargeBinary),
    Column("signature", LargeBinary),
    Column("seen_at", BigInteger),
    Column("given_by", Text, nullable=False, server_default=""),
    Column("revoked_by", Text, nullable=False, server_default=""),
    Index("link_by_actor", "actor_id"),
)
"""Secret links by the hash of their token, each signed by the key of the log (`audit.links`).

The grants of accounts are rows too, with a token that nobody has and the account as their actor.
The last three columns are notes for people, which are not signed.
"""

account = Table(
    "account",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),
    Column("password_hash", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("disabled_at", BigInteger),
    Column("invitation_hash", LargeBinary),
    Column("invited_until", BigInteger),
    Column("accepted_at", BigInteger),
    UniqueConstraint("name_key", name="account_name_once"),
)
"""Accounts with the hash of their password ("" before the first invitation is accepted)."""

account_session = Table(
    "account_session",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("account", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("user_agent", Text, nullable=False),
    Index("session_by_account", "account"),
)
"""Sessions by the hash of their token."""

passkey = Table(
    "passkey",
    metadata,
    Column("credential_id", LargeBinary, primary_key=True),
    Column("account", Text, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)
"""Public keys of the devices that sign accounts in."""

sign_in = Table(
    "sign_in",
    metadata,
    Column("at", BigInteger, nullable=False),
    Column("account", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("address", Text, nullable=False),
    Index("sign_in_by_account", "account", "at"),
)
"""Sign-ins of the last months, successful or not; `account` is "" for an unknown name."""

push_subscription = Table(
    "push_subscription",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("tournament", Text, primary_key=True),
    Column("p256dh", LargeBinary, nullable=False),
    Column("auth", LargeBinary, nullable=False),
    Column("entrants", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("push_by_tournament", "tournament"),
)
"""Browsers that are notified about followed players: `entrants` are ids, joined by commas."""

push_told = Table(
    "push_told",
    metadata,
    Column("tournament", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
)
"""The version up to which the subscriptions to each tournament were notified."""
