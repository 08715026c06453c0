"""Helpers of the tests that play environments."""

import numpy as np

from boardkit.aec import BoardAEC


def play_on(env: BoardAEC, most: int = 10**6) -> list[tuple]:
    """Play random legal actions up to the end and tell what happened."""
    story = []
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, _ = env.last()
        action = None if terminated or truncated else int(np.flatnonzero(observation["action_mask"])[-1])
        story.append((agent, observation["observation"].tobytes(), reward, terminated, action))
        env.step(action)
    return story


MASKED = (  # what PettingZoo says of every observation that holds a mask, its own games excepted by name
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",
)
