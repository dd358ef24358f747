"""Parts of commands for Envelopes of Cash alone."""
