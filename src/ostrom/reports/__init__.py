"""Figures, tables and pages from records."""
