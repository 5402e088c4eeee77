"""Programs written by language models; empty until it moves in."""
