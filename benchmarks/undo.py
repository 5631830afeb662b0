"""How undo's time grows with the text: one table, ratios first.

    python benchmarks/undo.py [--mutator NAME] [--lines 10000] [--rounds 3]

A file of one method is mutated, and patched in two places far apart: an import at its top, a value near its end. Both
sides of a ratio are measured in turn in one process, by processor time, so that a busy machine slows both; the best
round counts.

- The growth: undo in a file of so many lines against one of a tenth of the lines. 10 is linear.
- The share: undo in the large file against reading it and making one mutant there. Undo reads four texts: the original, the mutant,
  the patched text and the answer.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable

import equimorph as em
import mutators

_LINE = "        total = total + data[{0}] * {1};\n"
_TEXT = """class Big {{
    int f(int[] data, String name, Object o) {{
        int total = 0;
        boolean late = true;
        for (int i = 0; i < data.length; i++) {{
            if (data[i] > total && name != null) {{ total += 1; }} else {{ total -= 2; }}
        }}
{0}        g(77);
        return total;
    }}
}}
"""


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mutator", action="append", help="default: all")
    parser.add_argument("--lines", type=int, default=10_000, help="of the large file")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(f"| mutator | growth from {options.lines // 10:,} to {options.lines:,} lines | share | seconds |")
    print("| --- | ---: | ---: | ---: |")
    for name in options.mutator or mutators.names():
        large, small = _Case(name, options.lines), _Case(name, options.lines // 10)
        rounds = [(large.undo(), small.undo(), large.make()) for _ in range(options.rounds)]
        undo, growth, share = (
            min(values)
            for values in zip(*((u, u / tenth, u / made) for u, tenth, made in rounds), strict=True)
        )
        print(f"| {name} | {growth:.1f} | {share:.1f} | {undo:.2f} |", flush=True)


class _Case:
    """A mutant of a file, and a patch of it."""

    def __init__(self, name: str, lines: int) -> None:
        self._name = name
        self._text = _TEXT.format("".join(_LINE.format(i, i % 7) for i in range(lines - 12)))
        self._mutant = self._made()
        self._patched, self._wanted = map(_patched, (self._mutant.text, self._text))

    def _made(self) -> em.Mutant:
        return next(iter(em.mutate(em.parse(self._text), [self._name], seed=1)))

    def make(self) -> float:
        """Return the seconds for reading the file and making the mutant."""
        return _seconds(self._made)

    def undo(self) -> float:
        """Return the seconds for undoing the mutation in the patch; the file is read anew."""
        mutation, text = self._mutant.mutation, self._text
        found: list[str] = []
        seconds = _seconds(lambda: found.append(em.undo(self._patched, mutation, text)))
        assert found == [self._wanted]
        return seconds


def _patched(text: str) -> str:
    assert "g(77)" in text
    return "import java.util.List;\n" + text.replace("g(77)", "g(78)")


def _seconds(what: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    what()
    return time.process_time() - start


if __name__ == "__main__":
    main()
