"""Recorded rationales put to judges; empty until it moves in."""
