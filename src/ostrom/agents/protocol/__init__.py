"""What an agent is, and the seat it takes."""
