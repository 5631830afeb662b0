"""How long a run of the runner "javac" takes, against javac and java by hand on the same files.

python benchmarks/running.py [ROUNDS]

By hand means a new javac for the patched file, the other classes on the class path, and a new java for the tests. The bound is 1.2.
The times are medians; copies, reading of results and comparison are part of the run.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from importlib import resources
from pathlib import Path

from equimorph.defects4j.methods.bug import Bug
from equimorph.projects.options import RunnerOptions
from equimorph.robustness.judging.runner import opened_runner
from parsers.oracles.jdk.home import find_jdk

ROOT = Path(__file__).resolve().parents[1]
CHECKOUT = ROOT / "demo" / "bugs" / "Words-1b"


def main(rounds: int) -> int:
    """Measure both in turns, and print medians and their ratio."""
    [source] = sorted((CHECKOUT / "src/main/java").rglob("*.java"))
    path = source.relative_to(CHECKOUT).as_posix()
    bug = Bug("bug", path, "method", 1, 1, "", None, (), checkout=str(CHECKOUT))
    ours, bare = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder, opened_runner(RunnerOptions()) as runner:
        by_hand = ByHand(Path(folder), source)
        runner.run(bug, None)
        for number in range(rounds):
            text = source.read_text("utf-8") + f"// {number}\n"
            start = time.perf_counter()
            runner.run(bug, text.encode())
            ours.append(time.perf_counter() - start)
            start = time.perf_counter()
            by_hand.run(text)
            bare.append(time.perf_counter() - start)
    mine, theirs = statistics.median(ours), statistics.median(bare)
    print(f"runner {mine:.3f} s, javac and java {theirs:.3f} s, ratio {mine / theirs:.2f} (bound 1.2)")
    return int(mine > 1.2 * theirs)


class ByHand:
    """javac and java in a folder that has the classes of the checkout.

    Args:
        folder: an empty one.
        source: the file that is patched.
    """

    def __init__(self, folder: Path, source: Path) -> None:
        self._bin, self._folder, self._source = find_jdk() / "bin", folder, folder / source.name
        driver = resources.files("equimorph.projects") / "driver" / "EquimorphDriver.java"
        (folder / "EquimorphDriver.java").write_text(driver.read_text("utf-8"))
        tests = sorted((CHECKOUT / "src/test/java").rglob("*.java"))
        self._javac(
            *map(str, [*CHECKOUT.glob("src/main/java/**/*.java"), *tests, folder / "EquimorphDriver.java"])
        )
        names = [path.relative_to(CHECKOUT / "src/test/java").with_suffix("") for path in tests]
        (folder / "classes.txt").write_text("\n".join(".".join(name.parts) for name in names))

    def _javac(self, *files: str) -> None:
        out = str(self._folder)
        subprocess.run([self._bin / "javac", "-nowarn", "-cp", out, "-d", out, *files], check=True)

    def run(self, text: str) -> None:
        """Compile a text of the file, and run the tests."""
        self._source.write_text(text)
        self._javac(str(self._source))
        command = [self._bin / "java", "-ea", "-cp", self._folder, "EquimorphDriver"]
        subprocess.run(
            [*command, self._folder / "classes.txt", self._folder / "failing_tests"],
            check=True,
            stdout=subprocess.DEVNULL,
        )


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
