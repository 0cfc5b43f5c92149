package org.messgateway.gateway.exchange.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers like the reference exchange server does in its usual, event-sourced mode: no conditions,
 * no history, the status and the message of one request kept one after the other, and whoever
 * claims first kept as executor for as long as the status stays. With faults on demand.
 */
public final class RemoteServerSimulator implements AutoCloseable {

  public static final String KEY = "mess_home_0123456789abcdef0123456789abcdef";
  public static final String OTHER_KEY = "mess_away_0123456789abcdef0123456789abcdef";
  private static final String PATH = "/api/v1/exchanges/home";
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, Kept> threads = new LinkedHashMap<>();
  private final List<String> calls = new ArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private HttpServer server;
  private int status;
  private @Nullable String retryAfter;
  private int lostAnswers;

  /** Writes that are kept before one is not; -1 for no such. */
  private int keptBeforeBreak = -1;

  private boolean failingThreads;
  private String failingThread = "";
  private String hidden = "";
  private final Set<String> files = new HashSet<>();
  private int undone;
  private Map<String, Object> listsMore = Map.of();
  private boolean recordsStatus;
  private @Nullable Thread onItsWay;
  private Consumer<String> beforeWriting = _ -> {};

  private static final class Kept {
    private final Map<String, Object> state = new LinkedHashMap<>();
    private final List<Map<String, Object>> messages = new ArrayList<>();
    private final List<String> statuses = new ArrayList<>();
  }

  private RemoteServerSimulator(HttpServer server) {
    this.server = server;
  }

  public static RemoteServerSimulator start() {
    RemoteServerSimulator remoteServerSimulator = new RemoteServerSimulator(bound(0));
    remoteServerSimulator.serve();
    return remoteServerSimulator;
  }

  private static HttpServer bound(int port) {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() {
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  public URI url() {
    return URI.create("http://localhost:" + server.getAddress().getPort() + PATH);
  }

  /** Nobody listens any more; what is kept stays. */
  public void stop() {
    server.stop(0);
  }

  /** Where it listened before. */
  public void startAgain() {
    server = bound(server.getAddress().getPort());
    serve();
  }

  /** Answers nothing but this from now on; 0 to answer as usual. */
  public synchronized void failsWith(int code, @Nullable String after) {
    status = code;
    retryAfter = after;
  }

  /** Keeps what the next writes say and never answers them. */
  public synchronized void losesAnswers(int count) {
    lostAnswers = count;
  }

  /** Does not keep what the next write says, and nobody learns it. */
  public synchronized void breaksNextWrite() {
    breaksWriteAfter(0);
  }

  /** The same with a later write. */
  public synchronized void breaksWriteAfter(int kept) {
    keptBeforeBreak = kept;
  }

  /** Says of so many writes that they are kept; another's, begun before, undoes each. */
  public synchronized void undoesWrites(int count) {
    undone = count;
  }

  /**
   * From now on it is the reference's server that keeps files (PHP): a change of status becomes a
   * message of its own, in the name of the key, before the message that came with it.
   */
  public synchronized void recordsStatus() {
    recordsStatus = true;
  }

  /** Who has a thread, as the server lists it; null for nobody. */
  public synchronized @Nullable String executorOf(String ref) {
    Object executor = kept(ref).state.get("executor_id");
    return executor == null ? null : executor.toString();
  }

  /** Each status that a thread had, in order, as the server was told. */
  public synchronized List<String> statusesOf(String ref) {
    return List.copyOf(kept(ref).statuses);
  }

  /** Somebody removes a thread by hand. */
  public synchronized void vanish(String ref) {
    threads.remove(ref);
  }

  /** Leaves a thread out of lists from now on, though it is there. */
  public synchronized void hide(String ref) {
    hidden = ref;
  }

  /** Says this in lists, too. */
  public synchronized void listsWith(Map<String, Object> more) {
    listsMore = Map.copyOf(more);
  }

  /** Lists, and hands no thread out. */
  public synchronized void failsForThreads(boolean fails) {
    failingThreads = fails;
  }

  /** Lists this one, and cannot hand it out; the empty string for none. */
  public synchronized void failsForThread(String ref) {
    failingThread = ref;
  }

  /** Somebody uploads a file for a thread. */
  public synchronized void upload(String ref, String name) {
    files.add(ref + "/attachments/" + name);
  }

  /** Somebody copies the last message of a thread, all of it, and says something else with it. */
  public synchronized void repeat(String ref, String actor) {
    Kept kept = kept(ref);
    List<Object> mess =
        new ArrayList<>((List<?>) Objects.requireNonNull(kept.messages.getLast().get("mess")));
    mess.add(Map.of("response", Map.of("content", List.of("send me money"))));
    add(kept, actor, mess);
  }

  /** What may fail. */
  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }

  /**
   * The next thread that is fetched is on its way back, as it stood, for as long as it takes others
   * to do something, or a second when they wait for it.
   *
   * @return who does it
   */
  public synchronized Thread whileNextThreadIsOnItsWay(Work work) {
    Thread worker =
        Thread.ofVirtual()
            .unstarted(() -> {
              try {
                work.run();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    onItsWay = worker;
    return worker;
  }

  private void delay(@Nullable Thread worker) {
    if (worker != null) {
      worker.start();
      try {
        boolean _ = worker.join(Duration.ofSeconds(1));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** As the server is seen between the two things it writes for a new task. */
  public synchronized String askInTwoSteps(String requestor, String intent) {
    String ref = ask(requestor, intent);
    kept(ref).messages.clear();
    return ref;
  }

  /** Something happens between a gateway's look and its write. */
  public synchronized void beforeWriting(Consumer<String> work) {
    beforeWriting = work;
  }

  /** Somebody asks for something, by another program. */
  public synchronized String ask(String requestor, String intent) {
    return ask(requestor, intent, now());
  }

  /** The same, at another time. */
  public synchronized String ask(String requestor, String intent, Instant now) {
    String ref = "2026-11-21-%04X".formatted(threads.size() + 0xA000);
    Kept kept = new Kept();
    kept.state.put("ref", ref);
    kept.state.put("status", "pending");
    kept.state.put("intent", intent);
    kept.state.put("requestor_id", requestor);
    kept.state.put("executor_id", null);
    kept.state.put("priority", "normal");
    kept.state.put("created_at", now.toString());
    kept.state.put("updated_at", now.toString());
    threads.put(ref, kept);
    add(
        kept,
        requestor,
        List.of(Map.of("request", Map.of("intent", intent, "context", List.of()))));
    kept.state.put("updated_at", now.toString());
    return ref;
  }

  /** What is asked for is whatever somebody sent. */
  public synchronized void intends(String ref, Object intent) {
    kept(ref).state.put("intent", intent);
  }

  /** Another program says something, with or without a status. */
  public synchronized void say(
      String ref, String actor, @Nullable String code, @Nullable Object mess) {
    Kept kept = kept(ref);
    if (code != null && !code.equals(kept.state.get("status"))) {
      kept.state.put("status", code);
      kept.statuses.add(code);
      if (recordsStatus) {
        add(kept, actor, List.of(Map.of("status", Map.of("re", ref, "code", code))));
      }
      kept.state.put("updated_at", now().toString());
      if (code.equals("claimed")) {
        kept.state.put("executor_id", actor);
      }
    }
    if (mess != null) {
      add(kept, actor, mess);
    }
  }

  private static void add(Kept kept, String actor, Object mess) {
    Map<String, Object> message = new LinkedHashMap<>();
    String at = now().toString();
    message.put("from", actor);
    message.put("ts", at);
    message.put("mess", mess);
    kept.messages.add(message);
    kept.state.put("updated_at", at);
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  private Kept kept(String ref) {
    Kept kept = threads.get(ref);
    if (kept == null) {
      throw new AssertionError("the server has no " + ref);
    }
    return kept;
  }

  public synchronized String statusOf(String ref) {
    return String.valueOf(kept(ref).state.get("status"));
  }

  /** What was said in a thread, as JSON, a line for each message. */
  public synchronized List<String> said(String ref) {
    return kept(ref).messages.stream().map(message -> text(message.get("mess"))).toList();
  }

  /** Requests that came, like {@code PATCH /requests/x}. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  private String text(@Nullable Object value) {
    try {
      return json.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void answer(HttpExchange http) throws IOException {
    byte[] body = http.getRequestBody().readAllBytes();
    String path = http.getRequestURI().getPath().replaceFirst("^" + PATH, "");
    boolean writes = !http.getRequestMethod().equals("GET");
    Reply reply;
    boolean lost;
    Thread worker = null;
    synchronized (this) {
      calls.add(http.getRequestMethod() + " " + path);
      reply = reply(http, path, body);
      lost = writes && reply.code() < 300 && lostAnswers > 0;
      lostAnswers -= lost ? 1 : 0;
      if (!writes && path.startsWith("/requests/")) {
        worker = onItsWay;
        onItsWay = null;
      }
    }
    delay(worker);
    if (lost) {
      wait(http);
      return;
    }
    send(http, reply);
  }

  /** Longer than anybody waits. */
  private void wait(HttpExchange http) {
    try {
      boolean _ = closing.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    http.close();
  }

  private record Reply(int code, Map<String, ?> body) {}

  private Reply reply(HttpExchange http, String path, byte[] body) throws IOException {
    if (status != 0) {
      return new Reply(status, Map.of("error", "as ordered"));
    }
    if (path.equals("/health")) {
      return new Reply(200, Map.of("status", "ok", "mode", "event-sourced"));
    }
    String authorization = String.valueOf(http.getRequestHeaders().getFirst("Authorization"));
    if (authorization.equals("Bearer " + OTHER_KEY)) {
      return new Reply(403, Map.of("error", "Forbidden"));
    }
    if (!authorization.equals("Bearer " + KEY)) {
      return new Reply(401, Map.of("error", "Invalid API key"));
    }
    return known(http.getRequestMethod(), path, body);
  }

  private Reply known(String method, String path, byte[] body) throws IOException {
    if (path.equals("/requests")) {
      return method.equals("POST") ? created(body) : listed();
    }
    String ref = path.replaceFirst("^/requests/", "");
    if (failingThreads || ref.equals(failingThread)) {
      return new Reply(500, Map.of("error", "as ordered"));
    }
    if (method.equals("PATCH") && keptBeforeBreak >= 0 && keptBeforeBreak-- == 0) {
      return new Reply(500, Map.of("error", "as ordered"));
    }
    if (method.equals("PATCH")) {
      beforeWriting.accept(ref);
      beforeWriting = _ -> {};
    }
    if (files.contains(ref)) {
      return new Reply(200, Map.of("content of", ref));
    }
    if (!threads.containsKey(ref)) {
      return new Reply(404, Map.of("error", "Thread not found"));
    }
    return method.equals("PATCH") ? changed(ref, body) : whole(ref);
  }

  private Reply listed() {
    List<Map<String, Object>> all = new ArrayList<>();
    threads.values().stream()
        .filter(kept -> !hidden.equals(kept.state.get("ref")))
        .forEach(kept -> all.add(kept.state));
    Map<String, Object> list = new LinkedHashMap<>(listsMore);
    list.put("threads", all.reversed());
    return new Reply(200, list);
  }

  private Reply whole(String ref) {
    Kept kept = kept(ref);
    Map<String, Object> thread = new LinkedHashMap<>(kept.state);
    thread.put("messages", kept.messages);
    return new Reply(200, Map.of("thread", thread));
  }

  private Reply created(byte[] body) throws IOException {
    Map<String, Object> asked = json.readValue(body, MAP);
    String ref = ask("gateway", String.valueOf(asked.get("intent")));
    return new Reply(201, Map.of("ref", ref, "status", "pending"));
  }

  private Reply changed(String ref, byte[] body) throws IOException {
    if (undone > 0) {
      undone--;
      say(ref, "bob", null, List.of(Map.of("note", "me too")));
      return new Reply(200, Map.of("ref", ref, "status", statusOf(ref)));
    }
    Map<String, Object> change = json.readValue(body, MAP);
    Object code = change.get("status");
    say(ref, "gateway", code == null ? null : code.toString(), change.get("mess"));
    return new Reply(200, Map.of("ref", ref, "status", statusOf(ref)));
  }

  private void send(HttpExchange http, Reply reply) throws IOException {
    byte[] content = text(reply.body()).getBytes(UTF_8);
    String tag = "W/\"" + Arrays.hashCode(content) + "\"";
    http.getResponseHeaders().set("ETag", tag);
    if (retryAfter != null) {
      http.getResponseHeaders().set("Retry-After", retryAfter);
    }
    boolean same = tag.equals(http.getRequestHeaders().getFirst("If-None-Match"));
    if (same && reply.code() == 200) {
      http.sendResponseHeaders(304, -1);
    } else {
      http.getResponseHeaders().set("Content-Type", "application/json");
      http.sendResponseHeaders(reply.code(), content.length);
      http.getResponseBody().write(content);
    }
    http.close();
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
  }
}
