"""The demo and the simulators: tournaments that play themselves, and random ones to test with.

They stand outside the rings: they use everything, and nothing but `main` uses them.
"""
