"""Grid worlds; empty until the first world moves in."""
