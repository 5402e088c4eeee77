"""Grid worlds over repeated trials; empty until it moves in."""
