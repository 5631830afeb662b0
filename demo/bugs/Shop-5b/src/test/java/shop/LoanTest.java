package shop;

/** Tests without a framework: each public method that begins with "test" is one. */
public class LoanTest {
    public void testWithoutInterest() {
        same(10, new Loan(100, 0).months(1000));
    }

    public void testLastRateIsSmaller() {
        same(4, new Loan(300, 0).months(1000));
    }

    public void testInterest() {
        same(11, new Loan(1000, 12).months(10000));
    }

    public void testMuchInterest() {
        same(70, new Loan(2000, 12).months(100000));
    }

    public void testNothing() {
        same(0, new Loan(5, 5).months(0));
    }

    public void testNever() {
        try {
            new Loan(10, 12).months(1000);
        } catch (IllegalArgumentException error) {
            same("never: 10 for 10", error.getMessage());
            return;
        }
        throw new AssertionError("ends");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
