"""The folder of a bug that Defects4J or BugsInPy checked out: which bug it is, where its sources are."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path, PurePosixPath

from equimorph.defects4j.bugsinpy import BUG, BY_UNITTEST, PROJECT, TESTS, info_file, read_info, tests_of
from equimorph.defects4j.properties import Properties, read_properties
from equimorph.runs.whole import check_folder
from mutators import MutationError
from parsers import ParseError, SourceFile
from parsers.encoding import check_encoding, decoded, encoded, encoding_of
from parsers.language import find_language

__all__ = ["CONFIG", "PROPERTIES", "QUIXBUGS", "Checkout", "read"]

CONFIG = ".defects4j.config"
"""The file with project (`pid`) and version (`vid`)."""
PROPERTIES = "defects4j.build.properties"
"""The file with folders, modified classes and triggering tests."""

QUIXBUGS = ("python_programs", "python_testcases")
"""The folders of QuixBugs with programs in Python and with their tests."""

_SOURCES, _TESTS = "d4j.dir.src.classes", "d4j.dir.src.tests"
_VERSION = re.compile(r"(\d+)([bf])(?:\.min|\.orig)?")


@dataclass(frozen=True)
class Checkout:
    """A folder that `defects4j checkout` or `bugsinpy-checkout` made.

    Attributes:
        folder: Path of the folder.
        source_dir: Folder with the project's classes, relative to `folder`, with slashes.
        test_dir: Folder with its tests, or None if it is not known.
        project: Defects4J's name of it, such as "Lang"; None if no file has it.
        version: Number of the bug with "b" for the buggy or "f" for the fixed version; the number alone if only it is
            known.
        modified_classes: Names of classes that the fix changes, as Defects4J reports them.
        trigger_tests: Tests that fail because of the bug, `class::method`.
        encoding: Encoding of the sources, unless each file declares its own.
        properties: Everything in `defects4j.build.properties` or `bug.info`.
        language: Language of the sources.
        test_pattern: Regular expression of paths that are tests, relative to `folder`, with slashes; empty for none.
        is_shared: Whether several bugs are in the folder, so that only the tests of a bug say something about it.
    """

    folder: Path
    source_dir: str
    test_dir: str | None = None
    project: str | None = None
    version: str | None = None
    modified_classes: tuple[str, ...] = ()
    trigger_tests: tuple[str, ...] = ()
    encoding: str = "utf-8"
    properties: Mapping[str, str] = field(default_factory=dict, repr=False)
    language: str = "java"
    test_pattern: str = field(default="", repr=False)
    is_shared: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.folder, str):
            object.__setattr__(self, "folder", Path(self.folder))

    @property
    def bug(self) -> str | None:
        """Project and version, such as "Lang-1b"; None if one of them is not known."""
        return f"{self.project}-{self.version}" if self.project and self.version else None

    @property
    def number(self) -> str | None:
        """The bug's number in its project, such as "1"; None if it is not known."""
        return self.version.rstrip("bf") if self.version else None

    @property
    def is_fixed(self) -> bool:
        """Whether it is known to be the fixed version."""
        return _kind(self.version) == "f"

    @property
    def modified_files(self) -> frozenset[str]:
        """The source files of `modified_classes`, relative to `folder`, with slashes."""
        return frozenset(self._file_of(name) for name in self.modified_classes)

    def _file_of(self, name: str) -> str:
        """Return the file of a class; for a name with dollars, which can be part of it, the longest that exists."""
        simple = name.replace(".", "/")
        ends = [at for at, char in enumerate(simple) if char == "$" and not simple[:at].endswith("/")]
        files = [str(PurePosixPath(self.source_dir) / f"{simple[:end]}.java") for end in (*ends, len(simple))]
        return next((path for path in reversed(files) if (self.folder / path).is_file()), files[0])

    def file(self, path: str) -> Path:
        """Return the path of a file of the checkout.

        Args:
            path: Path relative to `folder`, with slashes.

        Raises:
            MutationError: the path leads out of the folder, or is no possible file name.
        """
        parts = PurePosixPath(path)
        if parts.is_absolute() or ".." in parts.parts or not _is_name(path):
            raise MutationError(f"{path!r} is no path in a checkout")
        return self.folder / parts

    def source(self, path: str) -> SourceFile:
        """Read a source file; its text is UTF-8, whatever the encoding of the file.

        Args:
            path: relative to `folder`, with slashes.

        Raises:
            ParseError: the file is not in the encoding of the sources.
            OSError: it cannot be read.
        """
        return self.decoded(self.file(path).read_bytes(), path)

    def decoded(self, data: bytes, path: str) -> SourceFile:
        """Return the bytes of a source file as a source.

        Raises:
            ParseError: they are not in the encoding of the sources.
        """
        encoding = encoding_of(data, self.language, self.encoding, path)
        return SourceFile(decoded(data, encoding, path), path, self.language, encoding)

    def encoded(self, data: bytes, path: str) -> bytes:
        """Return a text in UTF-8 as the bytes of a source file.

        Raises:
            MutationError: the encoding of the sources lacks a character of the text.
        """
        encoding = encoding_of(data, self.language, self.encoding, path)
        try:
            return encoded(data, encoding)
        except UnicodeError as error:
            raise MutationError(f"{path}: {encoding} cannot hold the text: {error}") from None

    def kind_of(self, path: str) -> str:
        """Return the role of a file for the fix: "source", "test", "other" (another language), or "outside" of both folders."""
        place = PurePosixPath(path)
        if place.suffix not in find_language(self.language).suffixes:
            return "other"
        if self.test_pattern and re.search(self.test_pattern, path):
            return "test"
        kinds = ((self.test_dir, "test"), (self.source_dir, "source"))
        candidates = [
            (len(PurePosixPath(folder).parts), kind)
            for folder, kind in kinds
            if folder is not None and place.is_relative_to(folder)
        ]
        # One may lie in the other.
        return max(candidates)[1] if candidates else "outside"

    def check_fixed(self, other: Checkout) -> None:
        """Check that another checkout is, as far as is known, the fixed version of the same bug.

        Raises:
            ParseError: it is not.
        """
        ours, theirs = self.number, other.number
        path = str(other.folder)
        if None not in (self.project, other.project) and self.project != other.project:
            raise ParseError(f"a version of {other.project}, not of {self.project}", path=path)
        if None not in (ours, theirs) and ours != theirs:
            raise ParseError(f"a version of bug {theirs}, not of bug {ours}", path=path)
        if _kind(other.version) == "b":
            raise ParseError(f"{other.version} is a buggy version, not the fixed one", path=path)


def _is_name(path: str) -> bool:
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:  # a surrogate that stands for no byte (PEP 383)
        return False


def _kind(version: str | None) -> str:
    return (version or "")[-1:]


def read(
    folder: str | PathLike[str],
    *,
    source_dir: str | None = None,
    test_dir: str | None = None,
    encoding: str = "utf-8",
) -> Checkout:
    """Read what `.defects4j.config` and `defects4j.build.properties` say of a checked-out bug, or `bug.info` and `run_test.sh`.

    Either file may be missing; then project, version, classes or tests are not known. Without the second one
    `source_dir` must be given. A folder with `bug.info` or `bugsinpy_bug.info` is one of Python, and so is a clone of QuixBugs.

    Args:
        folder: The working directory of `defects4j checkout` or `bugsinpy-checkout`.
        source_dir, test_dir: Folders of classes and of tests, relative to it; they override the file.
        encoding: Encoding of the sources.

    Raises:
        ParseError: a file does not say what it should, or the source folder is not known or not there; names file and line.
        FileNotFoundError, NotADirectoryError: the folder does not exist, or is not a folder.
        OSError: a file cannot be read.
    """
    root = Path(folder)
    check_folder(root)
    _check_encoding(encoding)
    if info_file(root, BUG) is not None and not any((root / name).is_file() for name in (CONFIG, PROPERTIES)):
        return _of_bugsinpy(root, source_dir, test_dir, encoding)
    if source_dir is None and all((root / name).is_dir() for name in QUIXBUGS):
        return Checkout(root, *QUIXBUGS, "QuixBugs", encoding=encoding, language="python", is_shared=True)
    config, build = _read(root / CONFIG), _read(root / PROPERTIES)
    return Checkout(
        root,
        _source_dir(root, build, source_dir),
        _folder(build, _TESTS, test_dir),
        config.get("pid") or build.get("d4j.project.id"),
        _version(config) or build.get("d4j.bug.id"),
        build.items("d4j.classes.modified"),
        build.items("d4j.tests.trigger"),
        encoding,
        dict(build.values),
    )


def _of_bugsinpy(root: Path, source_dir: str | None, test_dir: str | None, encoding: str) -> Checkout:
    place, project = info_file(root, BUG), read_info(info_file(root, PROJECT))
    info, build = read_info(place), Properties(root / BUG)
    folder = source_dir or "."
    tests, is_unittest = tests_of(root, info)
    number, files = project.get("bug_id"), [name.strip() for name in info.get("test_file", "").split(";")]
    return Checkout(
        root,
        _source_dir(root, build, folder),
        _folder(build, "", test_dir),
        project.get("project_name"),
        f"{number}{project.get('version', 'b')}" if number else None,
        (),
        tests,
        encoding,
        {**info, **({BY_UNITTEST: "yes"} if is_unittest else {})},
        "python",
        "|".join((TESTS, *[f"^{re.escape(name)}$" for name in files if name])),
    )


def _read(path: Path) -> Properties:
    return read_properties(path) if path.exists() else Properties(path)


def _check_encoding(encoding: str) -> None:
    check_encoding(encoding)
    if "a\n".encode(encoding) != b"a\n":
        raise ParseError(f"{encoding} does not write ASCII as single bytes, so that lines cannot be compared")


def _version(config: Properties) -> str | None:
    version = config.get("vid")
    match = _VERSION.fullmatch(version) if version else None
    if version and match is None:
        raise config.error("vid", f"vid {version!r} is not a number with b or f")
    return match[1] + match[2] if match else None


def _source_dir(root: Path, build: Properties, override: str | None) -> str:
    directory = _folder(build, _SOURCES, override)
    if directory is None:
        problem = f"no {_SOURCES}" if build.path.exists() else "no such file"
        raise ParseError(
            f"{problem}; give the source folder (`source_dir`, --source-dir)", path=str(build.path)
        )
    if not (root / directory).is_dir():
        message = f"source folder {directory!r} is not there"
        raise build.error(_SOURCES, message) if override is None else ParseError(message, path=str(root))
    return directory


def _folder(build: Properties, key: str, override: str | None) -> str | None:
    """Return a folder relative to the checkout, with slashes."""
    folder = build.get(key) if override is None else override
    if folder is None:
        return None
    place = PurePosixPath(folder.replace(os.sep, "/"))
    if place.is_absolute() or ".." in place.parts:
        message = f"{folder!r} is no folder in the checkout"
        raise build.error(key, message) if override is None else ParseError(message)
    return str(place)
