"""What the tests of mutant models share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Small tables are not faster with more."""
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
