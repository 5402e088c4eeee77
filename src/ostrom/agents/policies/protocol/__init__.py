"""What a scripted player of a grid world is, and how it walks."""
