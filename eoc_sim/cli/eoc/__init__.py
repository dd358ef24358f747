"""What the command line does for Envelopes of Cash alone."""
