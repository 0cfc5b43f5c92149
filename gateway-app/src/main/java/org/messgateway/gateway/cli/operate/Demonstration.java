package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.home.GatewayRunningException;

/**
 * What the {@code demo} command shows. The module {@code gateway-demo} provides it by {@link
 * java.util.ServiceLoader}: the gateway itself holds no class of the demonstration.
 */
public interface Demonstration {

  /**
   * Tells the story in the terminal, and ends.
   *
   * @param home the scratch directory, which holds everything that is written
   * @param registry the adapters the gateway uses
   * @return whether everything arrived as it should, and was answered
   */
  boolean tell(Path home, AdapterRegistry registry, PrintWriter out)
      throws IOException, InterruptedException, GatewayRunningException;

  /**
   * Serves the page until the calling thread is interrupted.
   *
   * @param home the scratch directory, which holds everything that is written
   * @param registry the adapters the gateway uses
   * @param ready is called once with the page's address, as soon as it is served
   */
  void show(Path home, AdapterRegistry registry, Consumer<String> ready)
      throws IOException, InterruptedException, GatewayRunningException;
}
