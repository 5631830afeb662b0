"""Mutants as patches that the real tools apply, as folders, and in place; nothing is written halfway."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import equimorph as em
from equimorph import defects4j
from equimorph.defects4j import FaultMutant
from mutators import MutationError, RecordMismatch
from tests.equimorph.conftest import listed
from tests.equimorph.defects4j.conftest import BUGGY, DEMO, FIXED, TOOLS, Make, applied

RANGE = "src/main/java/a/Range.java"


def bytes_of(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def made(
    checkout: Make, buggy: str | bytes = BUGGY, fixed: str | bytes = FIXED, **options: str
) -> list[FaultMutant]:
    """Some mutants of a small bug."""
    subject = defects4j.read(checkout({RANGE: buggy}, name="one"), **options)
    fixed_folder = checkout({RANGE: fixed}, name="two", config=None)
    return list(defects4j.mutants(subject, fixed_folder, seed=7, limit_per_method=3))


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool[0])
def test_patches_give_the_mutants(tmp_path: Path, tool: tuple[str, ...]) -> None:
    subject = defects4j.read(DEMO / "checkout")
    some = list(defects4j.mutants(subject, DEMO / "fix.patch", seed=7, limit_per_method=4))
    assert defects4j.write_patches(some, tmp_path / "patches") == len(some) == 8
    names = listed(tmp_path / "patches")
    assert names == [
        f"{number:05}-{one.mutant.mutator}-{one.mutant.local.id}.patch" for number, one in enumerate(some, 1)
    ]
    before = bytes_of(DEMO / "checkout")
    copy = tmp_path / "copy"
    shutil.copytree(DEMO / "checkout", copy)
    for one, name in zip(some, names, strict=True):
        patch = (tmp_path / "patches" / name).read_bytes()
        applied(tool, copy, patch)
        assert bytes_of(copy) == {**before, one.path: one.mutant.data}
        applied((*tool, "-R"), copy, patch)
        assert bytes_of(copy) == before


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool[0])
@pytest.mark.parametrize("kind", ["crlf", "no newline", "latin-1", "form feed"])
def test_patches_of_odd_files(checkout: Make, tmp_path: Path, kind: str, tool: tuple[str, ...]) -> None:
    changed = {
        "crlf": lambda text: text.replace("\n", "\r\n").encode(),
        "no newline": lambda text: text.rstrip("}\n").encode() + b"}}",
        "latin-1": lambda text: text.replace("low;", "low; // \u00e9").encode("latin-1"),
        "form feed": lambda text: text.replace("int low;", "\x0cint low; \u2028\x85").encode(),
    }[kind]
    some = made(
        checkout, changed(BUGGY), changed(FIXED), encoding="latin-1" if kind == "latin-1" else "utf-8"
    )
    assert len(some) == 6
    for one in some:
        copy = tmp_path / one.mutant.local.id
        shutil.copytree(tmp_path / "one", copy)
        applied(tool, copy, one.patch())
        assert (copy / RANGE).read_bytes() == one.data
        assert one.data != changed(BUGGY)
        if kind == "latin-1":
            assert "\u00e9".encode("latin-1") in one.data


def test_folders_are_complete(checkout: Make, tmp_path: Path) -> None:
    some = made(checkout)[:2]
    folder = tmp_path / "one"
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/b\n")
    script = folder / "run.sh"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    (folder / RANGE).chmod(0o640)
    (folder / "link").symlink_to("run.sh")
    before = bytes_of(folder)
    assert defects4j.write_folders(some, tmp_path / "out", some[0].checkout) == 2
    for name, one in zip(listed(tmp_path / "out"), some, strict=True):
        copy = tmp_path / "out" / name
        assert name.endswith(f"-{one.mutant.mutator}-{one.mutant.local.id}")
        assert bytes_of(copy) == {**before, RANGE: one.mutant.data}
        assert (copy / "link").readlink() == Path("run.sh")
        assert (copy / "run.sh").stat().st_mode & 0o777 == 0o755
        assert (copy / RANGE).stat().st_mode & 0o777 == 0o640
        assert defects4j.read(copy).bug == "Lang-1b"
    assert bytes_of(folder) == before


def test_no_folder_is_written_halfway(checkout: Make, tmp_path: Path) -> None:
    one, other, *_ = made(checkout)
    subject = one.checkout
    with pytest.raises(FileExistsError, match="lies in the folder"):
        defects4j.write_folders([one], subject.folder / "out", subject)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "kept").write_text("mine")
    for write in (
        lambda: defects4j.write_folders([one], tmp_path / "full", subject),
        lambda: defects4j.write_patches([one], tmp_path / "full"),
    ):
        with pytest.raises(FileExistsError, match="not an empty folder"):
            write()
    assert listed(tmp_path / "full") == ["kept"]

    def broken() -> list[FaultMutant]:
        yield one
        (subject.folder / RANGE).write_text(BUGGY + "// later\n")
        yield other

    with pytest.raises(RecordMismatch, match="has changed since its mutants were made"):
        defects4j.write_folders(broken(), tmp_path / "out", subject)
    assert listed(tmp_path) == ["full", "one", "two"]


def test_a_copy_that_cannot_hold_the_mutant(checkout: Make, tmp_path: Path) -> None:
    one, *_ = made(checkout)
    (tmp_path / "one" / "src").rename(tmp_path / "elsewhere")
    (tmp_path / "one" / "src").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(MutationError, match="lies behind a link"):
        defects4j.write_folders([one], tmp_path / "out", one.checkout)
    assert not (tmp_path / "out").exists()


def test_in_place_and_back(checkout: Make, tmp_path: Path) -> None:
    one, other, *_ = some = made(checkout)
    subject = one.checkout
    file = tmp_path / "one" / RANGE
    file.chmod(0o640)
    before = bytes_of(tmp_path / "one")
    for each in some:
        assert defects4j.put(subject, each) == file
        assert bytes_of(tmp_path / "one") == {**before, RANGE: each.mutant.data}
        assert file.stat().st_mode & 0o777 == 0o640
        assert em.invert(file.read_bytes(), each.mutant.mutation) == BUGGY.encode()
        assert defects4j.restore(subject, em.parse_row(each.row())) == file
        assert bytes_of(tmp_path / "one") == before
    defects4j.put(subject, one)
    for wrong in (
        lambda: defects4j.put(subject, one),
        lambda: defects4j.put(subject, other),
        lambda: defects4j.restore(subject, other),
    ):
        with pytest.raises(RecordMismatch, match="does not stand at byte"):
            wrong()
        assert file.read_bytes() == one.mutant.data
    # Text elsewhere may have changed; what stands before the member may not.
    file.write_bytes(one.mutant.data + b"// more\n")
    defects4j.restore(subject, one)
    assert file.read_bytes() == BUGGY.encode() + b"// more\n"
    file.write_bytes(b"// more\n" + BUGGY.encode())
    with pytest.raises(RecordMismatch, match="does not stand at byte"):
        defects4j.put(subject, one)


def test_a_higher_order_mutant_in_place_and_back(checkout: Make) -> None:
    subject = made(checkout)[0].checkout
    stacked = em.stack(subject.source(RANGE), per_method=2).by_member()[0]
    row = em.parse_row(stacked.to_row())
    assert len(row.mutations) == 2
    assert defects4j.put(subject, row).read_text() == stacked.text
    assert defects4j.restore(subject, row).read_text() == BUGGY


def test_rows_that_lead_elsewhere(checkout: Make) -> None:
    one, *_ = made(checkout)
    for path in ("../two/" + RANGE, str(one.checkout.folder / RANGE)):
        with pytest.raises(MutationError, match="no path in a checkout"):
            defects4j.put(one.checkout, em.parse_row({**one.row(), "path": path}))
    with pytest.raises(RecordMismatch, match="has no path"):
        defects4j.put(one.checkout, em.parse_row({**one.row(), "path": None}))
    damaged = {**one.row(), "original": one.row()["original"].replace("int", "long", 1)}
    with pytest.raises(RecordMismatch, match="SHA-256 differs"):
        defects4j.put(one.checkout, em.parse_row(damaged))
    # What would be written is not what the row says, so that it could not be taken out again.
    edited = {**one.row(), "mutant": one.row()["mutant"] + " "}
    with pytest.raises(RecordMismatch, match="does not make the row's mutant"):
        defects4j.put(one.checkout, em.parse_row(edited))
    assert one.checkout.file(RANGE).read_text() == BUGGY


def test_latin_1_in_place(checkout: Make, tmp_path: Path) -> None:
    buggy, fixed = (text.replace("low;", "low; // \u00e9").encode("latin-1") for text in (BUGGY, FIXED))
    one, *_ = made(checkout, buggy, fixed, encoding="latin-1")
    file = defects4j.put(one.checkout, one)
    assert file.read_bytes() == one.data != buggy
    assert b"\xe9" in one.data
    defects4j.restore(one.checkout, one)
    assert file.read_bytes() == buggy


def test_a_repair_of_the_mutant_becomes_a_patch_of_the_bug(checkout: Make, tmp_path: Path) -> None:
    repairs = 0
    for one in made(checkout):
        if one.mutant.method.name != "has":
            continue
        answer = re.sub("([<>]) ", r"\1= ", one.mutant.text, count=1)
        assert answer != one.mutant.text
        patch = one.repair_patch(em.undo(answer, one.mutant))
        copy = tmp_path / one.mutant.local.id
        shutil.copytree(tmp_path / "one", copy)
        applied(("git", "apply"), copy, patch)
        assert (copy / RANGE).read_text() == BUGGY.replace("value > low", "value >= low")
        repairs += 1
    assert repairs == 3
