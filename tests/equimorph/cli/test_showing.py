"""`mutate --show`: diffs of mutants for people."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import equimorph as em
from equimorph.cli.terminal import painted
from equimorph.mutants.showing import plain, shown, visible
from tests.equimorph.conftest import SAMPLE, run

_STYLE = re.compile("\x1b\\[[0-9;]*m")


def test_what_is_visible_stays() -> None:
    assert visible("é\u00a0\udcff\t\n") == "é\u00a0\udcff\t\n"
    assert visible("\u202e\x1b\U000e0001") == "\\u202e\\u001b\\udb40\\udc01"


def of(text: str, mutator: str) -> em.Mutant:
    """The only mutant."""
    [mutant] = em.mutate(em.parse(text, "A.java"), [mutator])
    return mutant


def test_a_mutant_is_shown_with_place_and_diff(folder: Path) -> None:
    options = (
        "-m",
        "reorder-condition",
        "--method",
        "add",
        "--fault-lines",
        "8-9",
        "--limit-per-method",
        "1",
    )
    result = run("mutate", "Cart.java", "--show", *options)
    [mutant] = em.mutate(em.read("Cart.java"), ["reorder-condition"], select=em.Selection("add"))
    assert result.exit_code == 0
    assert result.stderr == "1 mutant\n"
    assert result.stdout.splitlines() == [
        f"Cart.java:8: reorder-condition in add: {mutant.local.id}, fault lines 8, 9 touched",
        "@@ -5,7 +5,7 @@",
        " ",
        "     int add(String name, int count) {",
        "         int sum = total;",
        "-        if (count < name.length()) {",
        "+        if (name.length() > count) {",
        "             sum += count;",
        "         }",
        "         return sum;",
        "",
    ]
    other = run("mutate", "Cart.java", "--show", "-m", "reorder-condition", "--fault-lines", "9")
    heads = [line for line in other.stdout.splitlines() if line.startswith("Cart")]
    assert heads[0].endswith(", fault line 9 not touched")
    assert "fault" not in heads[1]  # it is in another method
    assert run("mutate", "Cart.java", "--show", "--lines", "99").stdout == ""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mutator", ["variable-renaming", "unused-variable", "new-variable"])
def test_the_diff_is_that_of_the_texts(end: str, mutator: str) -> None:
    """Applied by hand it gives the mutant, whatever ends the lines."""
    text = SAMPLE.replace("\n", end)
    mutants = list(em.mutate(em.parse(text, "A.java"), [mutator]))
    assert mutants
    for mutant in mutants:
        before, after = SAMPLE.split("\n"), mutant.text.replace("\r\n", "\n").split("\n")
        made, at = list[str](), 0
        for line in shown(mutant).splitlines()[1:-1]:
            if hunk := re.fullmatch(r"@@ -(\d+),\d+ \+(\d+),\d+ @@", line):
                made += before[at : int(hunk[1]) - 1]
                assert len(made) == int(hunk[2]) - 1
                at = int(hunk[1]) - 1
            elif line[0] == "+":
                made.append(line[1:])
            else:
                assert before[at] == line[1:]
                at += 1
                made += [] if line[0] == "-" else [line[1:]]
        assert made + before[at:] == after


def test_lines_count_in_the_source() -> None:
    mutant = of("class A {\n\n    boolean f(int a) {\n        return a < 1;\n    }\n}\n", "reorder-condition")
    assert shown(mutant).splitlines()[:2] == [
        f"A.java:4: reorder-condition in f: {mutant.local.id}",
        "@@ -1,6 +1,6 @@",
    ]
    fields = "    int x;\n" * 9
    mutant = of(
        f"class A {{\n{fields}    boolean f(int a) {{\n        return a < 1;\n    }}\n}}\n",
        "reorder-condition",
    )
    assert shown(mutant).splitlines()[:2] == [
        f"A.java:12: reorder-condition in f: {mutant.local.id}",
        "@@ -9,6 +9,6 @@",
    ]


def test_changed_tokens_are_emphasised() -> None:
    def marked(text: str, style: str) -> str:
        return f"<{style}:{text}>" if "token" in style else plain(text, style)

    lines = shown(
        of("boolean f(int total) {\n  return total < 10;\n}", "reorder-condition"), paint=marked
    ).splitlines()
    assert "-  return total <old token:<> <old token:10>;" in lines
    assert "+  return <new token:10> <new token:>> total;" in lines
    # A line that is all new has nothing to be compared with.
    added = shown(of("void f() {\n  g();\n}", "unused-variable"), paint=marked)
    assert re.search(r"^\+  \w+ \w+ = ", added, re.MULTILINE)
    assert "token" not in added


def test_styles_change_no_text() -> None:
    mutant = of("boolean f(int a) {\n  return a < 1;\n}", "reorder-condition")
    coloured = shown(mutant, paint=painted)
    assert "\x1b[31m" in coloured
    assert "\x1b[32m" in coloured
    assert _STYLE.sub("", coloured) == shown(mutant)


def test_what_controls_a_terminal_is_escaped(folder: Path) -> None:
    text = 'class A {\n\tboolean f(int a) {\n\t\tg("\x1b[2J\x07\x9b1m\u202e\u200b");\n\t\treturn a < 1;\n\t}\n}\n'
    (folder / "Cart.java").write_text("\ufeff" + text, encoding="utf-8")
    result = run("mutate", "Cart.java", "--show", "-m", "reorder-condition")
    assert ' \t\tg("\\u001b[2J\\u0007\\u009b1m\\u202e\\u200b");' in result.stdout.splitlines()
    assert " \\ufeffclass A {" in result.stdout.splitlines()
    assert "-\t\treturn a < 1;" in result.stdout.splitlines()
    assert not {one for one in result.stdout if ord(one) < 32} - set("\t\n")
    (folder / "Cart.java").write_text('class A { boolean f(String a) { return a == "\x1b[2J"; } }')
    assert 'f: a == "\\u001b[2J"\n' in run("sites", "Cart.java", "-m", "reorder-condition").stdout
    assert visible("a\tb\n\u00a0é\U0001f600\U000e0001") == "a\tb\n\u00a0é\U0001f600\\udb40\\udc01"


@pytest.mark.parametrize(
    "options",
    [("--out", "x"), ("--full",), ("--parts", "x"), ("--jobs", "2"), ("--parts", "x", "--format", "jsonl")],
)
def test_it_goes_without_what_is_about_rows(folder: Path, options: tuple[str, ...]) -> None:
    result = run("mutate", "Cart.java", "--show", *options)
    assert result.exit_code == 2
    assert "--show prints diffs" in result.stderr
    assert not (folder / "x").exists()


def test_rows_of_json_lines_are_shown_too(folder: Path) -> None:
    (folder / "in.jsonl").write_text('\n{"code": "return a < 1;"}\n{"code": 1}\n')
    result = run("mutate", "--jsonl", "in.jsonl", "--field", "code", "--show", "-m", "reorder-condition")
    assert result.exit_code == 1
    head, *lines = result.stdout.splitlines()
    assert head.startswith("line 2:1: reorder-condition in statements: ")
    assert lines == ["@@ -1,1 +1,1 @@", "-return a < 1;", "+return 1 > a;", ""]
    assert result.stderr == "error: in.jsonl: line 3: field 'code' is not a text\n1 mutant; 1 failed\n"


def _command(*arguments: str, **variables: str) -> tuple[list[str], dict[str, str]]:
    known = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    path = os.pathsep.join(filter(None, sys.path))
    env = {**known, "PYTHONPATH": path, "TERM": "xterm-256color", **variables}
    return [sys.executable, "-m", "equimorph", *arguments], env


_SHOW = ("mutate", "Cart.java", "-m", "reorder-condition", "--method", "same", "--show")


@pytest.mark.parametrize(
    ("variables", "colours"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_a_pipe_gets_plain_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], colours: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    found = run(*_SHOW).stdout
    assert ("\x1b" in found) is colours
    assert "+        return right == left;" in _STYLE.sub("", found)


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals to be had")
def test_a_terminal_gets_colours_and_names_that_are_not_text(folder: Path) -> None:
    import pty

    name = os.fsencode(folder) + b"/odd\xff\x1b.java"
    Path(os.fsdecode(name)).write_text(SAMPLE)
    (folder / "Cart.java").unlink()
    mine, theirs = pty.openpty()
    arguments, env = _command("mutate", ".", *_SHOW[2:])
    process = subprocess.Popen(arguments, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    told = b""
    try:
        while part := os.read(mine, 4096):
            told += part
    except OSError:  # how Linux ends a terminal of which the other side is closed
        pass
    os.close(mine)
    assert process.wait() == 0
    assert told.startswith(b"\x1b[1modd\xff\\u001b.java:15: reorder-condition in same: ")
    assert b"\x1b[32m+        return " in told
    assert b"files" not in told  # a progress bar would be in the way


def test_each_mutant_is_shown_as_soon_as_it_is_made(folder: Path) -> None:
    """A pipe whose end never comes lets the first mutants through."""
    (folder / "Cart.java").write_text("class A { boolean f(int a) { return a < 1; } }")
    arguments, env = _command("mutate", "Cart.java", "wait.java", "--show", "-m", "reorder-condition")
    os.mkfifo("wait.java")
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, env=env) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"Cart.java:1: reorder-condition in f: ")
        assert process.poll() is None
        Path("wait.java").write_text("class B { }")
        assert process.stdout.read().endswith(b"\n\n")
    assert process.returncode == 0
