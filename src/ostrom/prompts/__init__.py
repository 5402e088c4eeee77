"""The words for language models, and the reading of their replies."""
