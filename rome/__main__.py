"""`python -m rome` is `rome`."""

from rome.cli import main

main()
