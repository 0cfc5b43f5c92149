package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The number by which PostgreSQL knows the lock of a thread: 64 bits of a digest. Two threads that
 * share one, which hardly happens, wait for each other and are otherwise well.
 */
record LockKey(long number) {

  LockKey(String exchange, String ref) {
    this(digest(exchange + "\0" + ref));
  }

  private static long digest(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
