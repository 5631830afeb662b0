package shop;

/** Tests without a framework: {@code java shop.BasketTest} ends with 1 if any fails. */
public class BasketTest {
    static void discountIsByPieces() {
        Basket basket = new Basket();
        basket.add("pen", 100, 5);
        check("total 4.50", Receipt.of(basket, 5));
    }

    static void fewPiecesCostAll() {
        Basket basket = new Basket();
        basket.add("pen", 100, 2);
        basket.add("ink", 250, 1);
        basket.add("pen", 100, 1);
        check("total 5.50", Receipt.of(basket, 5));
    }

    static void noPiecesAreRefused() {
        String told = "nothing";
        try {
            new Basket().add("pen", 100, 0);
        } catch (IllegalArgumentException error) {
            told = error.getMessage();
        }
        check("no pieces", told);
    }

    private static int failed;

    private static void check(String expected, String actual) {
        if (!expected.equals(actual)) {
            failed++;
            System.out.println("expected " + expected + ", but it is " + actual);
        }
    }

    public static void main(String[] args) {
        discountIsByPieces();
        fewPiecesCostAll();
        noPiecesAreRefused();
        System.out.println(failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
