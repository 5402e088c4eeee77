"""Where games are found."""

from ostrom.core.catalogue import Catalogue
from ostrom.games.theory.game import GameKind

GAMES: Catalogue[GameKind] = Catalogue("ostrom.games", "GAME", GameKind)
