"""``python -m farstar``: the command line."""

from farstar.cli import main

main()
