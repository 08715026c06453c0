"""Self-play learning: PPO of our own in torch, Stable-Baselines3's MaskablePPO, and what turns policies into files."""
