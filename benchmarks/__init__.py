"""The measuring programs, and what they wrote."""
