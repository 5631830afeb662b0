"""What somebody meets who tries the library: paths as texts, names with a typing error, broken code, notebooks."""

from __future__ import annotations

import inspect
import json
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph import contrastive
from equimorph.bulk import Files, Lines, Table, Workers
from equimorph.capabilities import CAPABILITIES
from equimorph.contrastive import Options
from equimorph.defects4j import BugOptions, Checkout
from equimorph.defects4j import write as write_bugs
from equimorph.metrics import write_scored
from equimorph.metrics.scoring import Asked
from equimorph.mutants.stacking import stacked
from equimorph.robustness import Target, baseline, train
from equimorph.runs.extras import MissingPackage
from mutators import MutationError
from mutators import get as get_mutator
from tests.equimorph.conftest import SAMPLE, listed, rows

TEXT = "boolean f(int a, int b) { return a < b; }"
ONE = Options(positives=1, negatives=0)


@pytest.mark.parametrize("name", ["x.csv", "x.json", "x.txt", "x.gz", "x.parquet.gz"])
def test_samples_are_not_written_under_a_name_of_another_format(folder: Path, name: str) -> None:
    for out in (name, folder / name):
        with pytest.raises(ValueError, match=re.escape("the name must end in .jsonl, .jsonl.gz or .parquet")):
            contrastive.write(out, "Cart.java", ONE)
    with pytest.raises(ValueError, match=re.escape("the name must end in .jsonl or .jsonl.gz")):
        Target(folder / name)
    with pytest.raises(ValueError, match=re.escape("the name must end in .jsonl or .jsonl.gz")):
        write_bugs(folder / name, [], BugOptions("fix.patch"))
    assert listed(folder) == ["Cart.java"]


def test_samples_are_written_where_a_text_says(folder: Path) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "B.java").write_text("class B { boolean g(int x) { return x == 1; } }")
    expected = contrastive.write(folder / "a.jsonl", [Path("Cart.java"), Path("more")], ONE)
    assert contrastive.write("b.jsonl", ["Cart.java", "more"], ONE) == expected
    written = [[one["id"] for one in rows(folder / name)] for name in ("a.jsonl", "b.jsonl")]
    assert written[0] == written[1]
    assert len(written[0]) == 3
    assert contrastive.write("c", "Cart.java", ONE)["ok"] == 2
    assert contrastive.write_parts("parts", "Cart.java", ONE)["ok"] == 2
    (folder / "texts.jsonl").write_text(json.dumps({"source": TEXT}) + "\n")
    assert contrastive.write("d.jsonl", Lines("texts.jsonl"), ONE)["ok"] == 1  # type: ignore[arg-type]
    assert [one.text for one in contrastive.line_items("texts.jsonl", "source")] == [TEXT]


def test_a_path_is_kept_as_one_wherever_a_text_is_given(folder: Path) -> None:
    made: list[tuple[Any, Path]] = [
        (Lines("a").path, Path("a")),  # type: ignore[arg-type]
        (Table("a").path, Path("a")),  # type: ignore[arg-type]
        (Files([Path("a")], "b").folder, Path("b")),  # type: ignore[list-item, arg-type]
        (Target("a.jsonl").out, Path("a.jsonl")),  # type: ignore[arg-type]
        (Target(parts="a").parts, Path("a")),  # type: ignore[arg-type]
        (Checkout("a", "src").folder, Path("a")),  # type: ignore[arg-type]
    ]
    assert [found for found, _ in made] == [path for _, path in made]
    assert Files([Path("a")]).paths == ["a"]  # type: ignore[list-item]
    assert Workers().job("work", {}, "here").folder == str(folder.resolve() / "here")
    (folder / "pairs.jsonl").write_text(
        json.dumps({"id": "a", "buggy": TEXT, "fixed": TEXT.replace("<", ">")})
    )
    train("pairs.jsonl", "memory")
    assert baseline("memory", path="memory").name == "memory"
    pair = {"id": "a", "lang": "java", "candidate": TEXT, "reference": TEXT}
    count, _ = write_scored(Target("scored.jsonl"), [pair], Asked(("bleu",), {}), print)  # type: ignore[arg-type]
    assert count == len(rows(folder / "scored.jsonl")) == 1


KEPT = {
    # Data that becomes paths when it is made (see above), and a box's own.
    *("bulk.Files.folder", "bulk.Lines.path", "bulk.Table.path", "defects4j.Checkout.folder"),
    *("proving.ToProve.rows", "proving.ToProve.tree", "proving.ToProve.original"),
    *("robustness.Target.out", "robustness.Target.parts", "bulk.opened.shared"),
}


def public() -> Iterator[tuple[str, Any]]:
    """All public functions and classes, with methods on classes left out."""
    for capability in CAPABILITIES:
        module = import_module(f"equimorph.{capability.name}")
        for name in module.__all__:
            with suppress(MissingPackage):  # Inspect's packages do not go with those of the tests
                yield f"{capability.name}.{name}", getattr(module, name)


def test_all_public_names_are_there_and_take_paths_as_texts() -> None:
    found = set()
    for name, given in public():
        if not callable(given) or not hasattr(given, "__module__"):
            continue
        try:
            parameters = inspect.signature(given).parameters.values()
        except (TypeError, ValueError):  # of types
            continue
        for one in parameters:
            kind = str(one.annotation)
            if re.search(r"\bPath\b", kind) and not re.search(r"\bstr\b|Callable", kind):
                found.add(f"{name}.{one.name}")
    assert found == KEPT


def test_a_misspelt_mutator_is_told_the_closest_one() -> None:
    for name, close in (("renamming", "method-renaming"), ("variable-renamin", "variable-renaming")):
        with pytest.raises(
            MutationError, match=rf"no mutator '{name}' \(did you mean '{close}'\?\); there are: "
        ):
            get_mutator(name)
        with pytest.raises(MutationError, match=f"did you mean '{close}'"):
            list(em.mutate(TEXT, [name]))
    with pytest.raises(MutationError, match="no mutator 'x' for python; there are: variable-renaming"):
        get_mutator("x", "python")


BROKEN = """class A {
  boolean f(int a) { return a < 1; }

  boolean g(int a) { return a < ; }
  boolean h(int a) { return < 2; }
}
"""


def test_members_that_cannot_be_read_are_a_warning_with_their_line() -> None:
    with pytest.warns(em.SkippedWarning) as told:
        made = list(em.mutate(BROKEN, ["reorder-condition"]))
    assert [mutant.method.name for mutant in made] == ["f"]
    assert [str(one.message) for one in told] == [
        "line:4: g skipped: the grammar finds a syntax error at line 4; and 1 more"
    ]
    assert told[0].filename == __file__  # the line of the caller
    with pytest.warns(em.SkippedWarning, match=r"^A\.java:1: f skipped"):
        assert list(em.mutate(em.parse("class A { int f( { return 1 < 2; }", "A.java"))) == []
    with pytest.warns(em.SkippedWarning, match="line:4: g skipped") as told:
        em.stack(BROKEN)
    assert told[0].filename == __file__


@pytest.mark.parametrize(
    ("text", "select"), [(TEXT, None), ("", None), (BROKEN, em.Selection("f")), ("class A { int a; }", None)]
)
def test_what_can_be_read_is_no_warning(text: str, select: em.Selection | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(em.mutate(text, select=select))
        stacked(em.parse(BROKEN))  # for verbs, which report it themselves
        list(em.mutate(em.parse("def f(a):\n    return locals()\n", language="python")))  # refused, but read


def test_broken_python_is_an_error_with_its_line() -> None:
    with pytest.raises(em.ParseError, match=r"^3: Python 3\.\d+ cannot read it"):
        em.mutate(em.parse("def f(a):\n    return a < 2\ndef g(:\n    pass\n", language="python"))


def test_mutants_show_their_diff_in_a_notebook() -> None:
    [mutant] = em.mutate("boolean f(int a, String b) {\n  return a < b.length();\n}\n", ["reorder-condition"])
    page = mutant._repr_html_()
    assert page.startswith("<p><code>&lt;Mutant ")
    assert re.findall(r'<span style="color:#116329[^>]*>([^<]*)</span>', page) == [
        f"+++ original (reorder-condition {mutant.id})",
        "+  return b.length() &gt; a;",
    ]
    assert "-  return a &lt; b.length();</span>\n" in page
    assert "<script" not in em.stack('String f(String a) { return a + "<script>"; }')._repr_html_()


@dataclass
class Seen:
    """A reporter of somebody's notebook."""

    totals: list[tuple[int | None, str]] = field(default_factory=list)
    done: int = 0

    def failed(self, message: object, reason: str = "") -> None:
        raise AssertionError(message)

    def skipped(self, count: int, messages: object = ()) -> None:
        pass

    def failed_earlier(self, count: int) -> None:
        pass

    def note(self, message: str) -> None:
        pass

    @contextmanager
    def bar(self, total: int | None, what: str) -> Iterator[Any]:
        self.totals.append((total, what))

        def advance(count: int = 1) -> None:
            self.done += count

        yield advance


def test_progress_can_be_shown_in_a_notebook(folder: Path) -> None:
    seen = Seen()
    contrastive.write("a.jsonl", "Cart.java", ONE, reporter=seen)
    assert (seen.totals[0][0], seen.done) == (1, 1)
    (folder / "tree").mkdir()
    for number in range(3):
        (folder / "tree" / f"A{number}.java").write_text(SAMPLE)
    files: list[str] = []
    em.rewrite("tree", "out", on_file=files.append)
    assert len(files) == 3
