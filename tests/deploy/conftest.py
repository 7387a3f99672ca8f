"""Databases for the tests of this folder."""

from stores import migrated_postgres_url, postgres_template, sqlite_template, sqlite_url

__all__ = ["migrated_postgres_url", "postgres_template", "sqlite_template", "sqlite_url"]
