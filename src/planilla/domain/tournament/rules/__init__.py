"""One module for each group of commands: each function answers one command or refuses it."""
