"""From a number on the page back to the matches behind it."""
