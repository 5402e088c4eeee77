"""Grid worlds in the shapes of other interfaces, and rewards shaped outside a world."""
