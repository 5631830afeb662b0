"""What all tests share: the JDK, the trap programs, the profiles of hypothesis."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from inspect import isgeneratorfunction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from parsers.oracles.jdk import Jdk, JdkNotFound
from parsers.oracles.jdk.process import WorkerProcess
from tests.changed import ROOT, changed_files, concerned
from tests.laws.corpus import trap_folder

# One process of tests for each core is enough: threads of torch wait for each other in loops. A test that needs more says so.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Where machines are shared, time says nothing about the code: no deadlines.
_ALL = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("dev", max_examples=50, **_ALL)
settings.register_profile("ci", max_examples=100, derandomize=True, print_blob=True, **_ALL)
# Of each push; what is drawn less often there is drawn at night.
settings.register_profile("push", parent=settings.get_profile("ci"), max_examples=30)
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
    parser.addoption("--changed", action="store_true", help="only the tests of what changed since main")
    # Flags, not one with a value: pytest would take the folder that follows for the value.
    for flag, which in (
        ("--sabotage", "all"),
        ("--sabotage-changed", "changed"),
        ("--sabotage-push", "push"),
    ):
        parser.addoption(
            flag,
            dest="sabotage",
            action="store_const",
            const=which,
            help=f"run {which} patches of our own code",
        )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if not config.getoption("changed") or not collection_path.name.startswith("test_"):
        return None
    return not concerned(collection_path.relative_to(ROOT), _changed()) or None


def pytest_itemcollected(item: pytest.Item) -> None:
    group = min(_shared(item), key=len, default="")
    if group and item.get_closest_marker("xdist_group") is None:
        item.add_marker(pytest.mark.xdist_group(group))


def _shared(item: pytest.Item) -> Iterator[str]:
    """Where the values are that a test has in common with others: the tests of one place run in one process, which makes them once.

    A fixture that yields is a process, which each process of tests may have.
    """
    found: Mapping[str, Sequence[pytest.FixtureDef[Any]]] = getattr(item, "_fixtureinfo").name2fixturedefs  # noqa: B009
    for *_, fixture in found.values():
        if fixture.scope not in ("module", "session") or isgeneratorfunction(fixture.func):
            continue
        if fixture.scope == "module":
            yield item.nodeid.partition("::")[0]
        elif fixture.baseid not in ("", "tests"):
            yield fixture.baseid


_changed = cache(lambda: changed_files(ROOT))


def missing(what: str) -> None:
    """Skips for want of something; where CI is set, that is a failure."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}, and CI is set", pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="session", autouse=True)
def short_jvms() -> Iterator[None]:
    """The JVMs of javac and of the checker compile to the full what they run often; the tests of a process end before that pays."""
    made = WorkerProcess.__init__

    def init(self: WorkerProcess, home: Path, main: str, options: Sequence[str], *more: Any) -> None:  # noqa: ANN401
        made(self, home, main, (*options, "-XX:TieredStopAtLevel=1"), *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WorkerProcess, "__init__", init)
        yield


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


@pytest.fixture
def hears_interrupts() -> Iterator[None]:
    """Let processes that a test starts hear SIGINT, also where we were started to ignore it, as by nohup."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
