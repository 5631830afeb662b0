package equimorph;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** The standard output and error of one program, in memory, with one limit for both. */
final class Output {
    final Stream out = new Stream();
    final Stream err = new Stream();

    private final Runnable onOverflow;
    private int left;

    Output(int limit, Runnable onOverflow) {
        this.left = limit;
        this.onOverflow = onOverflow;
    }

    /** How much of {@code wanted} bytes still fits. */
    private synchronized int take(int wanted) {
        int taken = Math.min(wanted, left);
        left -= taken;
        return taken;
    }

    /** Closing has no effect: what is written to the file descriptor is ours to decide. */
    final class Stream extends OutputStream {
        private final ByteArrayOutputStream data = new ByteArrayOutputStream();

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int fits = take(length);
            data.write(bytes, offset, fits);
            if (fits < length) {
                onOverflow.run();
            }
        }

        byte[] bytes() {
            return data.toByteArray();
        }
    }
}
