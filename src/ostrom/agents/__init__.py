"""What decides for a player, one kind of agent a file."""
