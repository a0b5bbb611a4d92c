"""`python3 -m Instructions --help` describes the options."""
import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
