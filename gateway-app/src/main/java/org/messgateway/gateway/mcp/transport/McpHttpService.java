package org.messgateway.gateway.mcp.transport;

import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.http.AgentQuota;
import org.messgateway.gateway.http.body.WholeBodies;
import org.messgateway.gateway.http.limits.RequestFailureLog;
import org.messgateway.gateway.mcp.McpOffer;

/**
 * {@code /mcp}. What answers there is made when somebody asks first, once: it takes hundreds of
 * classes, and a household without agents' programs never asks. Safe for all threads.
 */
public final class McpHttpService implements HttpService, AutoCloseable {

  private static final String PATH = "/mcp";

  private final Supplier<McpRoutes> maker;
  private volatile @Nullable McpRoutes routes;
  private boolean closed;

  /**
   * @param maker is asked once
   */
  McpHttpService(Supplier<McpRoutes> maker) {
    this.maker = maker;
  }

  /**
   * What agents' programs find at {@code /mcp}.
   *
   * @param offer is asked once, when somebody comes
   * @param sessions of its clients, none yet
   * @param quota of each agent, in which calls count
   * @param bodies receives messages of at most so many bytes
   * @param version of the gateway
   */
  public static McpHttpService of(
      Supplier<McpOffer> offer,
      McpAccess access,
      AgentSessions sessions,
      AgentQuota quota,
      WholeBodies bodies,
      String version) {
    return new McpHttpService(() -> serving(offer.get(), access, sessions, quota, bodies, version));
  }

  private static McpRoutes serving(
      McpOffer offer,
      McpAccess access,
      AgentSessions sessions,
      AgentQuota quota,
      WholeBodies bodies,
      String version) {
    RequestFailureLog failures = new RequestFailureLog(System::nanoTime);
    RpcMessages json = new RpcMessages(bodies.limit());
    new OfferedServer(offer, quota, failures).serve(sessions, json, version);
    return new McpRoutes(
        access,
        sessions,
        bodies,
        json,
        offer.resources(),
        new RequestWork(failures, new ArgumentAliases(offer.tools())));
  }

  @Override
  public void routing(HttpRules rules) {
    rules
        .get(PATH, (request, response) -> routes().listen(request, response))
        .post(PATH, (request, response) -> routes().take(request, response))
        .delete(PATH, (request, response) -> routes().end(request, response))
        .any(PATH, (_, response) -> McpRoutes.no(response));
  }

  private McpRoutes routes() {
    McpRoutes there = routes;
    return there == null ? made() : there;
  }

  /** Whoever comes meanwhile waits for it. */
  private synchronized McpRoutes made() {
    McpRoutes there = routes;
    if (there == null) {
      there = maker.get();
      routes = there;
      if (closed) {
        there.close();
      }
    }
    return there;
  }

  @Override
  public synchronized void close() {
    closed = true;
    McpRoutes there = routes;
    if (there != null) {
      there.close();
    }
  }
}
