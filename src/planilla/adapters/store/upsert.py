"""Insert or update (or leave) by primary key: one spelling for both databases."""

import functools
from importlib import import_module
from typing import Any

from sqlalchemy import Table


@functools.cache
def upsert(dialect_name: str, table: Table) -> Any:
    """A statement that inserts rows, or updates those that have the same primary key."""
    dialect = import_module(f"sqlalchemy.dialects.{dialect_name}")  # and not the other one
    statement = dialect.insert(table)
    keys = [column.name for column in table.primary_key]
    others = {
        column.name: statement.excluded[column.name]
        for column in table.columns
        if column.name not in keys
    }
    return statement.on_conflict_do_update(index_elements=keys, set_=others)


@functools.cache
def insert_new(dialect_name: str, table: Table) -> Any:
    """Return a statement that inserts rows, but leaves those whose primary key is known."""
    dialect = import_module(f"sqlalchemy.dialects.{dialect_name}")
    return dialect.insert(table).on_conflict_do_nothing()
