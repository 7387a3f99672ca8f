"""HTTP: the command interface for programs, and the pages."""
