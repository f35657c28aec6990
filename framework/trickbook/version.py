"""The version of Trickbook, in one place."""

VERSION = "0.1.0"
