"""A run beside the numbers that a paper printed."""
