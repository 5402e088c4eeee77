"""Writes all golden files that are missing; one that exists is never changed."""

import sys

from golden.write_games import write_games
from golden.write_playthroughs import write_playthroughs
from golden.write_prompts import write_prompts

if __name__ == "__main__":
    complaints = [*write_games(), *write_playthroughs(), *write_prompts()]
    sys.exit("\n".join(complaints) or 0)
