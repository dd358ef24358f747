"""The strategies of Envelopes of Cash, one file each; what the planners share is in planning."""
