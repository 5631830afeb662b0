"""Compiling a checkout with the JDK's javac: all of it once, and after a patch the patched file alone, where that is enough.

It is where other files see no difference in the classes of the file (`class_files.outline`), and its fields are declared as
before; else all is compiled again.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Literal

from equimorph.projects.caching import locked
from equimorph.projects.class_files import ClassOutline, outline, source_name
from equimorph.projects.project import Project
from equimorph.trees.files import source_files
from mutators import MutationError
from parsers import ParseError, SourceFile
from parsers.encoding import decoded
from parsers.java.parsed import JavaParsed
from parsers.java.syntax.tree import captures
from parsers.oracles.jdk import Compilation, Jdk, JdkError

_MODULE = "module-info.java"
_FIELDS = "[(field_declaration) (constant_declaration)] @field"
_SHOWN_ERRORS = 5
_BASE_SECONDS = 600.0
"""Minimum time limit for all of a checkout, which is ours to wait for."""


class DoesNotCompile(Exception):
    """Javac reports errors, which are the text of this."""


class CompilerLost(Exception):
    """Javac takes too long, or breaks down, so that nothing is known of the sources.

    Attributes:
        end: which of both.
    """

    def __init__(self, made: Compilation) -> None:
        super().__init__("\n".join(diagnostic.message for diagnostic in made.diagnostics))
        self.end: Literal["timeout", "crash"] = "timeout" if made.timed_out else "crash"


@dataclass(frozen=True)
class Base:
    """A checkout that is compiled as it is.

    Attributes:
        folder: Folder with the folders `classes` and `tests` of class files.
        sources: Texts of the source files, by path in the checkout; `tests` has the texts of the tests.
        outlines: Outlines of the classes of files, as they become known.
    """

    folder: Path
    sources: Mapping[str, str]
    test_sources: Mapping[str, str]
    outlines: dict[tuple[str, ...], ClassOutline | None] = field(default_factory=dict)

    @property
    def classes(self) -> Path:
        """The folder of the classes of the sources."""
        return self.folder / "classes"

    @property
    def tests(self) -> Path:
        """The folder of the classes of the tests."""
        return self.folder / "tests"

    @property
    def test_classes(self) -> list[str]:
        """The names of the classes of the tests, those within others left aside."""
        files = (file.relative_to(self.tests) for file in self.tests.rglob("*.class") if "$" not in file.name)
        return sorted(file.with_suffix("").as_posix().replace("/", ".") for file in files)


class Compiler:
    """Compiles checkouts.

    Args:
        jdk: the JDK.
        libraries: jars and folders of classes.
        identity: what else classes depend on, besides sources and libraries.
        cache: a folder for the classes of checkouts, which other processes may use, too.
        timeout: seconds for the compilation of one file; for all of a checkout there are at least ten minutes.
    """

    def __init__(
        self, jdk: Jdk, libraries: Iterable[str], identity: Iterable[str], cache: Path, timeout: float
    ) -> None:
        self._jdk, self._libraries, self._identity = jdk, list(libraries), list(identity)
        self._cache, self._timeout = cache, timeout
        self._last: tuple[str, Base] | None = None

    def base(self, project: Project) -> Base:
        """Return a checkout that is compiled as it is.

        Raises:
            MutationError: it does not compile, has no tests, or a file is in another encoding.
            OSError: something cannot be read or written.
        """
        key = json.dumps([project.digest, project.checkout.encoding, *self._identity])
        name = f"classes-{hashlib.sha256(key.encode()).hexdigest()[:32]}"
        if self._last is None or self._last[0] != name:
            folder = self._cache / name
            sources, tests = _units(project, "source"), _units(project, "test")
            if not tests:
                raise MutationError(f"{project.folder}: no Java file in a test folder (--test-dir)")
            with locked(folder.with_suffix(".lock")):
                if not folder.is_dir():
                    self._build(project, sources, tests, folder)
            self._last = name, Base(folder, sources, tests)
        return self._last[1]

    def patched(self, project: Project, path: str, file: bytes, out: Path) -> list[Path]:
        """Compile a checkout with one file replaced; return the folders of classes in the order of the class path.

        Args:
            project: The checkout.
            path: Path of the file, relative to the checkout, with slashes.
            file: Bytes of the file.
            out: A folder for class files.

        Raises:
            DoesNotCompile: it does not.
            CompilerLost: javac takes too long, or breaks down.
            MutationError: see `base`; or the path is not a source file.
        """
        base = self.base(project)
        if path not in base.sources:
            raise MutationError(f"{path} is no source file of {project.folder}")
        try:
            text = decoded(file, project.checkout.encoding, path).decode()
        except ParseError as error:
            raise DoesNotCompile(str(error)) from error
        if text == base.sources[path]:
            return [base.classes, base.tests]
        # A constant may be in one of another file, which is in this file again.
        if not _has_other_fields(text, base.sources[path]):
            alone = self._javac({path: text}, [base.classes], self._timeout)
            if _seen_as_before(base, path, alone):
                return [write_classes(alone, out / "patched"), base.classes, base.tests]
        limit = max(self._timeout, _BASE_SECONDS)
        classes = write_classes(self._javac({**base.sources, path: text}, [], limit), out / "classes")
        return [classes, write_classes(self._javac(base.test_sources, [classes], limit), out / "tests")]

    def _javac(self, units: Mapping[str, str], classes: list[Path], limit: float) -> Compilation:
        path = [*map(str, classes), *self._libraries]
        try:
            compilation = self._jdk.compile(units, bytes_=True, classpath=path, timeout=limit)
        except JdkError as error:
            raise MutationError(str(error)) from error
        if compilation.crashed:
            raise CompilerLost(compilation)
        if not compilation.ok:
            shown = [
                f"{diagnostic.path}:{diagnostic.line}: {diagnostic.message}"
                for diagnostic in compilation.diagnostics[:_SHOWN_ERRORS]
            ]
            raise DoesNotCompile("\n".join(shown))
        return compilation

    def _build(
        self, project: Project, sources: Mapping[str, str], tests: Mapping[str, str], folder: Path
    ) -> None:
        partial = folder.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        limit = max(self._timeout, _BASE_SECONDS)
        try:
            classes = write_classes(self._javac(sources, [], limit), partial / "classes")
            write_classes(self._javac(tests, [classes], limit), partial / "tests")
        except (DoesNotCompile, CompilerLost) as error:
            raise MutationError(f"{project.folder} does not compile as it is: {error}") from error
        partial.rename(folder)


def _units(project: Project, kind: str) -> dict[str, str]:
    """Return the texts of sources or of tests, by path in the checkout.

    Raises:
        MutationError: a file is in another encoding.
    """
    checkout = project.checkout
    name = checkout.source_dir if kind == "source" else checkout.test_dir
    if name is None or not (project.folder / name).is_dir():
        return {}
    units: dict[str, str] = {}
    for file in source_files([project.folder / name], _raise):
        path = file.relative_to(project.folder).as_posix()
        if checkout.kind_of(path) == kind and file.name != _MODULE:
            try:
                units[path] = decoded(file.read_bytes(), checkout.encoding, str(file)).decode()
            except ParseError as error:
                raise MutationError(str(error)) from error
    return units


def _has_other_fields(text: str, other: str) -> bool:
    """Return whether declarations of fields are written in another way; also where that cannot be seen."""
    try:
        first_fields, two = (
            sorted(node.text or b"" for node in captures(_FIELDS, parsed.tree.root_node).get("field", []))
            for parsed in (JavaParsed.of(SourceFile.from_text(file)) for file in (text, other))
        )
    except ParseError:
        return True
    return first_fields != two


def _seen_as_before(base: Base, path: str, alone: Compilation) -> bool:
    """Return whether other files see the same of a file that was compiled alone as of the one of the checkout."""
    data = [class_file.data for class_file in alone.classes.values() if class_file.data is not None]
    packages = sorted({name.rpartition(".")[0].replace(".", "/") for name in alone.classes})
    key = (path, *packages)
    if key not in base.outlines:
        files = (file for package in packages for file in sorted((base.classes / package).glob("*.class")))
        before = [file.read_bytes() for file in files]
        name = PurePosixPath(path).name
        base.outlines[key] = outline([class_data for class_data in before if source_name(class_data) == name])
    base_outline = base.outlines[key]
    return base_outline is not None and base_outline == outline(data)


def write_classes(made: Compilation, folder: Path) -> Path:
    """Write class files to a new folder, and return it."""
    folder.mkdir(parents=True)
    for name, class_file in made.classes.items():
        file = folder / f"{name.replace('.', '/')}.class"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(class_file.data or b"")
    return folder


def _raise(error: OSError) -> None:
    raise error
