// Java 25: a compact source file (JLS 25, 7.3), with an instance main method (12.1.4).

int total = 3;

record Item(String name, int price) {}

static int half(int n) {
    int result = n / 2;
    return result;
}

private int sum(List<Item> items) {
    int found = 0;
    for (Item item : items) {
        if (item.price() > total && !item.name().isEmpty()) {
            found += half(item.price());
        } else {
            found = found + 1;
        }
    }
    return found;
}

String twice(String text) {
    String first = text + text;
    return first.length() > 4 ? first : text;
}

void main() {
    total = total + 1;
    IO.println(sum(List.of(new Item("a", 9), new Item("", 12), new Item("c", 2))));
    IO.println(twice("ab") + twice("abc"));
    for (int i = 0; i < 3; i++) {
        IO.println(half(i * 3));
    }
}
