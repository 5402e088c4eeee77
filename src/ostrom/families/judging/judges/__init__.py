"""One kind of judge a file."""
