"""How long a test waits for something that is sure to come: a guard against hanging, no bound.

Both cores may be busy with something else. What is quick or slow is measured in `bench/`.
"""

PATIENCE_S = 120.0
PATIENCE_MS = 1000 * PATIENCE_S
