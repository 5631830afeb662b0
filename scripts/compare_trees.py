"""Compares our trees of methods with those of javac's parser: what does tree-sitter-java get wrong silently?

    python scripts/compare_trees.py PATH... [--show 5] [--limit N] [--pattern TEXT] [--details]

Both trees are brought to the same terms (kind, start, end, detail); what differs is grouped by the kinds of nodes
that only one side has. Prints, for each group, how often it occurs and its shortest places; exit code 1 if there is
any. Only trusted methods are compared. javac 17 is needed: its parser runs on all files in one process
(scripts/compare_trees/DumpTree.java), and nothing is attributed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from rich.progress import track

from compare_trees_terms import Item, ours
from parsers import ParseError, SourceFile
from parsers.java.method import methods_of

DUMP = Path(__file__).resolve().parent / "compare_trees" / "DumpTree.java"
EXPORTS = [
    part
    for package in ("tree", "code")
    for part in ("--add-exports", f"jdk.compiler/com.sun.tools.javac.{package}=ALL-UNNAMED")
]


# javac


@dataclass
class Dump:
    """javac's tree of a file: an error, or nodes in common terms."""

    path: str
    error: str | None = None
    items: list[Item] = field(default_factory=list)


def dumps(files: list[Path]) -> Iterator[Dump]:
    """Yield javac's trees of files, one process for all of them."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["javac", *EXPORTS, "-d", folder, str(DUMP)], check=True)
        command = ["java", *EXPORTS, "-Xss64m", "-cp", folder, "DumpTree"]
        names = Path(folder) / "names"
        names.write_text("".join(f"{file}\n" for file in files))
        with (
            names.open() as given,
            subprocess.Popen(
                command, stdin=given, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            ) as process,
        ):
            assert process.stdout is not None
            yield from _read(process.stdout)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def _read(lines: Iterable[str]) -> Iterator[Dump]:
    dump: Dump | None = None
    for line in lines:
        parts = line.rstrip("\n").split("\t")
        if len(parts) == 4:
            assert dump is not None
            dump.items.append((parts[0], int(parts[1]), int(parts[2]), parts[3]))
        elif line.startswith("F "):
            if dump is not None:
                yield dump
            dump = Dump(parts[0][2:])
        elif dump is not None and line.startswith("E "):
            dump.error = parts[0][2:]
    if dump is not None:
        yield dump


def in_bytes(items: list[Item], data: bytes) -> list[Item]:
    """Return offsets in UTF-16 units as offsets in bytes."""
    text = data.decode()
    if text.startswith("\ufeff"):
        at = [0, *(end + 2 for end in range(1, len(data)))] if text[1:].isascii() else None
    else:
        at = list(range(len(data) + 1)) if text.isascii() else None
    if at is None:
        widths: list[int] = []
        for char in text:
            size = len(char.encode())
            widths += [size] if size < 4 else [0, size]
        at = [0, *accumulate(widths)]
    return [(kind, at[start], at[end] if end >= 0 else -1, detail) for kind, start, end, detail in items]


# Comparison


@dataclass
class Difference:
    """A stretch of a method whose nodes differ."""

    path: str
    line: int
    text: str
    ours: list[Item]
    javac: list[Item]

    @property
    def pattern(self) -> str:
        """What only one side has, by kind and operator."""
        return f"ours {_kinds(self.ours)} | javac {_kinds(self.javac)}"


DETAILED = frozenset({"binary", "prefix", "postfix", "assign", "switch"})


def _kinds(items: list[Item]) -> str:
    found = {f"{kind} {detail}".strip() if kind in DETAILED else kind for kind, _, _, detail in items}
    return ", ".join(sorted(found)) or "-"


def differences(source: SourceFile, dump: Dump, counts: Counter[str]) -> Iterator[Difference]:
    """Yield the differences of our trees of the trusted methods of a file from javac's."""
    theirs = sorted(in_bytes(dump.items, source.data), key=lambda item: item[1])
    for method in methods_of(source):
        counts["methods"] += 1
        if reason := method.untrusted:
            counts["untrusted: " + reason.rstrip("0123456789")] += 1
            continue
        us = ours(method.root, source.data)
        them = {item for item in theirs if method.start <= item[1] < method.end}
        counts["nodes"] += len(us)
        yield from _clusters(source, us - them, them - us)


def _clusters(source: SourceFile, us: set[Item], them: set[Item]) -> Iterator[Difference]:
    """Group differing nodes whose texts overlap."""
    all_ = sorted(
        [(item, True) for item in us] + [(item, False) for item in them], key=lambda p: (p[0][1], -p[0][2])
    )
    groups: list[list[tuple[Item, bool]]] = []
    end = -1
    for item, mine in all_:
        if item[1] >= end:
            groups.append([])
        groups[-1].append((item, mine))
        end = max(end, item[2])
    for group in groups:
        start, end = group[0][0][1], max(item[2] for item, _ in group)
        yield Difference(
            source.path or "",
            source.lines.line(start),
            source.slice(start, end) if end > start else "",
            [item for item, mine in group if mine],
            [item for item, mine in group if not mine],
        )


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", type=Path, nargs="+", help="Java files, or folders of them")
    parser.add_argument("--show", type=int, default=3, help="how many places of each group to show")
    parser.add_argument("--limit", type=int, help="only the first files")
    parser.add_argument("--pattern", help="only groups with this text")
    parser.add_argument("--details", action="store_true", help="show the nodes")
    options = parser.parse_args()
    files = [f for path in options.paths for f in (sorted(path.rglob("*.java")) if path.is_dir() else [path])]
    files = files[: options.limit]
    counts: Counter[str] = Counter()
    found: dict[str, list[Difference]] = defaultdict(list)
    for dump in track(dumps(files), total=len(files), transient=True):
        counts["files"] += 1
        if dump.error is not None:
            counts["files with errors for javac"] += 1
            print(f"{dump.path}: {dump.error}", file=sys.stderr)
            continue
        try:
            source = SourceFile(Path(dump.path).read_bytes(), dump.path)
            if source.kind != "file":
                counts[f"read as {source.kind}"] += 1
                continue
        except ParseError as error:
            counts["refused: " + str(error).rpartition(": ")[2]] += 1
            continue
        for difference in differences(source, dump, counts):
            found[difference.pattern].append(difference)
    _report(found, counts, options)
    return 1 if found else 0


def _report(found: dict[str, list[Difference]], counts: Counter[str], options: argparse.Namespace) -> None:
    for name, count in sorted(counts.items()):
        print(f"{count:>9,} {name}")
    for pattern, places in sorted(found.items(), key=lambda pair: -len(pair[1])):
        if options.pattern and options.pattern not in pattern:
            continue
        print(f"\n{len(places):,} x {pattern}")
        for place in sorted(places, key=lambda place: len(place.text))[: options.show]:
            text = " ".join(place.text.split())
            print(f"    {place.path}:{place.line}: {text[:200]}")
            if options.details:
                for side, items in (("ours ", place.ours), ("javac", place.javac)):
                    for kind, start, end, detail in items:
                        part = " ".join(
                            SourceFile(Path(place.path).read_bytes()).slice(start, max(start, end)).split()
                        )
                        print(f"        {side} {kind} {detail} [{start}-{end}]: {part[:120]}")


if __name__ == "__main__":
    sys.exit(main())
