package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The far end of Slack's Socket Mode: a web socket server for text messages (RFC 6455), as much of
 * it as one well-behaved client on this machine needs.
 */
final class SocketModeServer implements AutoCloseable {

  /** RFC 6455, section 1.3. */
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private static final String HELLO = "{\"type\":\"hello\",\"num_connections\":1}";
  private static final int TEXT = 0x1;
  private static final int CLOSE = 0x8;
  private static final int PING = 0x9;
  private static final int PONG = 0xA;
  private static final int FINAL = 0x80;
  private static final int MASKED = 0x80;
  private static final int LONGEST = 1 << 20;
  private static final int MOST_HEADERS = 16 * 1024;

  /** The client pings far more often. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private final ServerSocket server;
  private final Consumer<String> received;
  private final Set<Socket> links = ConcurrentHashMap.newKeySet();

  /**
   * Listens at once, on a free loopback port.
   *
   * @param received is called with every text that comes
   */
  SocketModeServer(Consumer<String> received) throws IOException {
    this.server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    this.received = received;
    Thread.ofVirtual().name("demo-slack-sockets").start(this::accept);
  }

  String url() {
    return "ws://127.0.0.1:" + server.getLocalPort() + "/link";
  }

  /** Sends to whoever is connected; false when nobody is. */
  boolean send(String text) {
    for (Socket link : List.copyOf(links)) {
      try {
        write(link, TEXT, text.getBytes(UTF_8));
        return true;
      } catch (IOException gone) {
        // Whoever reads from it finds that out too and lets it go; perhaps there is another.
      }
    }
    return false;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().name("demo-slack-socket").start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setSoTimeout(Math.toIntExact(SILENCE.toMillis()));
      InputStream in = new BufferedInputStream(socket.getInputStream());
      shakeHands(socket, in);
      links.add(socket);
      write(socket, TEXT, HELLO.getBytes(UTF_8));
      while (frame(socket, in)) {
        // Each frame is dealt with as it comes.
      }
    } catch (IOException ended) {
      // The gateway connects again when it wants to.
    } finally {
      links.remove(socket);
    }
  }

  private static void shakeHands(Socket socket, InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0 || head.size() > MOST_HEADERS) {
        throw new IOException("no handshake");
      }
      head.write(next);
    }
    String key =
        head.toString(ISO_8859_1)
            .lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElseThrow(() -> new IOException("no web socket"));
    String answer =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: "
            + accepted(key)
            + "\r\n\r\n";
    socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
  }

  private static String accepted(String key) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }

  /** Reads one; false when it was the last. Messages of ours' client are never cut into parts. */
  private boolean frame(Socket socket, InputStream in) throws IOException {
    int kind = in.read();
    int length = in.read();
    if (kind < 0 || length < 0) {
      return false;
    }
    byte[] payload = payload(in, (length & MASKED) != 0, length & ~MASKED);
    switch (kind & 0xF) {
      case TEXT -> received.accept(new String(payload, UTF_8));
      case PING -> write(socket, PONG, payload);
      case CLOSE -> {
        write(socket, CLOSE, payload);
        return false;
      }
      default -> {
        // Nothing else means anything to us.
      }
    }
    return true;
  }

  private static byte[] payload(InputStream in, boolean masked, int announced) throws IOException {
    long length =
        switch (announced) {
          case 126 -> number(in, 2);
          case 127 -> number(in, 8);
          default -> announced;
        };
    if (length < 0 || length > LONGEST || !masked) {
      throw new IOException("not a frame of a client");
    }
    byte[] mask = in.readNBytes(4);
    byte[] payload = in.readNBytes((int) length);
    if (mask.length < 4 || payload.length < length) {
      throw new IOException("cut off");
    }
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= mask[i % 4];
    }
    return payload;
  }

  private static long number(InputStream in, int bytes) throws IOException {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number = (number << 8) | (in.read() & 0xFF);
    }
    return number;
  }

  private static void write(Socket socket, int kind, byte[] payload) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream(payload.length + 10);
    frame.write(FINAL | kind);
    if (payload.length < 126) {
      frame.write(payload.length);
    } else if (payload.length < 1 << 16) {
      frame.write(126);
      frame.write(payload.length >> 8);
      frame.write(payload.length);
    } else {
      frame.write(127);
      for (int shift = 56; shift >= 0; shift -= 8) {
        frame.write((int) ((long) payload.length >> shift));
      }
    }
    frame.write(payload);
    synchronized (socket) {
      socket.getOutputStream().write(frame.toByteArray());
      socket.getOutputStream().flush();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket link : links) {
      link.close();
    }
  }
}
