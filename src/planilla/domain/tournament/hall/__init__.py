"""A Masnou hall: tables, queue and members as one value, the acts on it and what follows."""
