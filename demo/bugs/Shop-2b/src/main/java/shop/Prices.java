package shop;

/** Prices in cents. */
public class Prices {
    private final int[] limits;
    private final int[] percents;

    /** Discounts: from which sum on how many percent; the sums ascend. */
    public Prices(int[] limits, int[] percents) {
        if (limits.length != percents.length) {
            throw new IllegalArgumentException(limits.length + " limits, " + percents.length + " percents");
        }
        this.limits = limits.clone();
        this.percents = percents.clone();
    }

    /** Returns what is to pay; parts of a cent are for the shop. */
    public long toPay(int price, int pieces) {
        long total = (long) price * pieces;
        int percent = 0;
        for (int i = 0; i < limits.length; i++) {
            if (total >= limits[i]) {
                percent = percents[i];
            }
        }
        long discount = total / 100 * percent;
        return total - discount;
    }

    public static String shown(long cents) {
        String sign = cents < 0 ? "-" : "";
        long size = Math.abs(cents);
        long rest = size % 100;
        return sign + size / 100 + (rest < 10 ? ".0" : ".") + rest;
    }
}
