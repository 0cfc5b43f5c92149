package org.messgateway.gateway.mcp.transport;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.http.ProblemException;
import org.messgateway.gateway.http.RequestBodies;
import org.messgateway.gateway.http.body.WholeBodies;
import org.messgateway.gateway.http.body.WholeBodies.WholeBody;
import org.messgateway.gateway.mcp.McpResources;

/**
 * What is answered at {@code /mcp}: messages of agents' programs by POST, notifications for them by
 * GET, the end of a session by DELETE. Who asks is proved by the token of each request.
 *
 * <p>Closing ends all that waits, with an answer each, within two seconds.
 */
final class McpRoutes implements AutoCloseable {

  private static final String METHODS = "GET, POST, DELETE";
  static final String CANCELLED = "notifications/cancelled";

  /** For the last answers to be sent. */
  private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

  private final McpAccess access;
  private final AgentSessions sessions;
  private final WholeBodies bodies;
  private final RpcMessages json;
  private final McpResources resources;
  private final RequestWork work;
  private final EventResponses events;

  /**
   * @param sessions of which an SDK's server was made
   * @param json that this server uses, too
   * @param resources of which clients are told changes
   */
  McpRoutes(
      McpAccess access,
      AgentSessions sessions,
      WholeBodies bodies,
      RpcMessages json,
      McpResources resources,
      RequestWork work) {
    this.access = access;
    this.sessions = sessions;
    this.bodies = bodies;
    this.json = json;
    this.resources = resources;
    this.work = work;
    this.events = new EventResponses(access);
  }

  static void no(ServerResponse response) {
    response.header(HeaderNames.ALLOW, METHODS);
    throw new ProblemException(405, "Method not allowed", "Here are " + METHODS + ".");
  }

  /** The agent who asks, once all that its request's head says is as it should be. */
  private String admitted(ServerRequest request) {
    if (sessions.closing()) {
      throw new ProblemException(503, "Not now", "The gateway is being stopped.")
          .typed("urn:mess:not-now")
          .retryAfter(LAST_MOMENT);
    }
    String agent = access.agent(request);
    McpRequestHead.version(request);
    return agent;
  }

  void listen(ServerRequest request, ServerResponse response) {
    String agent = admitted(request);
    McpRequestHead.accepts(request, McpRequestHead.EVENTS);
    AgentSession session = sessions.of(McpRequestHead.session(request), agent);
    EventOutput stream = work.stream(json, "GET");
    events.listen(request, response, stream, new Listening(session, stream));
  }

  private record Listening(AgentSession session, EventOutput stream)
      implements EventResponses.Work {

    @Override
    public void begin() {
      session.listen(stream);
    }

    @Override
    public void revoked() {
      stream.end();
    }

    @Override
    public void end() {
      session.listenNoMore(stream);
    }
  }

  void end(ServerRequest request, ServerResponse response) {
    String agent = admitted(request);
    sessions.end(sessions.of(McpRequestHead.session(request), agent));
    response.status(Status.OK_200).send();
  }

  void take(ServerRequest request, ServerResponse response) {
    String agent = admitted(request);
    McpRequestHead.json(request);
    McpRequestHead.accepts(request, McpRequestHead.JSON, McpRequestHead.EVENTS);
    Optional<String> key = McpRequestHead.idempotencyKey(request);
    try (WholeBody body = RequestBodies.whole(request, bodies, "agent " + agent)) {
      JSONRPCMessage message = json.read(body.bytes());
      if (message instanceof JSONRPCRequest asked
          && asked.method().equals(McpSchema.METHOD_INITIALIZE)) {
        initialize(request, response, asked, agent);
        return;
      }
      AgentSession session = sessions.of(McpRequestHead.session(request), agent);
      CallContext context = new CallContext(agent, session.exchange(), key);
      switch (message) {
        case JSONRPCRequest asked -> answer(request, response, session, context, asked);
        case JSONRPCNotification told -> hear(response, session, context, told);
        case JSONRPCResponse answered -> accept(response, session, context, answered);
        default -> throw RpcMessages.invalid("This is no message that is known here.");
      }
    } catch (JsonRpcRefusal refused) {
      response
          .status(Status.BAD_REQUEST_400)
          .header(HeaderNames.CONTENT_TYPE, McpRequestHead.JSON)
          .send(json.written(refused));
    }
  }

  private void initialize(
      ServerRequest request, ServerResponse response, JSONRPCRequest asked, String agent) {
    InitializeRequest wanted =
        json.converted(
            asked.params(),
            InitializeRequest.class,
            "initialize wants protocolVersion, capabilities and clientInfo {name, version}.");
    AgentSessions.Begun begun = sessions.begin(wanted, agent, access.exchange(request));
    response.header(McpRequestHead.SESSION, begun.session().id());
    send(response, asked, begun.told());
  }

  private void send(ServerResponse response, JSONRPCRequest asked, Object result) {
    response
        .header(HeaderNames.CONTENT_TYPE, McpRequestHead.JSON)
        .send(json.written(JSONRPCResponse.result(asked.id(), result)));
  }

  private void answer(
      ServerRequest request,
      ServerResponse response,
      AgentSession session,
      CallContext context,
      JSONRPCRequest asked) {
    switch (asked.method()) {
      case McpSchema.METHOD_RESOURCES_SUBSCRIBE -> {
        session.watch(resources, context.caller(""), uri(asked));
        send(response, asked, Map.of());
      }
      case McpSchema.METHOD_RESOURCES_UNSUBSCRIBE -> {
        session.watchNoMore(uri(asked));
        send(response, asked, Map.of());
      }
      default -> {
        EventOutput stream = work.stream(json, asked.method());
        events.send(request, response, stream, work.of(session, context, asked, stream));
      }
    }
  }

  private static String uri(JSONRPCRequest asked) {
    if (asked.params() instanceof Map<?, ?> params && params.get("uri") instanceof String uri) {
      return uri;
    }
    throw RpcMessages.invalid("params: {uri} names the resource.");
  }

  private static void hear(
      ServerResponse response,
      AgentSession session,
      CallContext context,
      JSONRPCNotification told) {
    switch (told.method()) {
      case CANCELLED -> {
        if (told.params() instanceof Map<?, ?> params) {
          session.cancel(RpcMessages.checked(params.get("requestId")));
        }
      }
      case McpSchema.METHOD_NOTIFICATION_INITIALIZED -> RequestWork.heard(session, context, told);
      default -> {
        // Others are about what is not used here.
      }
    }
    response.status(Status.ACCEPTED_202).send();
  }

  private static void accept(
      ServerResponse response,
      AgentSession session,
      CallContext context,
      JSONRPCResponse answered) {
    try {
      RequestWork.accepted(session, context, answered);
    } catch (McpError unknown) {
      throw RpcMessages.invalid("Nothing with this id was asked, or not any more.");
    }
    response.status(Status.ACCEPTED_202).send();
  }

  @Override
  public void close() {
    sessions.close();
    events.awaitAll(LAST_MOMENT);
  }
}
