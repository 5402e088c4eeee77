"""The rules of one-shot games, one game a file."""
