"""What a comparison says: findings, verdicts of stronger players, answers to questions, in words."""
