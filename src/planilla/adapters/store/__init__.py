"""The log on SQLite and PostgreSQL: one writer, many readers, tables that are never rewritten."""
