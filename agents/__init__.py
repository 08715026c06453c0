"""Who plays: one agent a file, all made by name with `boardkit.agent.make_agent`."""

from boardkit.agent import register_agent

register_agent("random", "agents.random:RandomAgent")
register_agent("greedy", "agents.greedy:GreedyAgent")
register_agent("legate", "agents.legate:LegateAgent")
register_agent("ismcts", "agents.ismcts:IsmctsAgent")
register_agent("ppo", "agents.network:NetworkAgent")
