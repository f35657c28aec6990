"""What all tests share."""

from hypothesis import settings

# The first example of a test may have to load the compiled kernel.
settings.register_profile("trickbook", deadline=None)
settings.load_profile("trickbook")
