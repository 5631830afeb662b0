package grid;

/** Tests without a framework: each public method that begins with "test" is one. */
public class MazeTest {
    public void testStraight() {
        same(4, new Maze(".....").steps());
    }

    public void testAround() {
        same(10, new Maze("...", "##.", "...", ".##", "...").steps());
    }

    public void testNoWay() {
        same(-1, new Maze("..#", ".#.", "#..").steps());
    }

    public void testShortestWay() {
        same(4, new Maze("...", "...", "...").steps());
    }

    public void testAtHome() {
        same(0, new Maze(".").steps());
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
