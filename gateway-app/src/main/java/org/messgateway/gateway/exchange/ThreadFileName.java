package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the name of a file in a thread's folder says of it. */
final class ThreadFileName {

  private static final Pattern DOCUMENTS = Pattern.compile("(\\d{3})-.*\\.messe-af(\\.yaml)?");
  private static final Pattern ATTACHMENT = Pattern.compile("att-(\\d{3,6})-.*");

  /** Bytes: what file systems take. */
  private static final int LONGEST_FILE_NAME = 255;

  private ThreadFileName() {}

  /** The number of a file that holds documents: 0 has the envelope, the others are overflow. */
  static Optional<Integer> documentNumber(String name) {
    Matcher matcher = DOCUMENTS.matcher(name);
    return !Place.ignored(name) && matcher.matches()
        ? Optional.of(Integer.valueOf(matcher.group(1)))
        : Optional.empty();
  }

  /** {@code 001-<ref>.messe-af.yaml}. */
  static String ofDocuments(Ref ref, int number) {
    return "%03d-%s%s".formatted(number, ref.value(), Form.FLAT.suffix());
  }

  /** {@code att-001-image-fridge.jpg}. */
  static String ofAttachment(int number, NewAttachment attachment) {
    return "att-%03d-%s-%s".formatted(number, attachment.kind(), attachment.name());
  }

  /** The first number above all that are taken. */
  static int nextAttachment(List<FileStamp> files) {
    return 1
        + files.stream()
            .map(file -> ATTACHMENT.matcher(file.name()))
            .filter(Matcher::matches)
            .mapToInt(matcher -> Integer.parseInt(matcher.group(1)))
            .max()
            .orElse(0);
  }

  /** Whether a name from a thread or from the network may be looked for beside the thread. */
  static boolean safeAttachment(String name) {
    return !name.isBlank()
        && name.getBytes(UTF_8).length <= LONGEST_FILE_NAME
        && !Place.ignored(name)
        && !name.contains("/")
        && !name.contains("\\")
        && name.codePoints().noneMatch(Ref::unfit)
        && documentNumber(name).isEmpty();
  }
}
