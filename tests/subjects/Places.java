import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Where a declaration may stand among statements, and where not; indented with tabs. */
public class Places {
	static final StringBuilder LOG = new StringBuilder();
	static int unusedInt = 7;
	/*! unused-variable: -{int level = 3;} */
	int level = 3;
	final int start;

	static {
		/*! unused-variable: +{LOG.append("static ");} */
		LOG.append("static ");
	}

	{
		/*! unused-variable: +{level++;} */
		level++;
	}

	Places() {
		/*! unused-variable: -{this(5);} */
		this(5);
		/*! unused-variable: +{level += 10;} */
		level += 10;
	}

	Places(int start) {
		/*! unused-variable: +{this.start = start;} */
		this.start = start;
	}

	class Part extends ArrayList<String> {
		Part(int n) {
			/*! unused-variable: -{super(n);} */
			super(n);
			/*! unused-variable: +{add("part" + n);} */
			add("part" + n);
		}

		class Sub extends Part {
			Sub(Places outer) {
				/*! unused-variable: -{outer.super(2);} */
				outer.super(2);
				/*! unused-variable: +{add("sub");} */
				add("sub");
			}
		}
	}

	static class Typed {
		final String text;

		<T> Typed(T one) {
			// a comment before the call
			/*! unused-variable: -{super();} */
			super();
			/*! unused-variable: +{text = "typed" + one;} */
			text = "typed" + one;
		}

		Typed() {
			/*! unused-variable: -{<Integer>this(1);} */
			<Integer>this(1);
		}
	}

	static String groups(int k) {
		String out = "";
		/*! unused-variable: -{out += "zero";} */
		switch (k) { case 0 -> out += "zero"; default -> { } }
		switch (k) {
			case 0:
			case 1:
				/*! unused-variable: +{out += "low";} */
				out += "low";
				/*! unused-variable: +{break;} */
				break;
			/*! unused-variable: +{out += "two";} */
			case 2: out += "two";
			case 3:
				int unusedChar = k;
				/*! unused-variable: +{out += unusedChar;} */
				out += unusedChar;
			default:
				/*! unused-variable: +{unusedChar = 1;} */
				unusedChar = 1;
				/*! unused-variable: +{out += "rest" + unusedChar;} */
				out += "rest" + unusedChar;
		}
		/*! unused-variable: +{return out;} */
		return out;
	}

	static int rules(int k) {
		int sum = switch (k) {
			case 0 -> 5;
			case 1 -> {
				/*! unused-variable: +{yield 6;} */
				yield 6;
			}
			/*! unused-variable: -{throw new IllegalStateException("two");} */
			case 2 -> throw new IllegalStateException("two");
			default -> k;
		};
		switch (k) {
			/*! unused-variable: -{sum += 100;} */
			case 0 -> sum += 100;
			/*! unused-variable: +{sum += 200;} */
			case 1 -> { sum += 200; }
			default -> {
				/*! unused-variable: +{sum++;} */
				sum++;
			}
		}
		return sum + switch (sum) {
			case 105:
				/*! unused-variable: +{yield 1000;} */
				yield 1000;
			default: {
				/*! unused-variable: +{if (sum > 9) yield 2000;} +{yield 3000;} -{yield 2000;} */
				if (sum > 9) yield 2000; yield 3000;
			}
		};
	}

	static String bodies(int k) {
		String out = "";
		/*! unused-variable: -{out += "a";} */
		if (k > 1) out += "a";
		/*! unused-variable: -{out += "b";} -{if (k > 0) out += "b";} */
		else if (k > 0) out += "b";
		else
			/*! unused-variable: -{out += "c";} */
			out += "c";
		/*! unused-variable: -{int i = 0;} */
		for (int i = 0; i < k; i++)
			/*! unused-variable: -{out += i;} */
			out += i;
		while (out.length() < 5)
			/*! unused-variable: -{out += ".";} */
			out += ".";
		do
			/*! unused-variable: -{out += "!";} */
			out += "!";
		while (out.length() < 8);
		if (k == 1) {
			/*! unused-variable: +{out += "one";} */
			out += "one";
		} else if (k == 2) {
			/*! unused-variable: +{out += "two";} */
			out += "two";
		} else {
			/*! unused-variable: +{out += "more";} */
			out += "more";
		}
		return out;
	}

	static int labels(int n) {
		int hits = 0;
		/*! unused-variable: -{hits += 100;} +{early: hits += 100;} */
		early: hits += 100;
		outer:
		for (int i = 0; ; i++) {
			/*! unused-variable: +{if (i == n) break outer;} -{break outer;} */
			if (i == n) break outer;
			unusedInt:
			for (int j = 0; j < n; j++) {
				/*! unused-variable: +{if (j == 2) continue outer;} */
				if (j == 2) continue outer;
				/*! unused-variable: +{if (i == 3) continue unusedInt;} */
				if (i == 3) continue unusedInt;
				/*! unused-variable: +{hits += i * j + 1;} */
				hits += i * j + 1;
			}
		}
		/*! unused-variable: +{one: two: hits++;} -{two: hits++;} -{hits++;} */
		one: two: hits++;
		/*! unused-variable: +{return hits + unusedInt;} */
		return hits + unusedInt;
	}

	static String oneLine(int k) { String out = "x"; if (k > 0) { out += k; k--; } return out + k; }

	static String tails(int k) {
		/*! unused-variable: +{LOG.append(k);} +{k += 2;} */
		LOG.append(k); k += 2;
		/* the comment /*! unused-variable: +{LOG.append('!');} */ /* that
		   ends here */ LOG.append('!');
		String text = """
			block
			"""; /*! unused-variable: +{k *= 2;} */
		k *= 2;
		try {
			/*! unused-variable: +{if (k > 4) throw new IllegalStateException();} */
			if (k > 4) throw new IllegalStateException();
			/*! unused-variable: +{return text.trim() + k;} */
			return text.trim() + k;
		} catch (IllegalStateException unusedChar) {
			/*! unused-variable: +{return "caught" + k;} */
			return "caught" + k;
		} finally {
			/*! unused-variable: +{LOG.append("final ");} */
			LOG.append("final ");
		}
	}

	static int lambdas(List<Integer> list) {
		/*! unused-variable: -{k + 1;} */
		IntUnaryOperator f = k -> k + 1;
		IntUnaryOperator g = k -> {
			/*! unused-variable: +{return k * 2;} */
			return k * 2;
		};
		Supplier<Object> failing = () -> {
			/*! unused-variable: +{throw new IllegalStateException("no");} */
			throw new IllegalStateException("no");
		};
		/*! unused-variable: +{list.add(4);} */
		Runnable r = () -> { list.add(4); };
		r.run();
		try {
			/*! unused-variable: +{failing.get();} */
			failing.get();
		} catch (IllegalStateException e) {
			/*! unused-variable: +{LOG.append(e.getMessage());} */
			LOG.append(e.getMessage());
		}
		return f.applyAsInt(3) + g.applyAsInt(list.size());
	}

	static void check(String expected, String actual) {
		System.out.println(actual);
		if (!expected.equals(actual)) throw new AssertionError("not " + expected);
	}

	public static void main(String[] args) {
		Places places = new Places();
		check("14 5[part2, sub]typed1", places.level + " " + places.start + places.new Part(1).new Sub(places) + new Typed().text);
		check("zerolowlowtwo2rest13rest1rest1", groups(0) + groups(1) + groups(2) + groups(3) + groups(4));
		check("1105 2206 3004 2031", rules(0) + " " + rules(1) + " " + rules(3) + " " + rules(30));
		check("c....!!!moreb0...!!!onea01..!!!twoa012.!!!more", bodies(0) + bodies(1) + bodies(2) + bodies(3));
		check("117x21x0", labels(4) + oneLine(2) + oneLine(0));
		check("block4caught10", tails(0) + tails(3));
		check("8 static 0!final 3!final no", lambdas(new ArrayList<>(List.of(9))) + " " + LOG);
	}
}
