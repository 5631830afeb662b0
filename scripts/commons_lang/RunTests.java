import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
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
                .selectors(selectClasspathRoots(Set.of(Path.of(args[0]))))
                .filters(includeClassNamePatterns(args[1]))
                // Without it classes run in the order of the folder's entries, and some tests depend on those before.
                .configurationParameter(
                        "junit.jupiter.testclass.order.default", "org.junit.jupiter.api.ClassOrderer$ClassName")
                .build();
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[2]), StandardCharsets.UTF_8))) {
            LauncherFactory.create().execute(request, new RunTests(out));
        }
        // A test may leave threads behind that are no daemons.
        System.exit(0);
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
