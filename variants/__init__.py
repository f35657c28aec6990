"""The house rules that ship with Trickbook, as TOML files."""
