"""A hand against the machine: a session that anything can show, its words, and the screen of the terminal.

`session` has the table and who sits there, `view` what one seat may see of it as plain data, `conversation` what a person types
and what is answered. No terminal is in these: `screen` alone draws, and needs prompt_toolkit.
"""
