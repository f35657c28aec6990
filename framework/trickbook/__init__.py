"""Trickbook: trick-taking card games by their own house rules."""
