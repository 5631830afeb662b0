"""Python files and rows through the command: encodings, languages, trees, workers; and those who take Java only."""

from __future__ import annotations

import io
import json
import pickle
import tokenize
from pathlib import Path

import pytest

import equimorph as em
from equimorph.contrastive import Options, pairs, write
from equimorph.contrastive.schema import columns_of
from parsers import ParseError, SourceFile
from tests.equimorph.conftest import SAMPLE, listed, rows, run
from tests.equimorph.trees.test_rewriting import listing

FUNCTION = """\
def count(items, limit):
    total = 0
    if limit:
        total = total + 1
    else:
        total = 2
    return total
"""
METHOD = "int larger(int a, int b) { return a < b ? a : b; }"
JAPANESE = FUNCTION.replace("2\n", 'len("日本")\n')
FRENCH = FUNCTION.replace("2\n", 'len("é\xa0ü")\n')

ENCODED: dict[str, bytes] = {
    "latin.py": f"# -*- coding: latin-1 -*-\n{FRENCH}".encode("latin-1"),
    "second_line.py": f"#!/usr/bin/python\n# vim: set fileencoding=shift_jis :\n{JAPANESE}".encode(
        "shift_jis"
    ),
    "escapes.py": f"# coding: iso2022_jp\n{JAPANESE}".encode("iso2022_jp"),
    "mark.py": b"\xef\xbb\xbf" + FRENCH.encode(),
    "mark_and_name.py": b"\xef\xbb\xbf# coding: utf-8\n" + FRENCH.encode(),
    "crlf.py": FRENCH.replace("\n", "\r\n").encode(),
    "carriage_returns.py": FRENCH.replace("\n", "\r").encode(),
    "tabs.py": FRENCH.replace("    ", "\t").encode(),
    "no_end.py": FRENCH.rstrip().encode(),
    "named_too_late.py": f"\nx = 1\n# coding: latin-1\n{FRENCH}".encode(),
}
LEFT_ALONE: dict[str, tuple[bytes, str]] = {
    "bytes.py": (
        b'x = "\xe9"\n',
        "bytes.py:1: invalid or missing encoding declaration; `encoding` (--encoding)",
    ),
    "late_bytes.py": (b'\n\n\nx = "\xe9"\n', "late_bytes.py:4: not UTF-8 at byte 8"),
    "unknown.py": (b"# coding: nonsense\n", "unknown.py:1: unknown encoding: nonsense"),
    "no_text.py": (b"# coding: rot13\n", "no_text.py: no encoding is called 'rot13'"),
    "mark_and_latin.py": (b"\xef\xbb\xbf# coding: latin-1\n", "mark_and_latin.py:1: encoding problem: utf-8"),
    "ascii.py": (b"# coding: ascii\n\n# \xc3\xa9\n", "ascii.py:3: not ascii at byte 19"),
    "zero.py": (b"x = 1\0\n", "zero.py: "),
    "broken.py": (b"def f(:\n", "broken.py:1: "),
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of Python files in many encodings, with files of Java and of nothing."""
    source = tmp_path / "source"
    (source / "sub.py" / "empty").mkdir(parents=True)
    for name, data in ENCODED.items():
        (source / name).write_bytes(data)
    for name, (data, _) in LEFT_ALONE.items():
        (source / name).write_bytes(data)
    (source / "sub.py" / "inner.py").write_text(FUNCTION)
    (source / "link.py").symlink_to("tabs.py")
    (source / "empty.py").touch()
    (source / "Cart.java").write_text(SAMPLE)
    return source


@pytest.mark.parametrize("how", [(), ("--jobs", "2")], ids=["here", "workers"])
def test_a_python_tree_is_rewritten_and_restored_to_the_byte(
    tree: Path, tmp_path: Path, how: tuple[str]
) -> None:
    out, back = tmp_path / "out", tmp_path / "back"
    result = run(
        "rewrite", tree, "--language", "python", "--out", out, "--seed", "7", "--per-method", "6", *how
    )
    assert result.exit_code == 0
    for name, (_, message) in LEFT_ALONE.items():
        assert (out / name).read_bytes() == (tree / name).read_bytes()
        assert f"copied as it is: {message}" in result.stderr
    for name in ENCODED:
        changed = (out / name).read_bytes()
        assert changed != ENCODED[name]
        compile(changed, name, "exec")  # Python reads the encoding that the file declares
        for text in ('"é\xa0ü"', '"日本"'):
            assert (text in decoded(changed)) == (text in decoded(ENCODED[name]))
    assert (out / "Cart.java").read_text() == SAMPLE
    assert {row["language"] for row in rows(out / "mutations.jsonl")} == {"python"}
    assert run("invert", out, "--records", out / "mutations.jsonl", "--out", back).exit_code == 0
    assert listing(back) == listing(tree)


def decoded(data: bytes) -> str:
    """The text of a Python file, as `linecache` reads it."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return data.decode(encoding)


def test_workers_and_this_process_make_the_same_tree(tree: Path, tmp_path: Path) -> None:
    for name, how in (("one", ()), ("other", ("--jobs", "1"))):
        run("rewrite", tree, "--language", "python", "--out", tmp_path / name, "--seed", "3", *how)
    assert listing(tmp_path / "one") == listing(tmp_path / "other")


def test_an_encoding_that_is_given_counts_instead_of_the_declared_one(tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_bytes(f"# coding: utf-8\n{FRENCH}".encode("latin-1"))
    with pytest.raises(ParseError, match="not UTF-8"):
        em.read(path)
    assert 'len("é\xa0ü")' in em.read(path, encoding="latin-1").text
    result = run("mutate", path, "--encoding", "latin-1", "--limit-per-method", "1")
    assert 'len("é\xa0ü")' in rows(result.stdout)[0]["original"]


def test_what_a_text_declares_does_not_change_its_meaning() -> None:
    for head in ("# coding: ascii\n", "# coding: rot13\n", "# coding: nonsense\n", "# coding: latin-1\n"):
        source = head + "def f():\n    return 'é\\d'\n"
        assert em.same_tokens(source, source.replace("'", '"'), "python", normalise=True)
        assert not em.same_tokens(source, source.replace("é", "è"), "python", normalise=True)


def test_a_folder_is_java_unless_the_language_is_given(tree: Path) -> None:
    hint = "no file named *.java in this folder; for its *.py files give --language python\n"
    (tree / "Cart.java").unlink()
    for verb, more in (
        ("sites", ()),
        ("mutate", ()),
        ("rewrite", ("--out", tree.parent / "o")),
        ("pairs", ("-o", "-")),
    ):
        result = run(verb, tree, *more)
        assert f"{tree}: {hint}" in result.stderr
        assert result.exit_code == 0
    assert "no file named *.java in this folder\n" in run("sites", tree / "sub.py" / "empty").stderr
    assert (
        "no file named *.py in this folder\n"
        in run("sites", tree / "sub.py/empty", "--language", "python").stderr
    )


def test_the_language_of_a_text_is_given_or_named_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.py").write_text(FUNCTION)
    Path("f.txt").write_text(FUNCTION)
    wanted = run("mutate", "f.py", "--seed", "1").stdout
    assert {row["language"] for row in rows(wanted)} == {"python"}
    assert run("mutate", "f.txt", "--seed", "1").exit_code == 1
    made = run("mutate", "f.txt", "--language", "python", "--seed", "1").stdout
    assert made.replace("f.txt", "f.py") == wanted
    assert run("mutate", "f.py", "--language", "python", "--jobs", "1", "--seed", "1").stdout == wanted


ROWS = (
    {"source": FUNCTION, "language": "python"},
    {"source": FUNCTION, "language": "Python", "path": None},
    {"source": FUNCTION, "path": "a/f.py"},
    {"source": METHOD},
    {"source": METHOD, "language": "java", "path": "A.java"},
    {"source": METHOD, "language": "klingon"},
    {"source": METHOD, "language": 7},
    {"source": METHOD, "language": None, "path": "a/f.txt"},
)
SPOKEN = [None, *["python"] * 3, *[None] * 5]
"""What the rows of the mutants say, by the number of the row from 1."""


@pytest.mark.parametrize("how", [(), ("--jobs", "1")], ids=["here", "worker"])
def test_each_row_is_read_in_the_language_that_it_names(tmp_path: Path, how: tuple[str]) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))
    made = rows(run("mutate", "--jsonl", path, *how).stdout)
    assert {row["input_line"] for row in made} == set(range(1, 9))
    assert all(row.get("language") == SPOKEN[row["input_line"]] for row in made)
    for row in made:
        assert em.parse_row(row).restored() == (
            METHOD if row.get("language") is None else FUNCTION.rstrip("\n")
        )


@pytest.mark.parametrize("how", ["out", "parts"])
def test_a_table_of_mutants_keeps_the_language(tmp_path: Path, how: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pa = pytest.importorskip("pyarrow")
    texts = tmp_path / "in.parquet"
    columns = {name: [row.get(name) for row in ROWS[:5]] for name in ("source", "path", "language")}
    parquet.write_table(pa.table(columns), texts)
    if how == "out":
        assert run("mutate", "--parquet", texts, "--out", tmp_path / "m.parquet").exit_code == 0
    else:
        assert (
            run("mutate", "--parquet", texts, "--parts", tmp_path / "parts", "--format", "parquet").exit_code
            == 0
        )
    made = [row for path in tmp_path.rglob("[mp]*.parquet") for row in parquet.read_table(path).to_pylist()]
    assert {row["input_line"] for row in made} == set(range(1, 6))
    assert all(row["language"] == SPOKEN[row["input_line"]] for row in made)
    assert all(em.parse_row(row).language == (row["language"] or "java") for row in made)


def test_a_table_of_mutants_of_java_has_no_such_column(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "in.jsonl").write_text(json.dumps({"source": METHOD}))
    (tmp_path / "f.py").write_text(FUNCTION)
    run("mutate", "--jsonl", tmp_path / "in.jsonl", "--out", tmp_path / "java.parquet")
    run("mutate", tmp_path / "f.py", "--out", tmp_path / "python.parquet")
    assert "language" not in parquet.read_schema(tmp_path / "java.parquet").names
    assert "language" in parquet.read_schema(tmp_path / "python.parquet").names


def test_a_batch_has_its_language_or_those_of_its_rows() -> None:
    batch = {"code": [FUNCTION, METHOD, FUNCTION], "language": ["python", "java", "java"]}
    with pytest.warns(UserWarning, match="1 of 3 rows failed.*row 2: 1: not Java"):
        made = em.mutate_batch(batch, [0, 1, 2], field="code", keep=["language"])
    assert {(number, name) for number, name in zip(made["index"], made["language"], strict=True)} == {
        (0, "python"),
        (1, "java"),
    }
    given = em.mutate_batch(
        {"code": [FUNCTION]}, field="code", language="python", mutators=iter(["permute-exchange"])
    )
    assert given["language"] == ["python"] * len(given["id"]) != []
    assert "language" not in em.mutate_batch({"code": [METHOD]}, field="code")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("mutate", "f.py", "--language", "python", "-m", "useless-cast"),
            "useless-cast mutates java, not python",
        ),
        (
            ("rewrite", ".", "--language", "python", "-m", "useless-cast", "-o", "o"),
            "useless-cast mutates java",
        ),
        (
            ("sites", "f.py", "--language", "python", "--purity", "conventional"),
            "--purity is an option of reorder-condition for",
        ),
        (("mutate", "f.py", "--language", "pyton"), "did you mean python?"),
        (("pairs", "f.py", "Cart.java", "-o", "-"), "samples are of one language, the files of java, python"),
        (("pairs", "f.py", ".", "-o", "-"), "samples are of one language, the files of java, python"),
    ],
)
def test_options_that_do_not_go_with_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.py").write_text(FUNCTION)
    Path("Cart.java").write_text(SAMPLE)
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert listed(tmp_path) == ["Cart.java", "f.py"]


def test_mutants_of_rows_and_their_undo_know_the_language(tmp_path: Path) -> None:
    source = em.parse(FUNCTION, language="python")
    for stacked in em.stack(source, seed=5, per_method=3).to_rows():
        row = em.parse_row({**stacked, "answer": stacked["mutant"]})
        assert row.language == "python"
        assert em.undo_row(row, "answer")["undone"] == FUNCTION.rstrip("\n")
    path = tmp_path / "m.jsonl"
    run("mutate", "--jsonl", written(tmp_path / "in.jsonl", ROWS[0]), "--out", path)
    broken = [{**row, "answer": row["mutant"].replace("return", "return return")} for row in rows(path)]
    found = rows(run("undo", written(tmp_path / "broken.jsonl", *broken), "--field", "answer").stdout)
    assert {row["verdict"] for row in found} == {"unparsable"}
    assert {row["reason"] for row in found} == {"the patched text has a syntax error at line 7"}
    assert [row["original"] for row in rows(run("invert", path).stdout)] == [FUNCTION.rstrip("\n")] * len(
        broken
    )


def written(path: Path, *made: object) -> Path:
    """A file of JSON Lines."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in made))
    return path


def test_samples_are_of_one_language() -> None:
    sources = [em.parse(FUNCTION, "f.py", "python"), em.parse(METHOD, "A.java"), FUNCTION + "\n\nX = 1\n"]
    found = list(pairs(sources, language="python", seed=1))
    assert [(sample.status, sample.language) for sample in found][:2] == [
        ("ok", "python"),
        ("error", "python"),
    ]
    assert found[1].error == "java, and the samples are of python"
    assert found[0].group == next(pairs(sources[:1], language="python", seed=2)).group
    [java] = pairs(sources[:1])
    assert (java.status, java.error, java.language) == (
        "error",
        "python, and the samples are of java",
        "java",
    )


@pytest.mark.parametrize("jobs", [None, 1])
def test_samples_of_a_folder_of_python(tree: Path, tmp_path: Path, jobs: int | None) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    options = Options(language="python", positives=1, negatives=1)
    counts = write(tmp_path / "pairs.parquet", [tree / "sub.py", tree / "broken.py"], options, jobs=jobs)
    assert (counts["ok"], counts["error"]) == (1, 1)
    table = parquet.read_table(tmp_path / "pairs.parquet")
    assert table.schema.names == list(columns_of("python"))
    assert table.to_pydict()["language"] == ["python", "python"]


def test_the_elements_of_a_report_read_files_as_they_declare_it(tree: Path, tmp_path: Path) -> None:
    mutants, out = tmp_path / "m.jsonl", tmp_path / "r.json"
    names = [tree / name for name in ("latin.py", "second_line.py", "mark.py")]
    run("mutate", *names, "--limit-per-method", "2", "--out", mutants)
    assert run("report", mutants, "--elements", out).exit_code == 0
    files = json.loads(out.read_text())["files"]
    assert {Path(name).name for name in files} == {"latin.py", "second_line.py", "mark.py"}
    assert {file["language"] for file in files.values()} == {"python"}
    assert '"日本"' in files[str(names[1])]["source"]
    bare = [{**row, "path": None} for row in rows(run("mutate", names[0], "--full").stdout)]
    run("report", written(mutants, *bare), "--elements", out)
    assert all(name.endswith(".py") for name in json.loads(out.read_text())["files"])


BUG = {
    "id": "b:1",
    "path": "f.py",
    "method": {"name": "count", "start_line": 1, "end_line": 7},
    "buggy": FUNCTION,
    "fixed": FUNCTION.replace("2", "3"),
    "fault_lines": [6],
}


@pytest.mark.parametrize("named", [{}, {"path": "count", "language": "python"}])
@pytest.mark.parametrize(
    "command",
    [
        ("robustness", "augment", "FILE", "--per-item", "2", "--out", "o.jsonl"),
        ("robustness", "train", "FILE", "--out", "o.jsonl"),
    ],
    ids=lambda command: "-".join(command[:2]),
)
def test_what_is_for_java_alone_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], named: dict[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path / "bugs.jsonl", {**BUG, **named})
    result = run(*(str(path) if part == "FILE" else part for part in command))
    assert "bugs.jsonl:1: a row of python; this is for Java only" in result.stderr
    assert result.exit_code == 1


def test_a_source_of_python_pickles_with_its_language() -> None:
    source = SourceFile.from_text(FUNCTION, "f.txt", "python")
    assert pickle.loads(pickle.dumps(source)).methods[0].name == "count"
