"""Payoff tables over agents, and what selection and ratings make of them."""
