"""The commands of the demo and the simulators: each module is the command of its name."""
