package org.messgateway.gateway.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.messgateway.api.text.Texts;

/**
 * The page as browsers get it: one file, put together from those in {@code /page}. It is the same
 * for everybody in a household and holds no word of any task.
 *
 * @param html the page
 * @param worker what opens it without network
 * @param policy its Content-Security-Policy, which names script and style by their hashes, so that
 *     nothing else runs even if it got into the page
 */
record RespondPage(StaticFile html, StaticFile worker, String policy) {

  /** In the order in which they are run. */
  private static final List<String> SCRIPTS =
      List.of(
          "base", "device", "prose", "content", "scenes", "task", "fields", "answer", "media",
          "sheets", "send", "start");

  /** Texts that the page shares with messages, by its own names. */
  private static final Map<String, String> SHARED =
      Map.of(
          "claim", "button.claim",
          "decline", "button.decline",
          "give_back", "button.give_back",
          "done", "button.done",
          "ask", "button.ask",
          "yes", "word.yes",
          "no", "word.no");

  private static final String OWN = "page.";
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
  private static final Pattern STYLE = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL);
  private static final Pattern COMMENT =
      Pattern.compile("^(/\\*.*?\\*/|//[^\n]*)\n", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern INDENT = Pattern.compile("^\\s+", Pattern.MULTILINE);

  /** A string, which stays as it is, or what needs no space around it. No string has two lines. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "'(?:\\\\.|[^'\\\\\n])*'|\"(?:\\\\.|[^\"\\\\\n])*\"|`(?:\\\\.|[^`\\\\\n])*`"
              + "|[ ]*(=>|[=!]==|&&|\\|\\||\\?\\?|[=?:;,{}()])[ ]*");

  private static final Pattern SPACES = Pattern.compile("\\s*([{};,])\\s*");
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Puts it together.
   *
   * @param title of the household, which previews of links show
   * @param texts in the language that the page begins with
   */
  static RespondPage of(String title, Texts texts) {
    String script =
        SCRIPTS.stream()
            .map(name -> read("script/" + name + ".js"))
            .collect(Collectors.joining("\n", "'use strict';(() => {\n", "})();"));
    String text =
        read("respond.html")
            .replace("<html lang=\"en\">", "<html lang=\"" + texts.language() + "\">")
            .replace("&nbsp;", escaped(title))
            .replace("<!-- preview -->", preview(title, texts))
            .replace("<!-- style -->", SPACES.matcher(lean(read("respond.css"))).replaceAll("$1"))
            .replace("<!-- icons -->", read("icons.svg"))
            // A data block: no script runs in it, and none can end it.
            .replace("<!-- words -->", words(texts).replace("<", "\\u003c"))
            .replace("<!-- script -->", dense(lean(script)));
    String worker = read("script/worker.js").replace("<!-- version -->", hash(text));
    return new RespondPage(
        StaticFile.of("text/html; charset=utf-8", text),
        StaticFile.of("text/javascript; charset=utf-8", worker),
        policy(hash(text, SCRIPT), hash(text, STYLE)));
  }

  /** The page's texts by its own keys, as JSON; {@code language} is their language. */
  static String words(Texts texts) {
    Map<String, String> words = new TreeMap<>();
    texts
        .patterns()
        .forEach((key, text) -> {
          if (key.startsWith(OWN)) {
            words.put(key.substring(OWN.length()), text);
          }
        });
    SHARED.forEach((name, key) -> words.put(name, texts.get(key)));
    words.put("language", texts.language());
    try {
      return JSON.writeValueAsString(words);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of texts is JSON", e);
    }
  }

  /** What previews of a link show: nothing that depends on the link. */
  private static String preview(String title, Texts texts) {
    String name = escaped(texts.get("page.title") + " · " + title);
    return """
    <title>%s</title>
    <meta property="og:type" content="website">
    <meta property="og:title" content="%s">
    <meta property="og:site_name" content="%s">
    <meta property="og:description" content="%s">
    <meta name="twitter:card" content="summary">\
    """
        .formatted(name, name, escaped(title), escaped(texts.get("page.preview")));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Without comments and indents, for slow lines. */
  private static String lean(String source) {
    return COMMENT.matcher(INDENT.matcher(source).replaceAll("")).replaceAll("");
  }

  /** The same script without the spaces that only people need. */
  private static String dense(String script) {
    return TOKEN
        .matcher(script)
        .replaceAll(found ->
            Matcher.quoteReplacement(found.group(1) == null ? found.group() : found.group(1)));
  }

  private static String policy(String script, String style) {
    return ("default-src 'self'; script-src %s; worker-src 'self'; style-src %s; img-src 'self'"
            + " blob: data:; media-src 'self' blob: data:; frame-ancestors 'none'; form-action"
            + " 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types worker")
        .formatted(script, style);
  }

  private static String hash(String text, Pattern element) {
    Matcher found = element.matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("the page has no " + element.pattern());
    }
    return "'sha256-" + hash(found.group(1)) + "'";
  }

  static String hash(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String read(String name) {
    try (InputStream in = RespondPage.class.getResourceAsStream("/page/" + name)) {
      if (in == null) {
        throw new IllegalStateException("/page/" + name + " is missing from this build");
      }
      return new String(in.readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("/page/" + name + " cannot be read", e);
    }
  }
}
