"""A comparison for people and programs: text, a page, plots, tables of deals."""
