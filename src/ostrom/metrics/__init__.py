"""Numbers from records, one metric a file."""
