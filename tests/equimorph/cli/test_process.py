"""The command in processes of its own: hash seeds, pipes, terminals."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import equimorph as em
from mutators import defaults
from tests.equimorph.conftest import SAMPLE, rows


def command(*arguments: str, hash_seed: str = "0", **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "equimorph", *arguments],
        capture_output=True,
        check=False,
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
        **options,  # type: ignore[call-overload]
    )


def test_output_does_not_depend_on_the_process(folder: Path) -> None:
    (folder / "src").mkdir()
    for number in range(3):
        text = SAMPLE.replace("Cart", f"Cart{number}").replace("sum", f"sum{number}")
        (folder / "src" / f"Cart{number}.java").write_text(text)
    outputs = []
    for hash_seed in ("0", "1", "4242"):
        mutated = command(
            "mutate", "src", "--seed", "9", "--fault-lines", "1-20", "--full", hash_seed=hash_seed
        )
        assert mutated.returncode == 0, mutated.stderr
        why = command("sites", "src", "--why", hash_seed=hash_seed)
        tree = f"out{hash_seed}"
        assert (
            command("rewrite", "src", "--out", tree, "--per-method", "3", hash_seed=hash_seed).returncode == 0
        )
        files = [(path.name, path.read_bytes()) for path in sorted(Path(tree).iterdir())]
        outputs.append((mutated.stdout, why.stdout, files))
    assert outputs[0] == outputs[1] == outputs[2]
    each = [mutant.mutator for mutant in em.mutate(SAMPLE, seed=9)]
    assert [row["mutator"] for row in rows(outputs[0][0])] == 3 * each
    # There is no loop in that file, nor two branches.
    assert set(each) == set(defaults()) - {"loop-exchange", "permute-exchange"}


def test_exit_codes(folder: Path) -> None:
    assert command("list").returncode == 0
    assert command("mutate", "gone.java").returncode == 1
    assert command("mutate", "--lines", "x", "Cart.java").returncode == 2


def test_names_of_files_need_not_be_text(folder: Path) -> None:
    name = os.fsencode(folder) + b"/odd\xff.java"
    Path(os.fsdecode(name)).write_text(SAMPLE)
    (folder / "Cart.java").unlink()
    shown = command("sites", ".", "-m", "reorder-condition")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith(b"odd\xff.java:8:13: ")
    mutated = command("mutate", ".", "-m", "reorder-condition")
    assert [os.fsencode(row["path"]) for row in rows(mutated.stdout)] == [b"odd\xff.java"] * 2


def test_a_closed_pipe_ends_it_quietly(folder: Path) -> None:
    (folder / "Cart.java").write_text("class A {" + "boolean f(int a) { return a < 1; }\n" * 2000 + "}")
    with subprocess.Popen(
        [sys.executable, "-m", "equimorph", "mutate", "Cart.java", "-m", "reorder-condition"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"id":')
        process.stdout.close()
        told = process.stderr.read()
    assert b"Traceback" not in told
    assert process.returncode != 0


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals to be had")
def test_a_progress_bar_is_for_terminals(folder: Path) -> None:
    import pty

    def shown(*options: str) -> bytes:
        mine, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "equimorph", "mutate", "Cart.java", "--out", "rows.jsonl", *options],
            stderr=theirs,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "TERM": "xterm"},
        )
        os.close(theirs)
        told = b""
        try:
            while part := os.read(mine, 4096):
                told += part
        except OSError:  # how Linux ends a terminal of which the other side is closed
            pass
        os.close(mine)
        assert process.wait() == 0
        return told

    bar = shown()
    assert b"files" in bar
    assert b"1/1" in bar
    assert shown("--quiet") == b""
