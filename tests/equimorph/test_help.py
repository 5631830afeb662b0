"""Help that ends with examples that work, and what the shell completes."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import equimorph as em
from equimorph.cli import app
from equimorph.cli.epilogs import EXAMPLES
from mutators import names
from mutators.operator_sets import OPERATOR_SETS
from tests.equimorph.conftest import rows, run
from tests.equimorph.datasets.mining.conftest import History

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(folder: Path) -> Path:
    """A folder that has what the examples take."""
    (folder / "src" / "main" / "java").mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "Parcel.java", folder / "src" / "main" / "java")
    shutil.copytree(ROOT / "demo", folder / "demo")
    (folder / "methods.jsonl").write_text('{"code": "boolean f(int a) { return a < 1; }"}\n')
    [mutant] = em.mutate("boolean f(int a) {\n  return a < 1;\n}", ["reorder-condition"])
    patch = {**em.row(mutant), "patch": mutant.mutant, "hunk": "  return !(1 > a);", "at": 2}
    (folder / "patches.jsonl").write_text(json.dumps(patch))
    mined = History(folder / "repository")
    mined.fix("class A { int f() { return 1; } }", "class A { int f() { return 2; } }")
    assert mined.path.is_dir()
    (folder / "A.java").write_text("class A { boolean f(int a, int b) { return !(a < b); } }")
    run("mutate", "A.java", "-m", "operator-mutation", "--out", "breaking.jsonl")
    return folder


@pytest.mark.usefixtures("jdk")
def test_the_examples_of_the_help_work(project: Path) -> None:
    for verb, commands in EXAMPLES.items():
        for command in commands:
            program, *arguments = shlex.split(command)
            assert (program, arguments[0]) == ("equimorph", verb)
            done = run(*arguments)
            assert (command, done.exit_code, done.stderr.count("error")) == (command, 0, 0)
    assert len(rows(project / "mutants.jsonl")) > 10
    assert [row["verdict"] for row in rows(project / "undone.jsonl")] == ["undone"]
    assert (project / "restored/main/java/Parcel.java").read_bytes() == (
        ROOT / "examples" / "Parcel.java"
    ).read_bytes()
    assert len(rows(project / "kept.jsonl")) == 9
    assert (project / "pairs.parquet").read_bytes()[:4] == b"PAR1"


@pytest.mark.parametrize("verb", EXAMPLES)
def test_the_help_is_readable_in_80_columns(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 80)  # TERMINAL_WIDTH is read once
    monkeypatch.setenv("NO_COLOR", "1")
    lines = run(verb, "--help").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    at = lines.index(next(line for line in lines if line.strip() == "Examples:"))
    shown = [line.strip() for line in lines[at + 1 :] if line.strip()]
    assert shown == [f"$ {command}" for command in EXAMPLES[verb]]


def test_each_verb_has_examples() -> None:
    verbs = get_command(app).commands  # type: ignore[attr-defined]
    assert set(EXAMPLES) == set(verbs)
    assert all((verbs[verb].epilog or "").startswith("Examples:") for verb in EXAMPLES)


def completed(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    """What the shell is told of a line that ends with the cursor."""
    words = f"equimorph {line}".split(" ")
    monkeypatch.setenv("_EQUIMORPH_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    return CliRunner().invoke(app, [], prog_name="equimorph").stdout.splitlines()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("mu", ["mutate"]),
        ("mutate --sho", ["--show"]),
        ("mutate A.java -m re", ["reorder-condition", "return-variable"]),
        ("sites A.java --mutator ", list(names())),
        ("rewrite src --scheme i", ["initials"]),
        ("mutate A.java --scheme a", ["any"]),
        ("mutate A.java --operators ", list(OPERATOR_SETS)),
        ("mutate A.java --purity p", ["proven"]),
        ("mutate A.java --parts p --format ", ["jsonl", "parquet"]),
        ("pairs src --format p", ["parquet"]),
        ("pairs src -m loop-exchange --breaking op", ["operator-mutation"]),
        # What is wrong before the cursor is told later.
        ("mutate A.java -m nope --purity c", ["conventional"]),
    ],
)
def test_names_are_completed(monkeypatch: pytest.MonkeyPatch, line: str, expected: list[str]) -> None:
    assert completed(monkeypatch, line) == expected


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_the_script_works_in_bash(tmp_path: Path) -> None:
    """The shell is given the script, and asked as if the tabulator key were hit."""
    program = tmp_path / "equimorph"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m equimorph "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(_EQUIMORPH_COMPLETE=source_bash equimorph)"\n'
        "COMP_WORDS=(equimorph mutate A.java --mutator use); COMP_CWORD=4\n"
        "_equimorph_completion equimorph\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, encoding="utf-8", env=env, check=True
    )
    assert done.stdout.splitlines() == ["useless-cast"]


PLUGIN = """
\"\"\"shout: a string in capitals, "a" -> "A".\"\"\"
from mutators import Edit, Example, Mutator, Option
from mutators.java.match import JavaMatch


class Shout(Mutator):
    name = "shout"
    language = "java"
    relation = "breaking"
    options = (Option("case", ("upper", "lower"), "which case strings get", param="case"),)
    examples = Example.rows("@", 'String f() { return "a"; } -> String f() { return "A"; }')

    def matches(self, method):
        for node in method.nodes:
            if node.type == "string_literal":
                yield Literal(method, node, case=self.case)


class Literal(JavaMatch):
    def obstacle(self):
        return None if self.new != self.text(self.node) else "nothing would change"

    def edits(self, rng):
        yield self.replace(self.node, self.new)

    @property
    def new(self):
        text = self.text(self.node)
        return text.upper() if self.params == (("case", "upper"),) else text.lower()
"""


def test_a_mutator_of_another_package_brings_its_option(tmp_path: Path) -> None:
    """One file and an entry point: the option is in the help, in records, and checked."""
    (tmp_path / "shout.py").write_text(PLUGIN)
    metadata = tmp_path / "shout-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: shout\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[equimorph.mutators]\nshout = shout:Shout\n")
    (tmp_path / "A.java").write_text('class A { String f() { return "aB"; } }\n')

    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]), "COLUMNS": "120"}
        words = [sys.executable, "-m", "equimorph", *arguments]
        return subprocess.run(
            words, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", check=False
        )

    assert "Which case strings get: upper or lower." in command("sites", "--help").stdout
    assert "shout  breaking" in command("list").stdout
    made = json.loads(command("mutate", "A.java", "-m", "shout", "--case", "lower").stdout)
    assert '"ab"' in made["mutant"]
    assert made["mutation"]["site"]["params"] == {"case": "lower"}
    assert '"AB"' in command("mutate", "A.java", "-m", "shout").stdout.replace("\\", "")
    assert "no case 'loud'" in command("mutate", "A.java", "-m", "shout", "--case", "loud").stderr
    other = command("mutate", "A.java", "-m", "reorder-condition", "--case", "lower")
    assert "--case is an option of shout, which is not among the mutators" in other.stderr
    (tmp_path / "shout.py").write_text(
        PLUGIN.replace('"case", ("upper"', '"case", flag="--seed", values=("upper"').replace(
            '"lower"), "which', '"lower"), help="which'
        )
    )
    assert "Which case" not in command("mutate", "--help").stdout  # the verb has a --seed of its own
    (tmp_path / "shout.py").write_text("import no_such_module\n")
    assert command("--version").stdout.startswith("equimorph ")
    assert "no_such_module" in command("mutate", "A.java", "-m", "shout").stderr
