"""What the tests of the facade and the command line share."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner, Result

from equimorph.cli import app
from mutators.base import Mutator
from mutators.model import Edit
from parsers.java.method import Method
from parsers.oracles.jdk import Jdk, process
from parsers.oracles.jdk.process import WorkerProcess
from parsers.oracles.prover import Prover
from tests.strategies.matches import Always

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

SAMPLE = """\
package shop;

public class Cart {
    private int total;

    int add(String name, int count) {
        int sum = total;
        if (count < name.length()) {
            sum += count;
        }
        return sum;
    }

    boolean same(long left, long right) {
        return left == right;
    }
}
"""


class Misfit(Mutator):
    """Breaks every method with an odd number of letters in its name: the framework must reject its edits."""

    name = "misfit"
    language = "java"
    relation = "preserving"
    examples = ()

    def matches(self, method: Method) -> Iterator[Always]:
        if len(method.name) % 2:
            yield Always(method, method.root, lambda match: [Edit(match.end - 1, "}", ")")])


@pytest.fixture(scope="session", autouse=True)
def kept_jvms() -> Iterator[None]:
    """A JVM that a command of this process leaves behind serves the next one that would start the same."""
    idle = dict[tuple[object, ...], Any]()
    start, close_jdk, close_prover = process._Jvm, Jdk.close, Prover.close

    def started(*how: Any) -> Any:  # noqa: ANN401
        jvm = idle.pop(how, None)
        return start(*how) if jvm is None or jvm.owner != os.getpid() else jvm

    def leave(worker: WorkerProcess) -> None:
        with worker.lock:
            jvm = worker._jvm
            if jvm is not None and jvm.owner == os.getpid():
                how = (
                    worker._home,
                    worker._classes(worker._home),
                    worker._main,
                    worker._options,
                    worker._scratch,
                )
                worker._jvm = idle.pop(how, None)
                idle[how] = jvm

    def left_jdk(jdk: Jdk) -> None:
        leave(jdk._compiler)
        leave(jdk._runner)
        close_jdk(jdk)

    def left_prover(prover: Prover) -> None:
        leave(prover._worker)
        close_prover(prover)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "_Jvm", started)
        patch.setattr(Jdk, "close", left_jdk)
        patch.setattr(Prover, "close", left_prover)
        yield
    for jvm in idle.values():
        jvm.stop(0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of the command, with Cart.java in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Cart.java").write_text(SAMPLE)
    return tmp_path


def run(*arguments: str | Path) -> Result:
    """Runs the command in this process; an error that it does not expect is an error of the test."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def rows(text: str | bytes | Path) -> list[dict[str, Any]]:
    """The objects of a JSON Lines text or file."""
    data = text.read_bytes() if isinstance(text, Path) else text
    return [json.loads(line) for line in data.splitlines()]


def listed(folder: Path) -> list[str]:
    """The names in a folder, but for what Python leaves beside a module."""
    return sorted(path.name for path in folder.iterdir() if path.name != "__pycache__")


BROWSER = (
    "--no-sandbox",
    "--headless=new",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--window-size=1300,900",
)
"""Arguments of chromium."""


@pytest.fixture(scope="module")
def driver() -> Iterator[WebDriver]:
    """A browser without a window."""
    webdriver = pytest.importorskip("selenium.webdriver")
    from selenium.webdriver.chrome.service import Service

    chrome = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    chromedriver = shutil.which("chromedriver")
    if chrome is None or chromedriver is None:
        pytest.skip("no chromium with its chromedriver (Debian: apt-get install chromium chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = chrome
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for argument in (*BROWSER, f"--user-data-dir={profile}"):
            options.add_argument(argument)
        made = webdriver.Chrome(options=options, service=Service(chromedriver))
        try:
            yield made
        finally:
            made.quit()
