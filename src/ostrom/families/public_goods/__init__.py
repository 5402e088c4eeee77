"""Public goods with institutions; empty until it moves in."""
