"""Caesar! as a boardkit game: the compiled functions and everything Python needs to know, tied together."""

from boardkit.game import Game
from boardkit.protocol import implement
from duel_env import draw, notation
from duel_env.actions import ACTIONS
from duel_env.hidden import determinize
from duel_env.observe import FULL_PIECES, PIECES, observe, observe_full
from duel_env.options import CaesarOptions
from duel_env.rules import is_over, legal_actions, new_game, returns, step, to_move
from duel_env.state import STATE

implement(
    STATE,
    new_game=new_game,
    legal_actions=legal_actions,
    step=step,
    to_move=to_move,
    is_over=is_over,
    returns=returns,
    observe=observe,
    observe_full=observe_full,
    determinize=determinize,
)

GAME = Game(
    name=notation.GAME,
    title="Caesar!",
    version=notation.VERSION,
    state=STATE,
    options=CaesarOptions,
    actions=ACTIONS,
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
