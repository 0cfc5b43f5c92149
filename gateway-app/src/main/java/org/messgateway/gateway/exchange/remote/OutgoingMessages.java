package org.messgateway.gateway.exchange.remote;

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
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.exchange.read.ExchangeFiles;

/** Maps additions to a thread to requests of the server's API. */
final class OutgoingMessages {

  private static final int ID_BYTES = 16;

  private final OriginMac originMac;
  private final ExchangeFiles files;
  private final LargeFileLinks links;

  OutgoingMessages(OriginMac originMac, ExchangeFiles files, LargeFileLinks links) {
    this.originMac = originMac;
    this.files = files;
    this.links = links;
  }

  /**
   * A request body, and the id by which the message is recognised on the server.
   *
   * @param body {@code mess}, and {@code status} when it changes
   */
  record Patch(String id, Map<String, Object> body) {}

  Patch of(Ref ref, ThreadAddition addition) throws IOException {
    byte[] message = addition.message();
    Map<?, ?> document = message == null ? Map.of() : read(message);
    @Nullable String from = text(document, "from");
    MessageOrigin messageOrigin =
        new MessageOrigin(
            id(ref, addition),
            from,
            message == null ? null : received(document),
            text(document, "channel"),
            addition.change());
    List<@Nullable Object> mess =
        new FileUpload(files, links, ref, String.valueOf(from))
            .entries(document.get("MESS") instanceof Collection<?> list ? list : List.of());
    mess.add(originMac.entry(ref, messageOrigin));
    Map<String, Object> body = new LinkedHashMap<>();
    status(addition).ifPresent(status -> body.put("status", status));
    body.put("mess", mess);
    return new Patch(messageOrigin.id(), body);
  }

  private static Map<?, ?> read(byte[] message) {
    try {
      return YamlReader.meaning(Document.whole("a message", message)).value()
              instanceof Map<?, ?> map
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

  /** The reference spells this status with a hyphen, also in the folder's name. */
  private static Optional<String> status(ThreadAddition addition) {
    return RemoteEntries.assigned(addition.change(), "status")
        .flatMap(ThreadStatus::of)
        .map(status -> status == ThreadStatus.IN_PROGRESS ? "in-progress" : status.code());
  }

  /** The same id for the same addition, so that a repeated message is recognised. */
  private static String id(Ref ref, ThreadAddition addition) {
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
