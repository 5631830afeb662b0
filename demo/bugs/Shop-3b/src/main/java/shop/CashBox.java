package shop;

import java.util.ArrayList;
import java.util.List;

/** Gives change with as few coins as a shop has use for. */
public class CashBox {
    private static final int[] COINS = {200, 100, 50, 20, 10, 5, 2, 1};

    private final int most;

    /** A box that gives at most some coins. */
    public CashBox(int most) {
        this.most = most;
    }

    public List<Integer> change(int price, int paid) {
        int left = paid - price;
        if (left < 0) {
            throw new IllegalArgumentException("too little: " + left);
        }
        List<Integer> given = new ArrayList<>();
        for (int coin : COINS) {
            while (left > coin) {
                if (given.size() >= most) {
                    throw new IllegalStateException("no more coins");
                }
                given.add(coin);
                left -= coin;
            }
        }
        if (left != 0) {
            throw new IllegalStateException("still to give: " + left);
        }
        return given;
    }
}
