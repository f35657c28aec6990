"""Batches of deals and matches: played in blocks on any number of threads, kept as rows, added up, or in duplicate."""
