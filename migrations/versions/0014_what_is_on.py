"""Whether each tournament is on, and the words by which its festival is searched."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

ON = {
    "PairingsPublished": 1,
    "RoundImported": 1,
    "HallOpened": 1,
    "TournamentReopened": 1,
    "TournamentFinished": 0,
}
"""Whether a tournament is on after a fact of a type; its next fact says it by the whole state."""
FESTIVAL = ("FestivalJoined", "FestivalLeft")


def upgrade() -> None:
    op.add_column("stream", sa.Column("festival_words", sa.Text, nullable=False, server_default=""))
    op.add_column("stream", sa.Column("is_on", sa.Integer, nullable=False, server_default="0"))
    # A log has such facts already.
    columns = ("tournament", "festival_words", "is_on")
    stream = sa.table("stream", *[sa.column(name) for name in columns])
    for tournament, said in _said().items():
        op.execute(stream.update().where(stream.c.tournament == tournament).values(**said))


def _said() -> dict[str, dict[str, str | int]]:
    """Return the new columns of each tournament that has a fact about them."""
    columns = ("stream_id", "type", "data", "position")
    event = sa.table("event", *[sa.column(name) for name in columns])
    query = sa.select(event.c.stream_id, event.c.type, event.c.data)
    query = query.where(event.c.type.in_([*ON, *FESTIVAL])).order_by(event.c.position)
    found: dict[str, dict[str, str | int]] = {}
    for stream_id, kind, data in op.get_bind().execute(query):
        said = found.setdefault(stream_id.removeprefix("tournament/"), {})
        if kind in ON:
            said["is_on"] = ON[kind]
        else:
            joined = json.loads(bytes(data)) if kind == "FestivalJoined" else {}
            words = f"{joined.get('name', '')} {joined.get('place', '')}"
            said["festival_words"] = words.replace("\0", "").strip()
    return found


def downgrade() -> None:
    op.drop_column("stream", "is_on")
    op.drop_column("stream", "festival_words")
