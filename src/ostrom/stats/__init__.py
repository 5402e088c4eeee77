"""Inferences from metrics: intervals and tests."""
