"""Bradley-Terry scores: strengths that explain who earned more than whom.

Elo ratings are an online estimate of the same model and hang on the order of matches.

Source: Bradley and Terry (1952), Rank analysis of incomplete block designs; fitted by
Maystre and Grossglauser (2015), Fast and accurate inference of Plackett-Luce models.
"""

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SpecError
from ostrom.metagame.rating import Rating, certain, who_earned_more


def wins_between(
    payoffs: Float[np.ndarray, "..."],
) -> Float[np.ndarray, "agents agents"]:
    """Returns 1 where the row earned more than the column, and a half for a tie.

    Args:
        payoffs: Shape `(S, S)`.
    """
    wins = (who_earned_more(payoffs, "A Bradley-Terry score") + 1) / 2
    np.fill_diagonal(wins, 0.0)
    return wins


def bradley_terry(wins: Float[np.ndarray, "agents agents"]) -> Rating:
    """Returns scores in logits with mean 0, by maximum likelihood.

    No prior pulls them to 0, so they are finite only if every agent beat every other
    one, if not itself then by way of others.

    Args:
        wins: How often the row won against the column; a half for a tie.

    Raises:
        SpecError: The wins are no square table of numbers from 0, or some agents never
            lost to the rest, so that no finite scores fit best.
    """
    import choix
    from scipy.sparse.csgraph import connected_components

    agents = len(wins)
    if wins.shape != (agents, agents) or not (wins >= 0).all():
        raise SpecError(f"Wins must be a square table from 0, got shape {wins.shape}.")
    if agents < 2:
        return certain("Bradley-Terry", np.zeros(agents))
    parts, _ = connected_components(wins > 0, directed=True, connection="strong")
    if parts > 1:
        raise SpecError(
            f"The agents fall into {parts} groups of which one never lost to another: "
            "no finite Bradley-Terry scores fit best."
        )
    strengths = choix.ilsr_pairwise_dense(wins, alpha=0.0, max_iter=10_000, tol=1e-10)
    return certain(
        "Bradley-Terry", np.asarray(strengths - strengths.mean()), "of who earned more"
    )
