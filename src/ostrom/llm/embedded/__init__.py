"""A small real model inside this process: its weights and its engine."""
