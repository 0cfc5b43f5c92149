package org.messgateway.gateway.cli.setup;

import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationText;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.routing.SpellingHint;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code texts}: what people read, in each language, with a sample task. Sends nothing. */
@CommandLine.Command(
    name = "texts",
    description = "Shows what people read, in a language and on a channel, without sending it.")
public final class TextsCommand extends Command {

  private static final String RULE = "---";

  @Option(
      names = "--language",
      paramLabel = "LANGUAGE",
      description = "en, de, es, fr or ja (default: the household's).")
  private @Nullable String language;

  @Option(
      names = "--channel",
      paramLabel = "TYPE",
      description = "As this type of channel sends it: slack, telegram, sms.")
  private @Nullable String channel;

  @Option(
      names = "--keys",
      description = "Lists all texts by key, in the form of texts/LANGUAGE.properties in the home.")
  private boolean keys;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      Optional<GatewayConfig> config = config(context);
      Texts texts = texts(config);
      if (keys) {
        texts.patterns().forEach((key, text) -> out().line(key + " = " + escaped(text)));
      } else {
        String title = config.map(GatewayConfig::title).orElse("Miller home");
        Optional<RegisteredProvider> provider =
            Optional.ofNullable(channel).map(type -> provider(context, type));
        preview(new SampleNotifications(title, texts, Instant.now()), provider);
      }
      return DONE;
    }
  }

  /** Empty where there is no home yet: the texts that come with the gateway are shown then. */
  private static Optional<GatewayConfig> config(CommandContext context) {
    boolean written = Files.exists(context.home().resolve(ConfigLoader.FILE));
    return written ? Optional.of(context.config()) : Optional.empty();
  }

  private Texts texts(Optional<GatewayConfig> config) {
    String asked = language;
    if (asked == null) {
      return config.map(each -> each.languages().usual()).orElse(Texts.ENGLISH);
    }
    if (!Texts.LANGUAGES.contains(asked)) {
      String hint = SpellingHint.hint(asked, Texts.LANGUAGES);
      throw CommandFailure.usage(
          "There is no language `"
              + asked
              + "`, "
              + (hint.isEmpty() ? "there are: " + String.join(", ", Texts.LANGUAGES) : hint));
    }
    return config.map(each -> each.languages().in(asked)).orElseGet(() -> Texts.of(asked));
  }

  private static RegisteredProvider provider(CommandContext context, String type) {
    List<String> types =
        context.registry().types().stream()
            .filter(each ->
                context
                    .registry()
                    .provider(each)
                    .filter(found -> found.description().audience() == Audience.PEOPLE)
                    .isPresent())
            .toList();
    return context
        .registry()
        .provider(type)
        .filter(_ -> types.contains(type))
        .orElseThrow(() ->
            CommandFailure.usage(
                "`"
                    + type
                    + "` is no type of channel for people. There are: "
                    + String.join(", ", types)));
  }

  private void preview(SampleNotifications samples, Optional<RegisteredProvider> provider) {
    samples
        .all()
        .forEach((occasion, notification) -> {
          out().line(RULE + " " + occasion);
          out().lines(shown(notification, samples.now(), provider));
          out().line("");
        });
  }

  private static String shown(
      Notification notification, Instant now, Optional<RegisteredProvider> provider) {
    return provider
        .flatMap(each -> each.preview(notification, now))
        .orElseGet(() -> shown(notification, now));
  }

  /** What is the same on every channel. */
  private static String shown(Notification notification, Instant now) {
    NotificationText text = NotificationText.of(notification, now);
    Texts texts = notification.recipient().texts();
    List<String> lines = new ArrayList<>();
    lines.add(notification.title());
    lines.add(text.headline());
    lines.addAll(text.facts());
    lines.addAll(text.context());
    String buttons =
        notification.buttons().stream()
            .sorted()
            .map(button -> "[" + button.label(texts) + "]")
            .collect(Collectors.joining(" "));
    if (!buttons.isEmpty()) {
      lines.add(buttons);
    }
    return String.join("\n", lines);
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n");
  }
}
