"""The page: its parts, its template, its style."""
