package equimorph.proof;

import java.util.ArrayList;
import java.util.List;

/** Descriptors of JVMS 17, 4.3. */
final class Types {
    private Types() {}

    /** The types of a method's parameters. */
    static List<String> parameters(String method) {
        List<String> found = new ArrayList<>();
        for (int at = 1; method.charAt(at) != ')'; ) {
            int end = at;
            while (method.charAt(end) == '[') {
                end++;
            }
            end = method.charAt(end) == 'L' ? method.indexOf(';', end) + 1 : end + 1;
            found.add(method.substring(at, end));
            at = end;
        }
        return found;
    }

    static String result(String method) {
        return method.substring(method.indexOf(')') + 1);
    }

    /** Whether values of a type take two slots. */
    static boolean isWide(String type) {
        return type.equals("J") || type.equals("D");
    }
}
