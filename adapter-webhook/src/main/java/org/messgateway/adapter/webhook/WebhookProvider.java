package org.messgateway.adapter.webhook;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import okhttp3.Dns;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;
import org.messgateway.api.http.WebhookSecrets;

/** Makes adapters of type {@code webhook} for robots, devices and service proxies. */
public final class WebhookProvider implements AdapterProvider {

  static final String SECRET = "secret";
  static final String SIGNING_KEY = "signing_key";
  static final String ALLOW = "allow";
  static final String MAX_BODY = "max_body";
  static final String FORMAT = "format";
  static final String HEADERS = "headers";
  static final int ORDINARY_BODY = 256 * 1024;

  private static final int SMALLEST_BODY = 1024;
  private static final int LARGEST_BODY = 64 * 1024 * 1024;

  private static final AdapterDescription DESCRIPTION =
      new AdapterDescription(
          "webhook",
          "Signed HTTP requests to machines (Standard Webhooks), the thread as YAML or JSON",
          Audience.MACHINES,
          List.of(
              SettingDescription.required(
                  SECRET,
                  SettingKind.SECRETS,
                  "what requests are signed with, newest first while you change it; whsec_… is used"
                      + " as it stands, anything else is a master from which each executor gets its"
                      + " own key"),
              SettingDescription.optional(
                  SIGNING_KEY,
                  SettingKind.SECRET,
                  "whsk_…: an Ed25519 key that signs beside it (v1a), so that makers need no"
                      + " secret"),
              SettingDescription.optional(
                  ALLOW,
                  SettingKind.TEXTS,
                  "addresses, ranges (10.0.0.0/24) or hosts that may be reached though the address"
                      + " guard would not let it"),
              SettingDescription.withDefault(
                  MAX_BODY,
                  SettingKind.SIZE,
                  "256KiB",
                  "above this, pictures and other data in a request become links")),
          "http://localhost:8080/robot/mess",
          "url",
          List.of(
              SettingDescription.optional(
                  SECRET,
                  SettingKind.SECRETS,
                  "signs for this address instead of the channel's secret"),
              SettingDescription.withDefault(FORMAT, SettingKind.TEXT, "yaml", "yaml or json"),
              SettingDescription.optional(
                  HEADERS, SettingKind.MAP, "further headers, such as Authorization"),
              SettingDescription.optional(
                  MAX_BODY, SettingKind.SIZE, "as the channel's, for this address")),
          new ChannelLimits(4, null, null));

  /** For the service loader. */
  public WebhookProvider() {}

  @Override
  public AdapterDescription describe() {
    return DESCRIPTION;
  }

  @Override
  public List<SettingProblem> check(Settings settings) {
    List<SettingProblem> problems = new ArrayList<>();
    secretProblem(settings.secrets(SECRET))
        .ifPresent(sentence -> problems.add(new SettingProblem(SECRET, sentence)));
    settings
        .secret(SIGNING_KEY)
        .flatMap(WebhookSecrets::signingKeyProblem)
        .ifPresent(sentence -> problems.add(new SettingProblem(SIGNING_KEY, sentence)));
    for (String entry : settings.texts(ALLOW)) {
      HostAllowList.problem(entry)
          .ifPresent(sentence -> problems.add(new SettingProblem(ALLOW, sentence)));
    }
    sizeProblem(settings)
        .ifPresent(sentence -> problems.add(new SettingProblem(MAX_BODY, sentence)));
    return problems;
  }

  /** The first problem of the secrets, with its position when there are several. */
  static Optional<String> secretProblem(List<Secret> secrets) {
    for (int i = 0; i < secrets.size(); i++) {
      String which = secrets.size() == 1 ? "" : "number " + (i + 1) + " ";
      Optional<String> problem = WebhookSecrets.problem(secrets.get(i));
      if (problem.isPresent()) {
        return problem.map(which::concat);
      }
    }
    return Optional.empty();
  }

  static Optional<String> sizeProblem(Settings settings) {
    return settings
        .integer(MAX_BODY)
        .filter(size -> size < SMALLEST_BODY || size > LARGEST_BODY)
        .map(size -> "is " + size + " bytes; from 1KiB to 64MiB is possible");
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return WebhookAddress.problem(address);
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    return new WebhookAdapter(settings, services, Dns.SYSTEM);
  }
}
