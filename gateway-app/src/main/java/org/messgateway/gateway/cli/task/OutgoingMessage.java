package org.messgateway.gateway.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.messgateway.gateway.exchange.view.MediaTypes;

/**
 * A message in MESS with its files, as it is posted. It can be sent several times.
 *
 * @param type the content type
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record OutgoingMessage(String type, byte[] message, List<Path> files) {

  private static final String YAML = "application/yaml";
  private static final String FORM = "multipart/form-data; boundary=";

  OutgoingMessage {
    files = List.copyOf(files);
  }

  /** YAML or JSON as somebody wrote it. */
  static OutgoingMessage raw(byte[] message) {
    return new OutgoingMessage(YAML, message, List.of());
  }

  /** Entries of our own. */
  static OutgoingMessage of(List<Map<String, Object>> mess) {
    return of(mess, List.of());
  }

  /**
   * The same with files, to which entries refer as {@link #part} says.
   *
   * @throws CommandFailure when a file cannot be read
   */
  static OutgoingMessage of(List<Map<String, Object>> mess, List<Path> files) {
    for (Path file : files) {
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        throw CommandFailure.usage("The file " + file + " cannot be read.");
      }
    }
    String type = files.isEmpty() ? YAML : FORM + "mess-" + UUID.randomUUID();
    return new OutgoingMessage(type, YamlWriter.write(Map.of("MESS", mess)).getBytes(UTF_8), files);
  }

  /** Content entries for files, in their order. */
  static List<Object> parts(List<Path> files) {
    List<Object> entries = new ArrayList<>();
    for (int number = 0; number < files.size(); number++) {
      String mime = MediaTypes.ofName(name(files.get(number)));
      String family = mime.substring(0, mime.indexOf('/'));
      String kind = List.of("image", "audio", "video").contains(family) ? family : "file";
      Map<String, Object> part = new LinkedHashMap<>();
      part.put("part", part(number));
      entries.add(Map.of(kind, part));
    }
    return entries;
  }

  private static String part(int number) {
    return "file" + (number + 1);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** The body, read anew at each sending. */
  BodyPublisher body() throws FileNotFoundException {
    if (files.isEmpty()) {
      return BodyPublishers.ofByteArray(message);
    }
    String boundary = type.substring(FORM.length());
    List<BodyPublisher> parts = new ArrayList<>();
    parts.add(text(head(boundary, "name=\"message\"", YAML)));
    parts.add(BodyPublishers.ofByteArray(message));
    for (int number = 0; number < files.size(); number++) {
      String name = name(files.get(number)).replaceAll("[\"\\\\\\p{Cntrl}]", "_");
      parts.add(
          text(
              "\r\n"
                  + head(
                      boundary,
                      "name=\"" + part(number) + "\"; filename=\"" + name + "\"",
                      MediaTypes.ofName(name))));
      parts.add(BodyPublishers.ofFile(files.get(number)));
    }
    parts.add(text("\r\n--" + boundary + "--\r\n"));
    return BodyPublishers.concat(parts.toArray(BodyPublisher[]::new));
  }

  private static String head(String boundary, String names, String mime) {
    return "--"
        + boundary
        + "\r\nContent-Disposition: form-data; "
        + names
        + "\r\nContent-Type: "
        + mime
        + "\r\n\r\n";
  }

  private static BodyPublisher text(String text) {
    return BodyPublishers.ofByteArray(text.getBytes(UTF_8));
  }
}
