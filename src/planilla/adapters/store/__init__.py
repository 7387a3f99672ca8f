"""Store on SQLite and PostgreSQL: one writer, many readers, and an append-only log."""
