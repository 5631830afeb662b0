"""Sources of bugs: checkouts of Defects4J with their fixes, and a clone of QuixBugs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os import PathLike
from pathlib import Path, PurePosixPath

from equimorph.defects4j.bugs import FIX, fix_of
from equimorph.defects4j.bugsinpy import BUG, PREFIX
from equimorph.defects4j.checkout import CONFIG, PROPERTIES, QUIXBUGS, Checkout, read
from equimorph.defects4j.faults import ADDED, Fault, Fix, read_fix
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.bug import together as joined
from equimorph.defects4j.methods.scope import FixScope, MethodFixes, other_files, scope_of
from equimorph.patches.pairing import Pairing, line_changes
from equimorph.rows.tables import RowCount
from equimorph.runs.whole import check_folder
from equimorph.texts.comparing import same_tokens
from mutators import MutationError
from parsers import Member, ParseError, SourceFile
from parsers.encoding import UTF_8, decoded
from parsers.language import find_language

__all__ = [
    "FIX",
    "Reading",
    "checkouts_in",
    "is_checkout",
    "quixbugs_folders",
    "read_bugs",
    "read_quixbugs",
]

Failed = Callable[[Exception], object]


@dataclass
class Reading:
    """The numbers of faulty methods, by outcome.

    Attributes:
        count: Number of faulty methods; a checkout that cannot be read, and one whose fix changes no method, count as one.
        unfixed: Number of kept methods without a repaired text, by reason.
        scopes: Number of kept methods by the scope of their bug's fix; several together count as one method.
    """

    count: RowCount = field(default_factory=RowCount)
    unfixed: Counter[str] = field(default_factory=Counter)
    scopes: Counter[FixScope] = field(default_factory=Counter)


def read_bugs(
    checkouts: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    fix: str = FIX,
    single_line: bool = False,
    together: bool = False,
    source_dir: str | None = None,
    test_dir: str | None = None,
    encoding: str = UTF_8,
    failed: Failed | None = None,
    reading: Reading | None = None,
) -> Iterator[Bug]:
    """Yield the faulty methods of checkouts, each with its repaired text.

    Args:
        checkouts: Folders that `defects4j checkout` made, or folders that contain them; the ones in a folder are sorted
            by name.
        fix: Place of the fix, a patch or a folder; ``{project}``, ``{number}`` and ``{checkout}`` are replaced by the bug's.
        single_line: Keep only bugs whose fix replaces one line by one line in one method, and changes nothing else:
            rules 1 and 2 of RobustNPR (section 4.1).
        together: Whether several faulty methods that are the whole fix of a bug, in one file, are one bug (`Bug.members`).
        source_dir, test_dir, encoding: See `equimorph.defects4j.read`.
        failed: Gets the error of a checkout that cannot be read, or whose fix does not fit; the others continue. Without it, it is
            raised.
        reading: Gets the counts.

    Raises:
        ParseError, MutationError, OSError: if there is no `failed`; OSError also if the folder does not exist.
    """
    folders = [checkouts] if isinstance(checkouts, str | PathLike) else checkouts
    seen, ids, done = Reading() if reading is None else reading, set[str](), set[Path]()

    def read_checkout(folder: Path) -> _Found:
        if folder.resolve() in done:
            raise MutationError(f"{folder}: given twice")
        done.add(folder.resolve())
        checkout = read(folder, source_dir=source_dir, test_dir=test_dir, encoding=encoding)
        result = _of_checkout(checkout, read_fix(checkout, fix_of(fix, checkout)))
        return _together(result) if together else result

    for folder in (path for root in folders for path in checkouts_in(Path(root), source_dir)):
        yield from _taken(partial(read_checkout, folder), single_line, seen, ids, failed)


def read_quixbugs(
    folder: str | PathLike[str],
    language: str = "java",
    *,
    single_line: bool = False,
    failed: Failed | None = None,
    reading: Reading | None = None,
) -> Iterator[Bug]:
    """Yield the faulty methods of the programs of a language in a clone of QuixBugs, by the name of the program.

    A program is a file of ``java_programs`` that ``correct_java_programs`` also has, or of the same folders for Python; files whose
    methods do not differ, such as helping classes, are no programs.

    Args:
        folder: the clone.
        language: Language of the programs.
        single_line, failed, reading: see `read_bugs`.

    Raises:
        FileNotFoundError, NotADirectoryError: the clone does not have both folders.
        ParseError, OSError: if there is no `failed`.
    """
    root, ids, seen = Path(folder), set[str](), Reading() if reading is None else reading
    suffixes, places = find_language(language).suffixes, [root / name for name in quixbugs_folders(language)]
    for place in places:
        check_folder(place)
    for file in sorted(path for path in places[0].iterdir() if path.suffix in suffixes):
        if (places[1] / file.name).is_file():
            yield from _taken(partial(_of_program, root, file.name, language), single_line, seen, ids, failed)


def quixbugs_folders(language: str) -> tuple[str, str]:
    """Return the folders of QuixBugs with the faulty and with the repaired programs of a language."""
    return f"{language}_programs", f"correct_{language}_programs"


@dataclass(frozen=True)
class _Found:
    """The changes of a fix.

    Attributes:
        bugs: a faulty method each.
        unfixed: why a bug has no repaired text, by its place in `bugs`.
        is_elsewhere: whether the fix also changes tokens outside of methods.
    """

    bugs: Sequence[Bug]
    unfixed: Mapping[int, str] = field(default_factory=dict)
    is_elsewhere: bool = False


def _together(result: _Found) -> _Found:
    """Return several faulty methods as one, if they are the whole fix and in one file."""
    bugs = result.bugs
    if any(bug.fix_scope != "methods" for bug in bugs) or len({bug.path for bug in bugs}) != 1:
        return result
    return replace(result, bugs=[joined(bugs)])


def _taken(
    reader: Callable[[], _Found], single_line: bool, reading: Reading, ids: set[str], failed: Failed | None
) -> Iterator[Bug]:
    """Yield those bugs that are kept, and count."""
    try:
        result = reader()
    except (ParseError, MutationError, OSError) as error:
        reading.count.read += 1
        reading.count.dropped["not read"] += 1
        if failed is None:
            raise
        failed(error)
        return
    reading.count.read += max(1, len(result.bugs))
    if not result.bugs:
        reading.count.dropped["the fix changes no method"] += 1
    for number, bug in enumerate(result.bugs):
        reason = _reason(bug, result) if single_line else None
        if reason is not None:
            reading.count.dropped[reason] += 1
            continue
        if number in result.unfixed:
            reading.unfixed[result.unfixed[number]] += 1
        if bug.fix_scope is not None:
            reading.scopes["method" if bug.members else bug.fix_scope] += 1
        yield _named(bug, ids)


def _reason(bug: Bug, result: _Found) -> str | None:
    """Return why a bug is not one of a single line."""
    if len(result.bugs) > 1:
        return "several faulty methods"
    if result.is_elsewhere:
        return "changes outside of methods"
    changes = [] if bug.fixed is None else line_changes(bug.buggy, bug.fixed)
    sizes = [(change.end - change.start, change.new_end - change.new_start) for change in changes]
    return None if sizes == [(1, 1)] else "not one line for one line"


def _named(bug: Bug, ids: set[str]) -> Bug:
    """Return a bug with an id that no other one has."""
    name = bug.id
    if name in ids:
        longer = ".".join(PurePosixPath(bug.path).with_suffix("").parts)
        name = f"{bug.bug or _folder(bug)}:{longer}.{bug.name}:{bug.start_line}"
    number = 1
    while name in ids:
        number += 1
        name = f"{bug.id}:{number}"
    ids.add(name)
    return bug if name == bug.id else replace(bug, id=name)


def checkouts_in(folder: Path, source_dir: str | None = None) -> list[Path]:
    """Return a checkout, or the checkouts in a folder that is none, by name.

    Args:
        folder: Folder of a checkout, or that holds checkouts.
        source_dir: Source folder; with it, a folder without any file of Defects4J counts as a checkout.

    Raises:
        ParseError: there are none.
        FileNotFoundError, NotADirectoryError: the folder does not exist, or is not a folder.
    """
    check_folder(folder)
    if is_checkout(folder):
        return [folder]
    inside = sorted(child for child in folder.iterdir() if child.is_dir() and is_checkout(child))
    if not inside and source_dir is None:
        raise ParseError(
            f"no checkout of Defects4J or BugsInPy, and none in it: no {PROPERTIES} or {BUG}",
            path=str(folder),
        )
    return inside or [folder]


def is_checkout(folder: Path) -> bool:
    """Return whether a folder has a file of Defects4J, or of BugsInPy about a bug."""
    return any((folder / name).is_file() for name in (CONFIG, PROPERTIES, BUG, f"{PREFIX}{BUG}"))


def _of_checkout(checkout: Checkout, fix: Fix) -> _Found:
    bugs, unfixed, elsewhere = list[Bug](), dict[int, str](), bool(fix.deleted)
    elsewhere = elsewhere or any(entry.reason == ADDED for entry in fix.aside)
    files = list[MethodFixes]()
    for fault in fix.faults:
        pairing, pairs = None, list[tuple[Member, Member | None]]()
        if fault.fixed is not None:
            pairing = Pairing(fault.source, checkout.decoded(fault.fixed, fault.path))
            elsewhere = elsewhere or pairing.differs_elsewhere
        for member in fault.methods:
            other = None if pairing is None else pairing.counterpart(member)
            if other is not None and same_tokens(member.text, other.text, checkout.language):
                continue  # only comments or blanks differ
            if other is None or not SourceFile(other.data, language=checkout.language).parses:
                unfixed[len(bugs)] = _NO_MEMBER if other is None else _BROKEN
                other = None
            pairs.append((member, other))
            bugs.append(_bug(checkout, fault, member, other))
        files.append(MethodFixes(fault.source, None if pairing is None else pairing.fixed, pairs))
    scope = scope_of(files, other_files(checkout, fix))
    return _Found([replace(bug, fix_scope=scope) for bug in bugs], unfixed, elsewhere)


_NO_MEMBER = "the fix adds or deletes methods"
_BROKEN = "the repaired method does not parse"


def _bug(checkout: Checkout, fault: Fault, member: Member, fixed: Member | None) -> Bug:
    within = [(line - member.start_line + 1, line in fault.lines) for line in fault.within(member)]
    draft = Bug(
        "",
        fault.path,
        member.name,
        member.start_line,
        member.end_line,
        member.text,
        None if fixed is None else fixed.text,
        tuple(line for line, faulty in within if faulty),
        tuple(line for line, faulty in within if not faulty),
        checkout.bug,
        checkout.project,
        str(checkout.folder),
        checkout.trigger_tests or None,
        fault.source.encoding or checkout.encoding,
        language=checkout.language,
    )
    return replace(draft, id=_id(draft))


def _id(bug: Bug) -> str:
    """Return bug, class, method and line, without the slashes that only an odd name can have."""
    stem = PurePosixPath(bug.path).stem
    identifier = f"{bug.bug or _folder(bug)}:{stem}.{bug.name}:{bug.start_line}"
    return identifier.replace("/", "_").encode("utf-8", "replace").decode()


def _folder(bug: Bug) -> str:
    return Path(bug.checkout or "bug").resolve().name


def _of_program(root: Path, name: str, language: str) -> _Found:
    faulty, correct = quixbugs_folders(language)
    path = f"{faulty}/{name}"
    buggy, fixed = (
        SourceFile(
            decoded((root / folder / name).read_bytes(), path=str(root / folder / name)), path, language
        )
        for folder in (faulty, correct)
    )
    pairs = list(Pairing(buggy, fixed).changed())
    scope = scope_of([MethodFixes(buggy, fixed, pairs)])
    return _Found([replace(_of_pair(root, *pair), fix_scope=scope) for pair in pairs])


def _of_pair(root: Path, member: Member, fixed: Member) -> Bug:
    changes = line_changes(member.text, fixed.text)
    draft = Bug(
        "",
        member.source.path or "",
        member.name,
        member.start_line,
        member.end_line,
        member.text,
        fixed.text,
        tuple(line + 1 for change in changes for line in range(change.start, change.end)),
        tuple(change.start + 1 for change in changes if change.start == change.end),
        project="QuixBugs",
        checkout=str(root),
        language=member.source.language,
    )
    stem = PurePosixPath(draft.path).stem
    test = f"{QUIXBUGS[1]}/test_{stem}.py"
    if draft.path.startswith(f"{QUIXBUGS[0]}/") and (root / test).is_file():
        draft = replace(draft, tests=(test,))
    return replace(draft, bug=stem, id=f"{stem}:{stem}.{draft.name}:{draft.start_line}")
