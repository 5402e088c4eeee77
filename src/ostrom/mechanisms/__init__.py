"""Changes of the rules around a one-shot base game, one mechanism a file."""
