import java.util.*;

/** Odd text: CRLF, tabs, names and comments that are not ASCII, brackets after names. The byte order mark stays. */
public class Odd {
	static int größe = 3;
	int[] cells[] = {{1, 2}, {3}};

	static String namen(String straße, int π) {
		/*! variable-renaming: +数 */
		int 数 = π * 2; /* 𝒙 bleibt */ String größe = straße + 数;
		/*! variable-renaming: +ende */
		String ende = "𝒙é" + größe + '\u00e9' + Odd.größe; // größe bleibt
		return ende + 数;
	}

	/*! variable-renaming: +rows +at */
	int brackets(int rows[][], int at)[] {
		/*! variable-renaming: +row +copy */
		int row[] = rows[at], copy[][] = {row, cells[0]};
		for (int[] part[] = copy; part != null; part = null) row[0] += part[1][0];
		return copy[0];
	}

	static int /* result */ spaced /* name */ ( int /* type */ a /* a */ , final int	b ) {
		/*! variable-renaming: +c */
		int/**/c/**/=/**/a/**/+/**/b; // c stays: c
		/*! reorder-condition: +{c < a} */
		if(c/**/<a)return(c);else return-c;
	}

	@SuppressWarnings("unused") static String block(@Deprecated final String text) {
		/*! variable-renaming: +block */
		var block = """
			text "quoted" \""" block
			  \ttext
			""";
		return block.replace("\n", "|") + text + "block".length();
	}

	static <T> int count(List<? extends T>... lists) {
		/*! variable-renaming: +all */
		int all = 0;
		for (var list : lists) for (T t : list) if (t != null) ++all;
		return -all - -all + all--+-all;
	}

	public static void main(String[] args) {
		System.out.println(namen("weg", 4).length());
		System.out.println(new Odd().brackets(new int[][] {{5}, {6, 7}}, 1)[0]);
		System.out.println(spaced(1, 2) + " " + spaced(-1, -5));
		System.out.println(block("!"));
		System.out.println(count(List.of(1, 2), List.of("x")));
	}
}
