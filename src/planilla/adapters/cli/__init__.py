"""The command line: what is asked, what is answered, and with which exit code."""
