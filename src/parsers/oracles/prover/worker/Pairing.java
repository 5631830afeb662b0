package equimorph.proof;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Which classes and members of the mutant are the counterparts of which of the original.
 *
 * <p>Names that others can use must be equal. Names that javac makes up (anonymous and local classes, bodies of lambdas, copies
 * of captured variables) and names of private methods depend on the order of the text, or on a mutation: they are paired where
 * they are first met, one to one, and what is paired must be proved as well.
 */
final class Pairing implements Matcher {
    private static final Pattern MADE_UP = Pattern.compile(".*\\$\\d.*");

    /** Two methods to prove; the second one has a parameter of the index {@code extra} that the first one lacks, or -1. */
    record Methods(ClassModel before, ClassModel.Method one, ClassModel after, ClassModel.Method other, int extra) {}

    private final Map<String, ClassModel> before;
    private final Map<String, ClassModel> after;
    private final Map<String, String> classes = new HashMap<>();
    private final Map<String, String> originals = new HashMap<>();
    private final Map<Code.FieldRef, Code.FieldRef> fields = new HashMap<>();
    private final Map<Code.MethodRef, Methods> methods = new HashMap<>();
    private final Map<Code.MethodRef, Methods> byMutant = new HashMap<>();
    private final Deque<Methods> open = new ArrayDeque<>();
    private final List<String[]> pairs = new ArrayList<>();

    private final Renaming renaming;
    private final Declarations declarations;

    Pairing(Map<String, ClassModel> before, Map<String, ClassModel> after, Library library) {
        this.before = before;
        this.after = after;
        renaming = new Renaming(before, after, library);
        declarations = new Declarations(before, after, this, library);
    }

    /** Pairs all that has a fixed name. */
    void start() {
        for (String name : before.keySet()) {
            if (!isMadeUp(before, name)) {
                if (!after.containsKey(name)) {
                    throw new Unsupported("the mutant has no class " + name);
                }
                pair(name, name);
            }
        }
        for (String name : after.keySet()) {
            if (!isMadeUp(after, name) && !before.containsKey(name)) {
                throw new Unsupported("the original has no class " + name);
            }
        }
    }

    /** Whether javac has made up the name of a class, or that of a class around it; others may have a name with a number, too. */
    private static boolean isMadeUp(Map<String, ClassModel> models, String name) {
        for (int end = name.length(); isMadeUp(name) && end > 0; end = name.lastIndexOf('$', end - 1)) {
            ClassModel around = models.get(name.substring(0, end));
            if (around != null && (around.enclosing != null || (around.access & ClassModel.SYNTHETIC) != 0)) {
                return true;
            }
        }
        return false;
    }

    /** The next methods to prove; null if there are none. */
    Methods next() {
        return open.poll();
    }

    List<String[]> pairs() {
        return pairs;
    }

    /** Pairs what nobody used by its name; returns whether there was any. */
    boolean pairRest() {
        boolean more = false;
        for (String name : before.keySet()) {
            if (!classes.containsKey(name)) {
                if (!after.containsKey(name) || originals.containsKey(name)) {
                    throw new Unsupported("the class " + name + " has no counterpart");
                }
                pair(name, name);
                more = true;
            }
        }
        for (String[] each : List.copyOf(pairs)) {
            for (ClassModel.Method method : before.get(each[0]).methods.values()) {
                var reference = new Code.MethodRef(each[0], method.name(), method.type());
                if (!methods.containsKey(reference)) {
                    more |= pair(reference, counterpart(each[1], method), true);
                }
            }
        }
        return more;
    }

    /** The method of a class of the mutant that a method nobody used belongs to: that of its name, or the first one that is left. */
    private Code.MethodRef counterpart(String owner, ClassModel.Method method) {
        Map<String, ClassModel.Method> theirs = after.get(owner).methods;
        if (Renaming.isLoose(method) && !theirs.containsKey(method.key())) {
            for (ClassModel.Method each : theirs.values()) {
                var reference = new Code.MethodRef(owner, each.name(), each.type());
                if (Renaming.isLoose(each) && renamed(each.type()).equals(method.type()) && !byMutant.containsKey(reference)) {
                    return reference;
                }
            }
        }
        return new Code.MethodRef(owner, method.name(), renamed(method.type()));
    }

    /** Throws if a class or member of the mutant has no counterpart. */
    void checkComplete() {
        for (String name : after.keySet()) {
            if (!originals.containsKey(name)) {
                throw new Unsupported("the class " + name + " of the mutant has no counterpart");
            }
        }
        for (String[] each : pairs) {
            int count = before.get(each[0]).methods.size();
            if (count != after.get(each[1]).methods.size()) {
                throw new Unsupported("the class " + each[0] + " has other methods");
            }
            declarations.check(before.get(each[0]), after.get(each[1]));
        }
    }

    private static final Pattern NAME = Pattern.compile("[\\p{javaJavaIdentifierPart}/]+\\$\\d\\p{javaJavaIdentifierPart}*");

    /** A text of the mutant with the classes' names of the original. */
    String renamed(String text) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        String found = NAME.matcher(text).replaceAll(
                match -> java.util.regex.Matcher.quoteReplacement(renamedName(match.group())));
        if (text.indexOf('"') >= 0 && !found.equals(text)) {
            throw new Unsupported("a constant stands beside a class that has another name, and may look like one");
        }
        return found;
    }

    /** A name may stand behind the L of a descriptor. */
    private String renamedName(String name) {
        String known = originals.get(name);
        if (known == null && name.startsWith("L") && originals.containsKey(name.substring(1))) {
            return "L" + originals.get(name.substring(1));
        }
        return known == null ? name : known;
    }

    /** Whether the name of a class has a number. */
    static boolean isMadeUp(String type) {
        return MADE_UP.matcher(type).matches();
    }

    /** Pairs two classes that have no counterpart yet, and what they have in common. */
    private void pair(String one, String other) {
        ClassModel first = before.get(one);
        ClassModel second = after.get(other);
        classes.put(one, other);
        originals.put(other, one);
        pairs.add(new String[] {one, other});
        renaming.check(first, second);
        pairFields(first, second);
        for (ClassModel.Method method : first.methods.values()) {
            ClassModel.Method same = second.methods.get(method.key());
            if (same != null && !method.name().startsWith("lambda$")) {
                pair(new Code.MethodRef(one, method.name(), method.type()),
                        new Code.MethodRef(other, same.name(), same.type()), true);
            }
        }
    }

    /** The copies of captured variables belong together in their order. */
    private void pairFields(ClassModel first, ClassModel second) {
        List<ClassModel.Field> mine = copies(first);
        List<ClassModel.Field> theirs = copies(second);
        if (mine.size() == theirs.size()) {
            for (int i = 0; i < mine.size(); i++) {
                fields.put(new Code.FieldRef(second.name, theirs.get(i).name(), theirs.get(i).type()),
                        new Code.FieldRef(first.name, mine.get(i).name(), mine.get(i).type()));
            }
        }
    }

    private static List<ClassModel.Field> copies(ClassModel model) {
        return model.fields.stream()
                .filter(field -> (field.access() & ClassModel.SYNTHETIC) != 0 && field.name().startsWith("val$")).toList();
    }

    /** Pairs two methods that may not be paired with others; without {@code force} returns whether that is possible. */
    private boolean pair(Code.MethodRef one, Code.MethodRef counterpart, boolean force) {
        Methods known = methods.get(one);
        if (known != null || byMutant.containsKey(counterpart)) {
            boolean same = known != null && known == byMutant.get(counterpart);
            if (!same && force) {
                throw new Unsupported("the method " + one.name() + " has no counterpart");
            }
            return same && !force;
        }
        ClassModel first = before.get(one.owner());
        ClassModel second = after.get(counterpart.owner());
        ClassModel.Method mine = first.methods.get(one.name() + one.type());
        ClassModel.Method theirs = second.methods.get(counterpart.name() + counterpart.type());
        if (mine == null || theirs == null) {
            throw new Unsupported("the method " + one.name() + one.type() + " has no counterpart");
        }
        String type = renamed(theirs.type());
        int extra = mine.type().equals(type) ? -1 : extra(mine.type(), type);
        if (extra == NONE) {
            throw new Unsupported("the method " + one.name() + one.type() + " has other parameters");
        }
        boolean sameSignature = extra >= 0 || Objects.equals(mine.signature(), theirs.signature() == null ? null : renamed(theirs.signature()));
        if (mine.access() != theirs.access() || !sameSignature || !mine.head().equals(renamed(theirs.head()))) {
            throw new Unsupported("the method " + one.name() + one.type() + " is declared in another way");
        }
        Methods found = new Methods(first, mine, second, theirs, extra);
        methods.put(one, found);
        byMutant.put(counterpart, found);
        // First those whose text is the same: in them each name stands for itself.
        boolean same = mine.code() != null && theirs.code() != null && mine.code().hasSameText(theirs.code());
        if (same) {
            open.addFirst(found);
        } else {
            open.addLast(found);
        }
        return true;
    }

    private static final int NONE = -2;

    /** The index of the one parameter that the second type has in addition. */
    private static int extra(String one, String other) {
        List<String> fewer = Types.parameters(one);
        List<String> more = Types.parameters(other);
        if (more.size() != fewer.size() + 1 || !Types.result(one).equals(Types.result(other))) {
            return NONE;
        }
        for (int i = more.size() - 1; i >= 0; i--) {
            List<String> rest = new ArrayList<>(more);
            rest.remove(i);
            if (rest.equals(fewer)) {
                return i;
            }
        }
        return NONE;
    }

    /** Whether two classes are counterparts. */
    private boolean sameClass(String one, String other) {
        if (one.startsWith("[") || other.startsWith("[")) {
            return sameType(one, other);
        }
        String paired = classes.get(one);
        if (paired != null || originals.containsKey(other)) {
            return other.equals(paired);
        }
        if (before.containsKey(one) && after.containsKey(other)) {
            // Both are made up: all others are paired from the start. A local class has a name of its own behind the number.
            boolean alike = Renaming.unnumbered(one).equals(Renaming.unnumbered(other));
            if (alike) {
                pair(one, other);
            }
            return alike;
        }
        return one.equals(other) && !before.containsKey(one) && !after.containsKey(other);
    }

    private static final Pattern CLASS = Pattern.compile("L([^;]+);");

    /** Whether two descriptors are the same, but for classes that are counterparts. */
    private boolean sameType(String one, String other) {
        if (!CLASS.matcher(one).replaceAll("L;").equals(CLASS.matcher(other).replaceAll("L;"))) {
            return false;
        }
        var mine = CLASS.matcher(one);
        var theirs = CLASS.matcher(other);
        while (mine.find() && theirs.find()) {
            if (!sameClass(mine.group(1), theirs.group(1))) {
                return false;
            }
        }
        return true;
    }

    boolean isPaired(String descriptor) {
        return CLASS.matcher(descriptor).results()
                .allMatch(match -> originals.containsKey(match.group(1)) || !after.containsKey(match.group(1)));
    }

    private boolean sameField(Code.FieldRef one, Code.FieldRef other) {
        return sameClass(one.owner(), other.owner()) && one.equals(field(other));
    }

    /** The name of a field of the mutant in the original. */
    Code.FieldRef field(Code.FieldRef field) {
        Code.FieldRef known = fields.get(field);
        return known != null ? known : new Code.FieldRef(original(field.owner()), field.name(), renamed(field.type()));
    }

    /** The name of a class of the mutant in the original; without a counterpart, a name that no class has. */
    String original(String type) {
        if (type.startsWith("[")) {
            return CLASS.matcher(type).replaceAll(
                    match -> java.util.regex.Matcher.quoteReplacement("L" + original(match.group(1)) + ";"));
        }
        String known = originals.get(type);
        return known != null ? known : after.containsKey(type) ? "mutant " + type : type;
    }

    /** Whether two calls go to counterparts; the number of the extra argument is the index, -1 for none, -2 if they do not. */
    private int sameMethod(Code.MethodRef one, Code.MethodRef other) {
        if (!sameClass(one.owner(), other.owner())) {
            return NONE;
        }
        Methods known = methods.get(one);
        if (known == null && !byMutant.containsKey(other)) {
            ClassModel.Method mine = declared(before, one);
            ClassModel.Method theirs = declared(after, other);
            boolean loose = mine != null && theirs != null && Renaming.isLoose(mine) && Renaming.isLoose(theirs)
                    && (theirs.key().equals(mine.key()) || renaming.isFree(one.owner(), other.owner(), theirs));
            if (loose && pair(one, other, false)) {
                known = methods.get(one);
            }
        }
        if (known != null) {
            return known == byMutant.get(other) ? known.extra : NONE;
        }
        boolean same = one.name().equals(other.name()) && sameType(one.type(), other.type());
        return same && !byMutant.containsKey(other) ? -1 : NONE;
    }

    private static ClassModel.Method declared(Map<String, ClassModel> models, Code.MethodRef method) {
        ClassModel model = models.get(method.owner());
        return model == null ? null : model.methods.get(method.name() + method.type());
    }

    /** Whether two methods are counterparts, once all are paired. */
    boolean areCounterparts(Code.MethodRef one, Code.MethodRef other) {
        Methods known = methods.get(one);
        return known != null && known == byMutant.get(other);
    }

    @Override
    public boolean matches(Event one, Event other) {
        Object mine = one.insn().data();
        Object theirs = other.insn().data();
        int opcode = one.insn().opcode();
        if (opcode != other.insn().opcode() || one.insn().operand() != other.insn().operand()) {
            return false;
        }
        int extra = -1;
        if (mine instanceof Code.MethodRef method && theirs instanceof Code.MethodRef counterpart) {
            extra = sameMethod(method, counterpart);
            if (extra >= 0 && opcode != Opcodes.INVOKESTATIC) {
                extra++;
            }
        } else if (mine instanceof Code.FieldRef field && theirs instanceof Code.FieldRef counterpart) {
            extra = sameField(field, counterpart) ? -1 : NONE;
        } else if (mine instanceof Code.DynamicRef call && theirs instanceof Code.DynamicRef counterpart) {
            extra = sameConstant(call, counterpart) ? -1 : NONE;
        } else if (mine instanceof String type && theirs instanceof String counterpart) {
            extra = sameClass(type, counterpart) ? -1 : NONE;
        } else if (!Objects.equals(mine, theirs)) {
            return false;
        }
        return extra != NONE && sameArguments(one.args(), other.args(), extra);
    }

    /** Whether two bodies have the same instructions, whose names belong to each other. */
    boolean sameCode(Code one, Code other) {
        if (!one.hasSameText(other)) {
            return false;
        }
        for (int i = 0; i < one.insns.size(); i++) {
            if (!sameNames(one.insns.get(i), other.insns.get(i))) {
                return false;
            }
        }
        return one.handlers.stream().allMatch(handler -> handler.type() == null || sameClass(handler.type(), handler.type()));
    }

    private boolean sameNames(Code.Insn one, Code.Insn other) {
        if (one.data() instanceof Code.MethodRef method) {
            return sameMethod(method, (Code.MethodRef) other.data()) == -1;
        } else if (one.data() instanceof Code.FieldRef field) {
            return sameField(field, (Code.FieldRef) other.data());
        } else if (one.opcode() != Opcodes.LDC && one.data() instanceof String type) {
            return sameClass(type, (String) other.data());
        }
        return one.data() == null || one.data() instanceof Code.Switch || sameConstant(one.data(), other.data());
    }

    @Override
    public boolean meets(Code.Insn one, Code.Insn other) {
        if (one.data() instanceof Code.FieldRef field && other.data() instanceof Code.FieldRef counterpart
                && before.containsKey(field.owner()) && after.containsKey(counterpart.owner())
                && !classes.containsKey(field.owner()) && !originals.containsKey(counterpart.owner())) {
            pair(field.owner(), counterpart.owner());
            return true;
        }
        return false;
    }

    private static boolean sameArguments(Term[] one, Term[] other, int extra) {
        if (other.length != one.length + (extra < 0 ? 0 : 1)) {
            return false;
        }
        for (int i = 0; i < one.length; i++) {
            if (one[i] != other[extra >= 0 && i >= extra ? i + 1 : i]) {
                return false;
            }
        }
        return true;
    }

    private boolean sameConstant(Object one, Object other) {
        if (one instanceof Code.DynamicRef mine && other instanceof Code.DynamicRef theirs) {
            if (!mine.name().equals(theirs.name()) || !sameType(mine.type(), theirs.type())
                    || mine.arguments().size() != theirs.arguments().size()
                    || !sameConstant(mine.bootstrap(), theirs.bootstrap())) {
                return false;
            }
            for (int i = 0; i < mine.arguments().size(); i++) {
                if (!sameConstant(mine.arguments().get(i), theirs.arguments().get(i))) {
                    return false;
                }
            }
            return true;
        } else if (one instanceof Code.HandleRef mine && other instanceof Code.HandleRef theirs) {
            if (mine.kind() != theirs.kind() || mine.isInterface() != theirs.isInterface()) {
                return false;
            }
            return mine.kind() <= 4 // a field
                    ? mine.method().equals(theirs.method())
                    : sameMethod(mine.method(), theirs.method()) == -1;
        } else if (one instanceof Code.TypeRef mine && other instanceof Code.TypeRef theirs) {
            return sameType(mine.type(), theirs.type());
        }
        return one.getClass() == other.getClass() && one.equals(other);
    }
}
