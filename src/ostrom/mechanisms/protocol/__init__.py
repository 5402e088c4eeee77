"""How a mechanism puts questions and tells what happened."""
