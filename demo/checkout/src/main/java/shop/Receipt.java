package shop;

/** What is printed at the end. */
public class Receipt {
    private Receipt() {}

    /** A line with the price in euros. */
    public static String of(Basket basket, int many) {
        int cents = basket.total(many);
        return "total " + cents / 100 + "." + cents % 100 / 10 + cents % 10;
    }
}
