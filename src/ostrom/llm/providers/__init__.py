"""Who serves a model, one provider a file."""
