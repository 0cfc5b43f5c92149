package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;

/**
 * Secrets whose leaks a test detects in every form: unchanged, URL-encoded, inside Base64 at any
 * offset, and in long parts.
 */
public final class SecretCanaries {

  private static final int SHORTEST = 8;
  private static final int LONG_PART = 16;

  /** The searched texts, each with the name of the secret that it reveals. */
  private final Map<String, String> forms = new LinkedHashMap<>();

  /** Adds the values of all settings that are described as secret. */
  public SecretCanaries secretsOf(List<SettingDescription> descriptions, Map<String, ?> written) {
    for (SettingDescription description : descriptions) {
      Object value = written.get(description.name());
      boolean secret =
          description.kind() == SettingKind.SECRET || description.kind() == SettingKind.SECRETS;
      if (secret && value != null) {
        all(value).forEach(text -> add(description.name(), text));
      }
    }
    return this;
  }

  private static List<String> all(Object value) {
    return value instanceof Collection<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of(value.toString());
  }

  /** Adds one secret. */
  public SecretCanaries add(String name, String secret) {
    if (secret.length() < SHORTEST) {
      throw new IllegalArgumentException(
          "give " + name + " at least " + SHORTEST + " characters, so that it can be recognised");
    }
    forms.put(secret, name);
    forms.put(URLEncoder.encode(secret, UTF_8), name);
    for (int offset = 0; offset < 3; offset++) {
      forms.put(inBase64(secret, offset), name);
    }
    Arrays.stream(secret.split("[^A-Za-z0-9+/=]"))
        .filter(part -> part.length() >= LONG_PART)
        .forEach(part -> forms.put(part, name));
    return this;
  }

  /** The Base64 characters of a secret at this offset that do not depend on its neighbours. */
  private static String inBase64(String secret, int offset) {
    byte[] bytes = secret.getBytes(UTF_8);
    int from = (3 - offset) % 3;
    int to = from + (bytes.length - from) / 3 * 3;
    return Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, from, to));
  }

  /** The name of a secret that this text reveals; empty for none. */
  public Optional<String> seenIn(String text) {
    return forms.entrySet().stream()
        .filter(form -> text.contains(form.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Fails when the text reveals a secret. The failure's message holds no secret. */
  public void assertNotIn(String where, String text) {
    seenIn(text)
        .ifPresent(name -> {
          throw new AssertionError(where + " gives away the secret " + name);
        });
  }

  /** Fails when an exception or one of its causes reveals a secret. */
  public void assertNotIn(String where, Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertNotIn(where, trace.toString());
  }
}
