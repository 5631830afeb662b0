package shop;

/** Tests without a framework: each public method that begins with "test" is one. */
public class PricesTest {
    private final Prices prices = new Prices(new int[] {1000, 5000}, new int[] {5, 10});

    public void testNoDiscount() {
        same(999L, prices.toPay(333, 3));
    }

    public void testWholeCents() {
        same(4500L, prices.toPay(2500, 2));
    }

    public void testSmallDiscount() {
        same(950L, prices.toPay(1000, 1));
    }

    public void testOddSum() {
        same(1055L, prices.toPay(1110, 1));
    }

    public void testOddSumOfSeveral() {
        same(5395L, prices.toPay(1998, 3));
    }

    public void testShown() {
        same("12.05", Prices.shown(1205));
        same("-0.50", Prices.shown(-50));
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
