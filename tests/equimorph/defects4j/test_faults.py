"""Which lines and methods a fix says are faulty: from patches of either direction, from folders, and what fits nowhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from equimorph import defects4j
from equimorph.defects4j import Aside, Fix
from parsers import ParseError
from tests.equimorph.defects4j.conftest import BUGGY, DEMO, FIXED, Make, applied, diff

RANGE = "src/main/java/a/Range.java"


def told(fix: Fix) -> list[tuple[str, tuple[int, ...], tuple[int, ...], list[str], tuple[int, ...]]]:
    """Faults as plain data."""
    return [
        (one.path, one.lines, one.omissions, [f"{m.name}:{m.start_line}" for m in one.methods], one.outside)
        for one in fix.faults
    ]


WANTED = [(RANGE, (7,), (12,), ["has:6", "clip:10"], ())]


def fix_of(folder: Path, buggy: str | bytes, fixed: str | bytes, checkout: Make, *options: str) -> Fix:
    """The fix from a patch of both directions, which must say the same, and from the folder."""
    ours = checkout({RANGE: buggy}, name="one")
    theirs = checkout({RANGE: fixed}, name="two", config=None)
    subject = defects4j.read(ours)
    found = []
    for name, sides in (("there", ("one", "two")), ("back", ("two", "one"))):
        patch = folder / f"{name}.patch"
        patch.write_bytes(diff(folder, *sides, *options))
        if name == "there":
            patch.write_bytes(_without_files(patch.read_bytes()))
        found.append(defects4j.read_fix(subject, patch))
    found.append(defects4j.read_fix(subject, theirs))
    assert told(found[0]) == told(found[1])
    assert told(found[0]) == told(found[2])
    return found[0]


def _without_files(patch: bytes) -> bytes:
    """Without the diff of .defects4j.config, which is of the test's folders."""
    return b"diff --git" + patch.split(b"diff --git")[-1]


def test_either_direction_and_a_folder_say_the_same(tmp_path: Path, checkout: Make) -> None:
    fix = fix_of(tmp_path, BUGGY, FIXED, checkout)
    assert told(fix) == WANTED
    assert fix.faults[0].all_lines == (7, 12)


def test_an_inserted_method_beside_another_change(tmp_path: Path, checkout: Make) -> None:
    """As in Lang-63: the method is like the one above, whose end the inserted lines could begin with."""
    added = "    int more(int value) {\n        int found = value + 1;\n        return found;\n    }\n\n"
    fixed = BUGGY.replace("value > low", "value >= low").replace(
        "    int clip(int value,", f"{added}    int clip(int value,"
    )
    assert told(fix_of(tmp_path, BUGGY, fixed, checkout)) == [(RANGE, (7,), (15,), ["has:6"], (15,))]


def test_of_several_scripts_a_folder_has_that_of_a_patch_from_the_fixed_version(
    tmp_path: Path, checkout: Make
) -> None:
    """As in Lang-18: two branches change places, and either may count as the one that stays."""
    buggy = BUGGY.replace("        int found = value;\n", "        one();\n    } else {\n        two();\n")
    fixed = BUGGY.replace("        int found = value;\n", "        two();\n    } else {\n        one();\n")
    ours, theirs = checkout({RANGE: buggy}, name="one"), checkout({RANGE: fixed}, name="two", config=None)
    patch = tmp_path / "fix.patch"
    patch.write_bytes(b"diff --git" + diff(tmp_path, "two", "one").split(b"diff --git")[-1])
    subject = defects4j.read(ours)
    assert told(defects4j.read_fix(subject, theirs)) == told(defects4j.read_fix(subject, patch))


@pytest.mark.parametrize("context", ["-U0", "-U1", "-U99"])
def test_other_context(tmp_path: Path, checkout: Make, context: str) -> None:
    assert told(fix_of(tmp_path, BUGGY, FIXED, checkout, context)) == WANTED


def test_line_ends_of_windows(tmp_path: Path, checkout: Make) -> None:
    buggy, fixed = (text.replace("\n", "\r\n") for text in (BUGGY, FIXED))
    assert told(fix_of(tmp_path, buggy, fixed, checkout)) == WANTED
    # A patch that lost them fits all the same.
    (tmp_path / "lf.patch").write_bytes((tmp_path / "there.patch").read_bytes().replace(b"\r", b""))
    assert told(defects4j.read_fix(defects4j.read(tmp_path / "one"), tmp_path / "lf.patch")) == WANTED


def test_files_that_are_no_utf8(tmp_path: Path, checkout: Make) -> None:
    buggy, fixed = (
        text.replace("int low", "int low /* \u00e9 */").encode("latin-1") for text in (BUGGY, FIXED)
    )
    folder = checkout({RANGE: buggy}, name="one")
    checkout({RANGE: fixed}, name="two")
    patch = tmp_path / "fix.patch"
    patch.write_bytes(diff(tmp_path, "one", "two"))
    assert b"\xe9" in patch.read_bytes()
    with pytest.raises(ParseError, match=rf"{RANGE}:4: not UTF-8"):
        defects4j.read_fix(defects4j.read(folder), patch)
    assert told(defects4j.read_fix(defects4j.read(folder, encoding="latin-1"), patch)) == WANTED


@pytest.mark.parametrize(
    ("old", "new", "lines", "omissions", "methods", "outside"),
    [
        # A deletion alone.
        ("        int found = value;\n", "", (11,), (), ["clip:10"], ()),
        # Before the first statement, before the brace at the end, and behind it.
        ("        int found", "        low++;\n        int found", (), (11,), ["clip:10"], ()),
        ("        return found;\n", "        return found;\n        ;\n", (), (13,), ["clip:10"], ()),
        ("found;\n    }\n", "found;\n    }\n\n    void more() {}\n", (), (15,), [], (15,)),
        # A field, the head of a method, the head of the class.
        ("int low;", "long low;", (4,), (), [], (4,)),
        ("boolean has", "public boolean has", (6,), (), ["has:6"], ()),
        ("class Range", "final class Range", (3,), (), [], (3,)),
        # A changed line with lines added behind it is no omission.
        ("return found;", "low++;\n        return found + 1;", (12,), (), ["clip:10"], ()),
        # At the very start and end.
        ("package a;", "// of ours\npackage a;", (), (1,), [], (1,)),
        (
            "        return value;\n    }\n}\n",
            "        return value;\n    }\n}\n// end\n",
            (),
            (22,),
            [],
            (22,),
        ),
    ],
)
def test_where_lines_lie(
    tmp_path: Path,
    checkout: Make,
    old: str,
    new: str,
    lines: tuple[int, ...],
    omissions: tuple[int, ...],
    methods: list[str],
    outside: tuple[int, ...],
) -> None:
    assert BUGGY.count(old) == 1
    fix = fix_of(tmp_path, BUGGY, BUGGY.replace(old, new), checkout)
    assert told(fix) == [(RANGE, lines, omissions, methods, outside)]


def test_an_end_without_a_newline(tmp_path: Path, checkout: Make) -> None:
    buggy = BUGGY.rstrip("\n")
    fix = fix_of(tmp_path, buggy, buggy.replace("value > low", "value >= low") + "\n", checkout)
    assert told(fix) == [(RANGE, (7,), (), ["has:6"], ())]


def test_several_files_and_those_left_aside(tmp_path: Path, checkout: Make) -> None:
    other, test = "src/main/java/a/b/Other.java", "src/test/java/a/RangeTest.java"
    more = {
        other: "package a.b;\n\nclass Other {\n    int f() {\n        return 1;\n    }\n}\n",
        "pom.xml": "<a/>\n",
        "tools/Build.java": "class Build {}\n",
    }
    buggy = checkout({RANGE: BUGGY, test: "class RangeTest {}\n", **more}, name="one")
    later = {
        name: text.replace("1", "2").replace("{}", "{ }").replace("<a/>", "<b/>")
        for name, text in more.items()
    }
    new = {"src/main/java/a/New.java": "class New {}\n", "src/test/java/a/NewTest.java": "class NewTest {}\n"}
    checkout(
        {RANGE: FIXED, test: "class RangeTest { }\n", **later, **new}, name="two", config="pid=Lang\nvid=1f\n"
    )
    aside = [
        Aside(".defects4j.config", "no Java file"),
        Aside("pom.xml", "no Java file"),
        Aside("src/main/java/a/New.java", "the fix adds it"),
        Aside("src/test/java/a/NewTest.java", "a test"),
        Aside(test, "a test"),
        Aside("tools/Build.java", "outside of the source folder"),
    ]
    wanted = [*WANTED, (other, (5,), (), ["f:4"], ())]
    subject = defects4j.read(buggy)
    for sides in (("one", "two"), ("two", "one")):
        patch = tmp_path / "fix.patch"
        patch.write_bytes(diff(tmp_path, *sides))
        fix = defects4j.read_fix(subject, patch)
        assert told(fix) == wanted
        assert list(fix.aside) == aside
    by_folder = defects4j.read_fix(subject, tmp_path / "two")
    assert told(by_folder) == wanted
    assert by_folder.aside == (Aside("src/main/java/a/New.java", "the fix adds it"),)


def test_a_file_that_the_fix_deletes(tmp_path: Path, checkout: Make) -> None:
    old = "src/main/java/a/Old.java"
    buggy = checkout({RANGE: BUGGY, old: "class Old {\n    void f() {}\n}\n"}, name="one")
    checkout({RANGE: BUGGY}, name="two", config="pid=Lang\nvid=1f\n")
    wanted = [(old, (1, 2, 3), (), ["f:2"], (1, 3))]
    patch = tmp_path / "fix.patch"
    for fix in ("patch", "folder"):
        patch.write_bytes(diff(tmp_path, "two", "one"))
        place = patch if fix == "patch" else tmp_path / "two"
        found = defects4j.read_fix(defects4j.read(buggy), place)
        assert told(found) == wanted
        assert found.deleted == (old,)


OTHER = "src/main/java/a/Other.java"
BUILD = "d4j.dir.src.classes=src/main/java\nd4j.dir.src.tests=src/test/java\nd4j.classes.modified="


@pytest.mark.parametrize("modified", ["", "a.Range", "a.Range,a.Gone"])
def test_a_folder_of_the_fixed_files_alone(tmp_path: Path, checkout: Make, modified: str) -> None:
    other = "class Other {\n    void f() {}\n}\n"
    ours = checkout({RANGE: BUGGY, OTHER: other}, name="one", build=f"{BUILD}{modified}\n")
    theirs = checkout({RANGE: FIXED}, name="two", config=None, build=None)
    fix = defects4j.read_fix(defects4j.read(ours), theirs)
    assert told(fix) == WANTED
    assert fix.aside == (Aside(OTHER, f"not in {theirs}, which does not look like a whole checkout"),)
    assert (fix.deleted, fix.unnamed, fix.unchanged) == ((), (), ())


@pytest.mark.parametrize(
    ("modified", "config"),
    [("a.Range,a.Other", None), ("a.Range,a.Other$Inner", None), ("a.Range", "vid=1f\n")],
)
def test_a_file_that_is_not_in_the_folder_is_deleted(
    tmp_path: Path, checkout: Make, modified: str, config: str | None
) -> None:
    """The properties name it, or the folder is a whole checkout."""
    other = "class Other {\n    void f() {}\n}\n"
    ours = checkout({RANGE: BUGGY, OTHER: other}, name="one", build=f"{BUILD}{modified}\n")
    theirs = checkout({RANGE: FIXED}, name="two", config=config, build=None)
    fix = defects4j.read_fix(defects4j.read(ours), theirs)
    assert told(fix) == [(OTHER, (1, 2, 3), (), ["f:2"], (1, 3)), *WANTED]
    assert fix.deleted == (OTHER,)
    assert fix.unnamed == (() if "Other" in modified else (OTHER,))


def test_classes_that_the_fix_does_not_change_or_that_are_not_named(tmp_path: Path, checkout: Make) -> None:
    other = "class Other {\n    void f() {}\n}\n"
    ours = checkout({RANGE: BUGGY, OTHER: other}, name="one", build=f"{BUILD}a.Other,a.Nowhere\n")
    theirs = checkout({RANGE: FIXED, OTHER: other}, name="two", config=None)
    fix = defects4j.read_fix(defects4j.read(ours), theirs)
    assert (fix.deleted, fix.unnamed, fix.unchanged) == ((), (RANGE,), (OTHER,))


def test_names_without_prefixes_and_below_the_source_folder(tmp_path: Path, checkout: Make) -> None:
    subject = defects4j.read(checkout({RANGE: BUGGY}, name="one"))
    checkout({RANGE: FIXED}, name="two")
    text = diff(tmp_path, "one", "two")
    whole = RANGE.encode()
    for name in (
        b"Range.java",
        b"a/Range.java",
        b"b/a/Range.java",
        b"/" + whole,
        b"x/y/" + whole,
        b"../two/" + whole,
    ):
        changed = text.replace(b"a/" + RANGE.encode(), name).replace(b"b/" + RANGE.encode(), name)
        patch = tmp_path / "fix.patch"
        patch.write_bytes(changed)
        if name == b"Range.java":
            with pytest.raises(ParseError, match=r"fix\.patch:\d+: no file Range\.java in the checkout"):
                defects4j.read_fix(subject, patch)
        else:
            assert told(defects4j.read_fix(subject, patch)) == WANTED


def test_hunks_at_other_lines(tmp_path: Path, checkout: Make) -> None:
    checkout({RANGE: BUGGY}, name="one")
    checkout({RANGE: FIXED}, name="two")
    patch = tmp_path / "fix.patch"
    patch.write_bytes(diff(tmp_path, "one", "two"))
    moved = checkout({RANGE: "// a\n// b\n" + BUGGY}, name="moved")
    assert told(defects4j.read_fix(defects4j.read(moved), patch)) == [
        (RANGE, (9,), (14,), ["has:8", "clip:12"], ())
    ]
    twice = checkout({RANGE: "// a\n" + BUGGY + BUGGY.replace("package a;\n", "")}, name="twice")
    with pytest.raises(
        ParseError, match=r"fix\.patch:\d+: .*Range\.java holds neither side of the patch in one place"
    ):
        defects4j.read_fix(defects4j.read(twice), patch)


def test_a_hunk_without_context_does_not_move(tmp_path: Path, checkout: Make) -> None:
    subject = defects4j.read(checkout({RANGE: BUGGY}, name="one"))
    checkout({RANGE: FIXED}, name="two")
    patch = tmp_path / "fix.patch"
    patch.write_bytes(diff(tmp_path, "one", "two", "-U0"))
    assert told(defects4j.read_fix(subject, patch)) == WANTED
    # Of the two hunks only the first one has a line that tells how far it moved.
    moved = defects4j.read(checkout({RANGE: "// a\n// b\n" + BUGGY}, name="moved"))
    with pytest.raises(
        ParseError, match=r"fix\.patch:\d+: .*Range\.java holds neither side of the patch in one place"
    ):
        defects4j.read_fix(moved, patch)


def test_patches_that_do_not_fit(tmp_path: Path, checkout: Make) -> None:
    one = checkout({RANGE: BUGGY}, name="one")
    checkout({RANGE: FIXED}, name="two")
    subject = defects4j.read(one)
    patch = tmp_path / "fix.patch"
    text = diff(tmp_path, "one", "two")
    hunk = text[: text.index(b"@@ -")].count(b"\n") + 1
    patch.write_bytes(text.replace(b"int value", b"int other"))
    with pytest.raises(ParseError, match=rf"fix\.patch:{hunk}: {RANGE} holds neither side of this hunk"):
        defects4j.read_fix(subject, patch)
    # Nothing but two lines that change places; the checkout holds both orders.
    patch.write_bytes(
        b"--- " + RANGE.encode() + b"\n+++ " + RANGE.encode() + b"\n@@ -1 +1 @@\n-package a;\n+package a;\n"
    )
    with pytest.raises(ParseError, match=r"fix\.patch:1: the checkout's files hold both sides of the patch"):
        defects4j.read_fix(subject, patch)
    patch.write_bytes(text + text)
    with pytest.raises(ParseError, match=rf"a second diff of {RANGE}"):
        defects4j.read_fix(subject, patch)
    patch.write_bytes(b"Binary files a/" + RANGE.encode() + b" and b/" + RANGE.encode() + b" differ\n")
    with pytest.raises(ParseError, match=r"fix\.patch:1: a source file that is binary"):
        defects4j.read_fix(subject, patch)
    with pytest.raises(FileNotFoundError):
        defects4j.read_fix(subject, tmp_path / "nothing")


def test_a_checkout_that_is_half_fixed(tmp_path: Path, checkout: Make) -> None:
    other = "src/main/java/a/Zoo.java"
    checkout({RANGE: BUGGY, other: BUGGY}, name="one")
    checkout({RANGE: FIXED, other: FIXED}, name="two")
    patch = tmp_path / "fix.patch"
    patch.write_bytes(diff(tmp_path, "one", "two"))
    half = checkout({RANGE: BUGGY, other: FIXED}, name="half")
    with pytest.raises(ParseError, match=rf"{RANGE} is as before the patch, {other} as after it"):
        defects4j.read_fix(defects4j.read(half), patch)


def test_a_fix_of_nothing(tmp_path: Path, checkout: Make) -> None:
    one, two = checkout(name="one"), checkout(name="two", config="pid=Lang\nvid=1f\n")
    with pytest.raises(ParseError, match=r"two: changes no Java file of src/main/java"):
        defects4j.read_fix(defects4j.read(one), two)
    patch = tmp_path / "fix.patch"
    patch.write_bytes(b"--- a/pom.xml\n+++ b/pom.xml\n@@ -1 +1 @@\n-a\n+b\n")
    with pytest.raises(ParseError, match=r"fix\.patch: changes no Java file"):
        defects4j.read_fix(defects4j.read(one), patch)


def test_versions_that_do_not_belong_together(checkout: Make) -> None:
    fixed = checkout({RANGE: FIXED}, name="fixed", config="pid=Lang\nvid=1f\n")
    with pytest.raises(
        ParseError, match=r"\.defects4j\.config: 1f is the fixed version; the buggy one is wanted"
    ):
        defects4j.read_fix(defects4j.read(fixed), fixed)
    subject = defects4j.read(checkout(name="buggy"))
    for number, (config, message) in enumerate(
        (
            ("pid=Lang\nvid=1b\n", "1b is a buggy version"),
            ("pid=Lang\nvid=2f\n", "a version of bug 2, not of bug 1"),
            ("pid=Math\nvid=1f\n", "a version of Math, not of Lang"),
        )
    ):
        other = checkout({RANGE: FIXED}, name=f"other{number}", config=config)
        with pytest.raises(ParseError, match=message):
            defects4j.read_fix(subject, other)


def test_lines_that_end_as_only_java_has_it(tmp_path: Path, checkout: Make) -> None:
    # JLS 3.4: a CR alone ends a line; no diff knows of it.
    buggy = BUGGY.replace("int low;\n", "int low;\r    int high;\n")
    fix = fix_of(tmp_path, buggy, buggy.replace("value > low", "value >= low"), checkout)
    assert told(fix) == [(RANGE, (8,), (), ["has:7"], ())]


def test_a_file_that_is_no_java(tmp_path: Path, checkout: Make) -> None:
    one = checkout({RANGE: "%%% 1\n"}, name="one")
    two = checkout({RANGE: "%%% 2\n"}, name="two", config=None)
    with pytest.raises(ParseError, match=rf"{RANGE}:1: not Java"):
        defects4j.read_fix(defects4j.read(one), two)


def test_the_bundled_bug(tmp_path: Path) -> None:
    subject = defects4j.read(DEMO / "checkout")
    fix = defects4j.read_fix(subject, DEMO / "fix.patch")
    assert told(fix) == [
        ("src/main/java/shop/Basket.java", (38, 40), (), ["total:32"], ()),
        ("src/main/java/shop/Item.java", (), (28,), ["add:27"], ()),
    ]
    # Its patch makes the bug, as Defects4J's do: backwards it gives the fixed version.
    fixed = tmp_path / "fixed"
    shutil.copytree(DEMO / "checkout", fixed)
    (fixed / ".defects4j.config").write_text("pid=Shop\nvid=1f\n")
    applied(("git", "apply", "-R"), fixed, (DEMO / "fix.patch").read_bytes())
    assert told(defects4j.read_fix(subject, fixed)) == told(fix)


def test_a_folder_of_links_and_one_with_another_root(tmp_path: Path, checkout: Make) -> None:
    """Files may be links in either folder: their contents count."""
    ours = checkout({RANGE: BUGGY}, name="one", build=f"{BUILD}a.Range\n")
    theirs = checkout({RANGE: FIXED}, name="two", config=None, build=None)
    for folder in (theirs, ours):
        kept = tmp_path / f"{folder.name}.java"
        (folder / RANGE).rename(kept)
        (folder / RANGE).symlink_to(kept)
        fix = defects4j.read_fix(defects4j.read(ours), theirs)
        assert (told(fix), fix.aside, fix.deleted) == (WANTED, (), ())
    with pytest.raises(
        ParseError, match="no folder src/main/java in it; the fix must be laid out as the checkout is"
    ):
        defects4j.read_fix(defects4j.read(ours), theirs / "src/main/java")


def test_which_side_the_checkout_holds(tmp_path: Path, checkout: Make) -> None:
    ours, theirs = checkout({RANGE: BUGGY}, name="one"), checkout({RANGE: FIXED}, name="two", config=None)
    subject = defects4j.read(ours)
    patch = tmp_path / "fix.patch"
    for sides, held in ((("one", "two"), "old"), (("two", "one"), "new")):
        patch.write_bytes(_without_files(diff(tmp_path, *sides)))
        assert defects4j.read_fix(subject, patch).held == held
    assert defects4j.read_fix(subject, theirs).held is None
