"""Each figure that Planilla claims, measured by a command: `make bench`."""
