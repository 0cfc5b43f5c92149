package org.messgateway.gateway.respond.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page: one file, the same for everybody, without a word of any task. Its script and its style
 * are named by their hashes in the policy, so that nothing else runs even if it got into the page.
 */
final class StaticPage {

  private static final String RESOURCE = "/page/respond.html";
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
  private static final Pattern STYLE = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL);

  private final byte[] html;
  private final String policy;

  private StaticPage(String text) {
    html = text.getBytes(UTF_8);
    policy =
        "default-src 'self'; script-src %s; style-src %s; img-src 'self' blob: data:; media-src 'self' blob: data:; frame-ancestors 'none'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'"
            .formatted(hash(text, SCRIPT), hash(text, STYLE));
  }

  /** Reads it from beside the classes. */
  static StaticPage load() {
    try (InputStream in = StaticPage.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from this build");
      }
      return new StaticPage(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }

  byte[] html() {
    return html;
  }

  /** Its Content-Security-Policy. */
  String policy() {
    return policy;
  }

  private static String hash(String text, Pattern element) {
    Matcher found = element.matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("the page has no " + element.pattern());
    }
    return "'sha256-" + Base64.getEncoder().encodeToString(sha256(found.group(1))) + "'";
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
