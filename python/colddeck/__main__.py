"""The command ``colddeck``."""

import signal
import sys

from . import _native


def main() -> int:
    """Does what the command line says, and gives the exit code."""
    # What the program says of Ctrl-C and of a pipe that is shut is its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    itself = [sys.executable, "-P", "-m", "colddeck"]
    return _native.main(["colddeck", *sys.argv[1:]], itself)


if __name__ == "__main__":
    sys.exit(main())
