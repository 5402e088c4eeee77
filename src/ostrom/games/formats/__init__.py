"""Games read from and written to other people's files."""
