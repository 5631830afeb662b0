"""My repair model is a Python function: how robust is it?

This one knows one repair: on a faulty line it replaces `<` by `<=`, or the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from equimorph import robustness

BUGS = Path(__file__).parents[1] / "demo" / "bugs"


def repair(text: str, fault_lines: list[int], k: int) -> Iterator[str]:
    """Yield the text with one comparison on a faulty line changed, at most k times."""
    lines = text.splitlines(keepends=True)
    found = [(number - 1, one) for number in fault_lines for one in re.finditer(" <=? ", lines[number - 1])]
    for number, one in found[:k]:
        other = " < " if one.group() == " <= " else " <= "
        changed = lines[number][: one.start()] + other + lines[number][one.end() :]
        yield "".join([*lines[:number], changed, *lines[number + 1 :]])


def main() -> None:
    """Print what becomes of the function's answers."""
    bugs = list(robustness.read_bugs(BUGS))
    mutants = list(robustness.mutants(bugs, ["reorder-condition", "variable-renaming"], seed=5))
    requests = list(robustness.requests(bugs, mutants, k=3))
    answers = list(robustness.ask(requests, repair))
    judged = list(robustness.judge(bugs, mutants, answers, robustness.Exact(k=3)))
    score = robustness.score(judged).to_dict()
    print(f"{len(bugs)} bugs, {len(mutants)} mutants; repaired: {score['samples']['repaired']}")
    for cell in score["cells"]:
        if cell["fault"] == "all" and cell["metric"] == "PFM":
            print(
                cell["metric"], cell["mutator"], f"{cell['numerator']}/{cell['denominator']}", cell["percent"]
            )


if __name__ == "__main__":
    main()
