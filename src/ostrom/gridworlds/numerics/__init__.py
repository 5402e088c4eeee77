"""What rules are computed with: random words, tables, stages; worlds side by side."""
