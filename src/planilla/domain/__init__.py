"""The laws of the sport as pure functions: values in, values out, no clock, no chance, no I/O."""
