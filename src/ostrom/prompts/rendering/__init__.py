"""Typed observations turned into text."""
