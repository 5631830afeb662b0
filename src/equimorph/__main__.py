"""``python -m equimorph`` is the command `equimorph`."""

from equimorph.cli import main

if __name__ == "__main__":
    main()
