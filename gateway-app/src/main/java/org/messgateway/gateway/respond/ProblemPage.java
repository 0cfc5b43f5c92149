package org.messgateway.gateway.respond;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What a browser is told when there is nothing to show. */
final class ProblemPage {

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1a1c1e; --paper: #fbfbf9; --soft: #5b6168; --line: #dcdedb; }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #ecedee; --paper: #15171a; --soft: #a3a9b0; --line: #33373c; }
      }
      * { box-sizing: border-box; }
      body { margin: 0; background: var(--paper); color: var(--ink);
        font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
      main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
      h1 { font-size: 1.85rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
      """;

  byte[] problem(ProblemException problem) {
    String main =
        "<h1>%s</h1><p>%s</p>"
            .formatted(escaped(headline(problem)), escaped(String.valueOf(problem.getMessage())));
    return document(headline(problem), main);
  }

  private static String headline(ProblemException problem) {
    return switch (problem.status()) {
      case 401, 403 -> "This link does not open";
      case 404 -> "Nothing here";
      default -> "That did not work";
    };
  }

  private static byte[] document(String title, String main) {
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>%s</title>
    <style>
    %s</style>
    </head>
    <body>
    <main>
    %s</main>
    </body>
    </html>
    """
        .formatted(escaped(title), STYLE, main)
        .getBytes(UTF_8);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
