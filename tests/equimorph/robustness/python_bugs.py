"""Small Python bugs in the layout of BugsInPy."""

from __future__ import annotations

from pathlib import Path

from equimorph.patches.diffs import unified_diff

PATH = "box/clip.py"
BUGGY = """\
def clip(value, least, most):
    result = value
    if result > most or result < least:
        result = most
    return result
"""
FIXED = """\
def clip(value, least, most):
    result = value
    if result > most:
        result = most
    return max(result, least)
"""
TESTS = """\
import unittest

from box.clip import clip


class ClipTest(unittest.TestCase):
    def test_below(self):
        self.assertEqual(clip(1, 2, 5), 2)

    def test_above(self):
        self.assertEqual(clip(7, 2, 5), 5)

    def test_within(self):
        self.assertEqual(clip(3, 2, 5), 3)
"""
RUN = "python -m unittest -q tests.test_clip.ClipTest.test_below"


def make_python_bug(
    folder: Path,
    name: str,
    buggy: str | bytes = BUGGY,
    fixed: str | bytes = FIXED,
    *,
    tests: str = TESTS,
    run: str = RUN,
    prefix: str = "",
) -> Path:
    """Makes the folder of a bug with one module, tests of it, and the patch."""
    checkout, (project, _, version) = folder / name, name.partition("-")
    texts = [text.encode() if isinstance(text, str) else text for text in (buggy, fixed)]
    files = {
        PATH: texts[0],
        "box/__init__.py": b"",
        "tests/test_clip.py": tests.encode(),
        f"{prefix}bug.info": b'python_version="3.8.3"\ntest_file="tests/test_clip.py"\n',
        f"{prefix}project.info": f'project_name="{project}"\nbug_id="{version.rstrip("b")}"\n'.encode(),
        f"{prefix}run_test.sh": run.encode(),
        "bug_patch.txt": unified_diff(PATH, *texts),
    }
    for path, data in files.items():
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        (checkout / path).write_bytes(data)
    return checkout
