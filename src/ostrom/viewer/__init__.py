"""Replays one can step through; empty until it moves in."""
