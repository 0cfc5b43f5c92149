package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.DurableDocument;
import org.messgateway.gateway.home.FileDocument;

/**
 * {@code .gateway/keys/tokens.yaml}: tokens of executors, agents and operators, hashed. Commands
 * write it, also while a gateway runs, one at a time; the gateway only reads it.
 */
public final class TokenFile {

  /** Its name in the folder of keys. */
  public static final String FILE = "tokens.yaml";

  private static final String PREFIX = "mess_";
  private static final int SECRET_BYTES = 32;
  private static final int ID_BYTES = 5;

  private final DurableDocument document;
  private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
  private final SecureRandom random = new SecureRandom();

  /**
   * @param folder {@code .gateway/keys}
   */
  public TokenFile(Path folder) {
    this(new InFolder(folder, new FileDocument(folder.resolve(FILE))));
  }

  /** Tokens in another store. */
  public TokenFile(DurableDocument document) {
    this.document = document;
  }

  /** Equal while the tokens are unchanged. */
  Object version() throws IOException {
    return document.version();
  }

  /**
   * Makes a token.
   *
   * @return the token as its owner sends it; it is stored nowhere
   */
  public String make(TokenKind kind, String name, Instant now, @Nullable Instant expires)
      throws IOException {
    String id = HexFormat.of().formatHex(bytes(ID_BYTES));
    String secret = CanonicalBase64.encoded(bytes(SECRET_BYTES));
    change(tokens -> tokens.add(new StoredToken(id, kind, name, hash(secret), now, expires)));
    return PREFIX + id + "_" + secret;
  }

  /** Deletes a token; false when there is none of that id. */
  public boolean revoke(String id) throws IOException {
    boolean[] found = {false};
    change(tokens -> found[0] = tokens.removeIf(token -> token.id().equals(id)));
    return found[0];
  }

  /** All tokens, in the order in which they were made. */
  public List<StoredToken> read() throws IOException {
    return read(text());
  }

  /** The stored text; null where there is none. */
  byte @Nullable [] text() throws IOException {
    return document.read();
  }

  /**
   * The tokens in a text.
   *
   * @throws IOException when it is damaged
   */
  List<StoredToken> read(byte @Nullable [] text) throws IOException {
    if (text == null) {
      return List.of();
    }
    try {
      Map<?, ?> root = yaml.readValue(text, Map.class);
      List<StoredToken> tokens = new ArrayList<>();
      for (Object entry : root.get("tokens") instanceof List<?> list ? list : List.of()) {
        tokens.add(token((Map<?, ?>) entry));
      }
      return tokens;
    } catch (JsonProcessingException | RuntimeException e) {
      throw new IOException(
          document.shown() + " is damaged: restore it, or delete it and make tokens anew.", e);
    }
  }

  /** The id in a token; empty when it is not a stored token. */
  static Optional<String> id(String token) {
    int end = token.indexOf('_', PREFIX.length());
    return token.startsWith(PREFIX) && end > 0
        ? Optional.of(token.substring(PREFIX.length(), end))
        : Optional.empty();
  }

  /** Whether a token matches a stored hash; in constant time. */
  static boolean matches(String token, StoredToken stored) {
    String secret = token.substring(token.indexOf('_', PREFIX.length()) + 1);
    return MessageDigest.isEqual(hash(secret).getBytes(US_ASCII), stored.hash().getBytes(US_ASCII));
  }

  /** A change to the list. */
  @FunctionalInterface
  private interface Change {
    void of(List<StoredToken> tokens);
  }

  private void change(Change change) throws IOException {
    document.change(before -> {
      List<StoredToken> tokens = new ArrayList<>(read(before));
      change.of(tokens);
      List<Map<String, String>> rows = tokens.stream().map(TokenFile::row).toList();
      return yaml.writeValueAsBytes(Map.of("tokens", rows));
    });
  }

  /** Makes the folder of keys with the first token. */
  record InFolder(Path folder, DurableDocument file) implements DurableDocument {

    @Override
    public Object version() throws IOException {
      return file.version();
    }

    @Override
    public byte @Nullable [] read() throws IOException {
      return file.read();
    }

    @Override
    public void change(DurableDocument.Change change) throws IOException {
      KeyFile.prepare(folder);
      file.change(change);
    }

    @Override
    public String shown() {
      return file.shown();
    }
  }

  private static Map<String, String> row(StoredToken token) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("id", token.id());
    row.put("kind", token.kind().code());
    row.put("name", token.name());
    row.put("sha256", token.hash());
    row.put("made", token.made().toString());
    if (token.expires() != null) {
      row.put("expires", token.expires().toString());
    }
    return row;
  }

  private static StoredToken token(Map<?, ?> row) {
    Object expires = row.get("expires");
    return new StoredToken(
        text(row, "id"),
        TokenKind.of(text(row, "kind")).orElseThrow(),
        text(row, "name"),
        text(row, "sha256"),
        Instant.parse(text(row, "made")),
        expires == null ? null : Instant.parse(expires.toString()));
  }

  private static String text(Map<?, ?> row, String key) {
    return Objects.requireNonNull(row.get(key), key).toString();
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String hash(String secret) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
