package org.messgateway.gateway.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.gateway.config.ConfigValue.ReadContext;
import org.messgateway.gateway.config.GatewayConfig.StoreConfig;

/**
 * As much of a configuration as a command needs that asks the running gateway: read without the
 * adapters, and without a word about mistakes, which the gateway tells.
 *
 * @param agentId {@code agent_id}, the usual agent of this home
 * @param http where the gateway listens
 * @param secret mixed into the keys of links
 * @param store where keys lie when several gateways share one
 * @param executors the ids under {@code executors}
 */
public record HomeAccess(
    String agentId,
    HttpConfig http,
    Optional<Secret> secret,
    Optional<StoreConfig> store,
    Set<String> executors) {

  public HomeAccess {
    executors = Set.copyOf(executors);
  }

  /**
   * Reads it.
   *
   * @param environment what {@code ${NAME}} stands for
   * @return empty where the file is no configuration at all
   * @throws IOException when it cannot be read
   */
  public static Optional<HomeAccess> read(Path home, Map<String, String> environment)
      throws IOException {
    ConfigProblems problems = new ConfigProblems();
    ReadContext reading =
        new ReadContext(
            problems, VariableExpansion.of(environment, problems), Address.Origin.CONFIGURATION);
    String text = Files.readString(home.resolve(ConfigLoader.FILE));
    return ConfigTree.parse(ConfigLoader.FILE, text, problems)
        .flatMap(node -> new ConfigValue("", node, reading).section())
        .map(HomeAccess::of);
  }

  private static HomeAccess of(ConfigSection root) {
    HttpConfig http = ServerReader.http(root);
    return new HomeAccess(
        root.text("agent_id").orElse(GatewayConfig.USUAL_AGENT),
        http,
        Optional.ofNullable(http.secret()).or(() -> ServerReader.secret(root)),
        root.section("store").flatMap(GatewayReader.StoreReader::read),
        root.section("executors")
            .map(executors -> new LinkedHashSet<>(executors.keys()))
            .orElseGet(LinkedHashSet::new));
  }
}
