"""What the tests of CodeScore-R share: a few pairs, and a model that has learnt for a moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from equimorph.contrastive import Options, write

METHOD = """\
    /** Returns how many of the data are in a range {n}. */
    int count{n}(int[] data, int low, int high) {{
        int found = {n};
        for (int i = 0; i < data.length; i++) {{
            if (data[i] >= low && data[i] < high - {n}) {{
                found += data[i] * {n};
            }}
        }}
        return found;
    }}
"""
PLAIN = """\
    boolean is{n}(int left, int right) {{
        if (left > right + {n}) {{
            return left != {n};
        }} else {{
            return right == {n};
        }}
    }}
"""


def java(count: int) -> str:
    """A class with methods that have rewritings and mutants."""
    methods = "\n".join(METHOD.format(n=n) + PLAIN.format(n=n) for n in range(count))
    return f"package a;\n\nclass Counts {{\n{methods}}}\n"


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of sources."""
    folder = tmp_path_factory.mktemp("tree")
    (folder / "Counts.java").write_text(java(8), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def pairs_file(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pairs of that folder, as `equimorph pairs` writes them."""
    out = tmp_path_factory.mktemp("pairs") / "pairs.jsonl"
    write(
        out, [tree], Options(positives=2, negatives=2, mutators=["reorder-condition", "expression-exchange"])
    )
    return out


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Small tables are not faster with more."""
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def model_folder(pairs_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that has seen three batches."""
    pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")
    from equimorph.codescore import TrainOptions, train

    out = tmp_path_factory.mktemp("model") / "model"
    train([pairs_file], out, TrainOptions(steps=3, batch=4, vocabulary=400, seed=1))
    return out
