"""What a family of experiments offers to the engine."""
