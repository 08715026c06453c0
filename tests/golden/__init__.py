"""Golden playthroughs: one whole game of every variant as text."""
