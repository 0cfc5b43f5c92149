import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A shop proxy: takes shopping tasks from a MESS gateway and orders at a shop. {@code java
 * ShopProxy.java}, Java 25, nothing but the JDK.
 *
 * <p>It claims by POST, because only the answer to a POST says at once who has the task; asks for
 * the price to be confirmed; orders exactly once, whatever dies and comes back in between; and ends
 * with a receipt. See README.md for how to configure and run it.
 */
final class ShopProxy {

  private static final int MAX_TASKS = 200;
  private static final Set<String> OVER =
      Set.of(
          "completed",
          "partial",
          "failed",
          "declined",
          "cancelled",
          "canceled",
          "expired",
          "delegated",
          "superseded");

  private final Settings settings;
  private final Memory memory;
  private final Shop shop;
  private final Semaphore news;

  ShopProxy(Settings settings, Memory memory, Shop shop, Semaphore news) {
    this.settings = settings;
    this.memory = memory;
    this.shop = shop;
    this.news = news;
  }

  public static void main(String[] arguments) throws Exception {
    // Bounds of the JDK's server: seconds for a request to arrive and for an answer to leave, and
    // connections.
    System.setProperty("sun.net.httpserver.maxReqTime", "15");
    System.setProperty("sun.net.httpserver.maxRspTime", "15");
    System.setProperty("jdk.httpserver.maxConnections", "64");
    Settings settings = Settings.of(System.getenv());
    CountDownLatch stopping = new CountDownLatch(1);
    Semaphore news = new Semaphore(1);
    Memory memory = Memory.open(settings.state());
    Shop shop = Shop.open(settings.orders());
    ShopProxy proxy = new ShopProxy(settings, memory, shop, news);
    Worker work = new Worker(settings.patience(), memory, new Gateway(), shop, news, stopping);
    Thread worker = Thread.ofPlatform().name("worker").start(work);
    HttpServer server = listen(settings.host(), settings.port());
    server.createContext("/mess", new Door(proxy, settings.keys())::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, stopping, news, worker)));
    server.start();
    log(
        settings.executor()
            + " listens on http://"
            + settings.host()
            + ":"
            + server.getAddress().getPort()
            + "/mess");
  }

  private static HttpServer listen(String host, int port) {
    try {
      return HttpServer.create(new InetSocketAddress(host, port), 64);
    } catch (IOException e) {
      System.err.println(
          "shop-proxy: cannot listen on "
              + host
              + ":"
              + port
              + " ("
              + e.getMessage()
              + "): set HOST and PORT");
      System.exit(2);
      throw new UncheckedIOException(e);
    }
  }

  private static void stop(
      HttpServer server, CountDownLatch stopping, Semaphore news, Thread worker) {
    stopping.countDown();
    news.release();
    server.stop(2);
    try {
      worker.join(Duration.ofSeconds(35));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    log("stopped; what is unfinished goes on at the next start");
  }

  static void log(String line) {
    System.out.println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + line);
  }

  static String money(long cents) {
    return "$%d.%02d".formatted(cents / 100, cents % 100);
  }

  static Map<String, Object> status(String code, Object... more) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("code", code);
    for (int at = 0; at < more.length; at += 2) {
      status.put((String) more[at], more[at + 1]);
    }
    return Map.of("status", status);
  }

  /** A task with some of its values changed: tasks themselves are never changed. */
  static Map<String, Object> with(Map<String, Object> task, Object... changes) {
    Map<String, Object> after = new LinkedHashMap<>(task);
    for (int at = 0; at < changes.length; at += 2) {
      after.put((String) changes[at], changes[at + 1]);
    }
    return after;
  }

  /**
   * Decides what a webhook means: the signed envelope decides, the headers are hints.
   *
   * @return the MESS list to answer with, empty for none; what it changes is on the disk before it
   *     is said
   */
  List<Object> hear(Headers headers, Map<String, Object> thread) {
    String id = header(headers, "webhook-id");
    List<Object> answer = memory.answered(id, () -> decide(id, headers, thread));
    news.release();
    return answer;
  }

  private List<Object> decide(String id, Headers headers, Map<String, Object> thread) {
    Map<String, Object> envelope = Json.object(thread.get("envelope"));
    String ref = Json.text(envelope.get("ref"));
    Object holder = envelope.get("executor");
    Map<String, Object> known = Json.object(memory.tasks().getOrDefault(ref, Map.of()));
    Object state = known.getOrDefault("state", "offered");
    if (header(headers, "mess-kind").equals("test")) {
      log("a test arrived: the signature is right");
    } else if (OVER.contains(Json.text(envelope.get("status")).replace('-', '_'))) {
      log(ref + ": over" + (shop.ordered(ref) ? ", and ordered already" : ""));
      memory.tasks().remove(ref);
    } else if (holder == null) {
      return offered(id, ref, thread, headers);
    } else if (!holder.equals(settings.executor())) {
      log(ref + ": somebody else has it");
      memory.tasks().remove(ref);
    } else if (state.equals("offered")) {
      mine(id, ref, thread, headers, known);
    } else if (state.equals("mine") || state.equals("asked")) {
      replied(
          ref,
          with(known, "respond", respond(headers).orElse(Json.text(known.get("respond")))),
          thread);
    }
    return List.of();
  }

  private List<Object> offered(String id, String ref, Map<String, Object> thread, Headers headers) {
    Optional<String> respond = respond(headers);
    List<Object> items = shop.find(wish(thread));
    long total = Shop.total(items);
    if (respond.isEmpty()) {
      return List.of();
    }
    if (items.isEmpty()) {
      return declined(ref, "We sell none of this.");
    }
    if (total > settings.limit()) {
      return declined(ref, money(total) + " is more than we may spend on one task.");
    }
    if (memory.tasks().size() >= MAX_TASKS) {
      return declined(ref, "Too many orders at the moment.");
    }
    log(ref + ": " + items.size() + " things for " + money(total));
    memory
        .tasks()
        .put(ref, Map.of("state", "offered", "respond", respond.get(), "key", id, "items", items));
    return List.of();
  }

  private static List<Object> declined(String ref, String reason) {
    log(ref + ": declined: " + reason);
    return List.of(status("declined", "reason", reason));
  }

  /** Ours, but not known as such: the answer to our claim was lost, or our state was. */
  private void mine(
      String id,
      String ref,
      Map<String, Object> thread,
      Headers headers,
      Map<String, Object> known) {
    List<Object> items = known.isEmpty() ? shop.find(wish(thread)) : Json.list(known.get("items"));
    Optional<String> respond = respond(headers);
    if (respond.isPresent() && !items.isEmpty()) {
      memory
          .tasks()
          .put(ref, Map.of("state", "mine", "respond", respond.get(), "key", id, "items", items));
    }
  }

  private void replied(String ref, Map<String, Object> task, Map<String, Object> thread) {
    confirmation(thread)
        .ifPresent(yes -> {
          log(ref + (yes ? ": confirmed" : ": not confirmed"));
          String why = "The price was not confirmed; nothing was ordered.";
          memory.tasks().put(ref, with(task, "state", yes ? "confirmed" : "refused", "why", why));
        });
  }

  /**
   * The last yes or no of the one who asked for the goods, after our last question. Only true is a
   * yes: money depends on it.
   */
  private Optional<Boolean> confirmation(Map<String, Object> thread) {
    Object requestor = Json.object(thread.get("envelope")).get("requestor");
    Optional<Boolean> answer = Optional.empty();
    boolean asked = false;
    for (Object message : Json.list(thread.get("messages"))) {
      for (Map<String, Object> said : entries(message, settings.executor(), "status")) {
        boolean question = "needs_confirmation".equals(said.get("code"));
        asked |= question;
        answer = question ? Optional.empty() : answer;
      }
      for (Map<String, Object> said : entries(message, requestor, "reply")) {
        answer = asked && said.get("confirm") instanceof Boolean yes ? Optional.of(yes) : answer;
      }
    }
    return answer;
  }

  /** What is asked for, in words. */
  private static String wish(Map<String, Object> thread) {
    Object requestor = Json.object(thread.get("envelope")).get("requestor");
    StringBuilder words = new StringBuilder();
    for (Object message : Json.list(thread.get("messages"))) {
      for (Map<String, Object> request : entries(message, requestor, "request")) {
        words.append(request.getOrDefault("intent", "")).append('\n');
        if (request.get("context") instanceof List<?> context) {
          context.stream()
              .filter(String.class::isInstance)
              .forEach(text -> words.append(text).append('\n'));
        }
      }
    }
    return words.toString();
  }

  /** What the sender said of one kind in one message. */
  private static List<Map<String, Object>> entries(Object message, Object sender, String kind) {
    Map<String, Object> document = Json.object(message);
    List<Map<String, Object>> found = new ArrayList<>();
    if (sender != null
        && sender.equals(document.get("from"))
        && document.get("MESS") instanceof List<?> entries) {
      for (Object entry : entries) {
        if (entry instanceof Map<?, ?> map && map.get(kind) instanceof Map<?, ?> value) {
          found.add(Json.object(value));
        }
      }
    }
    return found;
  }

  /** Where to answer, empty where we would not. */
  private Optional<String> respond(Headers headers) {
    String url = header(headers, "mess-respond");
    if (url.isEmpty()) {
      log(
          "there is no mess-respond: the gateway's client_url does not lead from here to the"
              + " gateway");
      return Optional.empty();
    }
    String origin = Settings.origin(url);
    if (!origin.equals(settings.gateway())) {
      log(
          "mess-respond is at "
              + origin
              + " but MESS_GATEWAY is "
              + settings.gateway()
              + ": ignored");
      return Optional.empty();
    }
    return Optional.of(url);
  }

  static String header(Headers headers, String name) {
    String value = headers.getFirst(name);
    return value == null ? "" : value;
  }

  /**
   * What the environment says; all that is wrong is said at once.
   *
   * @param keys several while a secret is being replaced
   * @param limit cents that may be spent on one task
   * @param patience seconds to wait for the price to be confirmed
   * @param gateway answers go nowhere else: the header that names the URL is not signed
   */
  record Settings(
      String executor,
      List<byte[]> keys,
      String gateway,
      String host,
      int port,
      int limit,
      int patience,
      Path state,
      Path orders) {

    static Settings of(Map<String, String> env) {
      List<String> wrong = new ArrayList<>();
      String executor = env.getOrDefault("MESS_EXECUTOR", "");
      if (executor.isEmpty()) {
        wrong.add(
            "MESS_EXECUTOR is the proxy's name in the gateway's config.yaml, such as corner-shop");
      }
      String gateway = origin(env.getOrDefault("MESS_GATEWAY", "http://localhost:8420"));
      if (gateway.isEmpty()) {
        wrong.add("MESS_GATEWAY is the gateway's client_url, such as http://localhost:8420");
      }
      Settings settings =
          new Settings(
              executor,
              keys(env.getOrDefault("MESS_SECRET", ""), wrong),
              gateway,
              env.getOrDefault("HOST", "127.0.0.1"),
              number(env, "PORT", 8081, wrong),
              number(env, "LIMIT_CENTS", 10000, wrong),
              number(env, "CONFIRM_SECONDS", 3600, wrong),
              Path.of(env.getOrDefault("STATE", "shop-state.json")).toAbsolutePath(),
              Path.of(env.getOrDefault("ORDERS", "orders.jsonl")).toAbsolutePath());
      if (!wrong.isEmpty()) {
        wrong.forEach(line -> System.err.println("shop-proxy: " + line));
        System.exit(2);
      }
      return settings;
    }

    private static List<byte[]> keys(String secrets, List<String> wrong) {
      List<byte[]> keys = new ArrayList<>();
      for (String secret : secrets.split(",")) {
        try {
          keys.add(Base64.getDecoder().decode(secret.strip().substring("whsec_".length())));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
          wrong.add(
              "MESS_SECRET is what `./mess-gateway secret EXECUTOR` prints: whsec_ and base64");
        }
      }
      return keys;
    }

    private static int number(
        Map<String, String> env, String name, int otherwise, List<String> wrong) {
      String text = env.getOrDefault(name, Integer.toString(otherwise));
      if (!text.matches("[0-9]{1,9}")) {
        wrong.add(name + " is a whole number");
        return otherwise;
      }
      return Integer.parseInt(text);
    }

    /** Scheme, host and port; empty for what is no URL of a web server. */
    static String origin(String url) {
      try {
        URI uri = URI.create(url);
        boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        return web && uri.getRawAuthority() != null
            ? uri.getScheme() + "://" + uri.getRawAuthority()
            : "";
      } catch (IllegalArgumentException e) {
        return "";
      }
    }
  }

  /** Lets in what is signed, and answers at once. */
  record Door(ShopProxy proxy, List<byte[]> keys) {

    private static final int MAX_BODY = 2 << 20;
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    void handle(HttpExchange exchange) throws IOException {
      try (exchange) {
        receive(exchange);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java has HmacSHA256", e);
      }
    }

    private void receive(HttpExchange exchange) throws IOException, GeneralSecurityException {
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
      if (body.length > MAX_BODY) {
        exchange.sendResponseHeaders(413, -1);
      } else if (!genuine(exchange.getRequestHeaders(), body)) {
        log(
            "refused a request from "
                + exchange.getRemoteAddress()
                + ": not signed with our secret, or not now");
        exchange.sendResponseHeaders(401, -1);
      } else {
        answer(exchange, body);
      }
    }

    private void answer(HttpExchange exchange, byte[] body) throws IOException {
      List<Object> answer;
      try {
        answer = proxy.hear(exchange.getRequestHeaders(), thread(exchange, body));
      } catch (IllegalArgumentException e) {
        String remedy =
            "cannot read this signed webhook ("
                + e.getMessage()
                + "): write `format: json` beside its url in config.yaml";
        log(remedy);
        reply(exchange, 415, "text/plain; charset=utf-8", remedy);
        return;
      } catch (UncheckedIOException e) {
        log("the state cannot be written (" + e.getCause() + "): the gateway will try again");
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      if (answer.isEmpty()) {
        exchange.sendResponseHeaders(204, -1);
        return;
      }
      reply(exchange, 200, "application/json", Json.write(Map.of("MESS", answer)));
    }

    /** Both formats that a webhook can have. */
    private static Map<String, Object> thread(HttpExchange exchange, byte[] body) {
      return header(exchange.getRequestHeaders(), "content-type").contains("json")
          ? Json.object(Json.read(new String(body, UTF_8)))
          : MessYaml.thread(body);
    }

    private static void reply(HttpExchange exchange, int status, String type, String text)
        throws IOException {
      byte[] said = text.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, said.length);
      exchange.getResponseBody().write(said);
    }

    /** Whether one of the signatures is made with one of our keys, now: Standard Webhooks 1.0. */
    private boolean genuine(Headers headers, byte[] body) throws GeneralSecurityException {
      String id = header(headers, "webhook-id");
      String timestamp = header(headers, "webhook-timestamp");
      if (id.isEmpty() || !timestamp.matches("[0-9]{1,11}")) {
        return false;
      }
      Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
      if (Duration.between(sent, Instant.now()).abs().compareTo(TOLERANCE) > 0) {
        return false;
      }
      boolean found = false;
      for (byte[] key : keys) {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
        byte[] expected =
            ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(UTF_8);
        for (String signature : header(headers, "webhook-signature").split(" ")) {
          found |= MessageDigest.isEqual(expected, signature.getBytes(UTF_8));
        }
      }
      return found;
    }
  }

  /**
   * Tasks, and the answers given to webhooks, in one file that is replaced whole: it is either the
   * old or the new one, whatever happens. All methods hold its lock.
   */
  static final class Memory {

    /** Webhook ids; the gateway sends nothing again after 14 days. */
    private static final int REMEMBERED = 5000;

    private final Path file;
    private Map<String, Object> tasks;
    private final Map<String, Object> answers;

    private Memory(Path file, Map<String, Object> tasks, Map<String, Object> answers) {
      this.file = file;
      this.tasks = tasks;
      this.answers = answers;
    }

    static Memory open(Path file) throws IOException {
      Map<String, Object> read =
          Files.exists(file) ? Json.object(Json.read(Files.readString(file))) : Map.of();
      return new Memory(
          file,
          new LinkedHashMap<>(Json.object(read.getOrDefault("tasks", Map.of()))),
          new LinkedHashMap<>(Json.object(read.getOrDefault("answers", Map.of()))));
    }

    /** Tasks by ref, to be changed within {@link #answered} only. */
    Map<String, Object> tasks() {
      return tasks;
    }

    /**
     * What is answered to this webhook: our answer may have been lost, so the same again, a bid
     * included.
     */
    synchronized List<Object> answered(String id, Supplier<List<Object>> decision) {
      if (answers.containsKey(id)) {
        return Json.list(answers.get(id));
      }
      Map<String, Object> before = new LinkedHashMap<>(tasks);
      try {
        List<Object> answer = decision.get();
        answers.put(id, answer);
        save();
        return answer;
      } catch (RuntimeException e) {
        tasks = before;
        answers.remove(id);
        throw e;
      }
    }

    synchronized Map<String, Object> all() {
      return new LinkedHashMap<>(tasks);
    }

    /**
     * Replaces a task by what has become of it, null to forget it; nothing when it is not ours any
     * more.
     */
    synchronized void become(String ref, Map<String, Object> task, Map<String, Object> after) {
      if (tasks.get(ref) == task) {
        if (after == null) {
          tasks.remove(ref);
        } else {
          tasks.put(ref, after);
        }
        save();
      }
    }

    private void save() {
      while (answers.size() > REMEMBERED) {
        answers.remove(answers.keySet().iterator().next());
      }
      try {
        // A temporary file is for its owner alone, and this one holds tokens.
        Path beside = Files.createTempFile(file.getParent(), "shop-", ".new");
        write(beside, Json.write(Map.of("tasks", tasks, "answers", answers)).getBytes(UTF_8));
        Files.move(
            beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(file.getParent())) {
          folder.force(true);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void write(Path path, byte[] bytes) throws IOException {
      try (FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE)) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
          out.write(left);
        }
        out.force(true);
      }
    }
  }

  /**
   * The shop's own interface; replace this class by calls to yours.
   *
   * <p>A real shop takes an idempotency key with an order: give it the ref. This stand-in keeps an
   * order book in a file: a line an order, on the disk before {@link #order} returns.
   */
  static final class Shop {

    private static final Map<String, Integer> CENTS =
        Map.of("milk", 129, "bread", 280, "egg", 35, "onion", 45, "butter", 310, "apple", 60);

    private final Path file;
    private final Map<String, Map<String, Object>> book = new HashMap<>();

    private Shop(Path file) {
      this.file = file;
    }

    static Shop open(Path file) throws IOException {
      Shop shop = new Shop(file);
      String text = Files.exists(file) ? Files.readString(file) : "";
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      if (whole.length() < text.length()) {
        // Power failed while it was being written: nobody was told of that order.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(whole.getBytes(UTF_8).length);
        }
      }
      whole
          .lines()
          .map(Json::read)
          .map(Json::object)
          .forEach(order -> shop.book.put(Json.text(order.get("ref")), order));
      return shop;
    }

    static long total(List<Object> items) {
      return items.stream()
          .mapToLong(item -> ((Number) Json.object(item).get("cents")).longValue())
          .sum();
    }

    /** What a wish names, each with its quantity and price: {@code 2 onions and milk}. */
    List<Object> find(String text) {
      List<Object> items = new ArrayList<>();
      CENTS.keySet().stream()
          .sorted()
          .forEach(name -> {
            String form = "(?:\\b([1-9][0-9]?) *x? *)?\\b" + name + "s?\\b";
            Matcher found = Pattern.compile(form, Pattern.CASE_INSENSITIVE).matcher(text);
            if (found.find()) {
              long quantity = found.group(1) == null ? 1 : Long.parseLong(found.group(1));
              items.add(
                  Map.of("name", name, "quantity", quantity, "cents", quantity * CENTS.get(name)));
            }
          });
      return items;
    }

    synchronized boolean ordered(String ref) {
      return book.containsKey(ref);
    }

    /** Orders, or returns the order of that ref that was made before. Spends money. */
    synchronized Map<String, Object> order(String ref, List<Object> items) throws IOException {
      Map<String, Object> made = book.get(ref);
      if (made != null) {
        return made;
      }
      Map<String, Object> order = new LinkedHashMap<>();
      order.put("ref", ref);
      order.put("order", "CS-" + number(ref));
      order.put("items", items);
      order.put("total", money(total(items)));
      order.put("placed", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
      try (FileChannel out =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        ByteBuffer left = ByteBuffer.wrap((Json.write(order) + "\n").getBytes(UTF_8));
        while (left.hasRemaining()) {
          out.write(left);
        }
        out.force(true);
      }
      book.put(ref, order);
      return order;
    }

    private static String number(String ref) {
      try {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(ref.getBytes(UTF_8));
        return HexFormat.of().withUpperCase().formatHex(hash, 0, 4);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }
  }

  /**
   * Takes each task one step further, as long as there is a step to take.
   *
   * <pre>
   * offered → (claim) → mine → (price) → asked → confirmed → (order, receipt) → gone
   *                                          └→ refused → (declined) → gone
   * </pre>
   */
  static final class Worker implements Runnable {

    private final int patience;
    private final Memory memory;
    private final Gateway gateway;
    private final Shop shop;
    private final Semaphore news;
    private final CountDownLatch stopping;
    private final Map<String, Pause> pauses = new HashMap<>();

    /** Until when a task waits, and how long that was. */
    private record Pause(Instant until, long seconds) {}

    Worker(
        int patience,
        Memory memory,
        Gateway gateway,
        Shop shop,
        Semaphore news,
        CountDownLatch stopping) {
      this.patience = patience;
      this.memory = memory;
      this.gateway = gateway;
      this.shop = shop;
      this.news = news;
      this.stopping = stopping;
    }

    @Override
    public void run() {
      try {
        while (stopping.getCount() > 0) {
          for (Map.Entry<String, Object> task : memory.all().entrySet()) {
            Pause pause = pauses.get(task.getKey());
            if (stopping.getCount() > 0
                && (pause == null || pause.until().isBefore(Instant.now()))) {
              step(task.getKey(), Json.object(task.getValue()));
            }
          }
          news.tryAcquire(1, TimeUnit.SECONDS);
          news.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void step(String ref, Map<String, Object> task) throws InterruptedException {
      try {
        switch (Json.text(task.get("state"))) {
          case "offered" -> claim(ref, task);
          case "mine" -> ask(ref, task);
          case "asked" -> await(ref, task);
          case "confirmed" -> order(ref, task);
          default -> decline(ref, task);
        }
        pauses.remove(ref);
      } catch (Refused e) {
        log(ref + ": the gateway does not take it: " + e.getMessage());
        memory.become(ref, task, null);
      } catch (Later e) {
        pause(ref, e.getMessage(), e.seconds);
      } catch (IOException | RuntimeException e) {
        // One bad task must not stop the others.
        pause(ref, e.toString(), 60);
      }
    }

    private void pause(String ref, String why, long atLeast) {
      Pause before = pauses.get(ref);
      long seconds = Math.max(atLeast, before == null ? 1 : Math.min(before.seconds() * 2, 60));
      pauses.put(ref, new Pause(Instant.now().plusSeconds(seconds), Math.min(seconds, 60)));
      log(ref + ": " + why + "; tried again in " + seconds + " s");
    }

    private void become(String ref, Map<String, Object> task, Map<String, Object> after) {
      memory.become(ref, task, after);
      news.release();
    }

    /** 409 is Refused: somebody was first, and nothing was spent. */
    private void claim(String ref, Map<String, Object> task)
        throws Refused, Later, InterruptedException {
      gateway.say(task, "claim", status("claimed", "eta", "2h"));
      log(ref + ": it is mine");
      become(ref, task, with(task, "state", "mine"));
    }

    private void ask(String ref, Map<String, Object> task)
        throws Refused, Later, InterruptedException {
      if (shop.ordered(ref)) {
        // It was ordered before our state was lost: no question, and no second order.
        become(ref, task, with(task, "state", "confirmed"));
        return;
      }
      List<Object> items = Json.list(task.get("items"));
      String goods =
          items.stream()
              .map(Json::object)
              .map(item -> ((Number) item.get("quantity")).longValue() + " " + item.get("name"))
              .collect(Collectors.joining(", "));
      String total = money(Shop.total(items));
      gateway.say(
          task,
          "price",
          status(
              "needs_confirmation",
              "action",
              "Order " + goods + " at Corner Shop",
              "consequences",
              total + " is charged to the card on file; delivered within two hours",
              "reversible",
              false));
      log(ref + ": asked whether " + total + " is right");
      become(
          ref,
          task,
          with(task, "state", "asked", "until", Instant.now().plusSeconds(patience).toString()));
    }

    private void await(String ref, Map<String, Object> task) {
      if (Instant.parse(Json.text(task.get("until"))).isBefore(Instant.now())) {
        become(
            ref,
            task,
            with(task, "state", "refused", "why", "Nobody confirmed the price in time."));
      }
    }

    private void order(String ref, Map<String, Object> task)
        throws Refused, Later, IOException, InterruptedException {
      Map<String, Object> order = shop.order(ref, Json.list(task.get("items")));
      Map<String, Object> receipt = new LinkedHashMap<>(order);
      receipt.remove("ref");
      String words =
          "Ordered, " + order.get("total") + " in all. Order " + order.get("order") + ".";
      Object response = Map.of("content", List.of(words, Map.of("structured", receipt)));
      gateway.say(task, "receipt", status("completed"), Map.of("response", response));
      log(ref + ": ordered as " + order.get("order"));
      become(ref, task, null);
    }

    private void decline(String ref, Map<String, Object> task)
        throws Refused, Later, InterruptedException {
      gateway.say(task, "declined", status("declined", "reason", task.get("why")));
      log(ref + ": declined: " + task.get("why"));
      become(ref, task, null);
    }
  }

  /** The gateway says no, and will say no again. */
  static final class Refused extends Exception {
    Refused(String why) {
      super(why);
    }
  }

  /** It could not be said now. */
  static final class Later extends Exception {

    private final long seconds;

    Later(String why, long seconds) {
      super(why);
      this.seconds = seconds;
    }
  }

  /** Says something on a task, once. The same key is the same answer, however often it is sent. */
  static final class Gateway {

    private static final int MAX_ANSWER = 64 << 10;
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);

    private final HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    void say(Map<String, Object> task, String step, Object... mess)
        throws Refused, Later, InterruptedException {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(Json.text(task.get("respond"))))
              .timeout(Duration.ofSeconds(30))
              .header("Content-Type", "application/json")
              .header("Idempotency-Key", task.get("key") + "-" + step)
              .POST(HttpRequest.BodyPublishers.ofString(Json.write(Map.of("MESS", List.of(mess)))))
              .build();
      try {
        var text =
            HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), MAX_ANSWER);
        HttpResponse<String> response = client.send(request, text);
        if (response.statusCode() >= 500 || PASSING.contains(response.statusCode())) {
          throw new Later("the gateway answered " + problem(response), retryAfter(response));
        }
        if (response.statusCode() / 100 != 2) {
          throw new Refused(problem(response));
        }
      } catch (IOException e) {
        throw new Later("the gateway cannot be reached (" + e + ")", 0);
      }
    }

    /** Status and words of a problem (RFC 9457). */
    private static String problem(HttpResponse<String> response) {
      try {
        Object detail = Json.object(Json.read(response.body())).get("detail");
        return response.statusCode() + ": " + detail;
      } catch (IllegalArgumentException e) {
        return Integer.toString(response.statusCode());
      }
    }

    private static long retryAfter(HttpResponse<String> response) {
      return response
          .headers()
          .firstValue("Retry-After")
          .filter(text -> text.matches("[0-9]{1,9}"))
          .map(Long::parseLong)
          .map(seconds -> Math.min(seconds, 3600))
          .orElse(0L);
    }
  }

  /**
   * Just enough JSON: maps, lists, texts, numbers, booleans, null. Use your library instead if you
   * have one.
   */
  static final class Json {

    private static final int DEEPEST = 100;

    private final String text;
    private int at;

    private Json(String text) {
      this.text = text;
    }

    /** Throws IllegalArgumentException where it is none. */
    static Object read(String text) {
      Json json = new Json(text);
      Object value = json.value(0);
      json.blanks();
      if (json.at < text.length()) {
        throw json.wrong();
      }
      return value;
    }

    @SuppressWarnings("unchecked") // Keys are texts: we made the map.
    static Map<String, Object> object(Object value) {
      if (value instanceof Map<?, ?>) {
        return (Map<String, Object>) value;
      }
      throw new IllegalArgumentException("not an object");
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
      if (value instanceof List<?>) {
        return (List<Object>) value;
      }
      throw new IllegalArgumentException("not a list");
    }

    static String text(Object value) {
      if (value instanceof String text) {
        return text;
      }
      throw new IllegalArgumentException("not a text");
    }

    private Object value(int depth) {
      blanks();
      if (depth > DEEPEST || at >= text.length()) {
        throw wrong();
      }
      return switch (text.charAt(at)) {
        case '{' -> members(depth);
        case '[' -> elements(depth);
        case '"' -> string();
        case 't' -> word("true", true);
        case 'f' -> word("false", false);
        case 'n' -> word("null", null);
        default -> number();
      };
    }

    private Map<String, Object> members(int depth) {
      Map<String, Object> map = new LinkedHashMap<>();
      at++;
      for (boolean more = !next('}'); more; more = more('}')) {
        blanks();
        String name = string();
        if (!next(':')) {
          throw wrong();
        }
        map.put(name, value(depth + 1));
      }
      return map;
    }

    private List<Object> elements(int depth) {
      List<Object> list = new ArrayList<>();
      at++;
      for (boolean more = !next(']'); more; more = more(']')) {
        list.add(value(depth + 1));
      }
      return list;
    }

    private boolean more(char end) {
      if (next(end)) {
        return false;
      }
      if (!next(',')) {
        throw wrong();
      }
      return true;
    }

    private boolean next(char wanted) {
      blanks();
      boolean there = at < text.length() && text.charAt(at) == wanted;
      at += there ? 1 : 0;
      return there;
    }

    private String string() {
      if (!next('"')) {
        throw wrong();
      }
      StringBuilder string = new StringBuilder();
      while (at < text.length() && text.charAt(at) != '"') {
        char c = text.charAt(at++);
        string.append(c == '\\' ? escaped() : c);
      }
      if (!next('"')) {
        throw wrong();
      }
      return string.toString();
    }

    private char escaped() {
      int which = at < text.length() ? "\"\\/bfnrtu".indexOf(text.charAt(at++)) : -1;
      if (which < 0) {
        throw wrong();
      }
      if (which < 8) {
        return "\"\\/\b\f\n\r\t".charAt(which);
      }
      if (at + 4 > text.length()) {
        throw wrong();
      }
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private Object word(String word, Object value) {
      if (!text.startsWith(word, at)) {
        throw wrong();
      }
      at += word.length();
      return value;
    }

    private Number number() {
      int from = at;
      while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      String digits = text.substring(from, at);
      return digits.matches("-?[0-9]{1,18}") ? Long.valueOf(digits) : Double.valueOf(digits);
    }

    private void blanks() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private IllegalArgumentException wrong() {
      return new IllegalArgumentException("no JSON at character " + at);
    }

    static String write(Object value) {
      return switch (value) {
        case null -> "null";
        case Map<?, ?> map ->
            map.entrySet().stream()
                .map(entry -> write(entry.getKey()) + ":" + write(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        case List<?> list ->
            list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        case String string -> quoted(string);
        default -> value.toString();
      };
    }

    private static String quoted(String string) {
      StringBuilder quoted = new StringBuilder("\"");
      for (char c : string.toCharArray()) {
        if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
          quoted.append(String.format("\\u%04x", (int) c));
        } else {
          quoted.append(c);
        }
      }
      return quoted.append('"').toString();
    }
  }
}
