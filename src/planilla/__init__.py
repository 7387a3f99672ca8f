"""Planilla runs chess-like tournaments from an immutable log of events."""
