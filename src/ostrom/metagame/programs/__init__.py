"""The linear programs behind deviation ratings, solved with proof."""
