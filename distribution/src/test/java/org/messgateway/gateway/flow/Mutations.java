package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Requests that nobody sends in earnest, from one seed the same each time. */
final class Mutations {

  private static final List<String> MESSAGES =
      List.of(
          "MESS:\n  - status: { code: claimed }\n",
          "MESS:\n  - status: { code: completed }\n  - response: { content: [\"fine\"] }\n",
          "MESS:\n  - status: { code: declined, reason: no }\n",
          "- status: { re: last, code: needs_clarification, questions: [{ question: which }] }\n",
          "status: { code: in_progress, progress: 40 }\n",
          "MESS: [{response: {content: [{image: {part: photo}}, {json: {a: [1, 2]}}]}}]",
          "{\"MESS\":[{\"status\":{\"code\":\"waiting\",\"waiting_for\":\"access\"}}]}",
          "{\"MESS\":[{\"request\":{\"intent\":\"look\",\"context\":[\"x\"]}}]}",
          "MESS:\n  - reply: { re: last, answers: [blue] }\n",
          "MESS:\n  - cancel: { re: last }\n",
          "--b\r\nContent-Disposition: form-data; name=\"message\"\r\n\r\n"
              + "MESS: [{status: {code: completed}}]\r\n--b\r\nContent-Disposition: form-data;"
              + " name=\"photo\"; filename=\"../../etc/passwd\"\r\nContent-Type: image/svg+xml\r\n"
              + "\r\n<svg onload=\"alert(1)\"/>\r\n--b--\r\n");

  /** What parsers stumble over. */
  private static final List<String> NASTY =
      List.of(
          "\0",
          "\uFEFF",
          "\uD800",
          "\u2028",
          "&a [*a]",
          "&a [x, x, x]\n  - &b [*a, *a, *a, *a]\n  - &c [*b, *b, *b, *b]\n",
          "<<: {code: claimed}",
          "!!javax.script.ScriptEngineManager [!!java.net.URL [\"http://127.0.0.1/\"]]",
          "!!binary \"////\"",
          "? {a: b} : [c]\n",
          "[".repeat(3_000),
          "{a: ".repeat(300),
          "a: 1\na: 2\n",
          "1e999999",
          "-.inf",
          "99999999999999999999999999",
          "2026-02-30T25:61:61Z",
          "data:image/png;base64,%%%",
          "file:///etc/passwd",
          "../../../../etc/passwd",
          "{part: nowhere}",
          "\n---\nref: other\n---\n",
          "\n...\n",
          "%YAML 9.9\n",
          "\"\\ud800\"",
          "\r\n--b\r\n",
          "x".repeat(70_000));

  private static final List<String> TYPES =
      List.of(
          "application/yaml",
          "application/json",
          "text/plain",
          "multipart/form-data; boundary=b",
          "multipart/form-data",
          "multipart/form-data; boundary=\"" + "b".repeat(300) + "\"",
          "application/x-www-form-urlencoded",
          "application/yaml; charset=utf-16",
          "image/png",
          "*/*",
          "x");

  private static final List<String> VALUES =
      List.of(
          "",
          "*/*",
          "text/html",
          "application/yaml",
          "bytes=0-",
          "bytes=-1",
          "bytes=99999999999999999999-",
          "bytes=5-1,2-3",
          "a b",
          "x".repeat(5_000),
          "{\"a\":1}",
          "2026-11-21T00:00:00Z_zz",
          "'; DROP TABLE delivery; --",
          "${jndi:ldap://127.0.0.1/x}",
          "%00%0a");

  private final Random random;

  Mutations(long seed) {
    this.random = new Random(seed);
  }

  <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  boolean oneIn(int many) {
    return random.nextInt(many) == 0;
  }

  String type() {
    return oneIn(3) ? any(TYPES) : any(TYPES.subList(0, 4));
  }

  String value() {
    return any(VALUES);
  }

  /** A message, most times with something wrong in it. */
  byte[] body() {
    byte[] body = any(MESSAGES).getBytes(UTF_8);
    for (int wounds = random.nextInt(4); wounds > 0; wounds--) {
      body = wounded(body);
    }
    return body;
  }

  /** A path, a token or a header with something wrong in it, visible characters only. */
  String text(String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    for (int wounds = random.nextInt(3); wounds > 0 && bytes.length > 0; wounds--) {
      int at = random.nextInt(bytes.length);
      bytes[at] = (byte) ('!' + random.nextInt(94));
    }
    return oneIn(4) ? new String(bytes, ISO_8859_1) + value() : new String(bytes, ISO_8859_1);
  }

  private byte[] wounded(byte[] body) {
    int at = body.length == 0 ? 0 : random.nextInt(body.length);
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(body, at);
      case 1 -> flipped(body, at);
      case 2 -> joined(body, at, any(NASTY).getBytes(UTF_8));
      default -> joined(body, at, Arrays.copyOfRange(body, 0, at));
    };
  }

  private byte[] flipped(byte[] body, int at) {
    byte[] copy = body.clone();
    if (copy.length > 0) {
      copy[at] = (byte) random.nextInt(256);
    }
    return copy;
  }

  private static byte[] joined(byte[] body, int at, byte[] between) {
    byte[] joined = Arrays.copyOf(body, body.length + between.length);
    System.arraycopy(between, 0, joined, at, between.length);
    System.arraycopy(body, at, joined, at + between.length, body.length - at);
    return joined;
  }
}
