"""The verbs on Python sources: which language a text has, encodings, rows, and trees that come back to the byte."""

from __future__ import annotations

import filecmp
import json
from pathlib import Path

import pytest

import equimorph as em
from tests.equimorph.conftest import rows, run

TEXT = "def f(a, b):\n    if a:\n        return b\n    else:\n        return a\n"
JAVA = "class A { int f(boolean a) { if (a) return 1; else return 2; } }"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("m.py").write_text(TEXT)
    Path("A.java").write_text(JAVA)
    return tmp_path


def test_the_suffix_of_a_file_is_its_language(folder: Path) -> None:
    made = rows(run("mutate", "m.py", "A.java", "-m", "permute-exchange").stdout_bytes)
    assert [(row["path"], row.get("language")) for row in made] == [("m.py", "python"), ("A.java", None)]
    assert "if not (a):" in made[0]["mutant"]


def test_a_folder_has_the_files_of_one_language(folder: Path) -> None:
    assert {row["path"] for row in rows(run("mutate", ".").stdout_bytes)} == {"A.java"}
    assert {row["path"] for row in rows(run("mutate", ".", "--language", "python").stdout_bytes)} == {"m.py"}
    Path("A.java").unlink()
    assert "for its *.py files give --language python" in run("mutate", ".").stderr


def test_rows_say_their_language(folder: Path) -> None:
    given = [{"source": TEXT, "language": "python"}, {"source": TEXT, "path": "x.py"}, {"source": JAVA}]
    Path("in.jsonl").write_text("\n".join(map(json.dumps, given)))
    made = rows(run("mutate", "--jsonl", "in.jsonl", "-m", "permute-exchange").stdout_bytes)
    assert [(row["input_line"], row.get("language")) for row in made] == [
        (1, "python"),
        (2, "python"),
        (3, None),
    ]
    Path("out.jsonl").write_bytes(run("mutate", "m.py", "--full", "-q").stdout_bytes)
    undone = rows(run("undo", "out.jsonl", "--field", "mutant").stdout_bytes)
    assert {row["verdict"] for row in undone} == {"undone"}
    assert {row["undone"] for row in undone} == {TEXT.rstrip("\n")}


def test_workers_make_the_same_rows(folder: Path) -> None:
    alone = run("mutate", "m.py", "A.java", "--seed", "3").stdout_bytes
    assert alone
    assert run("mutate", "m.py", "A.java", "--seed", "3", "--jobs", "2").stdout_bytes == alone


def test_errors_name_the_language(folder: Path) -> None:
    wrong = run("mutate", "m.py", "-m", "useless-cast")
    assert wrong.exit_code == 1
    assert "useless-cast mutates java, not python" in wrong.stderr
    unknown = run("mutate", "m.py", "--language", "pyton")
    assert unknown.exit_code == 2
    assert "no language 'pyton'; did you mean python?" in unknown.stderr


def test_trees_come_back_to_the_byte(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    files = {
        "latin.py": b'# -*- coding: latin-1 -*-\ndef f(a):\n    s = "\xe9"\n    if a: return s\n    else: return a\n',
        "bom.py": b"\xef\xbb\xbfdef f(a):\r\n\tx = a\r\n\tfor i in x:\r\n\t\tprint(i)\r\n\treturn x\r\n",
        "feed.py": b"def g(x):\n  \x0c\n  y = x\n  return y",
        "bad.py": b"def f(:\n",
        "coding.py": b"# coding: nope\n",
        "raw.py": b'x = "\xe9"\n',
        "empty.py": b"",
        "A.java": JAVA.encode(),
    }
    for name, data in files.items():
        (tree / name).write_bytes(data)
    mutated, restored, again = tmp_path / "mutated", tmp_path / "restored", tmp_path / "again"
    given = ("rewrite", str(tree), "--language", "python", "--seed", "7", "--per-method", "6")
    done = run(*given, "--out", str(mutated))
    assert done.exit_code == 0
    assert "bad.py:1: Python 3." in done.stderr
    for name in ("latin.py", "bom.py", "feed.py"):
        assert (mutated / name).read_bytes() != files[name], name
    assert b'"\xe9"' in (mutated / "latin.py").read_bytes()
    assert run(*given, "--out", str(again), "--jobs", "2").exit_code == 0
    names = [*files, "mutations.jsonl"]
    assert filecmp.cmpfiles(mutated, again, names, shallow=False)[0] == names
    assert (
        run(
            "invert", str(mutated), "--records", str(mutated / "mutations.jsonl"), "--out", str(restored)
        ).exit_code
        == 0
    )
    assert {name: (restored / name).read_bytes() for name in files} == files


def test_a_bare_record_is_undone_with_the_original_as_a_source() -> None:
    source = em.parse(TEXT, language="python")
    undone = 0
    for mutant in em.mutate(source, seed=5):
        patch = mutant.text.replace("return b", "return b + 1")
        if patch != mutant.text:
            assert em.undo(patch, mutant.mutation, source) == TEXT.replace("return b", "return b + 1")
            undone += 1
    assert undone > 3


def test_pairs_and_viewers_know_the_language(folder: Path) -> None:
    assert run("pairs", "m.py", "--out", "pairs.jsonl", "--seed", "1").exit_code == 0
    [sample] = rows(Path("pairs.jsonl").read_bytes())
    assert (sample["language"], sample["status"]) == ("python", "ok")
    assert sample["positives"]
    from equimorph import contrastive

    contrastive.check(sample)
    Path("out.jsonl").write_bytes(run("mutate", "m.py", "--full", "-q").stdout_bytes)
    assert run("report", "out.jsonl", "--elements", "elements.json").exit_code == 0
    assert json.loads(Path("elements.json").read_bytes())["files"]["m.py"]["language"] == "python"
