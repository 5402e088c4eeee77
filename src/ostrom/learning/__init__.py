"""Training of networks in grid worlds; empty until the first learner moves in."""
