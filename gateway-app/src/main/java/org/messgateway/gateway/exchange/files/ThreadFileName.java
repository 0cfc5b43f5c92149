package org.messgateway.gateway.exchange.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.gateway.exchange.NewAttachment;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;

/** Names of the files in a thread's folder: documents, overflow files, attachments (MESSE-AF 2). */
public final class ThreadFileName {

  private static final Pattern DOCUMENTS = Pattern.compile("(\\d{3})-.*\\.messe-af(\\.yaml)?");
  private static final Pattern ATTACHMENT = Pattern.compile("att-(\\d{3,6})-.*");

  /** Bytes: the limit of usual file systems. */
  private static final int LONGEST_FILE_NAME = 255;

  private ThreadFileName() {}

  /**
   * The number of a file that holds documents: 0 for the file with the envelope, others for
   * overflow files.
   */
  public static Optional<Integer> documentNumber(String name) {
    Matcher matcher = DOCUMENTS.matcher(name);
    return !ThreadLocation.ignored(name) && matcher.matches()
        ? Optional.of(Integer.valueOf(matcher.group(1)))
        : Optional.empty();
  }

  /** {@code 001-<ref>.messe-af.yaml}. */
  public static String ofDocuments(Ref ref, int number) {
    return "%03d-%s%s".formatted(number, ref.value(), ThreadLayout.FLAT.suffix());
  }

  /** {@code att-001-image-fridge.jpg}. */
  public static String ofAttachment(int number, NewAttachment attachment) {
    return ofAttachment(number, attachment.kind(), attachment.name());
  }

  /** The same of a kind and a name with extension. */
  public static String ofAttachment(int number, String kind, String name) {
    return "att-%03d-%s-%s".formatted(number, kind, name);
  }

  /** The first number above all used ones. */
  public static int nextAttachment(List<FileStamp> files) {
    return 1
        + files.stream()
            .map(file -> ATTACHMENT.matcher(file.name()))
            .filter(Matcher::matches)
            .mapToInt(matcher -> Integer.parseInt(matcher.group(1)))
            .max()
            .orElse(0);
  }

  /**
   * Whether a name from a thread or from the network can be that of an attachment: no path, nothing
   * hidden.
   */
  public static boolean safeAttachment(String name) {
    return !name.isBlank()
        && name.getBytes(UTF_8).length <= LONGEST_FILE_NAME
        && !ThreadLocation.ignored(name)
        && !name.contains("/")
        && !name.contains("\\")
        && name.codePoints().noneMatch(Ref::unfit)
        && documentNumber(name).isEmpty();
  }
}
