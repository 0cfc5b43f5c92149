package org.messgateway.testkit.simulator;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * One web socket connection, seen from the server: text messages (RFC 6455), as much of it as one
 * well-behaved client on this machine needs. Sending is safe for all threads.
 */
public final class WebSocketLink {

  /** How a connection ended that was cut without a close frame. */
  public static final int CUT = -1;

  /** RFC 6455, section 1.3. */
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private static final int TEXT = 0x1;
  private static final int CLOSE = 0x8;
  private static final int PING = 0x9;
  private static final int PONG = 0xA;
  private static final int FINAL = 0x80;
  private static final int MASKED = 0x80;
  private static final int LONGEST = 1 << 20;
  private static final int MOST_HEADERS = 16 * 1024;

  private final Socket socket;
  private final InputStream in;

  private WebSocketLink(Socket socket, InputStream in) {
    this.socket = socket;
    this.in = in;
  }

  /** Reads the client's handshake and answers it. */
  static WebSocketLink accept(Socket socket) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
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
    return new WebSocketLink(socket, in);
  }

  private static String accepted(String key) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }

  /**
   * Sends a text message.
   *
   * @throws UncheckedIOException when the connection is gone
   */
  public void send(String text) {
    try {
      write(TEXT, text.getBytes(UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Closes properly, with a code of RFC 6455, section 7.4. */
  public void close(int code) {
    try {
      write(CLOSE, ByteBuffer.allocate(2).putShort((short) code).array());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Reads until the connection ends.
   *
   * @return the client's close code, or {@link #CUT}
   */
  int read(Consumer<String> received) {
    try {
      for (int kind = in.read(); kind >= 0; kind = in.read()) {
        byte[] payload = payload();
        switch (kind & 0xF) {
          case TEXT -> received.accept(new String(payload, UTF_8));
          case PING -> write(PONG, payload);
          case CLOSE -> {
            write(CLOSE, payload);
            return payload.length < 2 ? 1005 : ByteBuffer.wrap(payload).getShort();
          }
          default -> {
            // Clients send nothing else.
          }
        }
      }
    } catch (IOException ended) {
      return CUT;
    }
    return CUT;
  }

  /** Messages of the clients here are never cut into parts. */
  private byte[] payload() throws IOException {
    int announced = in.read();
    boolean masked = (announced & MASKED) != 0;
    long length =
        switch (announced & ~MASKED) {
          case 126 -> number(2);
          case 127 -> number(8);
          default -> announced & ~MASKED;
        };
    if (announced < 0 || length < 0 || length > LONGEST || !masked) {
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

  private long number(int bytes) throws IOException {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number = (number << 8) | (in.read() & 0xFF);
    }
    return number;
  }

  private void write(int kind, byte[] payload) throws IOException {
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
    synchronized (this) {
      socket.getOutputStream().write(frame.toByteArray());
      socket.getOutputStream().flush();
    }
  }
}
