"""Recorded rationales put to judges; their verdicts are records too."""
