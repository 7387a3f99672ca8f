"""Adapters to databases, sockets, browsers and the clock; no adapter imports another."""
