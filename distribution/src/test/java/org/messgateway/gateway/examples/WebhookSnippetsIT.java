package org.messgateway.gateway.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSignature;

/** The code in docs/webhooks.md tells what the gateway signed from what it did not. */
@Tag("proof")
final class WebhookSnippetsIT {

  private static final Path PAGE =
      Path.of(System.getProperty("mess.root", ".."), "docs", "webhooks.md");

  private static final Secret OURS = Secret.of("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
  private static final Secret NEXT =
      Secret.of("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
  private static final Secret FOREIGN = Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  private static final Secret ED25519 =
      Secret.of("whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=");

  /** With a zero byte, letters that are not ASCII, and line ends last. */
  private static final byte[] BODY = "ref: café\0\n---\nMESS: []\n\n".getBytes(UTF_8);

  private static final String ID = "5f0c3b";

  @TempDir Path folder;

  private final List<String> cases = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  void onlyWhatTheGatewaySignedNowIsGenuine(Snippet snippet) throws Exception {
    String program = snippet.program();
    boolean here = Language.onPath(program);
    if (!here) {
      // An assumption's words stand in the report only.
      System.err.println("The " + snippet + " of docs/webhooks.md is not run: no " + program);
    }
    assumeTrue(here);
    Instant now = Instant.now();
    add("yes", now, now, List.of(OURS));
    add("yes", now, now, List.of(NEXT));
    add("yes", now, now, List.of(FOREIGN, OURS));
    add("yes", now, now, List.of(OURS, ED25519));
    add("yes", now.minusSeconds(200), now.minusSeconds(200), List.of(OURS));
    add("no", now, now, List.of(FOREIGN));
    add("no", now, now, List.of(ED25519));
    add("no", now, now.minusSeconds(1), List.of(OURS));
    add("no", now.minusSeconds(400), now.minusSeconds(400), List.of(OURS));
    add("no", now.plusSeconds(400), now.plusSeconds(400), List.of(OURS));
    String good = WebhookSignature.header(ID, now, BODY, List.of(OURS));
    add("no", ID, Long.toString(now.getEpochSecond()), good, "other");
    add("no", "5f0c3c", Long.toString(now.getEpochSecond()), good, "body");
    add("no", ID, "now", good, "body");
    add("no", ID, Long.toString(now.getEpochSecond()), "v1,", "body");
    add("no", ID, Long.toString(now.getEpochSecond()), good.replace("v1,", "v2,"), "body");
    Files.write(folder.resolve("cases.txt"), cases);
    Files.write(folder.resolve("body"), BODY);
    Files.writeString(folder.resolve("other"), "another body");
    snippet.writeTo(folder, Files.readString(PAGE));
    assertEquals(expected, said(snippet));
  }

  private void add(String verdict, Instant claimed, Instant signed, List<Secret> keys) {
    String signatures = WebhookSignature.header(ID, signed, BODY, keys);
    add(verdict, ID, Long.toString(claimed.getEpochSecond()), signatures, "body");
  }

  private void add(String verdict, String id, String at, String signatures, String file) {
    expected.add(verdict);
    cases.add(String.join(" ", id, at, signatures.replace(' ', ';'), file));
  }

  private List<String> said(Snippet snippet) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(snippet.command());
    command.add(OURS.reveal());
    command.add(NEXT.reveal());
    Path out = folder.resolve("out.log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), snippet + " does not end");
    } finally {
      process.destroyForcibly();
    }
    return Files.readAllLines(out);
  }
}
