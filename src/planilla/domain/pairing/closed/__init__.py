"""Closed systems: everybody meets everybody, by a table known from the start."""
