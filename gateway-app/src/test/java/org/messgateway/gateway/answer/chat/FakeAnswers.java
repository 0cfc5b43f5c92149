package org.messgateway.gateway.answer.chat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.RequestedAnswers;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerFile;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.answer.AnswerService;
import org.messgateway.gateway.queue.DeliveryRow;

/** Tasks in memory that take answers as the thread side does: first come, first served. */
final class FakeAnswers implements AnswerService, ChatTaskSource {

  final List<Answer> said = new ArrayList<>();
  final List<String> contents = new ArrayList<>();
  final Set<String> able = new HashSet<>();
  final Map<String, UnreadableTaskException> unreadable = new HashMap<>();
  private final Map<String, ChatTask> tasks = new HashMap<>();
  private final Map<String, AnswerResult> results = new HashMap<>();
  private boolean dies;
  @Nullable AnswerResult always;
  @Nullable URI page;

  void asked(String ref, String intent, String... hints) {
    tasks.put(
        ref,
        new ChatTask(
            ref,
            intent,
            "claude-agent",
            ThreadStatus.PENDING,
            null,
            Set.of(hints),
            false,
            answers(intent, hints)));
  }

  void askedToChoose(String ref, String intent, String field, String... choices) {
    asked(ref, intent, "structured");
    ChatTask task = known(ref);
    Payload.ResponseHint hint =
        new Payload.ResponseHint("structured", Map.of(field, List.of(choices)));
    tasks.put(
        ref,
        new ChatTask(
            ref,
            intent,
            task.requestor(),
            task.status(),
            task.holder(),
            task.hints(),
            task.confirmBefore(),
            RequestedAnswers.of(intent, List.of(hint))));
  }

  void stands(String ref, ThreadStatus status, @Nullable String holder) {
    ChatTask task = known(ref);
    tasks.put(
        ref,
        new ChatTask(
            ref,
            task.intent(),
            task.requestor(),
            status,
            holder,
            task.hints(),
            task.confirmBefore(),
            task.answers()));
  }

  private static List<AnswerButton> answers(String intent, String... hints) {
    return RequestedAnswers.of(
        intent, Stream.of(hints).map(type -> new Payload.ResponseHint(type, null)).toList());
  }

  /** The next answer is written, and then the process ends. */
  void dieAfterWriting() {
    dies = true;
  }

  @Override
  public Optional<ChatTask> task(String exchange, String ref) {
    UnreadableTaskException unread = unreadable.get(ref);
    if (unread != null) {
      throw unread;
    }
    return Optional.ofNullable(tasks.get(ref));
  }

  @Override
  public boolean able(String exchange, String ref, String executor) {
    return able.contains(executor);
  }

  private ChatTask known(String ref) {
    return Optional.ofNullable(tasks.get(ref)).orElseThrow();
  }

  @Override
  public Optional<URI> page(DeliveryRow row) {
    return Optional.ofNullable(page);
  }

  @Override
  public synchronized AnswerResult say(Answer answer) {
    if (always != null) {
      return always;
    }
    String key = answer.ref() + "|" + answer.executor() + "|" + answer.key().stored();
    AnswerResult before = results.get(key);
    if (before != null) {
      return before;
    }
    AnswerResult result = verdict(answer);
    results.put(key, result);
    if (dies) {
      dies = false;
      throw new IllegalStateException("the process was killed");
    }
    return result;
  }

  private AnswerResult verdict(Answer answer) {
    said.add(answer);
    answer.files().forEach(file -> contents.add(content(file)));
    ChatTask task = known(answer.ref());
    String holder = task.holder();
    if (task.status().ended()) {
      return new AnswerResult.ThreadEnded(task.status(), holder, false);
    }
    if (holder != null && !holder.equals(answer.executor())) {
      return new AnswerResult.HeldByOther(task.status(), holder, "Ben", false);
    }
    for (Map<String, @Nullable Object> entry : answer.mess()) {
      if (entry.get("status") instanceof Map<?, ?> status) {
        ThreadStatus code = ThreadStatus.of(String.valueOf(status.get("code"))).orElseThrow();
        boolean back = code == ThreadStatus.DECLINED;
        stands(answer.ref(), back ? ThreadStatus.PENDING : code, back ? null : answer.executor());
      }
    }
    ChatTask now = known(answer.ref());
    return new AnswerResult.Accepted(now.status(), now.holder(), false);
  }

  private static String content(AnswerFile file) {
    try {
      return file.part() + "=" + Files.readString(file.content());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
