package shop;

/** An order: what, how urgent, how many pieces. */
public final class Order {
    final String name;
    final int urgency;
    final int pieces;

    public Order(String name, int urgency, int pieces) {
        this.name = name;
        this.urgency = urgency;
        this.pieces = pieces;
    }

    @Override
    public String toString() {
        return name;
    }
}
