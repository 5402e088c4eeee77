"""Grid worlds in JAX, one world a file: pure rules, played step by step."""
