"""CONTRIBUTING.md lists each file that an addition touches; the Makefile knows its words, and hooks download nothing."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "CONTRIBUTING.md"


class Kind(NamedTuple):
    """A kind of addition, by the heading of its section.

    Attributes:
        examples: existing ones, as the repository names them; the file names have underscores.
        users: a pattern of files that name an example only because they use it.
    """

    examples: tuple[str, ...]
    users: str


_OTHER_TESTS = r"tests/(docs|equimorph|parsers|scripts)/"
KINDS = {
    "A mutator of Java": Kind(
        ("return-variable", "permute-statement", "infix-dividing"),
        rf"{_OTHER_TESTS}|docs/(adr/|layout)|examples/|demo/",
    ),
    "A metric": Kind(
        ("rouge-l",), r"tests/(docs/|equimorph/(?!metrics/))|src/equimorph/search/|docs/search-retraining.md"
    ),
    "A format of training data": Kind(("sequencer",), r"tests/docs/|src/equimorph/tables/|demo/"),
    "An option": Kind(("stagnation",), r"tests/docs/|src/equimorph/search/results.py"),
}
EVERYWHERE = {"CHANGELOG.md", "CONTRIBUTING.md"}
"""Files that name whatever is new, by other rules than these tables."""
NAMED_OTHERWISE = {"rouge-l": "rouge"}
"""The NAME in file names, where it is not the example's own."""


@pytest.fixture(scope="session")
def texts() -> dict[str, str]:
    """The text files of the project by their paths."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "scripts"))
        paths = importlib.import_module("check_sdist").wanted_files(ROOT)
    # The pages of mutators are built from the files in the tables.
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8", "replace")
        for path in paths
        if path.parent != ROOT / "docs" / "mutators" or path.stem == "index"
    }


def section(heading: str) -> str:
    """What the page says under a heading of the third level."""
    [found] = re.findall(rf"^### {heading}\n(.*?)(?=^##)", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(found)


def tables(heading: str) -> list[list[str]]:
    """For each table of a section its files, with NAME in place of a name."""
    blocks = re.findall(r"(?:^\|.*\n)+", section(heading), re.MULTILINE)
    return [re.findall(r"^\| `([^`]+)` \|", block, re.MULTILINE) for block in blocks]


@cache
def named(example: str) -> re.Pattern[str]:
    """A pattern of an example's name, however it is written."""
    words = example.split("-")
    spellings = ("-".join(words), "_".join(words), "".join(map(str.title, words)))
    return re.compile(rf"(?<!\w)(?<!\w-)({'|'.join(spellings)})(?![\w-])")


def files_naming(example: str, kind: Kind, texts: dict[str, str]) -> set[str]:
    """The files that an addition like an example touches: by their names, or because they name it."""
    return {
        path
        for path, text in texts.items()
        if (named(example).search(text) or named(example).search(Path(path).stem.removeprefix("test_")))
        and path not in EVERYWHERE
        and not re.match(kind.users, path)
    }


def covers(listed: str, example: str, path: str) -> bool:
    """Whether a row of a table means a file; a module may be a package."""
    wanted = listed.replace("NAME", NAMED_OTHERWISE.get(example, example.replace("-", "_")))
    if "*" in wanted:
        return Path(path).match(wanted)
    return path == wanted or path.startswith(f"{wanted.removesuffix('.py')}/")


EXAMPLES = [(heading, example) for heading, kind in KINDS.items() for example in kind.examples]


@pytest.mark.parametrize(("heading", "example"), EXAMPLES)
def test_each_file_that_names_an_example_is_listed(heading: str, example: str, texts: dict[str, str]) -> None:
    listed = [row for table in tables(heading) for row in table]
    files = files_naming(example, KINDS[heading], texts)
    missing = {path for path in files if not any(covers(row, example, path) for row in listed)}
    assert not missing, f"add a row under {heading!r} of CONTRIBUTING.md, or do not name {example} there"


@pytest.mark.parametrize(("heading", "example"), EXAMPLES)
def test_each_file_that_is_always_touched_names_each_example(
    heading: str, example: str, texts: dict[str, str]
) -> None:
    files = files_naming(example, KINDS[heading], texts)
    idle = [row for row in tables(heading)[0] if not any(covers(row, example, path) for path in files)]
    assert not idle, f"{example} needs none of these: they are not for every addition"


@pytest.mark.parametrize("heading", KINDS)
def test_each_file_that_is_sometimes_touched_names_one_example(heading: str, texts: dict[str, str]) -> None:
    kind = KINDS[heading]
    touched = [(one, path) for one in kind.examples for path in files_naming(one, kind, texts)]
    idle = [
        row for table in tables(heading)[1:] for row in table if not any(covers(row, *a) for a in touched)
    ]
    assert not idle


@pytest.mark.parametrize(
    ("heading", "names"),
    [("A mutator of Python", ("new_variable", "reorder_condition")), ("A language", ("java", "python"))],
)
def test_the_files_that_others_touch_are_there(
    heading: str, names: tuple[str, ...], texts: dict[str, str]
) -> None:
    [rows] = tables(heading)
    assert len(rows) > 3
    for name in names:
        lost = [row for row in rows if not any(covers(row, name, path) for path in texts)]
        assert not lost, f"{name} has none of these"


def test_paths_in_the_text_are_there(texts: dict[str, str]) -> None:
    folders = {parent.as_posix() for path in texts for parent in Path(path).parents}
    mentioned = set(re.findall(r"`((?:src|tests|docs|scripts)/[\w./-]+)`", PAGE.read_text("utf-8")))
    mentioned |= set(re.findall(r"\]\(([^)#:]+)\)", PAGE.read_text("utf-8")))
    lost = {path for path in mentioned if "NAME" not in path and path.rstrip("/") not in {*texts, *folders}}
    assert len(mentioned) > 20
    assert not lost


def test_each_word_of_the_makefile_is_explained_and_each_explained_word_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    words = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert words == set(re.findall(r"^([a-z-]+):.*## \S", makefile, re.MULTILINE))
    used = re.findall(
        r"\bmake ([a-z-]+)", "".join(re.findall(r"`[^`]*`|^    .*$", PAGE.read_text("utf-8"), re.M))
    )
    assert set(used) == words - {"help"}


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
def test_make_runs_the_tests_of_a_file_in_the_active_environment() -> None:
    command = ["make", "-n", "test-of", "FILE=tests/docs", "ARGS=-x", "VIRTUAL_ENV=/venv", "EQUIMORPH_VENV="]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout
    assert printed.splitlines()[-1] == "python -m pytest -q tests/docs -x"


def test_hooks_call_what_is_installed_and_download_nothing() -> None:
    settings = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    hooks = [hook for repo in settings["repos"] for hook in repo["hooks"]]
    assert {repo["repo"] for repo in settings["repos"]} == {"local"}
    assert {hook["language"] for hook in hooks} == {"system"}
    # Git names the files, so ruff must be told that what pyproject.toml leaves out stays out.
    assert all(re.match(r"ruff (check|format) .*--force-exclude$", hook["entry"]) for hook in hooks)


def test_the_readme_leads_there() -> None:
    assert "](CONTRIBUTING.md)" in (ROOT / "README.md").read_text("utf-8")
