"""Demand that a source archive has all that its tests need: the files of the checkout, byte for byte.

python check_sdist.py SDIST CHECKOUT
"""

import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

FOLDERS = (".ci", "benchmarks", "demo", "docs", "examples", "scripts", "src", "tests")
FILES = (
    *(
        ".gitignore",
        ".pre-commit-config.yaml",
        "CHANGELOG.md",
        "CITATION.cff",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
    ),
    *("README.md", "pyproject.toml"),
)
MADE = {"__pycache__", "_build", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
"""Folders of what is made by running: git ignores them, and so does the build."""


def main(sdist: Path, checkout: Path) -> int:
    """Compare the archive with the checkout; what the archive adds is its PKG-INFO."""
    wanted = {path.relative_to(checkout).as_posix(): path.read_bytes() for path in wanted_files(checkout)}
    found = contents(sdist)
    if missing := sorted(wanted.keys() - found.keys()):
        sys.exit(f"{sdist.name} lacks {missing}")
    if others := sorted(found.keys() - wanted.keys() - {"PKG-INFO"}):
        sys.exit(f"{sdist.name} has {others}, which are no files of the project")
    if changed := sorted(name for name, data in wanted.items() if found[name] != data):
        sys.exit(f"{sdist.name} has other contents of {changed}")
    print(f"{sdist.name}: ok, {len(wanted)} files")
    return 0


def wanted_files(checkout: Path) -> Iterator[Path]:
    """Yield the files that belong to the project."""
    yield from (checkout / name for name in FILES)
    for folder in FOLDERS:
        for path in (checkout / folder).rglob("*"):
            if path.is_file() and MADE.isdisjoint(path.relative_to(checkout).parts):
                yield path


def contents(sdist: Path) -> dict[str, bytes]:
    """Return the files of the archive by their names below its only folder."""
    found = {}
    with tarfile.open(sdist) as archive:
        for member in archive.getmembers():
            if stream := archive.extractfile(member):
                found[member.name.partition("/")[2]] = stream.read()
    return found


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
