"""What the tests of the pairs share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from equimorph.contrastive import Sample
from mutators.base import Match, Mutator
from mutators.java.match import JavaMatch
from mutators.model import Edit
from parsers.java.method import Method
from tests.strategies.matches import Always

SHOP = """\
package shop;

import java.util.List;

public class Cart {
    private int total;

    int add(String name, int count) {
        int sum = total;
        if (count < name.length()) {
            sum += count;
        }
        return sum;
    }

    // The same as above, written in another way.
    int   add(String name, int count) { int sum = total; /* here */
        if (count < name.length()) { sum += count; } return sum; }

    boolean same(long left, long right) {
        return left == right;
    }

    int most(List<Integer> all, int limit) {
        int best = 0;
        for (int i = 0; i < all.size(); i++) {
            int one = all.get(i);
            if (one > best && one <= limit) {
                best = one;
            }
        }
        return best;
    }
}
"""


def numbered(number: int) -> str:
    """A method with loops, names and operators of its own."""
    return (
        f"int work{number}(int[] data, int bound{number}) {{\n    int found = {number};\n"
        f"    for (int i = 0; i < data.length; i++) {{\n        if (data[i] < bound{number} && i > {number % 7}) {{\n"
        "            found = found + data[i] * i;\n        }\n    }\n    return found;\n}"
    )


class Flip(Mutator):
    """Stands in for a breaking mutator: ``<`` becomes ``>=``, at each comparison."""

    name = "flip"
    language = "java"
    relation = "breaking"
    examples = ()

    def matches(self, method: Method) -> Iterator[Match]:
        for node in method.root.walk():
            if node.type == "binary_expression" and node.children[1].type == "<":
                yield Always(method, node, self.changes)

    def changes(self, match: JavaMatch) -> list[Edit]:
        return [Edit(match.node.children[1].start, "<", ">=")]


class Wrap(Flip):
    """Stands in for one whose mutants are no other program: ``<`` with parentheses around its right side."""

    name = "wrap"

    def changes(self, match: JavaMatch) -> list[Edit]:
        text = match.text(match.node)
        left, _, right = text.partition(" < ")
        return [Edit(match.start, text, f"{left} < ({right})")]


class Add(Flip):
    """Stands in for one whose mutants do not compile: ``<`` becomes ``+``."""

    name = "add"

    def changes(self, match: JavaMatch) -> list[Edit]:
        text = match.text(match.node)
        return [Edit(match.start, text, text.replace("<", "+"))]


class Crash(Flip):
    """Has a fault that shows in every method with a name of odd length."""

    name = "crash"

    def matches(self, method: Method) -> Iterator[Match]:
        for match in super().matches(method):
            yield _Crashing(method, match.node, self.changes)


class _Crashing(Always):
    def obstacle(self) -> str | None:
        if len(self.method.name) % 2:
            raise KeyError(self.method.name)
        return None


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a folder `src` of Java in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Cart.java").write_text(SHOP)
    (tmp_path / "src" / "Other.java").write_text(
        "class Other {\n" + numbered(3) + "\n" + numbered(4) + "\n}\n"
    )
    return tmp_path


def texts(sample: Sample) -> list[str]:
    """All texts of a sample, the anchor first."""
    return [sample.anchor, *(variant.text for variant in (*sample.positives, *sample.negatives))]
