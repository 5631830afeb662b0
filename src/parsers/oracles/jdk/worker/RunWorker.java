package equimorph;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;

/** Runs programs, one after the other; says when it should be replaced before the next. */
final class RunWorker {
    /** Exit status of a process that aborts, which no program chooses by accident. */
    private static final int BROKEN = 134;

    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    private final Channel channel;
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();
    private volatile Program current;

    private RunWorker(Channel channel) {
        this.channel = channel;
    }

    public static void main(String[] args) throws IOException {
        RunWorker worker = new RunWorker(Channel.open());
        Runtime.getRuntime().addShutdownHook(new Thread(worker::exiting, "exit"));
        try {
            worker.serve();
        } catch (Throwable broken) { // by what the program left behind, such as a full heap
            Runtime.getRuntime().halt(BROKEN);
        }
    }

    private void serve() throws IOException, InterruptedException {
        while (true) {
            Program program = new Program(channel.next());
            Set<Thread> before = threads();
            current = program;
            program.run();
            if (!program.claim("")) {
                Thread.sleep(Long.MAX_VALUE); // the exit hook has answered, the process is ending
            }
            current = null;
            restore();
            channel.send(program.report(program.endedAlone() && before.containsAll(threadsAfter(before))));
        }
    }

    /** System.exit is a way to end too; the exit status is that of the process. */
    private void exiting() {
        Program program = current;
        if (program != null && program.claim("exit")) {
            try {
                channel.send(program.report(false));
            } catch (IOException gone) {
                Runtime.getRuntime().halt(1);
            }
        }
    }

    private void restore() {
        System.setIn(InputStream.nullInputStream());
        System.setOut(NOWHERE);
        System.setErr(NOWHERE);
        System.setProperties((Properties) properties.clone());
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    /** The live threads, given that a thread which has said its last word needs a moment to die. */
    private static Set<Thread> threadsAfter(Set<Thread> before) throws InterruptedException {
        Set<Thread> now = threads();
        for (Thread thread : now) {
            if (!before.contains(thread) && !thread.isDaemon()) {
                thread.join(100);
            }
        }
        return threads();
    }

    private static Set<Thread> threads() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[root.activeCount() + 64];
        int count = root.enumerate(threads);
        Set<Thread> live = new HashSet<>();
        for (int i = 0; i < count; i++) {
            if (threads[i].isAlive()) {
                live.add(threads[i]);
            }
        }
        return live;
    }
}
