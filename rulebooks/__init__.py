"""The rulebooks that ship with Trickbook, as TOML files."""
