package equimorph;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One run of one {@code main} and how it ended; the first end counts. */
final class Program {
    private final String mainClass;
    private final String[] arguments;
    private final byte[] stdin;
    private final long timeoutMillis;
    private final List<URL> classpath = new ArrayList<>();
    private final Map<String, byte[]> classes = new HashMap<>();
    private final Output output;

    private String status;
    private String exception = "";
    private boolean claimed;

    Program(DataInputStream request) throws IOException {
        mainClass = Channel.readText(request);
        arguments = Channel.readTexts(request).toArray(new String[0]);
        stdin = Channel.readBytes(request);
        timeoutMillis = request.readInt();
        output = new Output(request.readInt(), () -> end("output-limit", ""));
        for (String path : Channel.readTexts(request)) {
            classpath.add(new File(path).toURI().toURL());
        }
        for (int left = request.readInt(); left > 0; left--) {
            classes.put(Channel.readText(request), Channel.readBytes(request));
        }
    }

    /** Runs until the program and its non-daemon threads end, or the limits end them. */
    void run() throws InterruptedException {
        System.setIn(new ByteArrayInputStream(stdin));
        System.setOut(new PrintStream(output.out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(output.err, true, StandardCharsets.UTF_8));
        new Thread(new ThreadGroup("main"), this::invokeMain, "main").start();
        awaitEnd();
    }

    private synchronized void awaitEnd() throws InterruptedException {
        long deadline = System.nanoTime() + timeoutMillis * 1_000_000;
        while (status == null) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                end("timeout", "");
            } else {
                wait(left);
            }
        }
    }

    private synchronized void end(String how, String thrown) {
        if (status == null) {
            status = how;
            exception = thrown;
            notifyAll();
        }
    }

    private void invokeMain() {
        Throwable thrown = null;
        try (Loader loader = new Loader(classes, classpath.toArray(new URL[0]))) {
            Thread.currentThread().setContextClassLoader(loader);
            thrown = invoke(mainOf(loader.loadClass(mainClass)));
            joinOthers();
        } catch (ClassNotFoundException | NoSuchMethodException | IOException noMain) {
            end("no-main", noMain.toString());
        } catch (Throwable linkage) {
            thrown = linkage; // the class cannot be linked, or a handler of uncaught exceptions throws
        }
        if (thrown == null) {
            end("ok", "");
        } else {
            String how = thrown instanceof OutOfMemoryError ? "out-of-memory" : "exception";
            end(how, thrown.getClass().getName());
        }
    }

    /** The method that the launcher of this JVM calls (JLS 12.1.4; of 25, also one of an instance or without parameters). */
    private static Method mainOf(Class<?> type) throws NoSuchMethodException {
        if (Runtime.version().feature() >= 25) {
            for (Class<?>[] parameters : new Class<?>[][] {{String[].class}, {}}) {
                for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                    for (Method method : at.getDeclaredMethods()) {
                        boolean named = method.getName().equals("main") && method.getReturnType() == void.class;
                        boolean reached = !Modifier.isPrivate(method.getModifiers());
                        if (named && reached && Arrays.equals(method.getParameterTypes(), parameters)) {
                            return method;
                        }
                    }
                }
            }
        }
        Method main = type.getMethod("main", String[].class);
        if (!Modifier.isStatic(main.getModifiers())) {
            throw new NoSuchMethodException(main + " is not static");
        }
        return main;
    }

    /** What main throws; a handler that the program has set for uncaught exceptions hears of it. */
    private Throwable invoke(Method main) throws ReflectiveOperationException {
        main.setAccessible(true); // neither it nor the class need be public
        Object[] given = main.getParameterCount() == 0 ? new Object[0] : new Object[] {arguments};
        Throwable thrown;
        try {
            main.invoke(Modifier.isStatic(main.getModifiers()) ? null : instanceFor(main), given);
            return null;
        } catch (InvocationTargetException wrapped) {
            thrown = wrapped.getCause();
        } catch (ExceptionInInitializerError initialiser) {
            thrown = initialiser;
        }
        Thread self = Thread.currentThread();
        var handler = self.getUncaughtExceptionHandler();
        // The thread group alone would only print the stack trace, which shows our frames.
        if (handler != self.getThreadGroup() || Thread.getDefaultUncaughtExceptionHandler() != null) {
            handler.uncaughtException(self, thrown);
        }
        return thrown;
    }

    private Object instanceFor(Method main) throws ReflectiveOperationException {
        Class<?> type = Thread.currentThread().getContextClassLoader().loadClass(mainClass);
        Constructor<?> constructor = type.getDeclaredConstructor();
        if (Modifier.isPrivate(constructor.getModifiers())) {
            throw new NoSuchMethodException(constructor + " is private");
        }
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    /** A JVM ends when its last non-daemon thread does. */
    private static void joinOthers() {
        Thread self = Thread.currentThread();
        while (true) {
            Thread[] threads = new Thread[self.getThreadGroup().activeCount() + 16];
            int count = self.getThreadGroup().enumerate(threads);
            Thread other = null;
            for (int i = 0; i < count; i++) {
                if (threads[i] != self && !threads[i].isDaemon()) {
                    other = threads[i];
                }
            }
            if (other == null) {
                return;
            }
            try {
                other.join();
            } catch (InterruptedException ignored) {
                Thread.interrupted(); // the program interrupted its main thread, which has nothing left to do
            }
        }
    }

    /** True for the first caller only: a program that exits and one that ends must not both be answered. */
    synchronized boolean claim(String how) {
        if (claimed) {
            return false;
        }
        claimed = true;
        end(how, "");
        return true;
    }

    /** True if the program ended by itself and within the limits. */
    synchronized boolean endedAlone() {
        return "ok".equals(status) || "exception".equals(status);
    }

    byte[] report(boolean reusable) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        synchronized (this) {
            Channel.writeText(out, status);
            Channel.writeText(out, exception);
            out.writeBoolean(reusable);
        }
        Channel.writeBytes(out, output.out.bytes());
        Channel.writeBytes(out, output.err.bytes());
        return bytes.toByteArray();
    }
}
