import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.UniqueId;

/** Leaves out tests that need not run: those after the first failure, or all but some. For Jupiter; other engines run them. */
public final class Choice implements ExecutionCondition {
    private static boolean stop;
    private static volatile boolean failed;
    private static List<String> only = List.of();

    /**
     * For the tests that come.
     *
     * @param stopped whether to leave out those after a failure
     * @param wanted ids of the tests to run; empty for all
     */
    static void make(boolean stopped, List<String> wanted) {
        stop = stopped;
        failed = false;
        only = wanted;
    }

    static void failure() {
        failed = true;
    }

    /** A test's id without the engine's. */
    static String id(String uniqueId) {
        return UniqueId.parse(uniqueId).getSegments().stream()
                .skip(1)
                .map(UniqueId.Segment::getValue)
                .collect(Collectors.joining("/"));
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String id = id(context.getUniqueId());
        boolean chosen = only.isEmpty() || only.stream().anyMatch(wanted -> (wanted + "/").startsWith(id + "/"));
        return chosen && !(stop && failed)
                ? ConditionEvaluationResult.enabled("")
                : ConditionEvaluationResult.disabled("not needed");
    }
}
