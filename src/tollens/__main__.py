"""`python -m tollens`: the command line."""

from tollens.apps.cli.main import run

run()
