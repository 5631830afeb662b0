"""What the tests of the bench share: a sandbox with short limits, and problems."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from equimorph.bench import Limits, Problem, Runner, RunOptions, Sandbox, SandboxError
from parsers.oracles.jdk import JdkNotFound, find_jdk
from tests.conftest import missing

LIMITS = Limits(seconds=2, wall=6, memory=256, files=8)

DOUBLE = Problem(
    id="double",
    lang="python",
    prompt='import math\n\ndef double(x):\n    """Return twice x."""\n',
    prefix="import math\n\n",
    solution="def double(x):\n    return x + x\n",
    tests="assert double(1) == 2\nassert double(3) == 6\nassert double('a') == 'aa'\nassert double([1]) == [1, 1]\n",
    entry_point="double",
    group="double",
)
TWICE = Problem(
    id="twice",
    lang="java",
    prompt="",
    prefix="import java.util.*;\n\npublic class Solution {\n",
    solution="    public static List<Integer> twice(int x) {\n        return List.of(x, x);\n    }\n",
    suffix="}\n",
    tests="""import java.util.*;

public class Main {
    static int expected = 7;

    public static void main(String[] args) {
        if (!Objects.equals(Arrays.asList(expected, expected), Solution.twice(expected))) {
            throw new AssertionError();
        }
        assert List.of(2, 2).equals(Solution.twice(2));
        assert Solution.twice(3).get(1) == 3;
    }
}
""",
    entry_point="twice",
    group="twice",
)


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """A sandbox with short limits."""
    made = Sandbox(LIMITS)
    try:
        made.check()
    except SandboxError as error:
        missing(str(error))
    return made


@pytest.fixture(scope="session")
def runner(sandbox: Sandbox) -> Iterator[Runner]:
    """What runs candidates with short limits."""
    made = Runner(RunOptions(sandbox.limits))
    yield made
    made.close()


@pytest.fixture(scope="session")
def java_runner(runner: Runner) -> Runner:
    """The same, where there is a JDK."""
    try:
        find_jdk()
    except JdkNotFound as error:
        missing(str(error))
    return runner
