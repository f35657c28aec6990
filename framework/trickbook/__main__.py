"""`python -m trickbook` is the command `trickbook`."""

import sys

from trickbook.cli import main

if __name__ == "__main__":
    sys.exit(main())
