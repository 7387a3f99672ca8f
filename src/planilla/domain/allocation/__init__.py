"""Allocations before a tournament: players to options, and players to teams, by their own votes."""
