package examples;

import java.util.ArrayList;
import java.util.List;

/** A parcel service: the bundled example. */
public class Parcel {
    enum Status { READY, SENT, LOST }

    private final String address;
    private final int grams;
    private Status status = Status.READY;

    Parcel(String address, int grams) {
        if (address == null || address.length() == 0) {
            throw new IllegalArgumentException("no address");
        }
        this.address = address;
        this.grams = grams;
    }

    /** Parcels of a list that weigh at most {@code limit} grams together, taken from the front. */
    static List<Parcel> load(List<Parcel> waiting, int limit) {
        List<Parcel> loaded = new ArrayList<>();
        int total = 0;
        for (int i = 0; i < waiting.size(); i++) {
            Parcel parcel = waiting.get(i);
            if (parcel.status != Status.READY) {
                continue;
            }
            if (total + parcel.grams > limit) {
                break;
            }
            total += parcel.grams;
            parcel.status = Status.SENT;
            loaded.add(parcel);
        }
        return loaded;
    }

    static boolean sameLabel(Parcel one, Parcel other) {
        String left = one.address.trim();
        String right = other.address.trim();
        return left.length() == right.length() && left.equals(right);
    }

    public static void main(String[] args) {
        List<Parcel> waiting = new ArrayList<>();
        for (String line : new String[] {"Dover 300", "Calais 450", " Dover  500"}) {
            int blank = line.lastIndexOf(' ');
            waiting.add(new Parcel(line.substring(0, blank), Integer.parseInt(line.substring(blank + 1))));
        }
        System.out.println(load(waiting, 800).size() + " loaded");
        System.out.println(sameLabel(waiting.get(0), waiting.get(2)) + " " + sameLabel(waiting.get(0), waiting.get(1)));
    }
}
