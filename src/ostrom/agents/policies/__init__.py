"""Scripted players of grid worlds that see all, one kind a file; they run compiled."""
