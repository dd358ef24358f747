"""Parts of commands that only Envelopes of Cash has."""
