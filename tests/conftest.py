"""What all tests share."""

import signal

from hypothesis import settings

# The first example of a test may have to load the compiled kernel.
settings.register_profile("trickbook", deadline=None)
settings.load_profile("trickbook")

# A process started in the background may ignore interruptions, and hands that on to all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
