package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/**
 * The signed form of a link's token: a JWT in compact form, signed by HS256 and nothing else (RFC
 * 7515). Knows no claim. Written by hand, because each delivery makes one.
 */
final class LinkSignature {

  private static final String ALGORITHM = "HS256";

  /** Loaded with the first token that is read: sending makes tokens only. */
  private static final class Json {
    private static final ObjectMapper READER =
        JsonMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();
  }

  private LinkSignature() {}

  /** The first part of all tokens of a key. */
  static String header(String keyId) {
    String json = "{\"kid\":\"" + keyId + "\",\"alg\":\"" + ALGORITHM + "\"}";
    return CanonicalBase64.encoded(json.getBytes(UTF_8));
  }

  /** A token of these claims. */
  static String signed(LinkKey.Single key, String claims) {
    String content = key.tokenHeader() + "." + CanonicalBase64.encoded(claims.getBytes(UTF_8));
    return content + "." + CanonicalBase64.encoded(key.mac(content.getBytes(US_ASCII)));
  }

  /**
   * The claims of a token that one of these keys has signed; empty for every other text. A token is
   * checked by the key that it names; by all where it names none, as those of earlier versions.
   */
  static Optional<JsonNode> claims(String token, List<LinkKey.Single> keys) {
    int first = token.indexOf('.');
    int last = token.lastIndexOf('.');
    if (first < 0 || token.indexOf('.', first + 1) != last) {
      return Optional.empty();
    }
    byte[] header = CanonicalBase64.decoded(token.substring(0, first)).orElse(null);
    byte[] claims = CanonicalBase64.decoded(token.substring(first + 1, last)).orElse(null);
    byte[] signature = CanonicalBase64.decoded(token.substring(last + 1)).orElse(null);
    if (header == null || claims == null || signature == null) {
      return Optional.empty();
    }
    try {
      byte[] content = token.substring(0, last).getBytes(US_ASCII);
      return genuine(Json.READER.readTree(header), content, signature, keys)
          ? Optional.of(Json.READER.readTree(claims)).filter(JsonNode::isObject)
          : Optional.empty();
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }

  /** A header with a member that must be understood ({@code crit}) is not ours. */
  private static boolean genuine(
      JsonNode header, byte[] content, byte[] signature, List<LinkKey.Single> keys) {
    JsonNode named = header.path("kid");
    boolean ours =
        header.isObject()
            && header.path("alg").isTextual()
            && header.path("alg").textValue().equals(ALGORITHM)
            && !header.has("crit")
            && (named.isMissingNode() || named.isTextual());
    boolean genuine = false;
    for (LinkKey.Single key : ours ? keys : List.<LinkKey.Single>of()) {
      if (named.isMissingNode() || key.id().equals(named.textValue())) {
        genuine |= MessageDigest.isEqual(key.mac(content), signature);
      }
    }
    return genuine;
  }
}
