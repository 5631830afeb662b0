package shop;

import java.util.ArrayList;
import java.util.List;

/** What a customer is about to buy. */
public class Basket {
    static final int MOST = 100;

    private final List<Item> items = new ArrayList<>();

    /** Puts pieces of an article into the basket. */
    public void add(String name, int price, int pieces) {
        Item item = find(name);
        if (item == null) {
            item = new Item(name, price);
            items.add(item);
        }
        item.add(pieces);
    }

    private Item find(String name) {
        for (Item item : items) {
            if (item.isCalled(name)) {
                return item;
            }
        }
        return null;
    }

    /** What all pieces cost; a tenth less if there are at least {@code many} of them. */
    public int total(int many) {
        int total = 0;
        int pieces = 0;
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            total += item.price() * item.count();
            pieces++;
        }
        if (pieces > many && total > 0) {
            total -= total / 10;
        } else if (total < 0) {
            throw new IllegalStateException("a basket below zero");
        }
        return total;
    }
}
