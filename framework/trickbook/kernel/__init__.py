"""The compiled side: two flat records, `Rules` and `State`, and the functions that move a state forward.

`limits` and `layout` say what there is room for; `jit` says how functions are compiled; `bits` and
`randomness` are the tools; `dealing`, `moves`, `tricks`, `scoring` and `matches` are the course of a game, in
that order; `engine` is what the rest of the project calls. Importing this package loads nothing of it.
"""
