"""Drawings: frames of numbers in, SVG and PNG out."""
