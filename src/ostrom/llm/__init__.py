"""Calls to language models: one seam, limits, budgets and prices around it."""
