package equimorph.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a concatenated string consists of: constants, and values with their types, JLS 17, 15.18.1.
 *
 * <p>A part that is a concatenated string itself is taken apart, so that it does not matter in how many steps a string is made.
 */
record Text(List<Object> parts) {
    private record Value(String type, Term term) {}

    /** Whether a call site concatenates strings and primitives only: to convert another object is an effect. */
    static boolean isConcatenation(Code.DynamicRef call) {
        return call.bootstrap().method().owner().equals("java/lang/invoke/StringConcatFactory")
                && call.name().equals("makeConcatWithConstants")
                && Types.parameters(call.type()).stream().allMatch(type -> type.length() == 1 || type.equals("Ljava/lang/String;"));
    }

    static Text of(Map<Term, Text> known, Code.DynamicRef call, Term[] args) {
        List<Object> parts = new ArrayList<>();
        List<String> types = Types.parameters(call.type());
        String recipe = (String) call.arguments().get(0);
        int constant = 1;
        int arg = 0;
        for (int at = 0; at < recipe.length(); at++) {
            char each = recipe.charAt(at);
            if (each == '\1') {
                add(known, parts, types.get(arg), args[arg++]);
            } else {
                add(parts, each == '\2' ? call.arguments().get(constant++).toString() : String.valueOf(each));
            }
        }
        return new Text(parts);
    }

    private static void add(Map<Term, Text> known, List<Object> parts, String type, Term term) {
        Text inner = known.get(term);
        String text = Terms.string(term);
        if (inner != null) {
            inner.parts.forEach(part -> {
                if (part instanceof String constant) {
                    add(parts, constant);
                } else {
                    parts.add(part);
                }
            });
        } else if (text != null) {
            add(parts, text);
        } else {
            parts.add(new Value(type, term));
        }
    }

    private static void add(List<Object> parts, String text) {
        int last = parts.size() - 1;
        if (last >= 0 && parts.get(last) instanceof String before) {
            parts.set(last, before + text);
        } else {
            parts.add(text);
        }
    }
}
