package equimorph;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Frames to and from the client over the real standard streams, which nobody else gets to see.
 *
 * <p>The client first sends a random token. Every answer begins with it, so that bytes which a program writes
 * to file descriptor 1 behind our back are noticed and never taken for an answer.
 */
final class Channel {
    private static final int TOKEN_BYTES = 16;

    private final DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
    private final DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    private final BlockingQueue<byte[]> requests = new LinkedBlockingQueue<>();
    private final byte[] token;

    private Channel() throws IOException {
        token = in.readNBytes(TOKEN_BYTES);
    }

    /** Takes the standard streams over and greets the client with an empty frame. */
    static Channel open() throws IOException {
        Channel channel = new Channel();
        System.setIn(InputStream.nullInputStream());
        System.setOut(System.err);
        Thread reader = new Thread(channel::read, "requests");
        reader.setDaemon(true);
        reader.start();
        channel.send(new byte[0]);
        return channel;
    }

    /** Reads also while a request is served: the end of the input means that the client is gone. */
    private void read() {
        try {
            while (true) {
                byte[] frame = new byte[in.readInt()];
                in.readFully(frame);
                requests.add(frame);
            }
        } catch (IOException end) {
            Runtime.getRuntime().halt(0);
        }
    }

    /** What a worker makes of a request. */
    interface Answers {
        byte[] to(DataInputStream request) throws IOException;
    }

    /** Answers one request after the other in a thread with so much stack, until the client is gone. */
    void serve(String thread, long stackBytes, Answers answers) {
        Runnable loop = () -> {
            try {
                while (true) {
                    send(answers.to(next()));
                }
            } catch (IOException | InterruptedException gone) {
                Runtime.getRuntime().halt(1);
            }
        };
        new Thread(null, loop, thread, stackBytes).start();
    }

    DataInputStream next() throws InterruptedException {
        return new DataInputStream(new ByteArrayInputStream(requests.take()));
    }

    synchronized void send(byte[] frame) throws IOException {
        out.write(token);
        out.writeInt(frame.length);
        out.write(frame);
        out.flush();
    }

    static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] data = new byte[in.readInt()];
        in.readFully(data);
        return data;
    }

    static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    static List<String> readTexts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(readText(in));
        }
        return texts;
    }

    static void writeBytes(DataOutputStream out, byte[] data) throws IOException {
        out.writeInt(data.length);
        out.write(data);
    }

    static void writeText(DataOutputStream out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }
}
