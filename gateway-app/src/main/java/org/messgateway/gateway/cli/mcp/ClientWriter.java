package org.messgateway.gateway.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;

/** Writes messages to the client, each whole and on a line of its own. Thread-safe. */
final class ClientWriter {

  private final OutputStream out;
  private final ReentrantLock lock = new ReentrantLock();

  ClientWriter(OutputStream out) {
    this.out = out;
  }

  /**
   * Writes a message. Line breaks in it stand between its values, where a blank means the same.
   *
   * @throws IOException when the client has gone
   */
  void write(byte[] json) throws IOException {
    byte[] line = new byte[json.length + 1];
    for (int at = 0; at < json.length; at++) {
      line[at] = json[at] == '\n' || json[at] == '\r' ? (byte) ' ' : json[at];
    }
    line[json.length] = '\n';
    lock.lock();
    try {
      out.write(line);
      out.flush();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Answers with an error.
   *
   * @param id of the request, as JSON
   */
  void error(String id, int code, String message) throws IOException {
    write(
        ("{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"error\":{\"code\":"
                + code
                + ",\"message\":"
                + RpcMessage.quoted(message)
                + "}}")
            .getBytes(UTF_8));
  }

  /** Answers with an empty result. */
  void done(String id) throws IOException {
    write(("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}").getBytes(UTF_8));
  }

  /**
   * Sends a notification with one parameter.
   *
   * @param value as JSON
   */
  void notify(String method, String parameter, String value) throws IOException {
    write(notification(method, parameter, value));
  }

  /** A notification with one parameter, whose value is JSON. */
  static byte[] notification(String method, String parameter, String value) {
    return ("{\"jsonrpc\":\"2.0\",\"method\":"
            + RpcMessage.quoted(method)
            + ",\"params\":{"
            + RpcMessage.quoted(parameter)
            + ":"
            + value
            + "}}")
        .getBytes(UTF_8);
  }
}
