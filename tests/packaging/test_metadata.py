"""What is said of the project in several places: its version, its licence, how to cite it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

import equimorph as em

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION: dict[str, Any] = yaml.load((ROOT / "CITATION.cff").read_text(encoding="utf-8"), yaml.BaseLoader)
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]


def test_one_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.search(r"^## \[?(?!Unreleased)([^\s\]]+)", changelog, re.MULTILINE)
    assert released
    assert PROJECT["version"] == em.__version__ == CITATION["version"] == released[1]
    assert str(Version(em.__version__)) == em.__version__


def test_the_citation_has_what_version_1_2_0_of_the_format_demands() -> None:
    required = {"cff-version", "message", "title", "authors"}
    used = {"type", "abstract", "version", "license", "keywords"}
    assert CITATION.keys() == required | used
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] == "software"
    # Of an author who is no person, the format knows the name alone.
    assert CITATION["authors"] == PROJECT["authors"]
    assert (CITATION["title"], CITATION["license"]) == (PROJECT["name"], PROJECT["license"])
    assert CITATION["abstract"].startswith(PROJECT["description"].removesuffix("."))
    assert CITATION["keywords"] == PROJECT["keywords"]


def test_files_that_the_metadata_name_exist() -> None:
    assert (ROOT / PROJECT["readme"]).is_file()
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])


def requirements(lines: list[str]) -> list[Requirement]:
    return [requirement for requirement in map(Requirement, lines) if requirement.name != PROJECT["name"]]


def test_every_dependency_has_a_lower_bound() -> None:
    named = requirements([*PROJECT["dependencies"], *(line for lines in EXTRAS.values() for line in lines)])
    unbounded = [str(one) for one in named if not any(part.operator == ">=" for part in one.specifier)]
    assert unbounded == []


def test_the_test_extra_has_the_bounds_of_the_extras_that_it_stands_for() -> None:
    tested = {one.name: one.specifier for one in requirements(EXTRAS["test"])}
    for extra in ("parquet", "dask"):
        for one in requirements(EXTRAS[extra]):
            assert tested[one.name] == one.specifier


def test_the_classifiers_agree_with_the_pythons_that_are_allowed() -> None:
    listed = [match[1] for c in PROJECT["classifiers"] if (match := re.search(r":: Python :: (3\.\d+)$", c))]
    allowed = SpecifierSet(PROJECT["requires-python"])
    assert all(allowed.contains(version) for version in listed)
    assert f"3.{sys.version_info.minor}" in listed
    assert not allowed.contains("3.10")


@pytest.mark.parametrize("arguments", [["highest"], ["-x"]])
def test_try_versions_knows_two_resolutions(arguments: list[str]) -> None:
    done = subprocess.run(
        [ROOT / "scripts" / "try_versions", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "TMPDIR": os.devnull},  # it stops before it makes a folder
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == f"try_versions: {arguments[0]} is neither lowest nor newest\n"
