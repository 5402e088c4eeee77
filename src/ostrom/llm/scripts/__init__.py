"""Replies that follow a rule instead of a model."""
