"""Experiment specs: read, checked, expanded to conditions and units."""
