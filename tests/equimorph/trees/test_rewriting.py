"""Rewriting a tree and restoring it, byte for byte."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

import equimorph as em
from mutators import Mutator
from tests.equimorph.conftest import SAMPLE, Misfit, listed, rows


def listing(folder: Path) -> dict[str, object]:
    """All that is in a tree: bytes, links, modes."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = str(path.readlink())
        else:
            found[name] = (stat.S_IMODE(path.stat().st_mode), path.is_file() and path.read_bytes())
    return found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree with all that is odd."""
    source = tmp_path / "source"
    for folder in ("shop/deep", "empty"):
        (source / folder).mkdir(parents=True)
    texts: dict[str, str | bytes] = {
        "Cart.java": SAMPLE,
        "shop/Crlf.java": SAMPLE.replace("\n", "\r\n"),
        "shop/Mark.java": "\ufeff" + SAMPLE,
        "shop/Ünï \u2028 name.java": "/* é\U0001f600 */ " + SAMPLE.replace("name", "naïve"),
        "shop/deep/Twice.java": SAMPLE.replace("Cart", "Twice") + SAMPLE.replace("package shop;", ""),
        "shop/Broken.java": SAMPLE.replace("left == right", "left == "),
        "shop/Latin.java": "// é\n".encode("latin-1") + SAMPLE.encode(),
        "shop/Not.java": "this is no Java at all $$$ %%",
        "shop/Empty.java": "",
        "shop/picture.png": b"\x89PNG\r\n\x00\xff",
        "shop/deep/mutations.jsonl": "{}\n",
        "README": "read me\r\n",
    }
    for name, text in texts.items():
        (source / name).write_bytes(text.encode() if isinstance(text, str) else text)
    Path(os.fsdecode(os.fsencode(source) + b"/shop/odd\xff.java")).write_text(SAMPLE)
    (source / "shop/link.java").symlink_to("../Cart.java")
    (source / "shop/here").symlink_to(".")
    (source / "Cart.java").chmod(0o640)
    (source / "empty").chmod(0o700)
    return source


@pytest.mark.parametrize("per_method", [1, 3])
def test_a_tree_is_rewritten_and_restored(tree: Path, tmp_path: Path, per_method: int) -> None:
    before = listing(tree)
    done, told = tmp_path / "done", []
    summary = em.rewrite(tree, done, seed=4, per_method=per_method, on_file=told.append)
    assert listing(tree) == before
    after = listing(done)
    assert set(after) == {*before, "mutations.jsonl"}
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {
        *(
            "Cart.java",
            "shop/Crlf.java",
            "shop/Mark.java",
            "shop/Ünï \u2028 name.java",
            "shop/deep/Twice.java",
        ),
        *("shop/Broken.java", "shop/odd\udcff.java"),
    }
    records = rows(done / "mutations.jsonl")
    assert changed == {row["path"] for row in records}
    assert {row["round"] for row in records} == set(range(1, per_method + 1))
    assert len(records) == sum(summary.mutations.values()) == summary.mutated_methods * per_method
    assert (summary.files, len(told)) == (10, 10)
    assert (summary.methods, summary.mutated_methods) == (16, 15)
    assert [message.partition(":")[0] for message in summary.unparsed] == ["shop/Latin.java", "shop/Not.java"]
    assert summary.conflicts == ()
    restored = em.invert_tree(done, done / "mutations.jsonl", tmp_path / "back")
    assert restored == len(changed)
    assert listing(tmp_path / "back") == before


def test_every_record_is_self_contained(tree: Path, tmp_path: Path) -> None:
    em.rewrite(tree, tmp_path / "done", seed=4, per_method=3)
    for found in em.verify(tmp_path / "done" / "mutations.jsonl"):
        assert found.ok, found.failures
        assert found.outcomes["record"] == found.outcomes["tree-sitter"] == "passed"


def test_the_same_seed_gives_the_same_tree(tree: Path, tmp_path: Path) -> None:
    names = ("one", "two", "other")
    for name, seed in zip(names, (5, 5, 6), strict=True):
        em.rewrite(tree, tmp_path / name, seed=seed, mutators=["variable-renaming", "reorder-condition"])
    one, two, other = (listing(tmp_path / name) for name in names)
    assert one == two
    assert one != other


def test_conflicts_are_counted_and_leave_the_rest_alone(tree: Path, tmp_path: Path) -> None:
    mutators: list[str | Mutator] = [Misfit(), "reorder-condition"]
    summary = em.rewrite(tree, tmp_path / "done", mutators=mutators)
    assert set(summary.mutations) == {"reorder-condition"}
    assert summary.conflicts
    assert all("misfit" in conflict for conflict in summary.conflicts)
    em.invert_tree(tmp_path / "done", tmp_path / "done" / "mutations.jsonl", tmp_path / "back")
    assert listing(tmp_path / "back") == listing(tree)


def test_what_would_be_overwritten_is_refused(tree: Path, tmp_path: Path) -> None:
    before = listing(tmp_path)
    with pytest.raises(FileExistsError, match="not an empty folder"):
        em.rewrite(tree / "shop", tree)
    with pytest.raises(FileExistsError, match="lies in the folder"):
        em.rewrite(tree, tree / "empty")
    with pytest.raises(FileExistsError, match="name is needed"):
        em.rewrite(tree / "shop" / "deep", tmp_path / "out")
    with pytest.raises(NotADirectoryError):
        em.rewrite(tree / "README", tmp_path / "out")
    with pytest.raises(FileNotFoundError, match="no such folder"):
        em.rewrite(tree / "nothing", tmp_path / "out")
    with pytest.raises(FileNotFoundError, match="no such folder"):
        em.invert_tree(tree / "nothing", tree / "README", tmp_path / "out")
    with pytest.raises(em.MutationError, match="no mutator 'nope'"):
        em.rewrite(tree, tmp_path / "out", mutators=["nope"])
    assert listing(tmp_path) == before


def test_a_failure_leaves_nothing_behind(tree: Path, tmp_path: Path) -> None:
    def fail(name: str) -> None:
        raise RuntimeError(name)

    with pytest.raises(RuntimeError):
        em.rewrite(tree, tmp_path / "out", on_file=fail)
    assert listed(tmp_path) == ["source"]


def edited(path: Path, change: dict[str, object]) -> None:
    first, *others = rows(path)
    path.write_text("\n".join(json.dumps(row) for row in ({**first, **change}, *others)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"offset": 1}, r"^Cart.java: line 1: another text stands at byte 1"),
        ({"offset": "1"}, r"^Cart.java: line 1: field 'offset'"),
        ({"mutant": "void f() {}"}, r"^Cart.java: line 1: another text stands"),
        ({"mutation": {}}, r"^Cart.java: line 1: field 'mutation'"),
        ({"path": "Gone.java"}, r"^Gone.java: no such file, but line 1 "),
        ({"path": None}, r"^line 1: field path is not a text"),
        ({"path": "../source/Cart.java"}, r"no such file"),
    ],
)
def test_records_that_do_not_fit_are_named(tmp_path: Path, change: dict[str, object], message: str) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "Cart.java").write_text(SAMPLE)
    em.rewrite(tmp_path / "source", tmp_path / "done")
    edited(tmp_path / "done" / "mutations.jsonl", change)
    with pytest.raises(em.RecordMismatch, match=message):
        em.invert_tree(tmp_path / "done", tmp_path / "done" / "mutations.jsonl", tmp_path / "back")
    assert listed(tmp_path) == ["done", "source"]


def test_a_mutated_file_that_was_edited_is_not_restored(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "Cart.java").write_text(SAMPLE)
    em.rewrite(tmp_path / "source", tmp_path / "done")
    cart = tmp_path / "done" / "Cart.java"
    cart.write_text(cart.read_text().replace("package shop;", "package s;"))
    with pytest.raises(em.RecordMismatch, match=r"^Cart.java: line \d: another text"):
        em.invert_tree(tmp_path / "done", tmp_path / "done" / "mutations.jsonl", tmp_path / "back")
