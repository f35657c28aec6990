"""A game as an object: loaded by its name, one deal at a table, one trick settled, and the reasons in words."""
