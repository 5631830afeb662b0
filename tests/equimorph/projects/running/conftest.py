"""A small checkout of which each class of behaviour can be made by a patch."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph.defects4j.methods.bug import Bug

PATH = "src/main/java/shop/Price.java"
METHOD = """\
    static int half(int[] prices, int at) {
        int price = prices[at];
        return price / 2 + 1;
    }"""
PRICE = f"""\
package shop;

import static shop.Names.NAME;

/** Prices, in \u20ac. */
public class Price {{
    static final int LEAST = 2;

{METHOD}

    static String name() {{
        return NAME;
    }}
}}
"""
NAMES = 'package shop;\n\nfinal class Names {\n    static final String NAME = "price" + Price.LEAST;\n}\n'
TESTS = """\
package shop;

public class PriceTest {
    private String name;

    protected void setUp() {
        name = Price.name();
    }

    public void testHalf() {
        equal(2, Price.half(new int[] {4}, 0));
    }

    public void testLast() {
        equal(3, Price.half(new int[] {0, 6}, 1));
    }

    public void testName() {
        equal("price2", name);
    }

    public void helper() {
        throw new IllegalStateException("no test");
    }

    public void testsOf(int number) {
        throw new IllegalStateException("no test");
    }

    private static void equal(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
"""


def patched(body: str) -> str:
    """The file with another method."""
    text = PRICE.replace(METHOD, body)
    assert text != PRICE
    return text


def with_return(code: str) -> str:
    """The method with other code in the place of its last statement."""
    return METHOD.replace("return price / 2 + 1;", code)


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_checkout(tmp_path_factory.mktemp("checkout") / "Shop-1b")


def make_checkout(root: Path, price: str = PRICE, tests: str = TESTS, encoding: str = "utf-8") -> Path:
    main, test = root / "src/main/java/shop", root / "src/test/java/shop"
    main.mkdir(parents=True)
    test.mkdir(parents=True)
    (main / "Price.java").write_bytes(price.encode(encoding))
    (main / "Names.java").write_text(NAMES)
    (test / "PriceTest.java").write_bytes(tests.encode(encoding))
    (root / "defects4j.build.properties").write_text(
        "d4j.dir.src.classes=src/main/java\nd4j.dir.src.tests=src/test/java\n"
    )
    return root


def bug_of(checkout: Path, encoding: str = "utf-8", tests: tuple[str, ...] | None = None) -> Bug:
    return Bug(
        "Shop-1b:Price.half:9",
        PATH,
        "half",
        9,
        12,
        METHOD.strip(),
        METHOD.strip().replace(" + 1", ""),
        (3,),
        checkout=str(checkout),
        tests=tests,
        encoding=encoding,
    )
