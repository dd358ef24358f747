"""The strategies of Envelopes of Cash, one file each.

The code that the planners share is in planning.
"""
