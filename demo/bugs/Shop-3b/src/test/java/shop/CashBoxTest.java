package shop;

/** Tests without a framework: each public method that begins with "test" is one. */
public class CashBoxTest {
    public void testOneCoin() {
        same("[200]", new CashBox(9).change(300, 500).toString());
    }

    public void testSeveralCoins() {
        same("[50, 20, 5, 2]", new CashBox(9).change(23, 100).toString());
    }

    public void testNothingToGive() {
        same("[]", new CashBox(9).change(70, 70).toString());
    }

    public void testTooLittle() {
        try {
            new CashBox(9).change(2, 1);
        } catch (IllegalArgumentException error) {
            same("too little: -1", error.getMessage());
            return;
        }
        throw new AssertionError("gave change");
    }

    public void testNoMoreCoins() {
        try {
            new CashBox(2).change(0, 600);
        } catch (IllegalStateException error) {
            same("no more coins", error.getMessage());
            return;
        }
        throw new AssertionError("gave three coins");
    }

    public void testSumIsRight() {
        for (int cents = 1; cents < 400; cents += 7) {
            int sum = 0;
            for (int coin : new CashBox(20).change(0, cents)) {
                sum += coin;
            }
            same(cents, sum);
        }
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
