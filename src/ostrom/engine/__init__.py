"""Runs the units of an experiment: schedule, resume, replay, progress."""
