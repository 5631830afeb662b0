import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs one test class after the other as standard input asks: class path, name of the class, number of probes, "stop" (at the
 * first failure) or "all", ids of the only tests to run if not all, tab-separated.
 * The classes of each are loaded anew. The answer: lines "test", id, status, message; a line "lines" with the probes that were
 * passed; a line "end" with the milliseconds and the number of threads that were left running.
 */
final class TestWorker implements TestExecutionListener {
    private final PrintStream out;

    private TestWorker(PrintStream out) {
        this.out = out;
    }

    /** No arguments. */
    public static void main(String[] args) throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        TestWorker worker = new TestWorker(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        System.setIn(new ByteArrayInputStream(new byte[0]));
        Launcher launcher = LauncherFactory.create();
        for (String request = requests.readLine(); request != null; request = requests.readLine()) {
            String[] words = request.split("\t");
            Choice.make(words[3].equals("stop"), List.of(words).subList(4, words.length));
            worker.run(launcher, words[0], words[1], Integer.parseInt(words[2]));
        }
        System.exit(0);
    }

    private void run(Launcher launcher, String classpath, String name, int probes) throws IOException {
        Thread current = Thread.currentThread();
        ClassLoader usual = current.getContextClassLoader();
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        Properties properties = (Properties) System.getProperties().clone();
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        // Once for each class, as a test may leave others behind.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Lines.forget(probes);
        long started = System.nanoTime();
        try (URLClassLoader loader = new URLClassLoader(urls(classpath), usual)) {
            current.setContextClassLoader(loader);
            execute(launcher, Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError | RuntimeException error) {
            // JUnit catches what tests throw; this is thrown where their class cannot even be looked at.
            write(name, "failed", error.toString());
        } finally {
            current.setContextClassLoader(usual);
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
            System.setProperties(properties);
        }
        long milliseconds = (System.nanoTime() - started) / 1_000_000;
        out.println("lines\t" + Lines.numbers());
        out.println("end\t" + milliseconds + "\t" + running(before));
    }

    private void execute(Launcher launcher, Class<?> type) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(type))
                // Finds Choice.
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .build();
        launcher.execute(request, this);
    }

    private static URL[] urls(String classpath) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String path : classpath.split(":")) {
            urls.add(Path.of(path).toUri().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    /** The threads that came since, and that compute rather than wait, as one does that will never end. */
    private static long running(Set<Thread> before) {
        Set<Thread> left = newThreads(before);
        if (!left.isEmpty()) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                // A test has interrupted this thread; that it shows here ends the interruption, as it should.
                return left.size();
            }
            left = newThreads(before);
        }
        return left.stream().filter(thread -> thread.getState() == Thread.State.RUNNABLE).count();
    }

    private static Set<Thread> newThreads(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !before.contains(thread))
                .collect(Collectors.toSet());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        write(Choice.id(test.getUniqueId()), "skipped", reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        // A container matters only where it failed by itself, as in a method before all tests.
        if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
            String status = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL
                    ? "passed"
                    : result.getStatus().name().toLowerCase(Locale.ROOT);
            write(Choice.id(test.getUniqueId()), status, result.getThrowable().map(TestWorker::text).orElse(""));
        }
    }

    /** A mutated exception's own toString may fail. */
    private static String text(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (RuntimeException | Error error) {
            return thrown.getClass().getName();
        }
    }

    // Not the display name: that of a parameterised test shows its arguments, which may differ between runs.
    private synchronized void write(String id, String status, String message) {
        if (status.equals("failed")) {
            Choice.failure();
        }
        String line = message.length() > 500 ? message.substring(0, 500) : message;
        out.println("test\t" + id.replaceAll("\\s+", " ") + "\t" + status + "\t" + line.replaceAll("\\s+", " "));
    }
}
