"""Rating lists on this machine: one SQLite file for each kind, built whole and then exchanged."""
