"""Commands' parts of Envelopes of Cash."""
