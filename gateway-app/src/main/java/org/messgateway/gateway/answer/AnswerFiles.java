package org.messgateway.gateway.answer;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;
import org.messgateway.gateway.exchange.NewAttachment;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;

/**
 * Puts the files of an answer into its entries: small ones as data URIs, large ones beside the
 * thread (MESSE-AF 2.1: more than 768 KiB of data URI is no longer inline).
 */
final class AnswerFiles {

  /** Characters of all data URIs of one message together. */
  static final long MOST_INLINE = 768 * 1024;

  private static final Set<String> KINDS = Set.of("image", "audio", "video", "file");

  /** Puts a file beside a thread. */
  @FunctionalInterface
  interface Shelf {

    /** Its name there. */
    String put(NewAttachment attachment) throws IOException;
  }

  private final Shelf shelf;
  private final Map<String, AnswerFile> byPart = new LinkedHashMap<>();
  private final Set<String> used = new HashSet<>();
  private final Map<String, Object> entered = new HashMap<>();
  private long inline;

  AnswerFiles(ThreadWriter writer, Ref ref, List<AnswerFile> files) {
    this(attachment -> writer.attach(ref, List.of(attachment)).getFirst(), files);
  }

  AnswerFiles(Shelf shelf, List<AnswerFile> files) {
    this.shelf = shelf;
    files.forEach(file -> byPart.put(file.part(), file));
  }

  /**
   * Checks that every {@code part} that entries name came with the answer, before anything is
   * written.
   *
   * @throws AnswerRefusal when an entry names a part that did not come
   */
  void check(@Nullable Object value) throws AnswerRefusal {
    Set<String> parts = new LinkedHashSet<>();
    named(value, parts);
    for (String part : parts) {
      if (!byPart.containsKey(part)) {
        throw new AnswerRefusal(
            "An entry names the file \"%s\", which did not come with the message.".formatted(part));
      }
    }
  }

  /**
   * The entries with all files in them; those that no entry names are added to the first response.
   *
   * @param re what a response that is made for them refers to
   */
  List<Map<String, @Nullable Object>> entered(List<Map<String, @Nullable Object>> mess, Object re)
      throws IOException {
    if (byPart.isEmpty()) {
      return mess;
    }
    List<Map<String, @Nullable Object>> resolved = new ArrayList<>();
    for (Map<String, @Nullable Object> entry : mess) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      for (Map.Entry<String, @Nullable Object> each : entry.entrySet()) {
        copy.put(each.getKey(), resolved(each.getValue()));
      }
      resolved.add(copy);
    }
    addRest(resolved, re);
    return resolved;
  }

  /** The same value with the files that it names in it. */
  @Nullable Object resolved(@Nullable Object value) throws IOException {
    return switch (value) {
      case Map<?, ?> map -> {
        String part = part(map);
        if (part != null) {
          yield entry(part);
        }
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        for (Map.Entry<?, ?> each : map.entrySet()) {
          copy.put(String.valueOf(each.getKey()), resolved(each.getValue()));
        }
        yield copy;
      }
      case Collection<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>();
        for (Object each : list) {
          copy.add(resolved(each));
        }
        yield copy;
      }
      case null -> null;
      default -> value;
    };
  }

  /** The part that {@code {image: {part: photo1}}} names; null when it is no such entry. */
  private static @Nullable String part(Map<?, ?> map) {
    if (map.size() == 1) {
      Map.Entry<?, ?> only = map.entrySet().iterator().next();
      if (KINDS.contains(String.valueOf(only.getKey()))
          && only.getValue() instanceof Map<?, ?> inner
          && inner.get("part") != null) {
        return String.valueOf(inner.get("part"));
      }
    }
    return null;
  }

  private Object entry(String part) throws IOException {
    used.add(part);
    Object known = entered.get(part);
    if (known == null) {
      known = enter(Objects.requireNonNull(byPart.get(part)));
      entered.put(part, known);
    }
    return known;
  }

  private Map<String, Object> enter(AnswerFile file) throws IOException {
    FileType type = FileType.of(file.content(), file.mime());
    String kind = type.kind().name().toLowerCase(Locale.ROOT);
    long size = Files.size(file.content());
    long asUri = "data:;base64,".length() + type.mime().length() + (size + 2) / 3 * 4;
    Object media =
        inline + asUri <= MOST_INLINE ? inline(file, type, asUri) : beside(file, type, kind, size);
    return Map.of(kind, media);
  }

  private Object inline(AnswerFile file, FileType type, long asUri) throws IOException {
    inline += asUri;
    byte[] bytes = Files.readAllBytes(file.content());
    String uri = "data:" + type.mime() + ";base64," + Base64.getEncoder().encodeToString(bytes);
    if (type.kind() != MediaKind.FILE) {
      return uri;
    }
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("uri", uri);
    entry.put("name", type.name(file.name()));
    entry.put("mime", type.mime());
    return entry;
  }

  private Object beside(AnswerFile file, FileType type, String kind, long size) throws IOException {
    String called = type.name(file.name());
    String name = shelf.put(new NewAttachment(kind, called, file.content()));
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("file", name);
    entry.put("mime", type.mime());
    entry.put("size", size);
    entry.put("name", called);
    return entry;
  }

  /** Entries of the files that no entry has named yet. */
  List<@Nullable Object> rest() throws IOException {
    List<@Nullable Object> rest = new ArrayList<>();
    for (String part : byPart.keySet()) {
      if (!used.contains(part)) {
        rest.add(entry(part));
      }
    }
    return rest;
  }

  /** Adds the parts that a value names. */
  static void named(@Nullable Object value, Set<String> parts) {
    switch (value) {
      case Map<?, ?> map -> {
        String part = part(map);
        if (part != null) {
          parts.add(part);
        }
        map.values().forEach(each -> named(each, parts));
      }
      case Collection<?> list -> list.forEach(each -> named(each, parts));
      case null, default -> {}
    }
  }

  private void addRest(List<Map<String, @Nullable Object>> mess, Object re) throws IOException {
    List<@Nullable Object> rest = rest();
    if (!rest.isEmpty()) {
      Map<String, @Nullable Object> response = response(mess, re);
      List<@Nullable Object> content = new ArrayList<>();
      if (response.get("content") instanceof Collection<?> said) {
        content.addAll(said);
      }
      content.addAll(rest);
      response.put("content", content);
    }
  }

  @SuppressWarnings("unchecked") // Every map here was copied with texts as keys.
  private static Map<String, @Nullable Object> response(
      List<Map<String, @Nullable Object>> mess, Object re) {
    for (Map<String, @Nullable Object> entry : mess) {
      if (entry.get("response") instanceof Map<?, ?> response) {
        return (Map<String, @Nullable Object>) response;
      }
    }
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("re", re);
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put("response", response);
    mess.add(entry);
    return response;
  }
}
