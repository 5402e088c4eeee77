"""What a game is, and what follows from its payoffs alone."""
