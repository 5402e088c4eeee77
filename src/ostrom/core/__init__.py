"""Errors, seeds, catalogue, hashing, clock, questions: what every room needs."""
