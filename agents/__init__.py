"""Who plays: one agent a file, all made by name with `boardkit.agent.make_agent`."""

from boardkit.agent import register_agent

register_agent("random", "agents.random:RandomAgent")
