package org.messgateway.gateway.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AnswerFile;
import org.messgateway.gateway.answer.ThreadReferences;
import org.messgateway.gateway.http.body.Submission;
import org.messgateway.gateway.links.LinkClaims;

/**
 * What an executor's message says of one thread.
 *
 * @param claims the right to say it
 * @param mess entries of this thread, which refer to no other
 * @param numbers of these entries in the message, 1 for the first
 * @param files those that these entries name; all of them where the message is about one thread
 */
record ThreadEntries(
    LinkClaims claims,
    List<Map<String, @Nullable Object>> mess,
    List<Integer> numbers,
    List<AnswerFile> files) {

  private static final String VERSION = "v";
  private static final String SUGGESTION = "suggestion";

  /** The whole message, for one thread. */
  static ThreadEntries whole(LinkClaims claims, Submission submission) {
    return new ThreadEntries(
        claims,
        submission.mess(),
        IntStream.rangeClosed(1, submission.mess().size()).boxed().toList(),
        submission.files());
  }

  /**
   * A message by the threads that its entries name. Where they name one, entries without {@code re}
   * are about it, too.
   *
   * @param thread the right to answer a thread, by a reference to it; throws where there is none
   */
  static List<ThreadEntries> of(Submission submission, Function<String, LinkClaims> thread) {
    Map<String, LinkClaims> named = new LinkedHashMap<>();
    for (Map<String, @Nullable Object> entry : submission.mess()) {
      re(entry).forEach(re -> named.computeIfAbsent(re, thread));
    }
    List<LinkClaims> threads = new ArrayList<>();
    for (LinkClaims each : named.values()) {
      if (threads.stream().noneMatch(one -> same(one, each))) {
        threads.add(each);
      }
    }
    if (threads.isEmpty()) {
      throw unnamed(submission, 0);
    }
    if (threads.size() == 1) {
      return List.of(whole(threads.getFirst(), submission));
    }
    List<AnswerFile> belonging = AnswerFile.named(submission.files(), submission.mess());
    for (AnswerFile file : submission.files()) {
      if (!belonging.contains(file)) {
        throw homeless(submission, file);
      }
    }
    return threads.stream().map(each -> part(submission, each, named)).toList();
  }

  /** The number in the message of one of these entries; 0 for none of them. */
  int number(int entry) {
    return entry < 1 || entry > numbers.size() ? 0 : numbers.get(entry - 1);
  }

  private static ThreadEntries part(
      Submission submission, LinkClaims thread, Map<String, LinkClaims> named) {
    List<Map<String, @Nullable Object>> mess = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    int number = 0;
    for (Map<String, @Nullable Object> entry : submission.mess()) {
      number++;
      List<String> said = re(entry);
      if (said.isEmpty() && !entry.containsKey(VERSION)) {
        throw unnamed(submission, number);
      }
      List<String> own = said.stream().filter(re -> same(thread, named.get(re))).toList();
      if (said.isEmpty() || !own.isEmpty()) {
        mess.add(own.isEmpty() || entry.containsKey(SUGGESTION) ? entry : about(own, entry));
        numbers.add(number);
      }
    }
    return new ThreadEntries(thread, mess, numbers, AnswerFile.named(submission.files(), mess));
  }

  private static boolean same(LinkClaims one, @Nullable LinkClaims other) {
    return other != null
        && one.exchange().equals(other.exchange())
        && one.ref().equals(other.ref());
  }

  private static Map<String, @Nullable Object> about(
      List<String> re, Map<String, @Nullable Object> entry) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    entry.forEach((type, value) -> {
      Map<String, @Nullable Object> said = new LinkedHashMap<>();
      if (value instanceof Map<?, ?> map) {
        map.forEach((key, each) -> said.put(String.valueOf(key), each));
      }
      said.put("re", re.size() == 1 ? re.getFirst() : re);
      copy.put(type, said);
    });
    return copy;
  }

  /** What an entry refers to; a suggestion lies in the first of the threads that it is about. */
  private static List<String> re(Map<String, @Nullable Object> entry) {
    List<String> re =
        entry.values().stream()
            .flatMap(value ->
                value instanceof Map<?, ?> map
                    ? ThreadReferences.texts(map.get("re")).stream()
                    : Stream.<String>empty())
            .toList();
    return entry.containsKey(SUGGESTION) ? re.stream().limit(1).toList() : re;
  }

  private static ProblemException homeless(Submission submission, AnswerFile file) {
    return EntryRefusal.of(
        submission.mess(),
        submission.line(),
        "Nothing says in which of these tasks the file \"%s\" belongs.".formatted(file.part()),
        "- response: {re: 2026-11-20-001, content: [{file: {part: %s}}]}".formatted(file.part()),
        0);
  }

  private static ProblemException unnamed(Submission submission, int entry) {
    return EntryRefusal.of(
        submission.mess(),
        submission.line(),
        "Name the task that this is about by `re:` in each entry.",
        "- status: {re: 2026-11-20-001, code: claimed}",
        entry);
  }
}
