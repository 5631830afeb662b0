package shop;

/** A loan that is paid off at a rate a month, in cents. */
public class Loan {
    private final long rate;
    private final int percent;

    public Loan(long rate, int percent) {
        this.rate = rate;
        this.percent = percent;
    }

    /** Returns the interest on a sum for a month; the percents are for a year. */
    private long interest(long sum) {
        return sum * percent / 1200;
    }

    /** Returns after how many months nothing is left. */
    public int months(long amount) {
        long left = amount;
        int months = 0;
        if (rate <= interest(amount)) {
            throw new IllegalArgumentException("never: " + rate + " for " + interest(amount));
        }
        while (left > 0) {
            long extra = interest(left);
            long paid = Math.min(rate, left + extra);
            left -= rate;
            if (paid > 0) {
                months++;
            }
        }
        return months;
    }
}
