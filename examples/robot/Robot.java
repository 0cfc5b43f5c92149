import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.imageio.ImageIO;

/**
 * A vacuum robot that takes tasks from a MESS gateway: {@code java Robot.java}, Java 25, nothing
 * but the JDK.
 *
 * <p>It bids for a task in the answer to the webhook, moves only once the next webhook says that
 * the task is its own, reports on the way, and ends with a picture. Whatever it must not forget is
 * in one small file: kill it at any moment and start it again. See README.md for how to configure
 * and run it.
 */
final class Robot {

  private static final int MAX_TASKS = 20;
  private static final int STRIPS = 8;
  private static final Duration BID = Duration.ofHours(1);
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
  private final Machine machine;
  private final Semaphore news;

  Robot(Settings settings, Memory memory, Machine machine, Semaphore news) {
    this.settings = settings;
    this.memory = memory;
    this.machine = machine;
    this.news = news;
  }

  public static void main(String[] arguments) throws Exception {
    // Bounds of the JDK's server: seconds for a request to arrive and for an answer to leave, and
    // connections.
    System.setProperty("sun.net.httpserver.maxReqTime", "15");
    System.setProperty("sun.net.httpserver.maxRspTime", "15");
    System.setProperty("jdk.httpserver.maxConnections", "64");
    System.setProperty("java.awt.headless", "true");
    Settings settings = Settings.of(System.getenv());
    CountDownLatch stopping = new CountDownLatch(1);
    Semaphore news = new Semaphore(1);
    Memory memory = Memory.open(settings.state());
    Machine machine = new Machine(settings, stopping);
    Robot robot = new Robot(settings, memory, machine, news);
    Gateway gateway = new Gateway(stopping);
    Thread worker =
        Thread.ofPlatform()
            .name("worker")
            .start(new Worker(memory, gateway, machine, news, stopping));
    HttpServer server = listen(settings.host(), settings.port());
    server.createContext("/mess", new Door(robot, settings.keys())::handle);
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
          "robot: cannot listen on "
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

  /**
   * Decides what a webhook means: the signed envelope decides, the headers are hints.
   *
   * @return the MESS list to answer with, empty for none; what it changes is on the disk before it
   *     is said
   */
  List<Object> hear(Headers headers, Map<String, Object> thread) {
    String id = header(headers, "webhook-id");
    List<Object> answer =
        memory.answered(id, () -> decide(id, headers, Json.object(thread.get("envelope"))));
    news.release();
    return answer;
  }

  private List<Object> decide(String id, Headers headers, Map<String, Object> envelope) {
    String ref = Json.text(envelope.get("ref"));
    String status = Json.text(envelope.get("status")).replace('-', '_');
    Object holder = envelope.get("executor");
    String kind = header(headers, "mess-kind");
    if (kind.equals("test")) {
      log("a test arrived: the signature is right");
    } else if (OVER.contains(status)) {
      log(ref + ": over (" + status + ")");
      memory.tasks().remove(ref);
    } else if (holder == null) {
      return bid(ref, envelope, headers);
    } else if (!holder.equals(settings.executor())) {
      log(ref + ": somebody else has it");
      memory.tasks().remove(ref);
    } else if (!memory.mine(ref)) {
      respond(headers)
          .ifPresent(url -> {
            log(ref + ": it is mine");
            memory.tasks().put(ref, Map.of("state", "mine", "respond", url, "key", id));
          });
    } else {
      log(ref + ": heard a " + kind);
    }
    return List.of();
  }

  private List<Object> bid(String ref, Map<String, Object> envelope, Headers headers) {
    if (respond(headers).isEmpty()) {
      return List.of();
    }
    if (machine.battery() < 20) {
      return decline(ref, "my battery is at " + machine.battery() + " %");
    }
    long old = Instant.now().minus(BID).getEpochSecond();
    memory
        .tasks()
        .values()
        .removeIf(task -> Json.object(task).get("at") instanceof Number at && at.longValue() < old);
    if (memory.tasks().size() >= MAX_TASKS) {
      return decline(ref, "I have " + MAX_TASKS + " tasks already");
    }
    log(ref + ": bidding for: " + Json.text(envelope.get("intent")));
    memory.tasks().put(ref, Map.of("state", "bid", "at", Instant.now().getEpochSecond()));
    return List.of(Map.of("status", Map.of("code", "claimed", "eta", "15m")));
  }

  private static List<Object> decline(String ref, String reason) {
    log(ref + ": declined, " + reason);
    return List.of(Map.of("status", Map.of("code", "declined", "reason", reason)));
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
   * @param gateway answers go nowhere else: the header that names the URL is not signed
   */
  record Settings(
      String executor,
      List<byte[]> keys,
      String gateway,
      String host,
      int port,
      int battery,
      int stepMs,
      Path state) {

    static Settings of(Map<String, String> env) {
      List<String> wrong = new ArrayList<>();
      String executor = env.getOrDefault("MESS_EXECUTOR", "");
      if (executor.isEmpty()) {
        wrong.add(
            "MESS_EXECUTOR is the robot's name in the gateway's config.yaml, such as"
                + " roomba-kitchen");
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
              number(env, "PORT", 8080, wrong),
              number(env, "BATTERY", 100, wrong),
              number(env, "STEP_MS", 1000, wrong),
              Path.of(env.getOrDefault("STATE", "robot-state.json")).toAbsolutePath());
      if (!wrong.isEmpty()) {
        wrong.forEach(line -> System.err.println("robot: " + line));
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
  record Door(Robot robot, List<byte[]> keys) {

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
        answer = robot.hear(exchange.getRequestHeaders(), thread(exchange, body));
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
    private static final int REMEMBERED = 2000;

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

    synchronized boolean mine(String ref) {
      return tasks.get(ref) instanceof Map<?, ?> task && "mine".equals(task.get("state"));
    }

    /** Whether the task is still ours: a webhook may have taken it away meanwhile. */
    synchronized boolean still(String ref, Map<String, Object> task) {
      return tasks.get(ref) == task;
    }

    /** A task that is ours to do. */
    synchronized Optional<Map.Entry<String, Map<String, Object>>> next() {
      return tasks.keySet().stream()
          .filter(this::mine)
          .findFirst()
          .map(ref -> Map.entry(ref, Json.object(tasks.get(ref))));
    }

    /**
     * Replaces a task by what has become of it, null to forget it; nothing when it is not ours any
     * more.
     */
    synchronized void become(String ref, Map<String, Object> task, Map<String, Object> after) {
      if (still(ref, task)) {
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
        Path beside = Files.createTempFile(file.getParent(), "robot-", ".new");
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

  /** Does the tasks, one after the other. */
  record Worker(
      Memory memory, Gateway gateway, Machine machine, Semaphore news, CountDownLatch stopping)
      implements Runnable {

    @Override
    public void run() {
      try {
        while (stopping.getCount() > 0) {
          var found = memory.next();
          if (found.isEmpty()) {
            news.acquire();
            news.drainPermits();
          } else {
            work(found.get().getKey(), found.get().getValue());
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** One step: the sweeping, or the report of it. */
    private void work(String ref, Map<String, Object> task) throws InterruptedException {
      try {
        if (!task.containsKey("report")) {
          sweep(ref, task);
        } else if (gateway.say(
            task,
            "end",
            Json.list(task.get("report")),
            () -> memory.still(ref, task),
            Gateway.FOR_LONG)) {
          log(ref + ": reported");
          memory.become(ref, task, null);
        }
      } catch (Refused e) {
        log(ref + ": the gateway does not take it: " + e.getMessage());
        memory.become(ref, task, null);
      } catch (IOException | RuntimeException e) {
        // A robot that stands still for ever is the worst outcome.
        log(ref + ": failed, tried again in 60 s: " + e);
        stopping.await(60, TimeUnit.SECONDS);
      }
    }

    private void sweep(String ref, Map<String, Object> task)
        throws Refused, IOException, InterruptedException {
      log(ref + ": working");
      List<Object> report;
      try {
        for (int strip = 0; strip < STRIPS; strip++) {
          progress(ref, task, strip);
          machine.sweep();
          if (stopping.getCount() == 0 || !memory.still(ref, task)) {
            log(ref + ": stopped");
            return;
          }
        }
        report = completed();
      } catch (Stuck e) {
        // Giving back is declining what one holds: the gateway asks somebody else.
        report = List.of(Map.of("status", Map.of("code", "declined", "reason", e.getMessage())));
      }
      // On the disk before it is said: after a crash it is said again, not done again.
      Map<String, Object> done = new LinkedHashMap<>(task);
      done.put("report", report);
      memory.become(ref, task, done);
    }

    /** Nice to know, but not worth stopping the work for. */
    private void progress(String ref, Map<String, Object> task, int strip)
        throws Refused, InterruptedException {
      if (strip == 0 || strip == STRIPS / 2) {
        Object status = Map.of("code", "in_progress", "progress_pct", 100 * strip / STRIPS);
        gateway.say(
            task,
            "strip-" + strip,
            List.of(Map.of("status", status)),
            () -> memory.still(ref, task),
            2);
      }
    }

    private List<Object> completed() throws IOException {
      String image =
          "data:image/png;base64," + Base64.getEncoder().encodeToString(machine.picture());
      List<Object> content =
          List.of("Swept. Battery at " + machine.battery() + " %.", Map.of("image", image));
      return List.of(
          Map.of("status", Map.of("code", "completed")),
          Map.of("response", Map.of("content", content)));
    }
  }

  /** The hardware. Replace this class by yours. */
  static final class Machine {

    private final int stepMs;
    private final CountDownLatch stopping;
    private volatile int battery;

    Machine(Settings settings, CountDownLatch stopping) {
      this.stepMs = settings.stepMs();
      this.stopping = stopping;
      this.battery = settings.battery();
    }

    int battery() {
      return battery;
    }

    /** Sweeps one strip of the floor. */
    void sweep() throws Stuck, InterruptedException {
      if (battery < 10) {
        throw new Stuck(
            "battery at " + battery + " %, and I cannot get back to the dock by myself");
      }
      stopping.await(stepMs, TimeUnit.MILLISECONDS);
      battery -= 4;
    }

    /** A map of the floor, what is swept in green: a PNG. */
    byte[] picture() throws IOException {
      BufferedImage map = new BufferedImage(STRIPS * 8, STRIPS * 8, BufferedImage.TYPE_INT_RGB);
      Graphics2D pen = map.createGraphics();
      for (int strip = 0; strip < STRIPS; strip++) {
        pen.setColor(strip % 2 == 0 ? new Color(0x37b86b) : new Color(0x2e9e5b));
        pen.fillRect(0, strip * 8, STRIPS * 8, 8);
      }
      pen.dispose();
      ByteArrayOutputStream png = new ByteArrayOutputStream();
      ImageIO.write(map, "png", png);
      return png.toByteArray();
    }
  }

  /** The machine cannot go on. */
  static final class Stuck extends Exception {
    Stuck(String why) {
      super(why);
    }
  }

  /** The gateway says no, and will say no again. */
  static final class Refused extends Exception {
    Refused(String why) {
      super(why);
    }
  }

  /** Says something on a task. The same key is the same answer, however often it is sent. */
  static final class Gateway {

    static final int FOR_LONG = 1000;
    private static final int MAX_ANSWER = 64 << 10;
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);

    private final CountDownLatch stopping;
    private final HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    Gateway(CountDownLatch stopping) {
      this.stopping = stopping;
    }

    /**
     * Tries again, later and later, while that may help.
     *
     * @param wanted whether there is still a reason to say it
     * @return whether it was said
     */
    boolean say(
        Map<String, Object> task, String step, List<Object> mess, BooleanSupplier wanted, int tries)
        throws Refused, InterruptedException {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(Json.text(task.get("respond"))))
              .timeout(Duration.ofSeconds(30))
              .header("Content-Type", "application/json")
              .header("Idempotency-Key", task.get("key") + "-" + step)
              .POST(HttpRequest.BodyPublishers.ofString(Json.write(Map.of("MESS", mess))))
              .build();
      long pause = 1;
      for (int attempt = 0;
          attempt < tries && wanted.getAsBoolean() && stopping.getCount() > 0;
          attempt++) {
        try {
          var response =
              client.send(
                  request,
                  HttpResponse.BodyHandlers.limiting(
                      HttpResponse.BodyHandlers.ofString(), MAX_ANSWER));
          if (response.statusCode() / 100 == 2) {
            return true;
          }
          if (response.statusCode() < 500 && !PASSING.contains(response.statusCode())) {
            throw new Refused(problem(response));
          }
          pause = Math.max(pause, retryAfter(response));
          log("the gateway answered " + problem(response) + "; tried again in " + pause + " s");
        } catch (IOException e) {
          log("the gateway cannot be reached (" + e + "); tried again in " + pause + " s");
        }
        stopping.await(pause, TimeUnit.SECONDS);
        pause = Math.min(pause * 2, 60);
      }
      return false;
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
