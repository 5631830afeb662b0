"""Repositories that want something to be run, fetched or misread, and such as are damaged, cut off or odd."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from equimorph.datasets.mining.choosing import url_of
from equimorph.datasets.mining.commits import commits, parsed
from equimorph.datasets.mining.git import MOST_BYTES, Repository
from parsers import ParseError
from tests.equimorph.datasets.mining.conftest import BUGGY, FIX, FIXED, History, Mined, git, java
from tests.equimorph.datasets.mining.test_mining import Noting

Mine = Callable[..., Mined]


def tripwire(folder: Path, name: str) -> str:
    """A program that leaves a file behind."""
    program = folder / f"{name}.sh"
    program.write_text(f'#!/bin/sh\ntouch {folder}/{name}.ran\ncat "$1" 2>/dev/null\nexit 0\n')
    program.chmod(0o755)
    return str(program)


def ran(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.ran")}


@pytest.fixture
def wired(tmp_path: Path, history: History) -> History:
    """A clone with work tree that runs a program wherever git can be told to."""
    files = {"A.java": BUGGY, ".gitattributes": "*.java diff=odd filter=odd\n"}
    history.commit("Begin", files)
    history.commit(FIX, {"A.java": FIXED})
    git(history.path, "checkout", "-q", "-f", "main")
    for key in (
        *("diff.odd.textconv", "diff.odd.command", "diff.external", "filter.odd.smudge", "filter.odd.clean"),
        *("gpg.program", "core.pager", "core.editor", "core.fsmonitor", "core.sshCommand", "core.askPass"),
        *(
            "core.alternateRefsCommand",
            "credential.helper",
            "interactive.diffFilter",
            "uploadpack.packObjectsHook",
        ),
        *("alias.log", "alias.cat-file", "core.gitProxy"),
    ):
        program = tripwire(tmp_path, key)
        git(history.path, "config", key, f"!{program}" if key.startswith("alias") else program)
    git(history.path, "config", "log.showSignature", "true")
    hooks = history.path / ".git" / "hooks"
    for name in (
        "post-checkout",
        "pre-commit",
        "post-index-change",
        "reference-transaction",
        "fsmonitor-watchman",
    ):
        hook = hooks / name
        hook.parent.mkdir(exist_ok=True)
        hook.unlink(missing_ok=True)
        hook.symlink_to(tripwire(tmp_path, f"hook-{name}"))
    for path in tmp_path.glob("*.ran"):
        path.unlink()
    return history


def test_nothing_of_a_repository_is_run(wired: History, mined: Mine, tmp_path: Path) -> None:
    assert len(mined(wired).methods) == 1
    assert ran(tmp_path) == set()
    # The wires are live: git itself runs them when it is used plainly.
    git(wired.path, "show", "HEAD", "--ext-diff", "--textconv")
    git(wired.path, "status")
    (wired.path / "A.java").write_text("class A {}")
    git(wired.path, "add", "A.java")
    git(wired.path, "commit", "-q", "-m", "x")
    assert ran(tmp_path) >= {"diff.odd.command", "filter.odd.clean", "core.fsmonitor", "hook-pre-commit"}


def test_nothing_is_written_into_a_repository(wired: History, mined: Mine) -> None:
    def state() -> dict[str, tuple[int, int]]:
        found = (path for path in wired.path.rglob("*") if not path.is_symlink())
        return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in found}

    before = state()
    mined(wired)
    assert state() == before


def test_settings_of_the_user_have_no_say(
    history: History, mined: Mine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.fix(BUGGY, FIXED)
    other = History(tmp_path / "other")
    other.fix(FIXED, BUGGY)
    config = tmp_path / "config"
    config.write_text(
        f"[diff]\n external = {tripwire(tmp_path, 'external')}\n renames = false\n[core]\n abbrev = 4\n"
    )
    for name, value in {
        "GIT_CONFIG_GLOBAL": str(config),
        "GIT_DIR": str(other.path / ".git"),
        "GIT_EXTERNAL_DIFF": tripwire(tmp_path, "variable"),
        "GIT_TRACE": str(tmp_path / "trace"),
        "GIT_OBJECT_DIRECTORY": str(other.path / ".git" / "objects"),
    }.items():
        monkeypatch.setenv(name, value)
    [row] = mined(history).methods
    assert row["buggy_method"] == "int f(int a) {\n        return a + 1;\n    }"
    assert not (tmp_path / "trace").exists()
    assert ran(tmp_path) == set()


def test_a_partial_clone_fetches_nothing(history: History, mined: Mine, tmp_path: Path) -> None:
    """The blobs are not there; git would ask the remote for them, here by a program."""
    history.fix(BUGGY, FIXED)
    history.commit(FIX, {"A.java": BUGGY})
    git(history.path, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--bare", "--filter=blob:none", f"file://{history.path}", "partial.git")
    partial = tmp_path / "partial.git"
    git(partial, "config", "remote.origin.url", f"ext::sh -c {tripwire(tmp_path, 'remote')}")
    git(partial, "config", "protocol.ext.allow", "always")
    found = mined(partial)
    assert found.files == {"an object is missing": 2}
    assert found.dropped == {"no parent": 1, "no code changes in a Java file that is kept": 2}
    assert ran(tmp_path) == set()
    with pytest.raises(subprocess.CalledProcessError):
        git(partial, "cat-file", "-p", "HEAD:A.java", GIT_ALLOW_PROTOCOL="ext")
    assert ran(tmp_path) == {"remote"}


def test_a_shallow_clone_ends_where_it_is_cut_off(history: History, mined: Mine, tmp_path: Path) -> None:
    history.fix(BUGGY, FIXED)
    history.commit(FIX, {"A.java": BUGGY})
    history.commit(FIX, {"A.java": FIXED})
    git(tmp_path, "clone", "-q", "--bare", "--depth=2", f"file://{history.path}", "shallow.git")
    found = mined(tmp_path / "shallow.git")
    assert found.dropped == {"its parent is beyond the shallow clone": 1}
    assert [row["commit"] for row in found.methods] == history.ids()[-1:]


def test_neither_replaced_objects_nor_grafts_change_the_history(history: History, mined: Mine) -> None:
    history.fix(BUGGY, FIXED)
    history.commit(FIX, {"A.java": BUGGY})
    first, second, third = history.ids()
    plain = mined(history)
    other = History(history.path / "other")
    other.fix(FIXED, java("return 7;"))
    git(history.path, "fetch", "-q", str(other.path), "main:other")
    git(history.path, "replace", second, "other")
    (history.path / ".git" / "info").mkdir(exist_ok=True)
    (history.path / ".git" / "info" / "grafts").write_text(f"{third} {first}\n")
    assert git(history.path, "rev-list", "--count", "main") != b"3\n"
    assert mined(history).methods == plain.methods
    assert len(plain.methods) == 2


def test_a_worktree_a_bare_repository_and_a_git_folder_are_read(
    history: History, mined: Mine, tmp_path: Path
) -> None:
    history.fix(BUGGY, FIXED)
    git(history.path, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "tree")
    git(tmp_path, "clone", "-q", "--bare", str(history.path), "bare.git")
    for path in (tmp_path / "tree", tmp_path / "bare.git", history.path / ".git"):
        found = mined(path)
        assert len(found.methods) == 1
        assert (
            found.methods[0]["project"] == {"tree": "tree", "bare.git": "bare", ".git": "project"}[path.name]
        )


def test_a_folder_in_a_repository_is_none(history: History, mined: Mine) -> None:
    """The repository around it is not what was named."""
    history.commit("Begin", {"src/A.java": BUGGY})
    git(history.path, "checkout", "-q", "-f", "main")
    noting = Noting()
    mined(history.path / "src", history.path / "src" / "A.java", reporter=noting)
    assert len(noting.failures) == 2
    assert "not a git repository" in noting.failures[0]
    assert "not a folder" in noting.failures[1]


def test_an_empty_repository_has_no_commit(history: History, mined: Mine) -> None:
    found = mined(history)
    assert found.summary["commits"] == {"read": 0, "kept": 0, "dropped": {}}
    assert found.summary["repositories"][0]["head"] is None


def test_names_of_any_bytes(history: History, mined: Mine) -> None:
    names = [
        b"a\nb.java",
        b"\xff\xfe.java",
        b'q"\\\t.java',
        b" .java",
        b"-x.java",
        "ä/☃.java".encode(),
        b"a b\r.java",
    ]
    history.commit("Begin", dict.fromkeys(names, BUGGY))
    history.commit(FIX, dict.fromkeys(names, FIXED))
    found = mined(history)
    assert sorted(os.fsencode(row["path"]) for row in found.methods) == sorted(names)
    assert len({row["id"] for row in found.methods}) == len(names)


def test_links_submodules_and_folders_are_no_files(history: History, mined: Mine) -> None:
    one, two = (digit * 40 for digit in (b"1", b"2"))
    before = {"A.java": ("120000", b"x"), "B.java": ("160000", one), "C.java": BUGGY, "D.java": BUGGY}
    after = {"A.java": ("120000", b"y"), "B.java": ("160000", two), "C.java": ("120000", b"z")}
    history.commit("Begin", before)
    history.commit(FIX, {**after, "D.java": None, "D.java/E.java": FIXED})
    found = mined(history)
    assert found.files["no plain file"] == 3
    assert found.methods == [] or [row["path"] for row in found.methods] == ["D.java/E.java"]


def test_what_gitmodules_asks_to_run_does_not_matter(history: History, mined: Mine, tmp_path: Path) -> None:
    """Git itself refuses to read such a file, and ends where a commit changes a submodule."""
    program = tripwire(tmp_path, "update")
    modules = f'[submodule "x"]\n path = x\n url = ext::sh -c {program}\n update = !{program}\n'
    history.commit("Begin", {"A.java": BUGGY, ".gitmodules": modules})
    git(history.path, "checkout", "-q", "-f", "main")
    (history.path / "A.java").write_text(FIXED)
    git(history.path, "add", "A.java")
    git(history.path, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},x")
    git(history.path, "commit", "-q", "-m", FIX)
    found = mined(history)
    assert found.dropped == {"no parent": 1}
    assert len(found.methods) == 1
    assert ran(tmp_path) == set()


def test_files_of_any_encoding(history: History, mined: Mine) -> None:
    files: dict[str | bytes, bytes] = {
        "latin.java": BUGGY.replace("a +", "/* ü */ a +").encode("latin-1"),
        "mark.java": b"\xef\xbb\xbf" + BUGGY.encode(),
        "windows.java": BUGGY.replace("\n", "\r\n").encode(),
        "wide.java": BUGGY.encode("utf-16"),
        "nul.java": BUGGY.encode() + b"\0",
        "empty.java": b"",
        "noise.java": b"\xff" * 100,
        "open.java": b'class A { String s = "',
    }
    history.commit("Begin", files)
    history.commit(FIX, {name: data.replace(b"a + 1", b"a - 1") + b" " for name, data in files.items()})
    found = mined(history)
    assert {row["path"]: row["encoding"] for row in found.methods} == {
        "latin.java": "iso-8859-1",
        "mark.java": "utf-8",
        "windows.java": "utf-8",
    }
    assert found.files == {"no text": 2, "only comments or blanks change": 3}


def test_a_file_in_latin_1_gives_its_letters(history: History, mined: Mine) -> None:
    text = java('return "ü".length();')
    history.fix(text.encode("latin-1"), text.replace("()", "() + 1").encode("latin-1"))
    assert '"ü".length() + 1' in mined(history).methods[0]["fixed_method"]


def test_a_file_that_is_too_large_is_dropped(history: History, mined: Mine) -> None:
    large = f"{BUGGY}// {'x' * MOST_BYTES}"
    history.commit("Begin", {"A.java": large, "B.java": BUGGY})
    history.commit(FIX, {"A.java": large.replace("+", "-"), "B.java": FIXED})
    found = mined(history)
    assert found.files == {"larger than 10 MB": 1}
    assert [row["path"] for row in found.methods] == ["B.java"]


def test_a_damaged_object_is_missing_and_the_rest_goes_on(history: History, mined: Mine) -> None:
    history.commit("Begin", {"A.java": BUGGY, "B.java": BUGGY})
    history.commit(FIX, {"A.java": FIXED, "B.java": java("return 3;")})
    git(history.path, "checkout", "-q", "-f", "main")
    packs = list((history.path / ".git" / "objects" / "pack").glob("*.pack"))
    for pack in packs:
        data = pack.read_bytes()
        for rest in pack.parent.glob(f"{pack.stem}.*"):
            rest.unlink()
        git(history.path, "unpack-objects", "-q", data=data)
    id = git(history.path, "rev-parse", "HEAD:A.java").decode().strip()
    loose = history.path / ".git" / "objects" / id[:2] / id[2:]
    loose.chmod(0o644)
    loose.write_bytes(b"damaged")
    found = mined(history)
    assert found.files == {"an object is missing": 1}
    assert [row["path"] for row in found.methods] == ["B.java"]


@pytest.mark.parametrize(
    ("message", "encoding", "text"),
    [
        ("Fix a büg, a bug".encode("latin-1"), "iso-8859-1", "Fix a büg, a bug"),
        ("Fix a büg, a bug".encode("latin-1"), "", "Fix a büg, a bug"),
        ("Fix a bug ☃".encode(), "", "Fix a bug ☃"),
        ("Fix a bug ☃".encode(), "no-such-encoding", "Fix a bug ☃"),
        ("Fix a bug ☃".encode(), "hex", "Fix a bug ☃"),
        ("Fix a bug ☃".encode("utf-16"), "utf-16", "Fix a bug ☃"),
        (b"Fix a bug \xff", "utf-8", "Fix a bug ÿ"),
        (b"Fix a bug\r\n\r\nparent 1\n\n", "", "Fix a bug\r\n\r\nparent 1"),
    ],
)
def test_messages_of_any_encoding(message: bytes, encoding: str, text: str) -> None:
    head = f"tree {'1' * 40}\nparent {'2' * 40}\nauthor A <a> 0 +0000\ncommitter A <a> 0 +0000\n"
    if encoding:
        head += f"encoding {encoding}\n"
    assert parsed("3" * 40, head.encode() + b"\n" + message).message == text


@pytest.mark.parametrize(
    ("author", "time"),
    [
        ("A <a> 1400000000 +0000", "2014-05-13T16:53:20Z"),
        ("A <a> 1400000000 -0730", "2014-05-13T16:53:20Z"),
        ("A> <a> 0 +0000", "1970-01-01T00:00:00Z"),
        ("<> -1 +0000", "1969-12-31T23:59:59Z"),
        ("A <a> -50000000000 +0000", "0385-07-25T07:06:40Z"),
        ("A <a> 99999999999999 +0000", None),
        ("A <a> -99999999999999 +0000", None),
        ("A <a> 9999999999999999999999 +0000", None),
        ("A <a> today", None),
        ("A <a>", None),
        ("", None),
    ],
)
def test_dates_of_any_kind(author: str, time: str | None) -> None:
    head = f"tree 1\nauthor {author}\ncommitter A <a> 0 +0000\n\nFix"
    assert parsed("3" * 40, head.encode()).author_time == time


def test_odd_dates_make_items(history: History, mined: Mine) -> None:
    history.commit("Begin", {"A.java": BUGGY}, when="99999999999 +9999")
    history.commit(FIX, {"A.java": FIXED}, when="99999999999999 +0000")
    assert [row["author_time"] for row in mined(history).methods] == [None]
    assert mined(history, preset="coconut").dropped["not written before 2010-01-01"] == 1


def test_a_repository_with_sha_256(tmp_path: Path, mined: Mine) -> None:
    history = History(tmp_path / "long", "--object-format=sha256")
    history.fix(BUGGY, FIXED)
    [row] = mined(history).methods
    assert len(row["commit"]) == 64


def test_commits_come_after_their_parents_however_their_dates_are(history: History) -> None:
    begin = history.commit("1", {"A": "x"}, when="2000000000 +0000")
    side = history.commit("2", {"B": "x"}, parents=[begin], when="5 +0000", branch="side")
    one = history.commit("3", {"C": "x"}, parents=[begin], when="3000000000 +0000")
    history.commit("4", {"D": "x"}, parents=[one, side], when="1 +0000")
    with Repository(history.path) as repository:
        head = repository.commit_of("main")
        assert head is not None
        found = [one.message for one in commits(repository, head)]
    assert (found[0], found[-1], sorted(found)) == ("1", "4", ["1", "2", "3", "4"])


@pytest.mark.parametrize("revision", ["--all", "-n1", "main..", "no", "", "main:A", "HEAD\x01"])
def test_what_names_no_commit_is_none(history: History, revision: str) -> None:
    history.commit("1", {"A": "x"})
    with Repository(history.path) as repository:
        assert repository.commit_of("main") == history.ids()[0]
        assert repository.commit_of(revision) is None


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://example.org/a.git", "https://example.org/a.git"),
        ("https://user:secret@example.org/a.git", "https://example.org/a.git"),
        ("https://token@example.org/a.git", "https://example.org/a.git"),
        ("git@example.org:a/b.git", "git@example.org:a/b.git"),
        ("ssh://git@example.org/a", "ssh://example.org/a"),
        ("/home/me/a", None),
        ("ext::sh -c true", None),
        ("file:///home/me", None),
    ],
)
def test_where_a_repository_comes_from_is_shown_without_secrets(
    history: History, url: str, shown: str | None
) -> None:
    git(history.path, "remote", "add", "origin", url)
    with Repository(history.path) as repository:
        assert url_of(repository) == shown


def test_a_repository_of_a_later_format_is_reported(history: History, mined: Mine) -> None:
    history.fix(BUGGY, FIXED)
    git(history.path, "config", "core.repositoryformatversion", "99")
    noting = Noting()
    mined(history, reporter=noting)
    assert len(noting.failures) == 1
    assert "99" in noting.failures[0]
    with pytest.raises(ParseError):
        Repository(history.path)


def test_half_a_character_and_deep_nesting_make_rows_that_are_read_again(
    history: History, mined: Mine
) -> None:
    deep = f"class A {{ int f() {{ return {'(' * 3000}1{')' * 3000}; }} }}"
    history.commit("Begin", {"A.java": deep})
    history.commit(b"Fix a bug +2AA-", {"A.java": deep.replace("1", "2")}, encoding="utf-7")
    history.commit(b"Fix a bug \\udc00 \\x00", {"A.java": deep}, encoding="unicode_escape")
    assert [row["message"] for row in mined(history).methods] == ["Fix a bug \ud800", "Fix a bug \udc00 \x00"]
