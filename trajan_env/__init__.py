"""Trajan for 2 to 4 players: rules, observations and notation."""
