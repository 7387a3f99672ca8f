"""Checks and what-ifs of a log: its hash chain, its pairings, and the log with other facts."""
