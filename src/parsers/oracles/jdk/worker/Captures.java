package equimorph;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Renames the synthetic fields {@code val$x} of a class to {@code val$0}, {@code val$1}, ... in field order.
 *
 * <p>javac names the copy of a captured local after the local; nothing else in a class file compiled with
 * -g:none carries a local's name. A class may also read the copy that an enclosing class has, so the classes
 * of a compilation are renamed together. A name in a constant pool that serves as anything else as well (a
 * string, a class, a method, another class's field of another new name) is left alone: JVMS 17, 4.4, 4.5.
 */
final class Captures {
    private static final int SYNTHETIC = 0x1000;
    private static final int CLASS = 7;
    private static final int FIELD_REF = 9;
    private static final String SHARED = "";

    private final ByteBuffer file;
    private final int[] entry; // offset of each constant's tag; 0 for unusable indices
    private final int poolEnd;

    private Captures(byte[] classFile) {
        file = ByteBuffer.wrap(classFile);
        entry = new int[unsigned(8)];
        int at = 10;
        for (int index = 1; index < entry.length; index++) {
            entry[index] = at;
            int tag = file.get(at);
            at += size(at);
            if (tag == 5 || tag == 6) {
                index++; // long and double take two indices
            }
        }
        poolEnd = at;
    }

    /** Both maps are keyed by binary class name, in the same order. */
    static Map<String, byte[]> withoutNames(Map<String, byte[]> classFiles) {
        Map<String, Captures> parsed = new LinkedHashMap<>();
        classFiles.forEach((name, data) -> parsed.put(name, new Captures(data)));
        Map<String, Map<String, String>> fields = new HashMap<>();
        parsed.values().forEach(each -> fields.put(each.className(each.poolEnd + 2), each.newFieldNames()));
        Map<String, byte[]> renamed = new LinkedHashMap<>();
        parsed.forEach((name, each) -> renamed.put(name, each.rename(each.newNames(fields))));
        return renamed;
    }

    private int unsigned(int offset) {
        return Short.toUnsignedInt(file.getShort(offset));
    }

    private int size(int at) {
        return switch (file.get(at)) {
            case 1 -> 3 + unsigned(at + 1);
            case CLASS, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            case 3, 4, FIELD_REF, 10, 11, 12, 17, 18 -> 5;
            case 5, 6 -> 9;
            default -> throw new IllegalArgumentException("constant pool tag " + file.get(at) + " at " + at);
        };
    }

    private String text(int index) {
        return new String(file.array(), entry[index] + 3, unsigned(entry[index] + 1), StandardCharsets.UTF_8);
    }

    /** The internal name of the class whose pool index stands at an offset. */
    private String className(int offset) {
        return text(unsigned(entry[unsigned(offset)] + 1));
    }

    /** New names by old, for the synthetic val$ fields of this class. */
    private Map<String, String> newFieldNames() {
        Map<String, String> names = new HashMap<>();
        int at = poolEnd + 10 + 2 * unsigned(poolEnd + 6); // flags, this, super, interfaces, count of fields
        for (int left = unsigned(at - 2); left > 0; left--) {
            String name = text(unsigned(at + 2));
            if ((unsigned(at) & SYNTHETIC) != 0 && name.startsWith("val$")) {
                names.put(name, "val$" + names.size());
            }
            int attributes = unsigned(at + 6);
            for (at += 8; attributes > 0; attributes--) {
                at += 6 + file.getInt(at + 2);
            }
        }
        return names;
    }

    /** New names by pool index, given those of the fields of all classes. */
    private Map<Integer, String> newNames(Map<String, Map<String, String>> fields) {
        Map<String, String> own = fields.get(className(poolEnd + 2));
        Map<Integer, String> names = new HashMap<>();
        for (int index = 1; index < entry.length; index++) {
            if (entry[index] != 0 && file.get(entry[index]) == 1 && own.containsKey(text(index))) {
                names.put(index, own.get(text(index)));
            }
        }
        for (int at : entry) {
            if (at == 0) {
                continue;
            }
            switch (file.get(at)) {
                case CLASS, 8, 16, 19, 20 -> names.put(unsigned(at + 1), SHARED);
                case FIELD_REF, 10, 11, 17, 18 -> {
                    int name = unsigned(entry[unsigned(at + 3)] + 1);
                    String renamed = SHARED;
                    if (file.get(at) == FIELD_REF) {
                        var owner = fields.getOrDefault(className(at + 1), Map.of());
                        renamed = owner.getOrDefault(text(name), SHARED);
                    }
                    names.merge(name, renamed, (one, other) -> one.equals(other) ? one : SHARED);
                }
                default -> { }
            }
        }
        names.values().removeIf(SHARED::equals);
        return names;
    }

    private byte[] rename(Map<Integer, String> names) {
        if (names.isEmpty()) {
            return file.array();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.capacity());
        out.write(file.array(), 0, 10);
        for (int index = 1; index < entry.length; index++) {
            String name = names.get(index);
            if (name != null) {
                out.write(1);
                out.write(name.length() >> 8);
                out.write(name.length());
                out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
            } else if (entry[index] != 0) {
                out.write(file.array(), entry[index], size(entry[index]));
            }
        }
        out.write(file.array(), poolEnd, file.capacity() - poolEnd);
        return out.toByteArray();
    }
}
