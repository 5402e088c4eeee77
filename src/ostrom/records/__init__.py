"""What is written during a run: decisions, journals, manifests, tables."""
