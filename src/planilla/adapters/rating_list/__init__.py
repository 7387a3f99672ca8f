"""Rating lists on this machine: one SQLite file per kind, built completely and then replaced."""
