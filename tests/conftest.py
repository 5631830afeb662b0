"""What all tests share: the JDK, the trap programs, the profiles of hypothesis."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from parsers.java.jdk import Jdk, JdkNotFound
from tests.laws.corpus import trap_folder

# Where machines are shared, time says nothing about the code: no deadlines.
_ALL = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("dev", max_examples=50, **_ALL)
settings.register_profile("ci", max_examples=100, derandomize=True, print_blob=True, **_ALL)
# A patch needs one failure, not a small one, nor why it fails.
settings.register_profile(
    "sabotage",
    max_examples=100,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    **_ALL,
)
settings.register_profile("fuzz", max_examples=20_000, phases=[Phase.generate, Phase.shrink], **_ALL)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regen-golden", action="store_true", help="write tests/golden anew instead of comparing with it"
    )
    # Flags, not one with a value: pytest would take the folder that follows for the value.
    for flag, which in (
        ("--sabotage", "all"),
        ("--sabotage-changed", "changed"),
        ("--sabotage-third", "third"),
    ):
        parser.addoption(
            flag,
            dest="sabotage",
            action="store_const",
            const=which,
            help=f"run {which} patches of our own code",
        )


def missing(what: str) -> None:
    """Skips for want of something; where CI is set, that is a failure."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}, and CI is set", pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="session")
def jdk() -> Iterator[Jdk]:
    """The JDK, kept running for all tests of a process."""
    try:
        oracle = Jdk()
    except JdkNotFound as error:
        missing(str(error))
        raise
    with oracle:
        yield oracle


@pytest.fixture(scope="session")
def traps() -> Path:
    """The folder of trap programs."""
    folder = trap_folder()
    if folder is None:
        missing("no trap programs: EQUIMORPH_TRAPS is not set, and ../shared/traps is not there")
        raise AssertionError
    return folder
