package org.messgateway.gateway.respond.body;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AnswerFile;
import org.messgateway.gateway.answer.MessBody;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.respond.body.BodyException.Reason;

/** A message with files: one part {@code message}, every other part a file. Used once. */
final class MultipartMessage {

  private static final String MESSAGE = "message";

  private record Received(Part part, Path content) {}

  private final BodyLimits limits;
  private final Spool spool;
  private final MessageDigest digest;
  private final List<Received> received = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private byte @Nullable [] message;

  MultipartMessage(BodyLimits limits, Spool spool, MessageDigest digest) {
    this.limits = limits;
    this.spool = spool;
    this.digest = digest;
  }

  /** Reads all of it; the submission owns the files from then on. */
  Submission read(MultipartReader parts) throws IOException, ThreadFormatException {
    boolean whole = false;
    try {
      for (Optional<Part> next = parts.next(); next.isPresent(); next = parts.next()) {
        take(next.get());
      }
      Submission submission = submission();
      whole = true;
      return submission;
    } finally {
      if (!whole) {
        spool.close();
      }
    }
  }

  private void take(Part part) throws IOException {
    if (!names.add(part.name())) {
      throw MultipartReader.malformed("two parts have the same name");
    }
    // The boundary differs from one sending to the next; names and contents do not.
    digest.update((part.name() + "\n" + part.fileName().orElse("") + "\n").getBytes(UTF_8));
    if (part.name().equals(MESSAGE)) {
      message = part.content().readAllBytes();
      digest.update(message);
    } else if (received.size() == limits.files()) {
      throw new BodyException(
          Reason.TOO_LARGE, "At most " + limits.files() + " files are taken at once.");
    } else {
      received.add(new Received(part, spool.receive(part.content(), limits.file(), digest)));
    }
  }

  private Submission submission() throws ThreadFormatException {
    byte[] read = message;
    if (read == null) {
      throw MultipartReader.malformed("the part `message` is missing, in YAML or JSON");
    }
    List<Map<String, @Nullable Object>> mess = MessBody.read(read);
    PartKinds kinds = new PartKinds(mess);
    List<AnswerFile> files =
        received.stream().map(one -> file(one.part(), one.content(), kinds)).toList();
    return new Submission(mess, files, HexFormat.of().formatHex(digest.digest()), spool::close);
  }

  private static AnswerFile file(Part part, Path content, PartKinds kinds) {
    return new AnswerFile(
        part.name(),
        kinds.of(part.name(), part.mime()),
        part.fileName().filter(name -> !name.isBlank()).orElse(part.name()),
        part.mime(),
        content);
  }
}
