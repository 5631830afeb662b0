"""The Java methods that a mutant model is tried on where a user gives none: small, plain, and different from one another.

They are ours, written for this purpose. Half of them are the gallery in which the vectors of the others look for their nearest one.
"""

from __future__ import annotations

__all__ = ["PROBES"]

_METHODS = r"""
int sum(int[] data) {
    int total = 0;
    for (int one : data) {
        total += one;
    }
    return total;
}

int largest(int[] data) {
    int best = data[0];
    for (int i = 1; i < data.length; i++) {
        if (data[i] > best) {
            best = data[i];
        }
    }
    return best;
}

boolean isEmpty(String text) {
    return text == null || text.length() == 0;
}

String reversed(String text) {
    return new StringBuilder(text).reverse().toString();
}

int indexOf(int[] data, int wanted) {
    for (int i = 0; i < data.length; i++) {
        if (data[i] == wanted) {
            return i;
        }
    }
    return -1;
}

void close(java.io.Closeable stream) {
    try {
        stream.close();
    } catch (java.io.IOException error) {
        throw new IllegalStateException(error);
    }
}

long factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

int gcd(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void setName(String name) {
    this.name = name;
}

String getName() {
    return name;
}

public boolean equals(Object other) {
    if (this == other) {
        return true;
    }
    if (!(other instanceof Point)) {
        return false;
    }
    Point that = (Point) other;
    return x == that.x && y == that.y;
}

public int hashCode() {
    return 31 * x + y;
}

public String toString() {
    return "(" + x + ", " + y + ")";
}

void swap(int[] data, int i, int j) {
    int held = data[i];
    data[i] = data[j];
    data[j] = held;
}

void sort(int[] data) {
    for (int i = 0; i < data.length; i++) {
        for (int j = i + 1; j < data.length; j++) {
            if (data[j] < data[i]) {
                int held = data[i];
                data[i] = data[j];
                data[j] = held;
            }
        }
    }
}

boolean isPrime(int n) {
    if (n < 2) {
        return false;
    }
    for (int i = 2; (long) i * i <= n; i++) {
        if (n % i == 0) {
            return false;
        }
    }
    return true;
}

double average(double[] data) {
    double total = 0;
    for (double one : data) {
        total += one;
    }
    return data.length == 0 ? 0 : total / data.length;
}

int count(String text, char wanted) {
    int found = 0;
    for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) == wanted) {
            found++;
        }
    }
    return found;
}

String day(int number) {
    switch (number) {
        case 6:
            return "Saturday";
        case 7:
            return "Sunday";
        default:
            return "weekday";
    }
}

void add(Object one) {
    if (size == items.length) {
        items = java.util.Arrays.copyOf(items, 2 * size);
    }
    items[size++] = one;
}

Object pop() {
    if (size == 0) {
        throw new java.util.NoSuchElementException();
    }
    return items[--size];
}

synchronized void increment() {
    counter++;
}

int[][] transposed(int[][] table) {
    int[][] made = new int[table[0].length][table.length];
    for (int i = 0; i < table.length; i++) {
        for (int j = 0; j < table[0].length; j++) {
            made[j][i] = table[i][j];
        }
    }
    return made;
}

String join(java.util.List<String> parts, String between) {
    StringBuilder made = new StringBuilder();
    for (String part : parts) {
        if (made.length() > 0) {
            made.append(between);
        }
        made.append(part);
    }
    return made.toString();
}

int binarySearch(int[] data, int key) {
    int low = 0;
    int high = data.length - 1;
    while (low <= high) {
        int mid = (low + high) >>> 1;
        if (data[mid] < key) {
            low = mid + 1;
        } else if (data[mid] > key) {
            high = mid - 1;
        } else {
            return mid;
        }
    }
    return -(low + 1);
}

byte[] copy(byte[] data) {
    byte[] made = new byte[data.length];
    System.arraycopy(data, 0, made, 0, data.length);
    return made;
}

int read(java.io.InputStream stream) throws java.io.IOException {
    int found = stream.read();
    if (found < 0) {
        throw new java.io.EOFException();
    }
    return found;
}

boolean contains(java.util.Map<String, Integer> map, String key) {
    return map.get(key) != null && map.get(key) > 0;
}

int bits(int n) {
    int found = 0;
    do {
        found += n & 1;
        n >>>= 1;
    } while (n != 0);
    return found;
}

boolean isPalindrome(String text) {
    int left = 0;
    int right = text.length() - 1;
    while (left < right) {
        if (text.charAt(left++) != text.charAt(right--)) {
            return false;
        }
    }
    return true;
}

int clamp(int value, int low, int high) {
    return Math.max(low, Math.min(high, value));
}

void run() {
    while (!stopped) {
        Runnable next = queue.poll();
        if (next == null) {
            continue;
        }
        next.run();
    }
}
"""

PROBES: tuple[str, ...] = tuple(f"{method}\n" for method in _METHODS.strip().split("\n\n"))
