"""What the command line does for Stadium alone."""
