"""The application ring: the write path, the projections, the queries. It names no technology."""
