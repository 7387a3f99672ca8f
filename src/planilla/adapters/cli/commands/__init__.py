"""Commands: each module or package is the command of its name."""
