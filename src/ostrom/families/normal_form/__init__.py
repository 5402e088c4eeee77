"""Matrix games under cooperation mechanisms."""
