"""Command line: arguments, answers and exit codes."""
