"""Trajan as a boardkit game: everything Python needs to know, tied together."""

import trajan_env.rules.kernel  # noqa: F401 - supplies the compiled functions
from boardkit.game import Game
from trajan_env import draw, notation
from trajan_env.actions import ACTION_TABLE
from trajan_env.observe import FULL_PIECES, PIECES
from trajan_env.options import TrajanOptions
from trajan_env.state import STATE

GAME = Game(
    name=notation.GAME,
    title="Trajan",
    version=notation.VERSION,
    state=STATE,
    options=TrajanOptions,
    actions=ACTION_TABLE,
    observation=PIECES,
    full_observation=FULL_PIECES,
    to_json=notation.to_json,
    from_json=notation.from_json,
    view=notation.view,
    words=notation.words,
    result=notation.result,
    ansi=draw.ansi,
    svg=draw.svg,
)
