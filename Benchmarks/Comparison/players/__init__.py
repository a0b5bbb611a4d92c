"""One driver for each player."""
