package org.messgateway.gateway.answer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentMessage.Part;
import org.messgateway.gateway.answer.AgentRequests.RequestMessage;
import org.messgateway.gateway.exchange.NewAttachment;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.files.ThreadFileName;

/**
 * The files that came with an agent's message: each entry that names one gets it, and the one
 * request of the message gets those that no entry names. A new thread and its files appear
 * together.
 */
final class AgentFiles {

  private static final String CONTEXT = "context";

  private final List<AnswerFile> files;

  AgentFiles(List<AnswerFile> files) {
    this.files = files;
  }

  /**
   * Checks that each file belongs somewhere, before anything is written.
   *
   * @throws AnswerRefusal when a named one did not come, or nothing says where one belongs
   */
  void check(RequestMessage message, AgentMessage parts) throws AnswerRefusal {
    Set<String> named = named(message.mess());
    new AnswerFiles(_ -> "", files).check(message.mess());
    boolean one = parts.parts(Part.Task.class).count() == 1;
    for (AnswerFile file : files) {
      if (!one && !named.contains(file.part())) {
        throw new AnswerRefusal(
            "Nothing says where the file \"%s\" belongs.".formatted(file.part()),
            "- request: {intent: print this, context: [{file: {part: %s}}]}"
                .formatted(file.part()));
      }
    }
  }

  private static Set<String> named(Object value) {
    Set<String> named = new LinkedHashSet<>();
    AnswerFiles.named(value, named);
    return named;
  }

  /** A task of a message with the files that it names, or that nothing names. */
  NewTask in(NewTask task, RequestMessage message) throws IOException {
    if (files.isEmpty()) {
      return task;
    }
    Set<String> own = named(task.request());
    Set<String> named = named(message.mess());
    Map<String, NewThread.Upload> beside = new LinkedHashMap<>();
    AnswerFiles entered =
        new AnswerFiles(
            attachment -> shelved(attachment, beside),
            files.stream()
                .filter(file -> own.contains(file.part()) || !named.contains(file.part()))
                .toList());
    Map<String, @Nullable Object> words = new LinkedHashMap<>();
    for (Map.Entry<String, @Nullable Object> each : task.request().entrySet()) {
      words.put(each.getKey(), entered.resolved(each.getValue()));
    }
    List<@Nullable Object> rest = entered.rest();
    if (!rest.isEmpty()) {
      List<@Nullable Object> context = new ArrayList<>();
      Object said = words.get(CONTEXT);
      if (said instanceof Collection<?> entries) {
        context.addAll(entries);
      } else if (said != null) {
        context.add(said);
      }
      context.addAll(rest);
      words.put(CONTEXT, context);
    }
    return task.with(words, beside);
  }

  private static String shelved(NewAttachment attachment, Map<String, NewThread.Upload> beside) {
    String name = ThreadFileName.ofAttachment(beside.size() + 1, attachment);
    beside.put(name, () -> FileChannel.open(attachment.content()));
    return name;
  }

  /** Entries for a thread that is there, with the files that they name, which lie beside it now. */
  List<Part> in(ThreadWriter writer, Ref ref, List<Part> said) throws IOException {
    AnswerFiles entered = new AnswerFiles(writer, ref, files);
    List<Part> whole = new ArrayList<>();
    for (Part part : said) {
      whole.add(
          switch (part) {
            case Part.Addressed(List<String> re, Map<String, @Nullable Object> entry) ->
                new Part.Addressed(re, resolved(entered, entry));
            case Part.Unknown(String type, List<String> re, Map<String, @Nullable Object> entry) ->
                new Part.Unknown(type, re, resolved(entered, entry));
            case Part.Task _, Part.Asking _ -> part;
          });
    }
    return whole;
  }

  private static Map<String, @Nullable Object> resolved(
      AnswerFiles entered, Map<String, @Nullable Object> entry) throws IOException {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    for (Map.Entry<String, @Nullable Object> each : entry.entrySet()) {
      copy.put(each.getKey(), entered.resolved(each.getValue()));
    }
    return copy;
  }
}
