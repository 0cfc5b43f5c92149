package org.messgateway.gateway.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;

/**
 * The fields that identify a delivery; the same fields give the same id, also after the queue was
 * deleted.
 *
 * @param source what the delivery comes from
 * @param exchange id of the exchange it is about
 * @param serial computed from the thread alone: the round for {@code request}, {@code claimed} and
 *     {@code taken}
 * @param generation of the thread: 0 unless another task had its ref before
 */
public record Identity(
    DeliverySource source,
    String exchange,
    String ref,
    String executor,
    String channel,
    String address,
    NotificationKind kind,
    int serial,
    long generation) {

  /** Bytes of an id; 32 hexadecimal digits. */
  private static final int ID_BYTES = 16;

  /** The identity of a delivery of the first generation. */
  public Identity(
      DeliverySource source,
      String exchange,
      String ref,
      String executor,
      String channel,
      String address,
      NotificationKind kind,
      int serial) {
    this(source, exchange, ref, executor, channel, address, kind, serial, 0);
  }

  /** The identity of a delivery about a task of the first generation. */
  public Identity(
      String exchange,
      String ref,
      String executor,
      String channel,
      String address,
      NotificationKind kind,
      int serial) {
    this(exchange, ref, executor, channel, address, kind, serial, 0);
  }

  /** The identity of a delivery about a task. */
  public Identity(
      String exchange,
      String ref,
      String executor,
      String channel,
      String address,
      NotificationKind kind,
      int serial,
      long generation) {
    this(DeliverySource.TASK, exchange, ref, executor, channel, address, kind, serial, generation);
  }

  /** Reads an identity from a table, where the exchange's text also names the source. */
  public static Identity ofStored(
      String storedExchange,
      String ref,
      String executor,
      String channel,
      String address,
      NotificationKind kind,
      int serial,
      long generation) {
    DeliverySource source = DeliverySource.ofStored(storedExchange);
    return new Identity(
        source,
        source.exchange(storedExchange),
        ref,
        executor,
        channel,
        address,
        kind,
        serial,
        generation);
  }

  /** As a record's own, which is slow without the optimizing compiler; each delivery asks. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Identity that
        && ref.equals(that.ref)
        && serial == that.serial
        && generation == that.generation
        && source == that.source
        && kind == that.kind
        && executor.equals(that.executor)
        && channel.equals(that.channel)
        && address.equals(that.address)
        && exchange.equals(that.exchange);
  }

  @Override
  public int hashCode() {
    return (ref.hashCode() * 31 + address.hashCode()) * 31 + kind.ordinal() * 31 + serial;
  }

  /** The exchange as tables and reply codes name it, which tells sources apart. */
  public String storedExchange() {
    return source.stored(exchange);
  }

  /** The delivery's id: the same again after the queue was deleted. */
  public String id() {
    MessageDigest digest = Sha256.fresh();
    update(digest, storedExchange());
    update(digest, ref);
    update(digest, executor);
    update(digest, channel);
    update(digest, address);
    update(digest, kind.code());
    update(digest, Integer.toString(serial));
    if (generation > 0) {
      update(digest, Long.toString(generation));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
  }

  /** Each part behind its length, so that no two identities run together. */
  private static void update(MessageDigest digest, String part) {
    byte[] bytes = part.getBytes(UTF_8);
    digest.update(Integer.toString(bytes.length).getBytes(UTF_8));
    digest.update((byte) ':');
    digest.update(bytes);
  }
}
