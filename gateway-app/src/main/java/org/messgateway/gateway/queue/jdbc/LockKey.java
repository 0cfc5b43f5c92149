package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The 64-bit number of PostgreSQL's advisory lock for a thread, from a digest. Two threads with the
 * same number only wait for each other.
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
