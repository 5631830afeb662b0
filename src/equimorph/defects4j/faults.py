"""Faults: the lines and methods of the buggy version that a fix changes.

Faulty lines follow the rule of Pearson et al. (ICSE 2017) for Defects4J: each line that the fix changes or deletes is faulty; where
it only inserts, the line before which it inserts stands for what is omitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path, PurePosixPath

from equimorph.bulk.reporting import counted
from equimorph.defects4j.checkout import CONFIG, PROPERTIES, Checkout, read
from equimorph.defects4j.patch_direction import Side, Target, changed_lines, held_side, other_side
from equimorph.patches.diffs import Change, FileDiff, parse_diff, patch_changes, split_lines
from equimorph.patches.pairing import Pairing
from equimorph.trees.files import source_files
from parsers import Member, ParseError, SourceFile
from parsers.encoding import UTF_8, decoded
from parsers.language import find_language

__all__ = ["ADDED", "Aside", "Fault", "Fix", "read_fix"]


@dataclass(frozen=True)
class Fault:
    """The changes of the fix in one file of the buggy version.

    Attributes:
        source: the file; its path is relative to the checkout.
        lines: 1-based lines that the fix changes or deletes.
        omissions: 1-based lines before which the fix inserts, and changes nothing.
        fixed: the file after the fix, in the encoding of the sources; None if the fix deletes it.
    """

    source: SourceFile
    lines: tuple[int, ...]
    omissions: tuple[int, ...]
    fixed: bytes | None = field(default=None, repr=False)

    @property
    def path(self) -> str:
        """The file's path, relative to the checkout, with slashes."""
        return self.source.path or ""

    @property
    def all_lines(self) -> tuple[int, ...]:
        """Faulty lines and omissions, in order."""
        return tuple(sorted({*self.lines, *self.omissions}))

    @cached_property
    def methods(self) -> tuple[Member, ...]:
        """The members in which they are, in order; a member of a class within a method's body counts as that method."""
        return tuple(method for method in self.source.methods if self.within(method))

    @cached_property
    def outside(self) -> tuple[int, ...]:
        """Those of all lines that are in no method, as fields, comments above a method and whole new methods do."""
        inside = {line for method in self.methods for line, _ in self._placed(method)}
        return tuple(line for line in self.all_lines if line not in inside)

    def within(self, method: Member) -> list[int]:
        """Return the faulty lines that are in a method; its last line stands for lines that the fix adds behind it."""
        return sorted({place for _, place in self._placed(method)})

    def _placed(self, method: Member) -> list[tuple[int, int]]:
        """Return the faulty lines of a method, each with its line in it."""
        near = [line for line in self.all_lines if method.start_line <= line <= method.end_line]
        inside = [(line, line) for line in near if self._is_inside(line, method)]
        behind = [line for line in self.omissions if method.end <= self.source.lines.start(line)]
        added = behind[:1] if behind and self._grows(behind[0], method) else []
        return [*inside, *[(line, method.end_line) for line in added]]

    def _grows(self, line: int, method: Member) -> bool:
        """Return whether lines that the fix inserts behind a method belong to it, as the indentation says in some languages."""
        source = self.source
        between = source.data[method.end : source.lines.start(line)]
        if not find_language(source.language).margins or find_language(source.language).has_token(between):
            return False
        other = self._pairing.counterpart(method) if self._pairing is not None else None
        return other is not None and other.data.startswith(method.data) and other.data != method.data

    @cached_property
    def _pairing(self) -> Pairing | None:
        """The members of both versions of the file."""
        if self.fixed is None:
            return None
        data = decoded(self.fixed, self.source.encoding or UTF_8, self.path)
        return Pairing(self.source, SourceFile(data, self.path, self.source.language, self.source.encoding))

    def _is_inside(self, line: int, method: Member) -> bool:
        start, end = self.source.lines.start(line), self.source.lines.end(line)
        text = self.source.data[start:end]
        if line in self.lines and text.strip():
            first = start + len(text) - len(text.lstrip())
            return first < method.end and start + len(text.rstrip()) > method.start
        return method.start < start < method.end


@dataclass(frozen=True)
class Aside:
    """A file of the fix that is no part of the fault.

    Attributes:
        path: relative to the checkout, or as the patch has it.
        reason: why.
    """

    path: str
    reason: str


@dataclass(frozen=True)
class Fix:
    """A fix, seen from the buggy version.

    Attributes:
        faults: One entry for each source file that the fix changes, in the order of their paths.
        aside: The other files.
        deleted: Paths of files in `faults` that the fix deletes.
        unnamed: Paths of files in `faults` whose class `d4j.classes.modified` does not name; empty if it names none.
        unchanged: Paths of the classes that `d4j.classes.modified` names and that the fix does not change.
        held: The side of the patch that the checkout holds: "new" if the patch leads from the fixed version to the
            buggy one, as in Defects4J; None for a folder.
    """

    faults: tuple[Fault, ...]
    aside: tuple[Aside, ...] = ()
    deleted: tuple[str, ...] = ()
    unnamed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    held: Side | None = None

    def notes(self, name: str) -> Iterator[str]:
        """Yield what is not usual of the fix, for people.

        Args:
            name: of the patch or folder.
        """
        aside: dict[str, list[str]] = {}
        for one in self.aside:
            aside.setdefault(one.reason, []).append(one.path)
        for reason, paths in aside.items():
            if len(paths) > _MANY:
                yield f"left aside: {paths[0]} and {counted(len(paths) - 1, 'other file')}: {reason}"
            else:
                yield from (f"left aside: {path}: {reason}" for path in paths)
        if self.held == "old" and name.endswith(_OF_DEFECTS4J):
            yield f"{name}: the checkout holds the side that is the fixed one in patches of Defects4J; is it fixed already?"
        for path in self.deleted:
            yield f"{path}: the fix deletes it, so that all its lines are faulty"
        for path in self.unnamed:
            yield f"{path}: the fix changes it, but d4j.classes.modified does not name it"
        for path in self.unchanged:
            yield f"{path}: d4j.classes.modified names it, but the fix does not change it"
        for fault in self.faults:
            if fault.outside:
                plural = "" if len(fault.outside) == 1 else "s"
                yield f"{fault.path}: in no method: line{plural} {_ranges(fault.outside)}"


_OF_DEFECTS4J = ".src.patch"
"""The end of the names of its patches, which go from the fixed version to the buggy one."""
_MANY = 3
"""More files than these are not all named."""


def _ranges(numbers: Iterable[int]) -> str:
    """Return ascending numbers as ranges, such as `3-5, 9`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(f"{first}-{last}" if first < last else str(first) for first, last in found)


def read_fix(checkout: Checkout, fix: str | PathLike[str]) -> Fix:
    """Read a fix: a patch file, or a folder with the fixed version.

    A patch may go either way, from the buggy version to the fixed one or, as in Defects4J, back: the checkout must hold
    one of its sides. Files of the test folder, files of other languages and files outside of the source folder are left
    aside.

    Of a folder, only the source folder is compared. It may hold the fixed files only. A file of the checkout that is not there
    counts as deleted if `d4j.classes.modified` of the checkout names its class, or if the folder is a checkout itself (it has a
    file of Defects4J); else it is left aside.

    Raises:
        ParseError: the checkout is the fixed version; the file is not a patch, or does not fit the checkout; no source file
            changes.
        OSError: a file or folder cannot be read.
    """
    if checkout.is_fixed:
        path = str(checkout.folder / CONFIG)
        raise ParseError(f"{checkout.version} is the fixed version; the buggy one is wanted", path=path)
    place = Path(fix)
    differences = _of_folder(checkout, place) if place.is_dir() else _of_patch(checkout, place)
    faults = tuple(
        _fault(checkout, path, differences.changed[path], differences.fixed.get(path))
        for path in sorted(differences.changed)
    )
    if not faults:
        raise ParseError(f"changes no {_shown(checkout)} file of {checkout.source_dir}", path=str(place))
    named = checkout.modified_files
    met = {*differences.changed, *(entry.path for entry in differences.aside if entry.reason == ADDED)}
    return Fix(
        faults,
        tuple(sorted(differences.aside, key=lambda entry: entry.path)),
        tuple(sorted(differences.deleted)),
        tuple(fault.path for fault in faults if named and fault.path not in named),
        tuple(path for path in sorted(named - met) if checkout.file(path).is_file()),
        differences.held,
    )


@dataclass(frozen=True)
class _Found:
    """The changes of a fix to the files of a checkout.

    Attributes:
        changed: Changes in a source file, by path.
        fixed: The file after the fix, by path.
        aside: Other files.
        deleted: The changed files that the fix deletes.
        held: See `Fix`.
    """

    changed: dict[str, list[Change]] = field(default_factory=dict)
    fixed: dict[str, bytes] = field(default_factory=dict)
    aside: list[Aside] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    held: Side | None = None


def _fault(checkout: Checkout, path: str, changed: Iterable[Change], fixed: bytes | None) -> Fault:
    source = checkout.source(path)
    starts = [0, *(at + 1 for at, byte in enumerate(source.data) if byte == 0x0A)]
    starts.append(len(source.data))
    lines: set[int] = set()
    omissions: set[int] = set()
    for change in changed:
        first = source.lines.line(starts[change.start])
        if change.start == change.end:
            omissions.add(first)
        else:
            lines.update(
                range(first, source.lines.line(max(starts[change.start], starts[change.end] - 1)) + 1)
            )
    fault = Fault(source, tuple(sorted(lines)), tuple(sorted(omissions - lines)), fixed)
    fault.methods  # noqa: B018 - asks for the tree, so that a text that cannot be read is known here
    return fault


def _of_folder(checkout: Checkout, folder: Path) -> _Found:
    if not (folder / checkout.source_dir).is_dir():
        message = f"no folder {checkout.source_dir} in it; the fix must be laid out as the checkout is"
        raise ParseError(message, path=str(folder))
    fixed = read(
        folder, source_dir=checkout.source_dir, test_dir=checkout.test_dir, encoding=checkout.encoding
    )
    checkout.check_fixed(fixed)
    ours, theirs = _source_files(checkout), _source_files(fixed)
    changes = _Found(aside=[Aside(path, ADDED) for path in theirs - ours])
    for path in sorted(ours & theirs):
        before, after = checkout.file(path).read_bytes(), fixed.file(path).read_bytes()
        if before != after:
            # As the patches of Defects4J, which go from the fixed version to the buggy one.
            back = patch_changes(split_lines(after), split_lines(before))
            differ = [Change(change.new_start, change.new_end, change.start, change.end) for change in back]
            changes.changed.update({path: differ} if differ else {})
            changes.fixed[path] = after
    is_whole = any((folder / name).exists() for name in (CONFIG, PROPERTIES))
    for path in ours - theirs:
        if not (is_whole or path in checkout.modified_files):
            changes.aside.append(Aside(path, f"not in {folder}, which does not look like a whole checkout"))
        elif lines := split_lines(checkout.file(path).read_bytes()):
            changes.changed[path] = [Change(0, len(lines), 0, 0)]
            changes.deleted.append(path)
    return changes


ADDED = "the fix adds it"
"""Why a file that only the fixed version has is left aside."""


def _source_files(checkout: Checkout) -> set[str]:
    folder = PurePosixPath(checkout.source_dir)
    root = checkout.folder / folder
    names = (
        str(folder / file.relative_to(root).as_posix())
        for file in source_files([root], _raise, checkout.language)
    )
    return {name for name in names if checkout.kind_of(name) == "source"}


def _shown(checkout: Checkout) -> str:
    """Return the name of the language of a checkout, as people write it."""
    return checkout.language.capitalize()


def _raise(error: OSError) -> None:
    raise error


_REASONS = {
    "test": "a test",
    "outside": "outside of the source folder",
}


def _of_patch(checkout: Checkout, patch: Path) -> _Found:
    targets: list[Target] = []
    aside: list[Aside] = []
    for diff in parse_diff(patch.read_bytes(), str(patch)):
        path, there = _path(checkout, diff)
        kind = checkout.kind_of(path)
        if kind != "source" and not (kind == "outside" and not there and None not in (diff.old, diff.new)):
            aside.append(Aside(path, _REASONS.get(kind, f"no {_shown(checkout)} file")))
        elif not diff.hunks:
            raise ParseError("a source file that is binary", path=str(patch), line=diff.line)
        else:
            lines = split_lines(checkout.file(path).read_bytes()) if there else None
            targets.append(Target(diff, path, lines))
    _check_once(targets, patch)
    if not targets:
        return _Found(aside=aside)
    side = held_side(targets, str(patch))
    changes = _Found(aside=aside, held=side)
    for target in targets:
        if target.lines is None:
            changes.aside.append(Aside(target.path, ADDED))
        elif differ := list(changed_lines(target, side)):
            changes.changed[target.path] = differ
            if (target.diff.new if side == "old" else target.diff.old) is None:
                changes.deleted.append(target.path)
            else:
                data = checkout.file(target.path).read_bytes()
                changes.fixed[target.path] = other_side(target, side, data)
    return changes


def _check_once(targets: Iterable[Target], patch: Path) -> None:
    seen: set[str] = set()
    for target in targets:
        if target.path in seen:
            raise ParseError(f"a second diff of {target.path}", path=str(patch), line=target.diff.line)
        seen.add(target.path)


def _path(checkout: Checkout, diff: FileDiff) -> tuple[str, bool]:
    """Return the path in the checkout of a file that a patch names, and whether it is there.

    Names may begin with a/ and b/, with other folders, or only below the source folder.
    """
    names = [PurePosixPath(name).parts for name in (diff.old, diff.new) if name is not None]
    for parts in names:
        for path in _candidates(checkout, parts):
            if checkout.file(path).is_file():
                return path, True
    parts = tuple(part for part in names[-1] if part not in ("/", ".."))
    shown = parts[1:] if len(parts) > 1 and parts[0] in ("a", "b") else parts
    return str(PurePosixPath(*shown)), False


def _candidates(checkout: Checkout, parts: tuple[str, ...]) -> Iterator[str]:
    for skipped in range(len(parts)):
        rest = PurePosixPath(*parts[skipped:])
        if rest.is_absolute() or ".." in rest.parts:
            continue
        yield str(rest)
        for folder in (checkout.source_dir, checkout.test_dir):
            if folder is not None and skipped <= 1:
                yield str(PurePosixPath(folder) / rest)
