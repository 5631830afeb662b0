package equimorph.proof;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which methods may have another name or other parameters in the mutant: private ones that nobody else can mean by either name,
 * and that no text of the classes names.
 * Others may be overridden, or called from elsewhere.
 */
final class Renaming {
    /** Private methods that others call by their names: serialization (java.io.Serializable), the launcher, agents, javac's lambdas. */
    private static final Set<String> MAGIC = Set.of("readObject", "readObjectNoData", "readResolve", "writeObject", "writeReplace",
            "main", "premain", "agentmain", "$deserializeLambda$");
    private static final Pattern NUMBER = Pattern.compile("\\$\\d+");

    private final Map<String, ClassModel> before;
    private final Map<String, ClassModel> after;
    private final Library library;

    Renaming(Map<String, ClassModel> before, Map<String, ClassModel> after, Library library) {
        this.before = before;
        this.after = after;
        this.library = library;
    }

    /** A text without the numbers that javac gives to local and anonymous classes. */
    static String unnumbered(String text) {
        return text.indexOf('$') < 0 ? text : NUMBER.matcher(text).replaceAll("\\$");
    }

    /** Whether only its own nest uses a method by its name: native code, hooks and what frameworks find have fixed ones. */
    static boolean isLoose(ClassModel.Method method) {
        return (method.access() & (ClassModel.PRIVATE | ClassModel.NATIVE)) == ClassModel.PRIVATE && !method.name().startsWith("<")
                && !method.marked() && !MAGIC.contains(method.name());
    }

    /** Throws if a method of a class has another name or other parameters in the mutant, and others can tell. */
    void check(ClassModel one, ClassModel other) {
        List<ClassModel.Method> gone = without(one, other);
        List<ClassModel.Method> come = without(other, one);
        for (ClassModel.Method method : gone) {
            if (!isLoose(method) || isLookedUp(method)) {
                throw changed(one, method, come, "the mutant has no method ", each -> renamed(one, method, each));
            }
        }
        for (ClassModel.Method method : come) {
            if (!isLoose(method) || isLookedUp(method) || !isFree(one.name, other.name, method)) {
                throw changed(other, method, gone, "the original has no method ", each -> renamed(one, each, method));
            }
        }
    }

    /** Whether a class has the name of a method as a text, by which reflection or an annotation may find it. */
    private boolean isLookedUp(ClassModel.Method method) {
        return Stream.concat(before.values().stream(), after.values().stream()).anyMatch(each -> each.hasText(method.name()));
    }

    /** The methods of a class that another one has not; numbers of local classes in their types do not count. */
    private static List<ClassModel.Method> without(ClassModel one, ClassModel other) {
        Set<String> keys = new HashSet<>();
        other.methods.keySet().forEach(key -> keys.add(unnumbered(key)));
        return one.methods.values().stream().filter(each -> !keys.contains(unnumbered(each.key()))).toList();
    }

    private static Unsupported changed(ClassModel model, ClassModel.Method method, List<ClassModel.Method> others, String missing,
            Function<ClassModel.Method, Unsupported> renamed) {
        for (ClassModel.Method each : others) {
            if (unnumbered(each.type()).equals(unnumbered(method.type()))) {
                return renamed.apply(each);
            }
        }
        boolean named = others.stream().anyMatch(each -> each.name().equals(method.name()));
        return new Unsupported((named ? "a method has other parameters or another result: " : missing) + text(model, method));
    }

    private static Unsupported renamed(ClassModel one, ClassModel.Method method, ClassModel.Method counterpart) {
        return new Unsupported("a method has another name: " + text(one, method) + " is " + counterpart.name() + " in the mutant");
    }

    private static String text(ClassModel model, ClassModel.Method method) {
        return model.name.replace('/', '.') + "." + method.name() + method.type();
    }

    /**
     * Whether nobody can mean another method by the name that a private method gets: no other class of the two sides has such a
     * method, and no class that inherits from its class inherits from elsewhere, too. The JVM finds the private one first (JVMS 17,
     * 5.4.3.3). Names of lambdas' bodies are not written by hand.
     */
    boolean isFree(String one, String other, ClassModel.Method method) {
        boolean madeUp = (method.access() & ClassModel.SYNTHETIC) != 0;
        return before.values().stream().noneMatch(each -> declares(each, method, madeUp))
                && after.values().stream().noneMatch(each -> !each.name.equals(other) && declares(each, method, madeUp))
                && (madeUp || !hasHeirOfInterface(one));
    }

    private static boolean declares(ClassModel model, ClassModel.Method method, boolean madeUp) {
        ClassModel.Method found = model.methods.get(method.key());
        return found != null && !(madeUp && (found.access() & ClassModel.SYNTHETIC) != 0);
    }

    /** Whether a class below this one, in the compilation or on the class path, implements an interface. */
    private boolean hasHeirOfInterface(String name) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of(name));
        while (!open.isEmpty()) {
            String parent = open.poll();
            for (ClassModel each : before.values()) {
                if (parent.equals(each.parent) && seen.add(each.name)) {
                    if (!each.interfaces.isEmpty()) {
                        return true;
                    }
                    open.add(each.name);
                }
            }
            for (ClassModel.Line each : library.heirs(parent)) {
                if (!before.containsKey(each.name()) && seen.add(each.name())) {
                    if (!each.interfaces().isEmpty()) {
                        return true;
                    }
                    open.add(each.name());
                }
            }
        }
        return false;
    }
}
