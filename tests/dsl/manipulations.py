"""Changes to single rows that a person with write access to the database can make.

The triggers are disabled. Each `Manipulation` holds the expected reports: `verify` the codes, each
with its tournament ("" for the database as a whole), `page` the state on the page of the tournament
`club` (`broken`, `beside` or nothing), `head` the verdict on an earlier head.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, delete, insert, select, text, update

from planilla.adapters.memory import CountedIds, SetClock
from planilla.adapters.signing import SetKey
from planilla.adapters.store import schema
from planilla.adapters.store.database import Database
from planilla.adapters.store.guards import create_guards
from planilla.application.evidence import take_in
from planilla.application.heads import Heads
from planilla.application.permissions import hash_of_token, link_id
from planilla.application.roles import full_grant
from planilla.audit.proofs import SignedHead
from stores import evening, result, submission

Act = Callable[[Connection], None]
Where = tuple[ColumnElement[bool], ...]

WHOLE = ""
"""The database as a whole, where a fault belongs to no tournament."""


SLIP = b"Ada lost, says the score sheet."

KEYS = SetKey("07" * 32, variable="KEY")


async def played(url: str) -> SignedHead:
    """Two tournaments, links, a correction with evidence, an erasure; the head somebody kept."""
    async with Database(url, clock=SetClock(1_000, 1), ids=CountedIds(), keys=KEYS) as database:
        bus = database.bus
        slip = await take_in(database.evidence, "club", SLIP)
        corrected = {"game": "1.1", "result": "0-1", "corrects": 11, "reason": "the sheet"}
        expelled = {"entrant": "f", "reason": "a phone"}
        for wish in (
            *evening("club"),
            result("1.1", "1-0", command_id="recorded"),
            submission("correct-result", corrected),
            submission("add-evidence", {"about": 12, "evidence": [asdict(slip)]}),
            submission("erase-person", {"entrant": "f"}),
            *evening("other"),
            submission("expel-entrant", expelled, tournament="other"),
        ):
            answer = await bus.submit(wish)
            assert answer.status == "done", answer
        refused = await bus.submit(result("9.9", "1-0", command_id="refused"))
        assert refused.status == "refused"
        for token, actor, scope in (
            ("one", "organiser", "*"),
            ("two", "arbiter", "club"),
            ("three", "former", "club"),
        ):
            await database.grants.give(token, actor, full_grant(scope))
        assert await database.grants.revoke(link_id(hash_of_token("three")))
        return await Heads(database.log, KEYS, SetClock()).head("club")


@dataclass(frozen=True, kw_only=True)
class Manipulation:
    name: str
    act: Act
    verify: frozenset[tuple[str, str]]
    page: str = ""
    head: str = "contained"
    guards_stay_away: bool = False


def done_to(connection: Connection, manipulation: Manipulation) -> None:
    """Put the triggers aside, do it, and put them back as if nothing had been."""
    drop_triggers(connection)
    if not manipulation.guards_stay_away:
        manipulation.act(connection)
    create_guards(connection)
    if manipulation.guards_stay_away:
        manipulation.act(connection)


def drop_triggers(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
        for (name,) in rows.all():
            connection.execute(text(f'DROP TRIGGER "{name}"'))
        return
    for name in ("event_no_change", "event_no_truncate", "event_no_overwrite"):
        connection.execute(text(f"DROP TRIGGER {name} ON event"))


def of(table: str, tournament: str = "club", **where: object) -> Where:
    columns = schema.metadata.tables[table].c
    key = columns.tournament if "tournament" in columns else columns.stream_id
    wanted = tournament if "tournament" in columns else f"tournament/{tournament}"
    return (key == wanted, *(columns[name] == value for name, value in where.items()))


def setting(table: str, values: Mapping[str, object], *where: ColumnElement[bool]) -> Act:
    def act(connection: Connection) -> None:
        done = connection.execute(
            update(schema.metadata.tables[table]).where(*where).values(values)
        )
        assert done.rowcount > 0, "the manipulation does something"

    return act


def deleting(table: str, *where: ColumnElement[bool]) -> Act:
    def act(connection: Connection) -> None:
        done = connection.execute(delete(schema.metadata.tables[table]).where(*where))
        assert done.rowcount > 0, "the manipulation does something"

    return act


def replacing(table: str, column: str, old: bytes, new: bytes, *where: ColumnElement[bool]) -> Act:
    """Exchange some bytes of a cell for as many others."""

    def act(connection: Connection) -> None:
        cells = schema.metadata.tables[table].c
        row = connection.execute(select(cells[column]).where(*where)).one()
        before = bytes(row[0])
        assert old in before, before
        setting(table, {column: before.replace(old, new, 1)}, *where)(connection)

    return act


def exchanging(table: str, columns: tuple[str, ...], one: Where, other: Where) -> Act:
    """Exchange cells of two rows."""

    def act(connection: Connection) -> None:
        cells = [schema.metadata.tables[table].c[name] for name in columns]
        first = connection.execute(select(*cells).where(*one)).one()
        second = connection.execute(select(*cells).where(*other)).one()
        if "event_id" in columns:  # one is taken only when the other is free
            setting(table, {"event_id": "aside"}, *one)(connection)
        setting(table, dict(zip(columns, first, strict=True)), *other)(connection)
        setting(table, dict(zip(columns, second, strict=True)), *one)(connection)

    return act


def planting(table: str, **values: object) -> Act:
    def act(connection: Connection) -> None:
        connection.execute(insert(schema.metadata.tables[table]), values)

    return act


def answering(command_id: str, **changed: object) -> Act:
    """Give a command another answer."""
    where = of("command", command_id=command_id)

    def act(connection: Connection) -> None:
        answer = connection.execute(select(schema.command.c.answer).where(*where)).scalar_one()
        fields = {**msgspec.json.decode(bytes(answer)), **changed}
        setting("command", {"answer": msgspec.json.encode(fields)}, *where)(connection)

    return act


def on(sqlite: str, *postgresql: str) -> Act:
    """Statements in each database's own words."""

    def act(connection: Connection) -> None:
        for statement in (sqlite,) if connection.dialect.name == "sqlite" else postgresql:
            connection.execute(text(statement))

    return act


def after(*acts: Act) -> Act:
    def act(connection: Connection) -> None:
        for each in acts:
            each(connection)

    return act


def exchanging_places(one: int, other: int) -> Act:
    def act(connection: Connection) -> None:
        position = schema.event.c.position
        for before, behind in ((one, 0), (other, one), (0, other)):
            setting("event", {"position": behind}, position == before)(connection)

    return act


def found(*codes: str) -> frozenset[tuple[str, str]]:
    """Codes as `club:person-changed`, or `:link-unsigned` of the whole."""
    pairs = (each.partition(":") for each in codes)
    return frozenset((tournament, code) for tournament, _, code in pairs)


VERSION = 14
"""The last version of `club`; its result is recorded at 11 and corrected at 12."""

LINK = schema.secret_link.c

MANIPULATIONS = (
    Manipulation(
        name="a result in a fact",
        act=replacing("event", "data", b"1-0", b"0-1", *of("event", version=11)),
        verify=found("club:hash-mismatch"),
        page="broken",
        head="damaged",
    ),
    Manipulation(
        name="a fact in the middle deleted",
        act=deleting("event", *of("event", version=5)),
        verify=found("club:version-gap", "club:hash-mismatch", ":hole"),
        page="broken",
        head="hole",
    ),
    Manipulation(
        name="the last fact deleted",
        act=deleting("event", *of("event", version=VERSION)),
        verify=found("club:version-gap", ":hole"),
        page="broken",
        head="hole",
    ),
    Manipulation(
        name="the last fact deleted, and the stored ends moved back",
        act=after(
            deleting("event", *of("event", "other", version=11)),
            setting("stream", {"version": 10}, *of("stream", "other")),
            setting("log_head", {"position": VERSION + 10}),
        ),
        verify=found("other:head-moved"),
        head="cut",
    ),
    Manipulation(
        name="the row of a stream deleted",
        act=deleting("stream", *of("stream")),
        verify=found("club:stream-missing"),
        page="broken",
        head="damaged",
    ),
    Manipulation(
        name="a forged stream without a fact",
        act=planting(
            "stream",
            tournament="ghost",
            name="Ghost",
            version=0,
            hash=bytes(32),
            created_at=1,
            changed_at=1,
            event_ids=bytes(32),
        ),
        verify=found("ghost:version-gap"),
        head="damaged",
    ),
    Manipulation(
        name="the facts of a tournament given to none, and its rows deleted",
        act=after(
            setting("event", {"stream_id": "gone"}, *of("event", "other")),
            *(deleting(table, *of(table, "other")) for table in ("stream", "command", "person")),
            deleting("text", *of("text", "other")),
        ),
        verify=found(":event-foreign"),
        head="another-history",
    ),
    Manipulation(
        name="the version of a stream moved back",
        act=setting("stream", {"version": VERSION - 1}, *of("stream")),
        verify=found("club:head-moved"),
        page="broken",
        head="damaged",
    ),
    Manipulation(
        name="the version of a stream moved ahead",
        act=setting("stream", {"version": VERSION + 1}, *of("stream")),
        verify=found("club:version-gap"),
        page="broken",
        head="damaged",
    ),
    Manipulation(
        name="the hash of a stream",
        act=setting("stream", {"hash": bytes(32)}, *of("stream")),
        verify=found("club:head-moved"),
        page="broken",
        head="damaged",
    ),
    Manipulation(
        name="the name of a tournament in the list",
        act=setting("stream", {"name": "Open of others"}, *of("stream")),
        verify=found("club:stream-changed"),
        page="beside",
    ),
    Manipulation(
        name="a tournament hidden in the list",
        act=setting("stream", {"hidden": 1}, *of("stream")),
        verify=found("club:stream-shown"),
        page="beside",
    ),
    Manipulation(
        name="a tournament listed in a festival of others",
        act=setting("stream", {"festival": "others"}, *of("stream")),
        verify=found("club:stream-festival"),
        page="beside",
    ),
    Manipulation(
        name="a festival found by the words of another",
        act=setting("stream", {"festival_words": "others"}, *of("stream")),
        verify=found("club:stream-festival"),
        page="beside",
    ),
    Manipulation(
        name="the end of the log moved back",
        act=setting("log_head", {"position": VERSION}),
        verify=found(":position-moved"),
        page="broken",
        head="cut",
    ),
    Manipulation(
        name="the end of the log moved ahead",
        act=setting("log_head", {"position": 99}),
        verify=found(":position-moved"),
        page="broken",
    ),
    Manipulation(
        name="ids of two facts exchanged",
        act=exchanging("event", ("event_id",), of("event", version=3), of("event", version=4)),
        verify=found("club:event-ids"),
        page="broken",
        head="damaged",
    ),
    Manipulation(
        name="ids of facts of two tournaments exchanged",
        act=exchanging(
            "event", ("event_id",), of("event", version=3), of("event", "other", version=3)
        ),
        verify=found("club:event-ids", "other:event-ids"),
        page="broken",
        head="damaged",
    ),
    Manipulation(
        name="the id of a corrected fact",
        act=setting("event", {"event_id": "another"}, *of("event", version=11)),
        verify=found("club:event-ids", "club:corrects-another"),
        page="broken",
        head="damaged",
    ),
    Manipulation(
        name="a letter of a name",
        act=replacing("person", "body", b"Bea", b"Boa", *of("person", entrant="b")),
        verify=found("club:person-changed"),
        page="beside",
    ),
    Manipulation(
        name="two names exchanged",
        act=exchanging("person", ("body",), of("person", entrant="b"), of("person", entrant="c")),
        verify=found("club:person-changed"),
        page="beside",
    ),
    Manipulation(
        name="two people exchanged, with salts and commitments",
        act=exchanging(
            "person",
            ("commitment", "salt", "body"),
            of("person", entrant="b"),
            of("person", entrant="c"),
        ),
        verify=found("club:person-changed"),
        page="beside",
    ),
    Manipulation(
        name="a name emptied without a fact",
        act=setting("person", {"salt": None, "body": None}, *of("person", entrant="b")),
        verify=found("club:person-missing"),
        page="beside",
    ),
    Manipulation(
        name="the row of a name deleted",
        act=deleting("person", *of("person", entrant="b")),
        verify=found("club:person-missing"),
        page="beside",
    ),
    Manipulation(
        name="a forged person whom no fact names",
        act=planting(
            "person", tournament="club", entrant="z", commitment="0" * 64, salt=b"", body=b"{}"
        ),
        verify=found("club:person-foreign"),
        page="beside",
    ),
    Manipulation(
        name="an erased name written again",
        act=setting(
            "person",
            {"salt": bytes(16), "body": b'{"name":"Flor"}'},
            *of("person", entrant="f"),
        ),
        verify=found("club:person-changed"),
        page="beside",
    ),
    Manipulation(
        name="a reason rewritten",
        act=replacing("text", "body", b"sheet", b"phone", *of("text", audience="public")),
        verify=found("club:text-changed"),
        page="beside",
    ),
    Manipulation(
        name="a reason deleted",
        act=deleting("text", *of("text", audience="public")),
        verify=found("club:text-missing"),
        page="beside",
    ),
    Manipulation(
        name="a reason of the staff shown to everybody",
        act=setting("text", {"audience": "public"}, *of("text", "other", audience="staff")),
        verify=found("other:text-shown"),
    ),
    Manipulation(
        name="a forged note",
        act=planting(
            "text",
            tournament="club",
            commitment="0" * 64,
            salt=b"",
            body=b'"x"',
            audience="staff",
        ),
        verify=found("club:text-foreign"),
        page="beside",
    ),
    Manipulation(
        name="a word in a file of evidence",
        act=replacing("evidence", "body", b"lost", b"won!", *of("evidence")),
        verify=found("club:evidence-changed"),
        page="beside",
    ),
    Manipulation(
        name="the type of a file of evidence",
        act=setting("evidence", {"media_type": "application/pdf"}, *of("evidence")),
        verify=found("club:evidence-changed"),
        page="beside",
    ),
    Manipulation(
        name="a file of evidence deleted",
        act=deleting("evidence", *of("evidence")),
        verify=frozenset(),
    ),
    Manipulation(
        name="an answer done made a refusal",
        act=answering("recorded", status="refused", code="no-such-game", events=[]),
        verify=found("club:answer-changed"),
        page="beside",
    ),
    Manipulation(
        name="an answer that cannot be read",
        act=setting(
            "command", {"answer": b'{"status":"\xff"}'}, *of("command", command_id="recorded")
        ),
        verify=found("club:answer-changed"),
        page="beside",
    ),
    Manipulation(
        name="the fields of a refusal",
        act=answering("refused", fields={"game": "7.7"}),
        verify=found("club:answer-changed"),
        page="beside",
    ),
    Manipulation(
        name="what a command said",
        act=setting("command", {"fingerprint": bytes(32)}, *of("command", command_id="recorded")),
        verify=found("club:answer-changed"),
        page="beside",
    ),
    Manipulation(
        name="an answer deleted",
        act=deleting("command", *of("command", command_id="recorded")),
        verify=found("club:answer-missing"),
        page="beside",
    ),
    Manipulation(
        name="a forged link",
        act=planting(
            "secret_link", token_hash=b"\1" * 32, actor_id="organiser", scope="*", created_at=1
        ),
        verify=found(":link-unsigned"),
    ),
    Manipulation(
        name="a forged link with the signature of another one",
        act=after(
            planting(
                "secret_link", token_hash=b"\1" * 32, actor_id="guest", scope="*", created_at=1
            ),
            exchanging(
                "secret_link",
                ("public_key", "signature"),
                (LINK.actor_id == "organiser",),
                (LINK.actor_id == "guest",),
            ),
        ),
        verify=found(":link-unsigned"),
    ),
    Manipulation(
        name="a link given more rights",
        act=setting("secret_link", {"scope": "*"}, LINK.actor_id == "arbiter"),
        verify=found(":link-unsigned"),
    ),
    Manipulation(
        name="a revoked link opened again",
        act=setting("secret_link", {"revoked_at": None}, LINK.actor_id == "former"),
        verify=found(":link-unsigned"),
    ),
    Manipulation(
        name="a trigger dropped",
        act=on("DROP TRIGGER event_no_overwrite", "DROP TRIGGER event_no_overwrite ON event"),
        verify=found(":guard-missing"),
        guards_stay_away=True,
    ),
    Manipulation(
        name="a trigger that does nothing any more",
        act=after(
            on("DROP TRIGGER event_no_update"),
            on(
                "CREATE TRIGGER event_no_update BEFORE UPDATE ON event WHEN 0"
                " BEGIN SELECT RAISE(ABORT, 'no'); END",
                "ALTER TABLE event DISABLE TRIGGER event_no_change",
            ),
        ),
        verify=found(":guard-changed"),
        guards_stay_away=True,
    ),
    Manipulation(
        name="a trigger that guards one column alone",
        act=after(
            on("DROP TRIGGER event_no_update", "DROP TRIGGER event_no_change ON event"),
            on(
                "CREATE TRIGGER event_no_update BEFORE UPDATE OF round ON event"
                " BEGIN SELECT RAISE(ABORT, 'no'); END",
                "CREATE TRIGGER event_no_change BEFORE UPDATE OF round OR DELETE ON event"
                " FOR EACH ROW EXECUTE FUNCTION event_is_append_only()",
            ),
        ),
        verify=found(":guard-changed"),
        guards_stay_away=True,
    ),
    Manipulation(
        name="a trigger of somebody else's",
        act=on(
            "CREATE TRIGGER theirs AFTER INSERT ON person BEGIN SELECT 1; END",
            "CREATE FUNCTION theirs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
            "CREATE TRIGGER theirs BEFORE INSERT ON person FOR EACH ROW EXECUTE FUNCTION theirs()",
        ),
        verify=found(":guard-foreign"),
        guards_stay_away=True,
    ),
    Manipulation(
        name="the order of two tournaments in the log",
        act=exchanging_places(VERSION, VERSION + 1),
        verify=frozenset(),
        head="another-history",
    ),
    Manipulation(name="nothing", act=lambda _: None, verify=frozenset()),
)
