"""The time limits of a test for an event that is certain: a guard against hanging.

They are not performance bounds, as both cores may be busy; `bench/` measures speed.
"""

PATIENCE_S = 120.0
PATIENCE_MS = 1000 * PATIENCE_S
