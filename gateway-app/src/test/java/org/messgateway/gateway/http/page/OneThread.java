package org.messgateway.gateway.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.answer.AnswerService;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadTexts;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.http.TaskView;
import org.messgateway.gateway.http.Tasks;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;

/** An exchange in memory with one thread, where the first claim wins; safe for all threads. */
final class OneThread implements Tasks, AnswerService {

  @Override
  public long memory(String ref) {
    return 0;
  }

  static final String REF = "2026-01-31-001";

  /** Another that nobody has, where there is one. */
  static final String OTHER = "2026-01-31-002";

  private static final Map<String, String> NAMES = Map.of("teague", "Teague", "ana", "Ana");

  final List<Answer> said = new CopyOnWriteArrayList<>();
  final List<byte[]> files = new CopyOnWriteArrayList<>();
  private final Map<String, TaskFile> served = new ConcurrentHashMap<>();
  private final Map<String, AnswerResult> known = new HashMap<>();
  private final LinkTokens tokens;
  private final Instant now;
  private volatile String request;
  private volatile String more = "";
  private volatile ThreadStatus status = ThreadStatus.PENDING;
  private volatile @Nullable String holder;
  private volatile @Nullable AnswerResult next;
  private volatile @Nullable Runnable beforeNext;
  private volatile @Nullable String other;
  private volatile List<String> sharedWith = List.of();
  private volatile Texts language = Texts.ENGLISH;

  /**
   * @param request the request's YAML, indented by eight
   */
  OneThread(LinkTokens tokens, Instant now, String request) {
    this.tokens = tokens;
    this.now = now;
    this.request = request;
  }

  void asks(String yaml) {
    request = yaml;
  }

  /** Beside it there is {@link #OTHER}, which is free. */
  void asksBeside(String yaml) {
    other = yaml;
  }

  void stands(ThreadStatus now, @Nullable String executor) {
    status = now;
    holder = executor;
  }

  /** Somebody is faster than the next answer, which is on its way while the page knows nothing. */
  void takenBeforeNextAnswer(String executor) {
    beforeNext = () -> stands(ThreadStatus.CLAIMED, executor);
  }

  /** A message document, without its separator. */
  void hears(String document) {
    more = more + "---\n" + document;
  }

  /** A file of the request by its name in a link. All others are pictures that run a script. */
  void serves(String name, String mime, byte[] content) {
    served.put(
        name, new TaskFile(name, mime, content.length, () -> new ByteArrayInputStream(content)));
  }

  /** What the next answer gets instead of being taken. */
  void willSay(@Nullable AnswerResult result) {
    next = result;
  }

  /** The language of all readers. */
  void speaks(String code) {
    language = Texts.of(code);
  }

  void sharedWith(String... executors) {
    sharedWith = List.of(executors);
  }

  @Override
  public synchronized AnswerResult say(Answer answer) {
    Runnable first = beforeNext;
    if (first != null) {
      beforeNext = null;
      first.run();
    }
    AnswerResult instead = next;
    if (instead != null) {
      return instead;
    }
    AnswerResult before = known.get(answer.key().stored());
    if (before instanceof AnswerResult.Accepted taken) {
      return new AnswerResult.Accepted(taken.status(), taken.holder(), true);
    }
    String other = holder;
    if (other != null && !other.equals(answer.executor())) {
      return new AnswerResult.HeldByOther(status, other, NAMES.getOrDefault(other, other), false);
    }
    keep(answer);
    AnswerResult result = new AnswerResult.Accepted(status, holder, false);
    known.put(answer.key().stored(), result);
    return result;
  }

  private void keep(Answer answer) {
    said.add(answer);
    answer
        .files()
        .forEach(file -> {
          try {
            files.add(Files.readAllBytes(file.content()));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    if (answer.mess().getFirst().get("status") instanceof Map<?, ?> first) {
      ThreadStatus next = ThreadStatus.of(String.valueOf(first.get("code"))).orElseThrow();
      boolean back = next == ThreadStatus.DECLINED;
      stands(back ? ThreadStatus.PENDING : next, back ? null : answer.executor());
    }
  }

  private ParsedThread read(String ref) {
    return ref.equals(OTHER) && other != null
        ? read(OTHER, ThreadStatus.PENDING, null, other, "")
        : read(REF, status, holder, request, more);
  }

  private ParsedThread read(
      String ref, ThreadStatus status, @Nullable String holder, String request, String more) {
    String yaml =
        """
        ref: %s
        requestor: claude-agent
        executor: %s
        status: %s
        created: %s
        ---
        from: claude-agent
        received: %s
        MESS:
          - request:
        %s
        %s\
        """
            .formatted(
                ref, holder == null ? "null" : holder, status.code(), now, now, request, more);
    try {
      return ThreadTexts.thread(yaml);
    } catch (ThreadFormatException e) {
      throw new IllegalStateException(yaml, e);
    }
  }

  @Override
  public Optional<TaskSheet> sheet(LinkClaims reader) {
    String executor = reader.executor();
    String token = token(reader.ref(), executor, now.plus(Duration.ofDays(1)));
    return Optional.of(
        new TaskSheetFactory(
                read(reader.ref()),
                new Viewer(executor, false),
                new TaskSheetFactory.Occasion(
                    "Miller home",
                    token,
                    now.plusSeconds(7200),
                    sharedWith.stream()
                        .map(id ->
                            new TaskSheet.Person(
                                id,
                                NAMES.getOrDefault(id, id),
                                token(id, now.plus(Duration.ofDays(1)))))
                        .toList(),
                    id -> NAMES.getOrDefault(id, id),
                    _ -> Optional.empty(),
                    new Here(token),
                    new TaskSheet.Sizes(
                        BodyLimits.DEFAULT.file(),
                        BodyLimits.DEFAULT.total(),
                        BodyLimits.DEFAULT.files()),
                    language))
            .sheet());
  }

  String token(String executor, Instant expires) {
    return token(REF, executor, expires);
  }

  String token(String ref, String executor, Instant expires) {
    return tokens.issue(claims(ref, executor, expires));
  }

  LinkClaims claims(String executor, Instant expires) {
    return claims(REF, executor, expires);
  }

  private static LinkClaims claims(String ref, String executor, Instant expires) {
    return new LinkClaims("ex1", ref, executor, EnumSet.allOf(Permission.class), expires);
  }

  private record Here(String token) implements FileLinks {
    @Override
    public URI attachment(String fileName) {
      return URI.create("/thread/" + REF + "/files/" + fileName + "?token=" + token);
    }

    @Override
    public URI inline(int document, int number) {
      return attachment("inline-" + document + "-" + number);
    }

    @Override
    public URI remote(int document, int number) {
      return URI.create(
          "/thread/" + REF + "/remote/" + document + "/" + number + "?token=" + token);
    }
  }

  @Override
  public String exchange() {
    return "ex1";
  }

  @Override
  public Optional<TaskView> task(LinkClaims reader) {
    return Optional.empty();
  }

  @Override
  public Optional<TaskFile> file(String ref, String executor, String name) {
    TaskFile file = served.get(name);
    if (file != null) {
      return Optional.of(file);
    }
    byte[] svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='top.pwned=1'/>".getBytes(UTF_8);
    return Optional.of(
        new TaskFile(name, "image/svg+xml", svg.length, () -> new ByteArrayInputStream(svg)));
  }

  @Override
  public Optional<LinkClaims> delivery(String deliveryId) {
    return Optional.empty();
  }
}
