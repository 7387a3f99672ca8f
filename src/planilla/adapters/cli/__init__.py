"""The command line: arguments, answers and exit codes."""
