package org.messgateway.gateway.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Addition;
import org.messgateway.gateway.exchange.ExchangeFiles;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;

/** Makes the server's form of what is to be added to a thread. */
final class Outgoing {

  private static final int ID_BYTES = 16;

  private final Seal seal;
  private final ExchangeFiles files;
  private final FileLinks links;

  Outgoing(Seal seal, ExchangeFiles files, FileLinks links) {
    this.seal = seal;
    this.files = files;
    this.links = links;
  }

  /**
   * A request body, and the id by which it is found again on the server.
   *
   * @param body {@code status} when it changes, {@code mess}
   */
  record Patch(String id, Map<String, Object> body) {}

  Patch of(Ref ref, Addition addition) throws IOException {
    byte[] message = addition.message();
    Map<?, ?> document = message == null ? Map.of() : read(message);
    @Nullable String from = text(document, "from");
    Said said =
        new Said(
            id(ref, addition),
            from,
            message == null ? null : received(document),
            text(document, "channel"),
            addition.change());
    List<@Nullable Object> mess =
        new Upload(files, links, ref, String.valueOf(from))
            .entries(document.get("MESS") instanceof Collection<?> list ? list : List.of());
    mess.add(seal.entry(ref, said));
    Map<String, Object> body = new LinkedHashMap<>();
    status(addition).ifPresent(status -> body.put("status", status));
    body.put("mess", mess);
    return new Patch(said.id(), body);
  }

  private static Map<?, ?> read(byte[] message) {
    try {
      return YamlReader.read(Document.whole("a message", message)).value() instanceof Map<?, ?> map
          ? map
          : Map.of();
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a message of our own cannot be read", e);
    }
  }

  private static @Nullable String text(Map<?, ?> document, String key) {
    return document.get(key) instanceof String text ? text : null;
  }

  private static Instant received(Map<?, ?> document) {
    return RemoteThreads.instant(text(document, "received"));
  }

  /** The reference writes this one with a hyphen, and files it by that. */
  private static Optional<String> status(Addition addition) {
    return Entries.assigned(addition.change(), "status")
        .flatMap(ThreadStatus::of)
        .map(status -> status == ThreadStatus.IN_PROGRESS ? "in-progress" : status.code());
  }

  /** The same for the same: what was sent twice is seen once. */
  private static String id(Ref ref, Addition addition) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((ref.value() + "\n").getBytes(UTF_8));
      byte[] message = addition.message();
      digest.update(message == null ? new byte[0] : message);
      digest.update(addition.change().history().toString().getBytes(UTF_8));
      digest.update(addition.change().assignments().toString().getBytes(UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), ID_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
