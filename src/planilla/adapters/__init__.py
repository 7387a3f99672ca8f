"""What connects: databases, sockets, browsers, the clock. Adapters do not know one another."""
