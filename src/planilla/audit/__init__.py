"""What checks: the hash chain, and each round paired again from what was known then."""
