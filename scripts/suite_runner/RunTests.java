import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs every test class under a folder and writes one line a test: id, status, message, tab-separated.
 * Each line is written out at once, so a run that is ended early leaves what it had.
 */
final class RunTests implements TestExecutionListener {
    private final PrintWriter out;

    private RunTests(PrintWriter out) {
        this.out = out;
    }

    /** Arguments: folder of the test classes, pattern of their names, file to write. */
    public static void main(String[] args) throws IOException {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(testClasses(Path.of(args[0])))
                .filters(includeClassNamePatterns(args[1]))
                .configurationParameter(
                        "junit.jupiter.testclass.order.default", "org.junit.jupiter.api.ClassOrderer$ClassName")
                .build();
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[2]), StandardCharsets.UTF_8))) {
            LauncherFactory.create().execute(request, new RunTests(out));
        }
        // A test may leave threads behind that are no daemons.
        System.exit(0);
    }

    /** The classes in order of name: some tests depend on those before, and a folder's own order is any. */
    private static List<DiscoverySelector> testClasses(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .map(name -> selectClass(name))
                    .collect(Collectors.toList());
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        write(test, "skipped", reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        // A container matters only where it failed by itself, as in a method before all tests.
        if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
            String status = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL
                    ? "passed"
                    : result.getStatus().name().toLowerCase(Locale.ROOT);
            write(test, status, result.getThrowable().map(Throwable::toString).orElse(""));
        }
    }

    private synchronized void write(TestIdentifier test, String status, String message) {
        // Not the display name: that of a parameterised test shows its arguments, which may differ between runs.
        String id = UniqueId.parse(test.getUniqueId()).getSegments().stream()
                .skip(1) // the engine
                .map(UniqueId.Segment::getValue)
                .collect(Collectors.joining("/"));
        out.println(id + "\t" + status + "\t" + message.replaceAll("\\s+", " "));
        out.flush();
    }
}
