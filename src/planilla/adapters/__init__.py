"""Adapters to databases, sockets, browsers and the clock. No adapter imports another."""
