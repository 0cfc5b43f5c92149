package org.messgateway.gateway.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentRequests.RequestMessage;
import org.messgateway.gateway.answer.MessageKey;
import org.messgateway.gateway.exchange.ExchangeNames;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.messgateway.gateway.http.AgentMessages;
import org.messgateway.gateway.http.body.BodyException;
import org.messgateway.gateway.http.body.Submission;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.mcp.McpCaller;

/**
 * Says messages for agents: the same way, under the same limits, as {@code POST /mess}. Safe for
 * all threads; blocks until a message is on the disk. What is refused is a {@link
 * org.messgateway.gateway.http.ProblemException}.
 */
public final class AgentVoice {

  private static final String CHANNEL = "mcp";
  private static final String PRIMARY = "primary";
  private static final String FILE = "file:";

  private final AgentMessages messages;
  private final Submissions submissions;
  private final ExchangeNames names;

  public AgentVoice(AgentMessages messages, Submissions submissions, ExchangeNames names) {
    this.messages = messages;
    this.submissions = submissions;
    this.names = names;
  }

  /**
   * The name of the exchange that a call means: the one that it names, else the default of its
   * session, which {@code primary} means too. Empty for none: new tasks go to the first then, and
   * those that are there are found wherever they are.
   */
  Optional<String> exchange(McpCaller caller, Arguments arguments) throws CallRefusal {
    Optional<String> called = arguments.text("exchange");
    boolean primary = called.filter(PRIMARY::equals).isPresent();
    if (called.isEmpty() || (primary && caller.exchange().isPresent())) {
      return caller.exchange().flatMap(names::name);
    }
    Optional<String> name = names.name(called.get());
    if (name.isEmpty() && !primary) {
      throw new CallRefusal(names.unknown(called.get()));
    }
    return name;
  }

  /** Whether there are several exchanges, so that offered calls name theirs. */
  boolean severalExchanges() {
    return names.several();
  }

  /** The argument that names an exchange in an offered call; empty where there is only one. */
  String argument(Optional<String> exchange) {
    return names.several() ? exchange.map(", exchange: \"%s\""::formatted).orElse("") : "";
  }

  /** Says entries that a tool made. */
  AgentMessages.Taken say(
      McpCaller caller, Optional<String> exchange, List<Map<String, @Nullable Object>> mess) {
    String words = exchange.orElse("") + '\n' + YamlWriter.write(mess);
    return messages.take(
        new RequestMessage(
            caller.agent(), CHANNEL, key(caller, digest(words)), mess, exchange, List.of()),
        _ -> 0);
  }

  /** Says entries once for a key. */
  AgentMessages.Taken sayOnce(
      McpCaller caller,
      Optional<String> exchange,
      List<Map<String, @Nullable Object>> mess,
      String key) {
    return messages.take(
        new RequestMessage(
            caller.agent(),
            CHANNEL,
            new MessageKey.Given("mcp:" + digest(key)),
            mess,
            exchange,
            List.of()),
        _ -> 0);
  }

  /**
   * What became of a message.
   *
   * @param files of a disk that it names ({@code file:}), in order
   */
  record Said(AgentMessages.Taken taken, List<String> files) {}

  /**
   * Says a message as the agent wrote it: YAML or JSON.
   *
   * @throws CallRefusal when it cannot be read
   */
  Said say(McpCaller caller, Optional<String> exchange, String message)
      throws CallRefusal, IOException {
    byte[] bytes = message.getBytes(UTF_8);
    try (Submission submission =
        submissions.receive(
            "", bytes.length, new ByteArrayInputStream(bytes), "agent " + caller.agent())) {
      AgentMessages.Taken taken =
          messages.take(
              new RequestMessage(
                  caller.agent(),
                  CHANNEL,
                  key(caller, submission.digest()),
                  submission.mess(),
                  exchange,
                  List.of()),
              submission.line());
      Set<String> files = new LinkedHashSet<>();
      submission.mess().forEach(entry -> files(entry, files));
      return new Said(taken, List.copyOf(files));
    } catch (BodyException e) {
      throw new CallRefusal(e.detail());
    } catch (ThreadFormatException e) {
      throw new CallRefusal(
          "The message cannot be read: %s Right would be `MESS: [request: {intent: check the door}]`."
              .formatted(ended(String.valueOf(e.getMessage()))));
    }
  }

  /** A file is named by a member of a map; a text alone is a text. */
  private static void files(@Nullable Object value, Set<String> found) {
    switch (value) {
      case Map<?, ?> map ->
          map.values()
              .forEach(each -> {
                if (each instanceof String text && text.regionMatches(true, 0, FILE, 0, 5)) {
                  found.add(text);
                }
                files(each, found);
              });
      case Collection<?> many -> many.forEach(each -> files(each, found));
      case null, default -> {}
    }
  }

  private static String ended(String sentence) {
    return sentence.endsWith(".") ? sentence : sentence + ".";
  }

  /** A model chooses no key: what stands in the head of its call is the client's. */
  private static MessageKey key(McpCaller caller, String digest) {
    MessageKey.Words words = new MessageKey.Words(digest);
    return caller
        .idempotencyKey()
        .map(given -> given.matches("[\\x21-\\x7e]{1,200}") ? given : "mcp:" + digest(given))
        .<MessageKey>map(mark -> new MessageKey.Transmission(new MessageKey.Given(mark), words))
        .orElse(words);
  }

  private static String digest(String words) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(words.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
