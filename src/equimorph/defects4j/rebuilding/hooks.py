"""The changes that Defects4J makes in a checked-out revision before it applies the bug's patch, as far as they concern sources.

The source is `_post_checkout` of framework/core/Project/*.pm. What these do to build files is left out: no source changes by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from equimorph.defects4j.rebuilding.clone import Bug, Clone
from equimorph.defects4j.rebuilding.git import WorkTree
from parsers import ParseError

_RANGE = re.compile(r"-(\d{1,9})-(\d{1,9})(\.optional)?.diff")
_LANG_3, _LANG_2 = "org/apache/commons/lang3", "org/apache/commons/lang"
_CODEC, _MATH = "org/apache/commons/codec", "org/apache/commons/math3/stat/correlation"
_LATIN_1 = {
    "Lang": (f"src:{_LANG_3}/text/translate/EntityArrays.java", f"src:{_LANG_2}/Entities.java"),
    "Cli": ("test:org/apache/commons/cli2/bug/BugLoopingOptionLookAlikeTest.java",),
    "Codec": (
        f"test:{_CODEC}/binary/Base64Test.java",
        f"test:{_CODEC}/language/ColognePhoneticTest.java",
        f"test:{_CODEC}/language/DoubleMetaphoneTest.java",
        f"test:{_CODEC}/language/SoundexTest.java",
    ),
    "Collections": ("src:org/apache/commons/collections/functors/ComparatorPredicate.java",),
    "Math": (f"src:{_MATH}/StorelessBivariateCovariance.java", f"src:{_MATH}/StorelessCovariance.java"),
}
"""Files that are converted from ISO 8859-1 to UTF-8, if they are there, by project; relative to the sources or the tests."""
_NAME = r"maven\.build\.finalName[^-\n]*-[^-\n]*-"
_GENERATED = {
    "JacksonCore": (re.compile(_NAME + r"([^-\n]*)-"), "com/fasterxml/jackson/core/json"),
    "JacksonDatabind": (re.compile(_NAME + r"([^-\n]*)-"), "com/fasterxml/jackson/databind/cfg"),
    "JacksonXml": (re.compile(_NAME + r"[^-\n]*-([^-\n]*)"), "com/fasterxml/jackson/dataformat/xml"),
}
"""The version in the build's properties, and the folder of the generated source that belongs to it, by project."""
_MODULE = b"com.fasterxml.jackson.databind.Module"
_MODULES = tuple(
    (re.compile(pattern, re.MULTILINE), new.replace(b"Module", _MODULE))
    for pattern, new in (
        (rb" extends Module$", b" extends Module"),
        (rb" Module ", b" Module "),
        (rb"<Module>", b"<Module>"),
        (rb"\(Module\)", b"(Module)"),
        (rb"new Module\(\)", b"new Module()"),
    )
)
"""Names that Java 9 made ambiguous in JacksonDatabind, each replaced once a line, in this order."""
_TEST_RUNNERS = frozenset({16, 17, *range(34, 39)})
"""The bugs of Mockito of which the test runners are patched."""


@dataclass(frozen=True)
class Layout:
    """Folders of a revision, relative to the checkout, with slashes.

    Attributes:
        sources: Folder with the project's classes.
        tests: Folder with its tests.
    """

    sources: str
    tests: str


def read_layout(clone: Clone, project: str, revision: str) -> Layout:
    """Return the layout of a revision, as Defects4J's table has it.

    Raises:
        ParseError: the table does not have it, or names a folder outside of the checkout.
    """
    table = f"{project}/dir-layout.csv"
    for line in (clone.read(table) or b"").decode("utf-8", "surrogateescape").split("\n"):
        fields = line.split(",", 2)
        if fields[0] == revision and len(fields) == 3:
            layout = Layout(fields[1], fields[2])
            for folder in (layout.sources, layout.tests):
                parts = PurePosixPath(folder).parts
                if not parts or PurePosixPath(folder).is_absolute() or ".." in parts or "\0" in folder:
                    raise ParseError(f"{folder!r} is no folder in a checkout", path=clone.name(table))
            return layout
    raise ParseError(f"no layout of {revision}", path=clone.name(table))


def write_over(root: Path, path: str, data: bytes) -> None:
    """Write a file of the tree anew, in place of the one that is there.

    Args:
        root: Root of the tree.
        path: relative to it, with slashes.

    Raises:
        ParseError: the path leads out of the tree through a link.
        OSError: it cannot be written.
    """
    place = root / path
    if not place.parent.resolve().is_relative_to(root.resolve()):
        raise ParseError("a link leads out of the checkout", path=str(PurePosixPath(path).parent))
    place.unlink(missing_ok=True)
    place.write_bytes(data)


def run_hooks(bug: Bug, clone: Clone, tree: WorkTree, layout: Layout) -> None:
    """Change the sources of a checked-out fixed revision as Defects4J's hook for the project does.

    Args:
        bug: Bug whose fixed revision it is.
        clone: Clone of rjust/defects4j.
        tree: Work tree with the revision.
        layout: Folders of the revision.

    Raises:
        ParseError: a patch does not apply.
        OSError: a file cannot be read or written.
    """
    if bug.project == "Time":
        _move_up(tree.folder)
    if bug.project == "Mockito" and bug.number in _TEST_RUNNERS:
        _apply(clone, tree, "Mockito/mockito_test_runners.patch", "")
    below = "gson" if bug.project == "Gson" else ""
    for name in _compile_errors(clone, bug):
        _apply(clone, tree, name, below)
    for file in _LATIN_1.get(bug.project, ()):
        _convert(tree.folder, file, layout)
    if bug.project == "Lang":
        for folder in (layout.sources, layout.tests):
            _rename_enum(tree.folder, f"{folder}/{_LANG_2}")
    if bug.project == "JacksonDatabind":
        _qualify_modules(tree.folder)
    if bug.project in _GENERATED:
        _generate(bug, clone, tree.folder)


def _compile_errors(clone: Clone, bug: Bug) -> Iterator[str]:
    """Yield the names of the patches that make the revision compile; optional ones apply or do not."""
    folder = f"{bug.project}/compile-errors"
    for name in clone.names(folder):
        match = _RANGE.search(name)
        if match is not None and int(match[1]) <= bug.number <= int(match[2]):
            yield f"{folder}/{name}"


def _apply(clone: Clone, tree: WorkTree, path: str, below: str) -> None:
    try:
        tree.apply(clone.read(path) or b"", clone.name(path), below)
    except ParseError:
        if ".optional." not in path:
            raise


def _move_up(root: Path) -> None:
    inner = root / "JodaTime"
    if not inner.is_dir() or inner.is_symlink():
        return
    for child in sorted(inner.glob("[!.]*")):
        target = root / child.name
        if not (target.is_dir() and any(target.iterdir())):  # else `mv` leaves it where it is
            child.rename(target)


def _regular(root: Path, path: str) -> bytes | None:
    """Return a file of the tree; None if there is none, or something else."""
    place = root / path
    is_within = place.resolve().is_relative_to(root.resolve())
    return place.read_bytes() if is_within and place.is_file() and not place.is_symlink() else None


def _convert(root: Path, file: str, layout: Layout) -> None:
    kind, _, name = file.partition(":")
    path = f"{layout.sources if kind == 'src' else layout.tests}/{name}"
    data = _regular(root, path)
    if data is not None:
        write_over(root, path, data.decode("iso-8859-1").encode())


def _rename_enum(root: Path, folder: str) -> None:
    """Rename a package of Lang whose name became a keyword; references from other packages stay, as in Defects4J."""
    package = root / folder / "enum"
    if not package.is_dir() or package.is_symlink():
        return
    for path in _files(package):
        _replace(path, re.compile(rb"\.enum;"), b".oldenum;")
    package.rename(package.with_name("oldenum"))


def _qualify_modules(root: Path) -> None:
    for path in _files(root):
        for pattern, new in _MODULES:
            _replace(path, pattern, new)


def _files(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _replace(path: Path, pattern: re.Pattern[bytes], new: bytes) -> None:
    """Replace a pattern once a line, as sed does."""
    data = path.read_bytes()
    if pattern.search(data):
        path.write_bytes(b"\n".join(pattern.sub(lambda _: new, line, count=1) for line in data.split(b"\n")))


def _generate(bug: Bug, clone: Clone, root: Path) -> None:
    """Copy the generated source that belongs to the version in the build's name, if Defects4J has one."""
    pattern, package = _GENERATED[bug.project]
    folder = f"src/main/java/{package}"
    built = None
    if not (root / "build.xml").exists():
        built = clone.read(f"{bug.project}/build_files/{bug.fixed}/maven-build.properties")
    if built is None:
        built = _regular(root, "maven-build.properties") or b""
    version = next(iter(pattern.findall(built.decode("latin-1"))), None)
    data = clone.read(f"{bug.project}/generated_sources/{version}/PackageVersion.java") if version else None
    if data is not None and (root / folder).is_dir():
        write_over(root, f"{folder}/PackageVersion.java", data)
