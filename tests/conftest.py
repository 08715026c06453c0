"""Makes the checkout importable without installing it: the packages themselves, and the helpers beside the tests."""

import sys
from pathlib import Path

TESTS = Path(__file__).parent

for directory in (TESTS, TESTS.parent):
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))
