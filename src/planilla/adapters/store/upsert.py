"""Insert or update by primary key: one spelling for both databases."""

import functools
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite


@functools.cache
def upsert(dialect_name: str, table: Table) -> Any:
    """A statement that inserts rows, or updates those that have the same primary key."""
    dialect = sqlite if dialect_name == "sqlite" else postgresql
    statement = dialect.insert(table)
    keys = [column.name for column in table.primary_key]
    others = {
        column.name: statement.excluded[column.name]
        for column in table.columns
        if column.name not in keys
    }
    return statement.on_conflict_do_update(index_elements=keys, set_=others)
