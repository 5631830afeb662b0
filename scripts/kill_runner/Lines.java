/** Which probes were passed since the last question; LineProbes puts the calls into the classes. */
public final class Lines {
    private static boolean[] passed = new boolean[0];

    private Lines() {}

    /** Called where a line begins. */
    public static void pass(int probe) {
        passed[probe] = true;
    }

    static void forget(int probes) {
        passed = new boolean[probes];
    }

    /** The numbers of the probes that were passed, with commas between them. */
    static String numbers() {
        boolean[] now = passed;
        StringBuilder numbers = new StringBuilder();
        for (int probe = 0; probe < now.length; probe++) {
            if (now[probe]) {
                numbers.append(numbers.length() == 0 ? "" : ",").append(probe);
            }
        }
        return numbers.toString();
    }
}
