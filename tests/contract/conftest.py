"""Databases for the tests of this folder."""

from stores import (
    database_url,
    migrated_postgres_url,
    postgres_template,
    sqlite_template,
    sqlite_url,
)

__all__ = [
    "database_url",
    "migrated_postgres_url",
    "postgres_template",
    "sqlite_template",
    "sqlite_url",
]
