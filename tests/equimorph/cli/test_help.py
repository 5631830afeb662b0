"""Help that ends with examples that work, and what the shell completes."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import equimorph as em
from equimorph.cli import app
from equimorph.cli.epilogs import EXAMPLES, examples
from mutators import defaults, names
from mutators.operator_sets import OPERATOR_SETS
from tests.equimorph.conftest import rows, run
from tests.equimorph.datasets.mining.conftest import History

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def project_files(folder: Path) -> Path:
    """A folder with an empty file or folder for whatever an example reads."""
    (folder / "demo").symlink_to(ROOT / "demo")
    for name in ("src/main/java", "repository", "target/classes", "items", "clean", "split", "mutated"):
        (folder / name).mkdir(parents=True)
    for name in ("defects4j", "commons-lang", "BugsInPy", "tqdm", "model", "gen", "encoder"):
        (folder / name).mkdir()
    made = {word for commands in EXAMPLES.values() for command in commands for word in words(command)}
    for name in made:
        if re.fullmatch(r"[\w./-]+\.(jsonl|json|java|parquet)", name) and not (folder / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
    return folder


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


UNTRIED = {
    # They need Maven, clones of Defects4J and of a project, a chat server, or minutes.
    *examples("kill"),
    *examples("bench sample"),
    *examples("defects4j bugs"),
    *examples("defects4j checkout"),
    *examples("search retrain"),
    *examples("search model-mutants"),
}


def words(command: str) -> list[str]:
    return shlex.split(command.replace("\\\n", " "))


@pytest.mark.usefixtures("jdk")
def test_the_examples_of_the_help_work(project: Path) -> None:
    for verb, commands in EXAMPLES.items():
        for command in commands:
            program, *arguments = words(command)
            assert (program, arguments[0]) == ("equimorph", verb)
            if command in UNTRIED:
                continue
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
    assert shown == [line.strip() for command in EXAMPLES[verb] for line in f"$ {command}".splitlines()]


def test_each_group_has_examples() -> None:
    groups = get_command(app).commands  # type: ignore[attr-defined]
    assert set(EXAMPLES) == set(groups)
    assert all((groups[verb].epilog or "").startswith("Examples:") for verb in EXAMPLES)


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
        ("pro", ["prove"]),
        ("kill rows.jsonl --te", ["--tests"]),
        ("verify --te", [""]),
        ("verify --pro", [""]),
        ("mutate A.java -m re", [name for name in names() if name.startswith("re")]),
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


Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def plugged(tmp_path: Path) -> Command:
    """Runs the command in a folder where the mutator `shout` is plugged in."""
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

    return command


def test_a_mutator_of_another_package_brings_its_option(tmp_path: Path, plugged: Command) -> None:
    """One file and an entry point: the option is in the help, in records, and checked."""
    command = plugged
    assert "Which case strings get: upper or lower." in command("sites", "--help").stdout
    assert "shout  breaking" in command("list").stdout
    made = json.loads(command("mutate", "A.java", "-m", "shout", "--case", "lower").stdout)
    assert '"ab"' in made["mutant"]
    assert made["mutation"]["site"]["params"] == {"case": "lower"}
    assert '"AB"' in command("mutate", "A.java", "-m", "shout").stdout.replace("\\", "")
    assert "no case 'loud'" in command("mutate", "A.java", "-m", "shout", "--case", "loud").stderr
    other = command("mutate", "A.java", "-m", "reorder-condition", "--case", "lower")
    assert "--case is an option of shout, which is not among the mutators" in other.stderr
    (tmp_path / "shout.py").write_text("import no_such_module\n")
    assert command("--version").stdout.startswith("equimorph ")
    assert "no_such_module" in command("mutate", "A.java", "-m", "shout").stderr


def option_named(name: str, flag: str = "") -> str:
    """The plug-in with its option under another name."""
    words = [name, *(f"--{flag}" for flag in [flag] if flag)]
    declared = PLUGIN.replace('"case", ("upper", "lower")', f'"{name}", ("upper", "lower")')
    declared = declared.replace("case=self.case", f"case=self.{name}")
    return declared.replace('param="case"', f'param="case", flag="{words[1]}"') if flag else declared


@pytest.mark.parametrize("name", ["table", "paths"])
def test_a_parameter_of_the_function_behind_a_verb_is_no_flag(
    tmp_path: Path, plugged: Command, name: str
) -> None:
    """`--parquet` is the option; that its parameter is called `table` is nobody's business."""
    (tmp_path / "shout.py").write_text(option_named(name))
    flag = f"--{name.replace('_', '-')}"
    made = plugged("mutate", "A.java", "-m", "shout", flag, "lower")
    assert json.loads(made.stdout)["mutation"]["site"]["params"] == {"case": "lower"}, made.stderr


@pytest.mark.parametrize(
    ("verb", "flag"),
    [("mutate", "seed"), ("mutate", "format"), ("mutate", "quiet"), ("sites", "why"), ("mutate", "help")],
)
def test_a_flag_that_the_verb_has_is_an_error_that_names_both(
    tmp_path: Path, plugged: Command, verb: str, flag: str
) -> None:
    (tmp_path / "shout.py").write_text(option_named("loud", flag))
    assert "Which case" not in plugged(verb, "--help").stdout
    refused = plugged(verb, "A.java", "-m", "shout")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith(
        f"error: --{flag} is an option of this verb, and the mutator shout has an option 'loud' with the same flag"
    )
    assert plugged(verb, "A.java", "-m", "reorder-condition").returncode == 0


def verbs(group: Any = None, *path: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - click's
    """All verbs with their commands."""
    for name, command in (group or get_command(app)).commands.items():
        if hasattr(command, "commands"):
            yield from verbs(command, *path, name)
        else:
            yield " ".join((*path, name)), command


VERBS = dict(verbs())
ELSEWHERE = {("mutate", "-p1"), ("defects4j checkout", "--fix"), ("cote train", "--method")}
"""Options of another command, which a help names as such."""


@pytest.mark.parametrize("verb", VERBS)
def test_a_help_names_only_options_that_the_verb_has(verb: str) -> None:
    command = VERBS[verb]
    flags = {"--help", *(flag for parameter in command.params for flag in parameter.opts)}
    texts = [command.help or "", *(getattr(parameter, "help", None) or "" for parameter in command.params)]
    named = {
        flag
        for text in texts
        for flag in re.findall(r"(?<![\w`-])--?[a-zA-Z][\w-]*", re.sub("`[^`]*`", "", text))
    }
    assert {(verb, flag) for flag in named - flags} <= ELSEWHERE


def option(verb: str, flag: str) -> Any:  # noqa: ANN401 - click's
    [found] = [parameter for parameter in VERBS[verb].params if flag in parameter.opts]
    return found


def test_the_help_says_how_many_workers_there_are_by_default() -> None:
    texts = {
        verb: option(verb, "--jobs").help
        for verb in VERBS
        if any("--jobs" in one.opts for one in VERBS[verb].params)
    }
    rows = {verb for verb, text in texts.items() if text.endswith("Default: none; with --parts 1.")}
    assert rows == {"mutate", "pairs"}
    assert {verb for verb, text in texts.items() if text.endswith("Default: none.")} == {"rewrite"}
    assert {verb for verb, text in texts.items() if "none" in text} == rows | {"rewrite"}


def test_the_default_mutators_are_those_that_the_list_does_not_restrict() -> None:
    listed = run("list").stdout.splitlines()
    named = {
        line.split()[0] for line in listed if "(python)" not in line and ", only where it is named," in line
    }
    assert named == set(names()) - set(defaults())
    for verb in ("mutate", "sites", "rewrite"):
        assert (
            'all but what `equimorph list` calls "only where it is named"' in option(verb, "--mutator").help
        )


@pytest.mark.parametrize(
    ("verb", "seconds"), [("mutate", 60), ("rewrite", 60), ("leakage find", 3600), ("datasets mine", 3600)]
)
def test_the_help_says_how_long_a_worker_may_take(verb: str, seconds: int) -> None:
    assert option(verb, "--timeout").help.endswith(f"Default: {seconds}.")


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_ends_its_help_with_examples_that_it_understands(
    monkeypatch: pytest.MonkeyPatch, project_files: Path, verb: str
) -> None:
    commands = examples(verb)
    assert commands
    shown = run(*verb.split(), "--help").stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.rstrip().endswith(
        "\n".join(["Examples:", *(f"  $ {one}".replace("\n", "\n  ") for one in commands)])
    )
    for command in commands:
        arguments = words(command)[1 + len(verb.split()) :]
        with VERBS[verb].make_context(verb, arguments) as context:  # a usage error is an error
            assert context.info_name == verb
