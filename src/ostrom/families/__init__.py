"""Kinds of experiments, blind to one another."""
