import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs test classes, and writes those tests that fail as Defects4J does.
 *
 * <p>A class whose tests are of JUnit is run by the JUnit that is on the class path; it is looked for by name, so that this
 * compiles without. In any other class a test is a public method without parameters whose name begins with "test", run on a new
 * object, between setUp and tearDown where they are.
 *
 * <p>A program that ends the JVM leaves no file, since it gets its name at the very end.
 */
public final class EquimorphDriver {
    private static final String JUPITER = "org.junit.platform.commons.annotation.Testable";

    private final StringWriter text = new StringWriter();
    private final TreeSet<String> ran = new TreeSet<>();

    private EquimorphDriver() {}

    /**
     * Arguments: a file with the names of the classes, one a line; the file to write; a file for the tests that ran, {@code
     * class::method}, one a line.
     */
    public static void main(String[] args) throws Exception {
        EquimorphDriver driver = new EquimorphDriver();
        for (String name : Files.readAllLines(new File(args[0]).toPath(), StandardCharsets.UTF_8)) {
            driver.run(name);
        }
        Files.write(new File(args[2]).toPath(), driver.ran, StandardCharsets.UTF_8);
        File partial = new File(args[1] + ".partial");
        try (OutputStreamWriter out =
                new OutputStreamWriter(new FileOutputStream(partial), StandardCharsets.UTF_8)) {
            out.write(driver.text.toString());
        }
        System.out.flush();
        System.err.flush();
        if (!partial.renameTo(new File(args[1]))) {
            throw new IllegalStateException("cannot write " + args[1]);
        }
        // Tests may leave threads behind that are no daemons.
        Runtime.getRuntime().halt(0);
    }

    private void run(String name) {
        try {
            Class<?> tests = Class.forName(name);
            if (Modifier.isAbstract(tests.getModifiers()) || isSuite(tests)) {
                return;
            }
            if (hasTests(tests, JUPITER)) {
                runPlatform(tests);
            } else if (isJUnit(tests)) {
                if (known("org.junit.runner.JUnitCore")) {
                    runCore(tests);
                } else {
                    runThree(tests);
                }
            } else {
                runPlain(tests);
            }
        } catch (InvocationTargetException error) {
            failed(name, null, error.getCause());
        } catch (Throwable error) {
            failed(name, null, error);
        }
    }

    /** What only lists other classes, which are run anyway. */
    private static boolean isSuite(Class<?> tests) {
        for (Annotation each : tests.getAnnotations()) {
            if (each.annotationType().getName().equals("org.junit.runner.RunWith")
                    && each.toString().contains("org.junit.runners.Suite")) {
                return true;
            }
        }
        return !extendsTestCase(tests) && method(tests, "suite") != null && !hasTests(tests, "org.junit.Test");
    }

    private static boolean isJUnit(Class<?> tests) {
        return extendsTestCase(tests) || hasTests(tests, "org.junit.Test") || runsWith(tests);
    }

    private static boolean runsWith(Class<?> tests) {
        for (Annotation each : tests.getAnnotations()) {
            if (each.annotationType().getName().equals("org.junit.runner.RunWith")) {
                return true;
            }
        }
        return false;
    }

    private static boolean extendsTestCase(Class<?> tests) {
        for (Class<?> each = tests; each != null; each = each.getSuperclass()) {
            if (each.getName().equals("junit.framework.TestCase")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a method of the class, of one that it extends or of one within it has an annotation, or one that has it. */
    private static boolean hasTests(Class<?> tests, String annotation) {
        return hasTests(tests, annotation, new HashSet<>());
    }

    /** Those seen are not looked at again: a class may extend the one around it, as some of the JDK's do that an enum leads to. */
    private static boolean hasTests(Class<?> tests, String annotation, Set<Class<?>> seen) {
        for (Class<?> each = tests; each != null && seen.add(each); each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                for (Annotation found : method.getAnnotations()) {
                    if (is(found.annotationType(), annotation, 3)) {
                        return true;
                    }
                }
            }
            if (annotation.equals(JUPITER)) {
                for (Class<?> inner : each.getDeclaredClasses()) {
                    if (hasTests(inner, annotation, seen)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean is(Class<?> annotation, String name, int depth) {
        if (annotation.getName().equals(name)) {
            return true;
        }
        for (Annotation each : annotation.getAnnotations()) {
            if (depth > 0 && is(each.annotationType(), name, depth - 1)) {
                return true;
            }
        }
        return false;
    }

    private static boolean known(String name) {
        try {
            Class.forName(name);
            return true;
        } catch (ClassNotFoundException error) {
            return false;
        }
    }

    private void runPlain(Class<?> tests) throws Exception {
        TreeSet<String> names = new TreeSet<>();
        for (Method method : tests.getMethods()) {
            if (method.getName().startsWith("test")
                    && method.getParameterCount() == 0
                    && method.getReturnType() == void.class
                    && !Modifier.isStatic(method.getModifiers())) {
                names.add(method.getName());
            }
        }
        for (String name : names) {
            ran(tests.getName(), name);
            Throwable error = null;
            try {
                java.lang.reflect.Constructor<?> constructor = tests.getDeclaredConstructor();
                constructor.setAccessible(true);
                error = runPlain(tests, constructor.newInstance(), name);
            } catch (InvocationTargetException thrown) {
                error = thrown.getCause();
            }
            if (error != null) {
                failed(tests.getName(), name, error);
            }
        }
    }

    private static Throwable runPlain(Class<?> tests, Object object, String name) throws Exception {
        Throwable error = call(tests, object, "setUp");
        if (error == null) {
            error = call(tests, object, name);
            Throwable after = call(tests, object, "tearDown");
            return error == null ? after : error;
        }
        return error;
    }

    private static Throwable call(Class<?> tests, Object object, String name) throws Exception {
        Method method = method(tests, name);
        if (method == null) {
            return null;
        }
        method.setAccessible(true);
        try {
            method.invoke(object);
            return null;
        } catch (InvocationTargetException error) {
            return error.getCause();
        }
    }

    private static Method method(Class<?> tests, String name) {
        for (Class<?> each = tests; each != null; each = each.getSuperclass()) {
            try {
                return each.getDeclaredMethod(name);
            } catch (NoSuchMethodException none) {
                // in a class that it extends, perhaps
            }
        }
        return null;
    }

    /** JUnit 4, which runs tests of JUnit 3, too. */
    private void runCore(Class<?> tests) throws Exception {
        Class<?> core = Class.forName("org.junit.runner.JUnitCore");
        Class<?> requests = Class.forName("org.junit.runner.Request");
        Class<?> results = Class.forName("org.junit.runner.Result");
        Object request = requests.getMethod("aClass", Class.class).invoke(null, tests);
        Object result = core.getMethod("run", requests).invoke(core.getConstructor().newInstance(), request);
        if ((Integer) results.getMethod("getRunCount").invoke(result) > 0) {
            Object runner = requests.getMethod("getRunner").invoke(request);
            ranAll(Class.forName("org.junit.runner.Runner").getMethod("getDescription").invoke(runner));
        }
        for (Object failure : (List<?>) results.getMethod("getFailures").invoke(result)) {
            Class<?> type = Class.forName("org.junit.runner.notification.Failure");
            Object description = type.getMethod("getDescription").invoke(failure);
            Class<?> named = Class.forName("org.junit.runner.Description");
            Object method = named.getMethod("getMethodName").invoke(description);
            Object owner = named.getMethod("getClassName").invoke(description);
            failed(String.valueOf(owner), (String) method, (Throwable) type.getMethod("getException").invoke(failure));
        }
    }

    /** Notes the tests of a description of JUnit 4. */
    private void ranAll(Object description) throws Exception {
        Class<?> type = Class.forName("org.junit.runner.Description");
        for (Object child : (List<?>) type.getMethod("getChildren").invoke(description)) {
            ranAll(child);
        }
        String method = (String) type.getMethod("getMethodName").invoke(description);
        if (method != null) {
            ran(String.valueOf(type.getMethod("getClassName").invoke(description)), method);
        }
    }

    private void runThree(Class<?> tests) throws Exception {
        Class<?> results = Class.forName("junit.framework.TestResult");
        Class<?> suites = Class.forName("junit.framework.TestSuite");
        Object result = results.getConstructor().newInstance();
        Object suite = suites.getConstructor(Class.class).newInstance(tests);
        ranThree(suite);
        suites.getMethod("run", results).invoke(suite, result);
        for (String kind : new String[] {"errors", "failures"}) {
            Enumeration<?> all = (Enumeration<?>) results.getMethod(kind).invoke(result);
            for (Object failure : Collections.list(all)) {
                Object test = failure.getClass().getMethod("failedTest").invoke(failure);
                Object error = failure.getClass().getMethod("thrownException").invoke(failure);
                boolean whole = test.getClass().getName().startsWith("junit.framework.");
                String name = whole ? null : (String) test.getClass().getMethod("getName").invoke(test);
                failed(whole ? tests.getName() : test.getClass().getName(), name, (Throwable) error);
            }
        }
    }

    /** Notes the tests of a suite of JUnit 3. */
    private void ranThree(Object suite) throws Exception {
        for (Object test : Collections.list((Enumeration<?>) suite.getClass().getMethod("tests").invoke(suite))) {
            if (test.getClass().getName().equals("junit.framework.TestSuite")) {
                ranThree(test);
            } else if (!test.getClass().getName().startsWith("junit.framework.")) {
                ran(test.getClass().getName(), (String) test.getClass().getMethod("getName").invoke(test));
            }
        }
    }

    /** The JUnit Platform, for JUnit 5. */
    private void runPlatform(Class<?> tests) throws Exception {
        String launcher = "org.junit.platform.launcher.";
        Object selector = Class.forName("org.junit.platform.engine.discovery.DiscoverySelectors")
                .getMethod("selectClass", Class.class)
                .invoke(null, tests);
        Class<?> builder = Class.forName(launcher + "core.LauncherDiscoveryRequestBuilder");
        Object request = builder.getMethod("request").invoke(null);
        List<Object> selectors = new ArrayList<>();
        selectors.add(selector);
        builder.getMethod("selectors", List.class).invoke(request, selectors);
        request = builder.getMethod("build").invoke(request);
        Class<?> listener = Class.forName(launcher + "TestExecutionListener");
        Object listeners = Array.newInstance(listener, 1);
        InvocationHandler heard = (proxy, method, args) -> {
            if (method.getName().equals("executionFinished")) {
                finished(tests, args[0], args[1]);
            }
            return method.getDeclaringClass() == Object.class ? (Object) (proxy == this) : null;
        };
        Array.set(listeners, 0, Proxy.newProxyInstance(listener.getClassLoader(), new Class<?>[] {listener}, heard));
        Object started = Class.forName(launcher + "core.LauncherFactory").getMethod("create").invoke(null);
        Class.forName(launcher + "Launcher")
                .getMethod("execute", Class.forName(launcher + "LauncherDiscoveryRequest"), listeners.getClass())
                .invoke(started, request, listeners);
    }

    private void finished(Class<?> tests, Object test, Object result) throws Exception {
        Object status = result.getClass().getMethod("getStatus").invoke(result);
        java.util.Optional<?> error = (java.util.Optional<?>) result.getClass().getMethod("getThrowable").invoke(result);
        java.util.Optional<?> source = (java.util.Optional<?>) test.getClass().getMethod("getSource").invoke(test);
        String owner = tests.getName();
        String name = null;
        if (source.isPresent() && source.get().getClass().getSimpleName().equals("MethodSource")) {
            owner = (String) source.get().getClass().getMethod("getClassName").invoke(source.get());
            name = (String) source.get().getClass().getMethod("getMethodName").invoke(source.get());
            ran(owner, name);
        }
        if (!status.toString().equals("FAILED")) {
            return;
        }
        failed(owner, name, error.isPresent() ? (Throwable) error.get() : new AssertionError("failed"));
    }

    private static boolean hasNoTests(Throwable error) {
        String message = String.valueOf(error.getMessage());
        return message.startsWith("No tests found in") || message.startsWith("No runnable methods");
    }

    /** Returns the name of a test; of a parameterised one as Defects4J names it. Null for what stands for a whole class. */
    private static String named(String name) {
        String test = name != null && name.indexOf('[') > 0 ? name.substring(0, name.indexOf('[')) : name;
        return test == null || test.equals("initializationError") || test.equals("warning") ? null : test;
    }

    private void ran(String tests, String name) {
        if (named(name) != null) {
            ran.add(tests + "::" + named(name));
        }
    }

    private static boolean isAssertion(Throwable error) {
        for (Class<?> each = error.getClass(); each != null; each = each.getSuperclass()) {
            if (each == AssertionError.class || each.getName().equals("junit.framework.AssertionFailedError")) {
                return true;
            }
        }
        return false;
    }

    private void failed(String tests, String name, Throwable error) {
        String test = named(name);
        if (test == null && hasNoTests(error)) {
            return; // such as what only helps tests
        }
        text.append("--- ").append(tests).append(test == null ? "" : "::" + test).append('\n');
        text.append(isAssertion(error) ? "+++ assertion " : "+++ exception ");
        text.append(error.getClass().getName()).append('\n');
        StringWriter trace = new StringWriter();
        try {
            error.printStackTrace(new PrintWriter(trace, true));
        } catch (Throwable broken) {
            trace = new StringWriter();
            trace.append(error.getClass().getName());
            for (StackTraceElement each : error.getStackTrace()) {
                trace.append("\n\tat ").append(each.toString());
            }
        }
        text.append(trace.toString()).append('\n');
    }
}
