package org.messgateway.gateway.exchange.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * Writes and reads the entry {@code gateway} of a message: its {@link MessageOrigin}, and a MAC
 * that needs the API key. Without the MAC every user of the server could write in the name of the
 * gateway's people. The MAC covers the text as it stands, which no server rewrites.
 */
final class OriginMac {

  static final String ENTRY = "gateway";

  private static final String SAYS = "says";
  private static final String PROOF = "proof";
  private static final String PURPOSE = "mess-gateway: who said it\n";

  private final ObjectMapper json = new ObjectMapper();
  private final Secret apiKey;

  OriginMac(Secret apiKey) {
    this.apiKey = apiKey;
  }

  /** The entry for a message of this thread. */
  Map<String, Object> entry(Ref ref, MessageOrigin messageOrigin) {
    String says = text(ref, messageOrigin);
    Map<String, Object> sealed = new LinkedHashMap<>();
    sealed.put("id", messageOrigin.id());
    sealed.put(SAYS, says);
    sealed.put(PROOF, mac(says));
    return Map.of(ENTRY, sealed);
  }

  /** Origin of a message of this thread; empty without a valid MAC of this key. */
  Optional<MessageOrigin> open(Ref ref, RemoteThread.Message message) {
    return message.entries().stream()
        .filter(entry -> entry instanceof Map<?, ?> map && map.get(ENTRY) instanceof Map<?, ?>)
        .map(entry -> ((Map<?, ?>) entry).get(ENTRY))
        .map(sealed -> open(ref, (Map<?, ?>) sealed))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<MessageOrigin> open(Ref ref, Map<?, ?> sealed) {
    if (!(sealed.get(SAYS) instanceof String says)
        || !(sealed.get(PROOF) instanceof String proof)
        || !MessageDigest.isEqual(proof.getBytes(UTF_8), mac(says).getBytes(UTF_8))) {
      return Optional.empty();
    }
    try {
      JsonNode node = json.readTree(says);
      return node.path("ref").asText().equals(ref.value())
          ? Optional.of(said(node))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private String text(Ref ref, MessageOrigin messageOrigin) {
    ObjectNode node = json.createObjectNode();
    node.put("ref", ref.value());
    node.put("id", messageOrigin.id());
    put(node, "from", messageOrigin.from());
    put(
        node,
        "received",
        messageOrigin.received() == null ? null : messageOrigin.received().toString());
    put(node, "channel", messageOrigin.channel());
    ObjectNode set = node.putObject("set");
    messageOrigin.edit().assignments().forEach(each -> set.put(each.key(), each.value()));
    ArrayNode history = node.putArray("history");
    for (HistoryEntry each : messageOrigin.edit().history()) {
      ObjectNode entry = history.addObject().put("action", each.action());
      put(entry, "at", each.at() == null ? null : each.at().toString());
      put(entry, "by", each.by());
      put(entry, "note", each.note());
    }
    return node.toString();
  }

  private static void put(ObjectNode node, String key, @Nullable String value) {
    if (value != null) {
      node.put(key, value);
    }
  }

  private static MessageOrigin said(JsonNode node) {
    List<EnvelopeEdit.Assignment> set = new ArrayList<>();
    node.path("set")
        .properties()
        .forEach(
            each -> set.add(new EnvelopeEdit.Assignment(each.getKey(), text(each.getValue()))));
    List<HistoryEntry> history = new ArrayList<>();
    for (JsonNode each : node.path("history")) {
      history.add(
          new HistoryEntry(
              each.path("action").asText(),
              instant(each.path("at")),
              text(each.path("by")),
              text(each.path("note"))));
    }
    return new MessageOrigin(
        node.path("id").asText(),
        text(node.path("from")),
        instant(node.path("received")),
        text(node.path("channel")),
        new EnvelopeEdit(set, history));
  }

  private static @Nullable String text(JsonNode node) {
    return node.isTextual() ? node.textValue() : null;
  }

  private static @Nullable Instant instant(JsonNode node) {
    return node.isTextual() ? RemoteThreads.instant(node.textValue()) : null;
  }

  private String mac(String says) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(apiKey.reveal().getBytes(UTF_8), "HmacSHA256"));
      mac.update(PURPOSE.getBytes(UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(says.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }
}
