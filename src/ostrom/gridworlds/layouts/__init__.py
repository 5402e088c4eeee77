"""Maps: read from text, drawn by generators, kept in pools."""
