"""How fast Python mutants are found: all mutators' sites of a file against libcst's own parse with positions and scopes.

    python benchmarks/python.py SOURCES [--rounds 3]

Both sides run in turn in one process, file by file, and processor time is taken, so that a busy machine slows both; the best round
is reported. Below 3 is what we aim at. Files that libcst or this Python cannot read are left out on both sides.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, ScopeProvider

from equimorph.runs.collection import rare_collection
from mutators.registry import classes
from parsers import ParseError
from parsers.source import SourceFile


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, help="a folder of Python files")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    files = [path.read_bytes() for path in sorted(options.sources.rglob("*.py"))]
    files = [data for data in files if _is_readable(data)]
    print(f"{len(files)} files, {sum(map(len, files)) / 1e6:.2f} MB\n")
    rounds = [_measured(files) for _ in range(options.rounds)]
    ratio, ours, theirs, sites = min(rounds)
    print("| ratio | sites | ours, s | libcst, s |")
    print("| ---: | ---: | ---: | ---: |")
    print(f"| {ratio:.2f} | {sites:,} | {ours:.2f} | {theirs:.2f} |")


def _is_readable(data: bytes) -> bool:
    """Return whether a text parses."""
    try:
        return SourceFile(data, language="python").kind is not None
    except ParseError:
        return False


def _measured(files: list[bytes]) -> tuple[float, float, float, int]:
    """Return the ratio, the seconds of both sides, and how many sites all mutators accept."""
    mutators = [made() for made in classes("python").values()]
    ours = theirs = 0.0
    sites = 0
    for data in files:
        with rare_collection():
            start = time.process_time()
            wrapper = MetadataWrapper(cst.parse_module(data), unsafe_skip_copy=True)
            wrapper.resolve_many([ByteSpanPositionProvider, ScopeProvider])
            middle = time.process_time()
            source = SourceFile(data, language="python")
            sites += sum(1 for mutator in mutators for _ in mutator.sites(source))
            end = time.process_time()
        theirs += middle - start
        ours += end - middle
    return ours / theirs, ours, theirs, sites


if __name__ == "__main__":
    main()
