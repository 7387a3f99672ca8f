"""Inserts: new rows, rows that replace those of the same key, and many rows at once."""

import functools
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from sqlalchemy import Table, bindparam, column, func, insert, select

from planilla.adapters.store import schema
from planilla.adapters.store.prepared import PreparedStep, Values

BEHIND_COLUMN = "behind"
"""Name of the parameter with the number of later events in the same append."""


def inserting(dialect_name: str, table: Table, rows: Sequence[Values]) -> PreparedStep:
    """Return the step that inserts `rows`, which hold all columns of `table`.

    Events hold `BEHIND_COLUMN` instead of a position; the last one gets the head of the log.
    """
    if dialect_name == "postgresql" and len(rows) > 1:
        arrays = {name: [row[name] for row in rows] for name in rows[0]}
        return PreparedStep(_insert_arrays(table), (arrays,))
    return PreparedStep(_insert(table), rows)


@functools.cache
def _insert(table: Table) -> Any:
    values: dict[str, Any] = {each.name: bindparam(each.name) for each in table.columns}
    if table is schema.event:
        values["position"] = _HEAD - bindparam(BEHIND_COLUMN, type_=schema.event.c.position.type)
    return insert(table).values(values).inline()


@functools.cache
def _insert_arrays(table: Table) -> Any:
    """Return the statement for PostgreSQL, which inserts all rows in one execution."""
    array = import_module("sqlalchemy.dialects.postgresql").ARRAY
    types = {each.name: each.type for each in table.columns}
    if table is schema.event:
        types[BEHIND_COLUMN] = types.pop("position")
    arrays = (bindparam(name, type_=array(kind)) for name, kind in types.items())
    names = (column(name, kind) for name, kind in types.items())
    given = func.unnest(*arrays).table_valued(*names).render_derived()
    values: dict[str, Any] = {name: given.c[name] for name in types}
    if table is schema.event:
        values["position"] = _HEAD - values.pop(BEHIND_COLUMN)
    return insert(table).from_select(list(values), select(*values.values()))


_HEAD = select(schema.log_head.c.position).scalar_subquery()


@functools.cache
def upsert(dialect_name: str, table: Table) -> Any:
    """Return a statement that inserts rows, or updates those that have the same primary key."""
    dialect = import_module(f"sqlalchemy.dialects.{dialect_name}")  # loads one dialect only
    statement = dialect.insert(table)
    keys = [each.name for each in table.primary_key]
    others = {
        each.name: statement.excluded[each.name] for each in table.columns if each.name not in keys
    }
    return statement.on_conflict_do_update(index_elements=keys, set_=others)


@functools.cache
def insert_new(dialect_name: str, table: Table) -> Any:
    """Return a statement that inserts rows unless their primary keys exist."""
    dialect = import_module(f"sqlalchemy.dialects.{dialect_name}")
    return dialect.insert(table).on_conflict_do_nothing()
