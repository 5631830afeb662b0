"""A bulk run as users would do it: methods of real sources, one mutant of each, in parts; killed once in the middle, begun again.

    python scripts/bulk_run.py WORK SOURCES... [--methods 1000000] [--jobs 2] [--part-rows 5000] [--kill-at 0.4]

WORK is a folder for the input, which is kept and used again, and for the parts. SOURCES are folders of Java. Prints a table.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import equimorph as em
from equimorph.trees.files import source_files

_POLL_SECONDS = 0.2


@dataclass
class Memory:
    """The most memory that was seen, in KiB: of the command, of a process of it, of all at one time."""

    command: int = 0
    process: int = 0
    together: int = 0

    def look(self, command: int) -> None:
        """Look at the processes as they are now."""
        peak, now = _resident(command)
        self.command = max(self.command, peak)
        for child in _children(command):
            peak, resident = _resident(child)
            self.process = max(self.process, peak)
            now += resident
        self.together = max(self.together, now)


@dataclass
class Leg:
    """One start of the command.

    Attributes:
        seconds: how long it worked.
        killed: whether it was ended in the middle.
        skipped: parts that were done already.
        last_line: the last line of its output.
    """

    seconds: float = 0
    killed: bool = False
    skipped: int = 0
    last_line: str = ""
    memory: Memory = field(default_factory=Memory)


def main() -> int:
    """Make the input, run the command twice, and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("work", type=Path)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--methods", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--part-rows", type=int, default=5000)
    parser.add_argument("--kill-at", type=float, default=0.4, help="share of the parts that are done then")
    asked = parser.parse_args()
    asked.work.mkdir(parents=True, exist_ok=True)
    rows, parts = asked.work / f"methods-{asked.methods}.jsonl", asked.work / "parts"
    if not rows.exists():
        write_input(rows, asked.sources, asked.methods)
    if parts.exists():
        shutil.rmtree(parts)
    command = [
        *(sys.executable, "-m", "equimorph", "mutate", "--jsonl", str(rows), "--limit-per-method", "1"),
        *("--seed", "7", "--jobs", str(asked.jobs), "--parts", str(parts)),
        *("--part-rows", str(asked.part_rows)),
    ]
    total = -(-asked.methods // asked.part_rows)
    first = run(command, asked.work / "first.log", parts, int(total * asked.kill_at))
    second = run(command, asked.work / "second.log", parts, None)
    report(asked.methods, first, second, parts)
    return 0 if first.killed and not second.killed else 1


def write_input(out: Path, sources: list[Path], wanted: int) -> None:
    """Write a row for each method of the sources, round after round under other names, until there are enough."""
    partial = out.with_suffix(".partial")
    found = list(islice(methods(sources), wanted))
    if not found:
        sys.exit("no methods in the sources")
    with partial.open("w", encoding="utf-8") as stream:
        for made in range(wanted):
            turn, at = divmod(made, len(found))
            path, name, text = found[at]
            source = text if turn == 0 else re.sub(rf"\b{re.escape(name)}\b", f"{name}{turn}", text)
            stream.write(json.dumps({"path": path, "source": source}, ensure_ascii=False) + "\n")
    partial.rename(out)


def methods(sources: list[Path]) -> Iterator[tuple[str, str, str]]:
    """Yield path, name and text of all methods and constructors."""

    def failed(error: OSError) -> None:
        raise error

    for path in source_files(sources, failed):
        try:
            source = em.read(path)
        except em.ParseError as error:
            print(f"left out: {error}", file=sys.stderr)
            continue
        for method in source.methods:
            if method.name.isidentifier() and not method.untrusted:
                yield path.name, method.name, method.text


def run(command: list[str], log: Path, parts: Path, kill_at: int | None) -> Leg:
    """Run the command to its end, or kill it when so many parts are done."""
    leg = Leg()
    begun = time.monotonic()
    with log.open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output) as process:
        while process.poll() is None:
            leg.memory.look(process.pid)
            if kill_at is not None and len(list((parts / "receipts").glob("*.json"))) >= kill_at:
                left = _children(process.pid)
                process.send_signal(signal.SIGKILL)
                process.wait()
                leg.killed = True
                while any(_resident(child) != (0, 0) for child in left):
                    time.sleep(_POLL_SECONDS)
                break
            time.sleep(_POLL_SECONDS)
    leg.seconds = time.monotonic() - begun
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    leg.last_line = lines[-1] if lines else ""
    for line in lines:
        if found := re.fullmatch(r"(\d+) of \d+ parts are done already", line):
            leg.skipped = int(found[1])
    return leg


def _children(process: int) -> list[int]:
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:  # it has ended
        return []


def _resident(process: int) -> tuple[int, int]:
    """Return the most memory of a process so far, and what it has now, in KiB."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:  # it has ended
        return 0, 0
    found = dict(re.findall(r"^(VmHWM|VmRSS):\s+(\d+) kB$", status, re.MULTILINE))
    return int(found.get("VmHWM", 0)), int(found.get("VmRSS", 0))


def report(count: int, first: Leg, second: Leg, parts: Path) -> None:
    """Print the table."""
    manifest = json.loads((parts / "manifest.json").read_bytes())
    known = hashlib.sha256()
    for part in manifest["parts"]:
        with (parts / part["name"]).open("rb") as stream:
            while block := stream.read(1 << 20):
                known.update(block)
    seconds = first.seconds + second.seconds
    size = sum(part["size"] for part in manifest["parts"])
    memory = [first.memory, second.memory]
    rows = [
        ("methods", f"{count:,}"),
        ("mutants, one of a method", f"{manifest['made']:,}"),
        ("rows that failed", f"{manifest['failed']:,}"),
        ("seconds", f"{seconds:,.0f} ({first.seconds:,.0f} and {second.seconds:,.0f})"),
        ("methods/s", f"{count / seconds:,.0f}"),
        ("mutants/s", f"{manifest['made'] / seconds:,.0f}"),
        ("most memory of the command, MiB", f"{max(m.command for m in memory) / 1024:,.0f}"),
        ("most memory of one of its processes, MiB", f"{max(m.process for m in memory) / 1024:,.0f}"),
        ("most memory of all together, MiB", f"{max(m.together for m in memory) / 1024:,.0f}"),
        ("parts", f"{len(manifest['parts']):,}, {size / 2**20:,.0f} MiB"),
        ("parts skipped after kill -9", f"{second.skipped:,}"),
        ("sha256 of all rows", f"`{known.hexdigest()}`"),
        ("processors", f"{os.cpu_count()}"),
    ]
    print("| | |\n| --- | ---: |")
    for name, value in rows:
        print(f"| {name} | {value} |")


if __name__ == "__main__":
    sys.exit(main())
