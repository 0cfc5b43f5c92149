package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.Gateway;

/**
 * What the documents tell people to type works: commands and calls by curl are run as they stand,
 * in one home, beside a gateway. Whatever cannot be run here stands in a list, with the reason.
 */
final class DocumentedRunsTest {

  /** {@code file, or * for commands | how it begins | why}. */
  private static final Path LIST = Path.of("src/test/resources/snippets-not-run.txt");

  private static final String REGISTERED = "- config: { executor: { id: cat-sitter } }\n";

  private static final Pattern CALL = Pattern.compile("(?ms)^curl .*?(?=^curl |^#|^\\./|^$|\\z)");

  @TempDir private static Path folder;
  private static CommandHome home;
  private static Gateway gateway;

  @BeforeAll
  static void aGateway() throws Exception {
    for (String exchange : List.of("tasks", "office")) {
      Files.createDirectories(folder.resolve(exchange));
    }
    home =
        CommandHome.of(
            folder.resolve("home"),
            """
            http: { port: 0 }
            exchange: { path: %1$s/tasks }
            exchanges: { office: { path: %1$s/office } }
            dispatch: { webhook: { secret: s3cret } }
            agents: { claude-agent: { name: Claude } }
            executors:
              ana: { capabilities: [vision], notify: { http: true } }
              operator: { capabilities: [], notify: { http: true } }
              roomba-kitchen: { any_task: true, capabilities: [vacuum-floor], notify: { http: true } }
              corner-shop: { capabilities: [buy-groceries], notify: { http: true } }
            """
                .formatted(folder));
    gateway = home.gateway();
    for (String file : List.of("list.txt", "fridge.jpg", "floor.jpg")) {
      Files.writeString(folder.resolve(file), file);
    }
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @Test
  void whatTheDocumentsTellToTypeWorks() throws Exception {
    Map<String, String> listed = DocumentedSnippet.list(LIST);
    Set<String> met = new TreeSet<>();
    List<String> wrong = new ArrayList<>();
    String ref = home.task("what is in the fridge?");
    for (DocumentedSnippet each : DocumentedSnippet.commands()) {
      String typed = each.text().replaceAll("\\s+(?:#|>).*", "").strip();
      if (met.add("* | " + typed) && !listed.containsKey("* | " + typed)) {
        Ran ran = ran(DocumentedSnippet.words(typed.substring("mess-gateway ".length())), ref);
        // A command that is named without what it is about is a name.
        boolean named = ran.err().startsWith("Missing required");
        if (ran.status() != 0 && !named) {
          wrong.add(each.file() + ": " + ran);
        }
      }
    }
    Map<String, String> known = known(ref);
    for (DocumentedSnippet snippet : DocumentedSnippet.all()) {
      Matcher call = CALL.matcher(snippet.language().equals("sh") ? snippet.text() : "");
      while (call.find()) {
        DocumentedSnippet one = new DocumentedSnippet(snippet.file(), "sh", call.group());
        String key = one.file() + " | " + one.start();
        met.add(key);
        if (!listed.containsKey(key)) {
          String mistake = mistake(one.text().replace("2026-11-20-001", ref), known);
          if (!mistake.isEmpty()) {
            wrong.add(key + ": " + mistake);
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    Set<String> left = new TreeSet<>(listed.keySet());
    left.removeAll(met);
    assertEquals(Set.of(), left, "listed, and not there now");
  }

  /** With what is there in the place of the words for it. */
  private static Ran ran(String[] typed, String ref) throws IOException {
    String[] words = typed.clone();
    for (int i = 0; i < words.length; i++) {
      words[i] =
          switch (words[i]) {
            case "REF" -> ref;
            case "EXECUTOR" -> "ana";
            case "KIND" -> "agent";
            case "NAME" -> "cursor";
            case "FILE" -> home.message(REGISTERED).toString();
            case "ID" -> typed[0].equals("revoke") ? tokenId() : "visitor";
            default -> words[i];
          };
    }
    boolean anywhere = words[0].equals("--version") || List.of(words).contains("--help");
    return anywhere ? Ran.of(words) : home.run(words);
  }

  private static String tokenId() {
    return home.run("tokens", "--json").json().path(0).path("id").asText();
  }

  /** What the documents take as known: tokens, and the address. */
  private static Map<String, String> known(String ref) throws Exception {
    String executor = token("executor", "roomba-kitchen");
    Map<String, String> known =
        new HashMap<>(
            Map.of(
                "G",
                "http://localhost:" + gateway.port(),
                "AGENT",
                token("agent", "claude-agent"),
                "EXECUTOR",
                executor,
                "OPERATOR",
                token("operator", "operator"),
                "CURSOR",
                ""));
    known.put("T", link(known, ref));
    return known;
  }

  private static String token(String kind, String name) {
    return home.ends(0, "token", kind, name).out().strip();
  }

  /** The token of the link to the task that the robot finds in its inbox. */
  private static String link(Map<String, String> known, String ref) throws Exception {
    Pattern link = Pattern.compile("/thread/" + ref + "\\?token=([\\w.-]+)");
    String after = "";
    while (true) {
      String inbox =
          bash(
              "curl -H \"Authorization: Bearer $EXECUTOR\""
                  + " \"$G/inbox/roomba-kitchen?wait=10s&after="
                  + after
                  + "\"",
              known);
      Matcher found = link.matcher(inbox);
      if (found.find()) {
        return Objects.requireNonNull(found.group(1));
      }
      String next = inbox.replaceAll("(?s).*\"after\":\"([^\"]*)\".*", "$1");
      assertTrue(inbox.contains("\"ref\"") && !next.equals(after), inbox);
      after = next;
    }
  }

  /** Empty where it is answered by 2xx. */
  private static String mistake(String call, Map<String, String> known) throws Exception {
    if (call.contains("wait=60s")) {
      robotSays("status: {re: fridge-1, code: claimed}");
      robotSays("status: {re: fridge-1, code: needs_input, question: Where?}");
    }
    if (call.contains("sug:")) {
      robotSays(
          "suggestion: {re: fridge-1, id: later, type: alternative, proposed: {intent: wait}}");
    }
    if (call.contains("$MESS_RESPOND")) {
      String ref = home.task("sweep the floor");
      known.put("MESS_RESPOND", known.get("G") + "/thread/" + ref + "?token=" + link(known, ref));
    }
    String whole =
        call.replace("id: roomba-kitchen", "id: roomba-hall")
            .replaceAll("sug:[^\"]+", "later")
            .replace("base64,…", "base64,iVBORw0KGgo=");
    String said =
        bash(
            "A=\"Authorization: Bearer $AGENT\"\nY='Content-Type: application/yaml'\n" + whole,
            known);
    return said.contains("\n2") ? "" : said;
  }

  /** So that the agent has something to read, and to answer. */
  private static void robotSays(String entry) throws IOException {
    Path message = home.message("MESS: [{" + entry + "}]");
    home.ends(0, "say", message.toString(), "--as", "roomba-kitchen");
  }

  /** What it prints, and the status of the last call in a line of its own. */
  private static String bash(String script, Map<String, String> known) throws Exception {
    String calls = "curl() { command curl -sS --max-time 20 -w '\\n%{http_code}' \"$@\"; }\n";
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", calls + script)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(known);
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor() == 0 ? said : "ended with " + process.exitValue() + ": " + said;
  }
}
