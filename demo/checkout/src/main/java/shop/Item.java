package shop;

/** Some pieces of one article. */
public class Item {
    private final String name;
    private final int price;
    private int count;

    Item(String name, int price) {
        this.name = name;
        this.price = price;
    }

    boolean isCalled(String wanted) {
        return name.equals(wanted);
    }

    int price() {
        return price;
    }

    int count() {
        return count;
    }

    /** Adds pieces; there must be at least one. */
    void add(int pieces) {
        int sum = count + pieces;
        if (sum > Basket.MOST) {
            throw new IllegalArgumentException("too many of " + name);
        }
        count = sum;
    }
}
