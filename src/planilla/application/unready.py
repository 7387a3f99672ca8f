"""Codes of the reasons why a server cannot record; stable, for programs that monitor it."""

from enum import StrEnum


class Unready(StrEnum):
    """Reasons why a command could not be recorded now."""

    NO_ANSWER = "no-answer"
    """The check did not end in time."""
    UNREADABLE = "database-unreadable"
    """The database cannot be reached or read."""
    DAMAGED = "log-damaged"
    """The end of the log is not where the log says."""
    LOCKED = "database-locked"
    """Another connection held what a commit needs for as long as the check waited."""
    READ_ONLY = "database-read-only"
    """The database takes no writes: a read-only file system or session, or a standby."""
    FULL = "database-full"
    """There is no space left."""
    FORBIDDEN = "database-forbids"
    """The role may not write to one of the tables."""
    UNWRITABLE = "database-unwritable"
    """A write failed in another way; the log of the server says how."""
    WRITER_STOPPED = "writer-stopped"
    """The writer of the process takes no commands: it ended, or its queue is full."""
    WRITER_UNREACHABLE = "writer-unreachable"
    """On SQLite: the process that writes does not answer at its socket."""
