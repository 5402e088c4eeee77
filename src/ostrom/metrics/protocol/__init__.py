"""What a metric is, the tables it reads, and how its numbers are estimated."""
