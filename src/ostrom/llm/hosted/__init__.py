"""What the Inspect backend really sent, and what its failures mean."""
