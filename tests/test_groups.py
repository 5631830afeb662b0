"""Tests with something in common run in one process."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def value() -> int:
    return 1


@pytest.mark.xdist_group("some")
def test_groups_reach_the_processes(request: pytest.FixtureRequest) -> None:
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("this is no process of `--dist loadgroup`")
    # pytest-xdist knows them by this end alone.
    assert request.node.nodeid.endswith("@some")


@pytest.mark.usefixtures("value")
def test_tests_with_a_value_in_common_are_a_group(request: pytest.FixtureRequest) -> None:
    group = request.node.get_closest_marker("xdist_group")
    assert group is not None
    assert group.args == ("tests/test_groups.py",)


@pytest.mark.usefixtures("traps", "tmp_path", "short_jvms")
def test_other_tests_are_in_none(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("xdist_group") is None
