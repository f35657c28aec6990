"""Judge record files from the command line: `python -m tests.referee FILE...`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.referee.judge import judge


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.referee", description="Judge record files by the clauses.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--strict", action="store_true", help="Kozel for money: no holder of a bura may pass (KM-03)")
    arguments = parser.parse_args()
    complaints = 0
    for path in arguments.files:
        with path.open(encoding="utf-8") as lines:
            for complaint in judge(lines, strict=arguments.strict):
                print(f"{path}: {complaint}")
                complaints += 1
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
