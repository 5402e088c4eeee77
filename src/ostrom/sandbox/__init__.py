"""Running untrusted programs; empty until the first code policy moves in."""
