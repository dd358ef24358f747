"""The exit codes of a command that did not succeed."""

FAULT_FOUND = 1
BAD_INPUT = 2
INTERRUPTED = 130
CLOSED_PIPE = 141
"""The shells' exit code for a closed pipe: 128 + SIGPIPE."""
