import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Class bodies inside members and fields: capture, shadowing by own and inherited fields, local types of all kinds. */
public class ClassBodies {
    static final List<String> LOG = new ArrayList<>();

    static class Base {
        protected int width = 40;
        String name = "base";

        String show() {
            return name + width;
        }
    }

    enum Shape {
        DOT {
            @Override
            /*! variable-renaming: +size */
            int area(int size) {
                int area = size > 0 ? 1 : 0;
                return area + sides;
            }
        },
        SQUARE(4) {
            @Override
            int area(int size) {
                /*! variable-renaming: +other */
                Supplier<Integer> other = () -> size * size + sides;
                return other.get();
            }
        };

        final int sides;

        Shape() {
            this(0);
        }

        Shape(int sides) {
            this.sides = sides;
        }

        abstract int area(int size);
    }

    final Supplier<String> inField = new Supplier<>() {
        int calls;

        @Override
        public String get() {
            /*! variable-renaming: +text */
            String text = "call " + ++calls;
            return text + ClassBodies.this.tag;
        }
    };
    String tag = "#";

    {
        /*! variable-renaming: +mark */
        String mark = "init";
        LOG.add(mark);
    }

    static {
        /*! variable-renaming: +boot */
        int boot = 1;
        LOG.add("boot" + boot);
    }

    ClassBodies() {
        /*! variable-renaming: +self */
        ClassBodies self = this;
        LOG.add(self.inField.get());
    }

    class Inner {
        final int id;

        Inner(int id) {
            this.id = id;
            tag += id;
        }
    }

    static String inherited(String name, int width) {
        /*! variable-renaming: +other */
        String other = name + width;
        /*! variable-renaming: +b */
        Base b = new Base() {
            @Override
            String show() {
                return name + width + other;
            }
        };
        return b.show() + name;
    }

    static String fields(int value) {
        /*! variable-renaming: +count */
        int count = value;
        /*! variable-renaming: -total */
        class Counter { int total = count; int value = 5;
            /*! variable-renaming: +by */
            int add(int by) {
                total += by * value;
                return total;
            }
        }
        interface Twice {
            int BASE = 2;

            /*! variable-renaming: +n */
            static int of(int n) {
                return n * BASE;
            }
        }
        enum Level {
            LOW, HIGH;

            Level next() {
                /*! variable-renaming: +value */
                int value = ordinal() + 1;
                return values()[value % 2];
            }
        }
        Counter counter = new Counter();
        return counter.add(value) + "," + Twice.of(count) + "," + Level.LOW.next() + "," + value;
    }

    /*! variable-renaming: +outer */
    static int inner(ClassBodies outer) {
        Inner one = outer.new Inner(3);
        return one.id + outer.new Inner(4).id;
    }

    static String deep(String text) {
        /*! variable-renaming: +out */
        StringBuilder out = new StringBuilder(text);
        Runnable run = new Runnable() {
            String text = "own";

            @Override
            public void run() {
                out.append(text);
                new Object() {
                    /*! variable-renaming: +text */
                    void go(String text) {
                        out.append(text).append(this.getClass() == null);
                    }
                }.go("param");
                text = "changed";
                out.append(this.text);
            }
        };
        run.run();
        return out.toString();
    }

    static void check(Object expected, Object actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) {
            throw new AssertionError(expected + " is not " + actual);
        }
    }

    public static void main(String[] args) {
        ClassBodies first = new ClassBodies();
        check("[boot1, init, call 1#]", LOG.toString());
        check("[1, 8]", List.of(Shape.DOT.area(9), Shape.SQUARE.area(2)).toString());
        check("base40n1n", inherited("n", 1));
        check("18,6,HIGH,3", fields(3));
        check(7, inner(first));
        check("call 2#34", first.inField.get());
        check("topownparamfalsechanged", deep("top"));
    }
}
