package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.PlainJson;
import org.messgateway.gateway.exchange.format.YamlWriter;

/**
 * In which form what was posted is answered: as JSON members, or in MESS. {@code Accept} decides;
 * where it leaves the choice, a YAML message to {@code /mess} is answered in YAML.
 */
enum AnswerFormat {
  JSON("application/json"),
  MESS_JSON("application/mess+json"),
  MESS_YAML("application/yaml");

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String MESS = "/mess";

  private final String mediaType;

  AnswerFormat(String mediaType) {
    this.mediaType = mediaType;
  }

  /** The form of an answer to this request. */
  static AnswerFormat of(ServerRequest request) {
    String accept = request.headers().first(HeaderNames.ACCEPT).orElse("*/*");
    return Arrays.stream(accept.toLowerCase(Locale.ROOT).split(","))
        .map(range -> range.strip().split("\\s*;\\s*"))
        .filter(range -> weight(range) > 0)
        .sorted(Comparator.comparingDouble(AnswerFormat::weight).reversed())
        .flatMap(range -> Stream.ofNullable(named(range[0], request)))
        .findFirst()
        .orElse(JSON);
  }

  /** Whether a refusal of this request is told in MESS, too. */
  static boolean refusesInMess(ServerRequest request) {
    String path = request.path().path();
    boolean speaks = path.equals(MESS) || path.startsWith("/thread/");
    return speaks && request.prologue().method().equals(Method.POST) && of(request) != JSON;
  }

  private static double weight(String[] range) {
    return Arrays.stream(range)
        .filter(parameter -> parameter.matches("q=[01](\\.\\d{1,3})?"))
        .mapToDouble(parameter -> Double.parseDouble(parameter.substring(2)))
        .findFirst()
        .orElse(1);
  }

  private static @Nullable AnswerFormat named(String range, ServerRequest request) {
    return switch (range) {
      case "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml" -> MESS_YAML;
      case "application/mess+yaml" -> MESS_YAML;
      case "application/mess+json" -> MESS_JSON;
      case "application/json", "application/problem+json" -> JSON;
      case "*/*", "application/*" -> usual(request);
      default -> null;
    };
  }

  /** The plan shows JSON for what is posted to a thread, and MESS for what an agent posts. */
  private static AnswerFormat usual(ServerRequest request) {
    String sent = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
    return request.path().path().equals(MESS) && sent.toLowerCase(Locale.ROOT).contains("yaml")
        ? MESS_YAML
        : JSON;
  }

  /**
   * Sends an answer in this form.
   *
   * @param members of the JSON form
   * @param mess entries of the form in MESS
   */
  void send(
      ServerResponse response,
      Map<String, @Nullable Object> members,
      List<Map<String, @Nullable Object>> mess) {
    response
        .header(HeaderNames.CONTENT_TYPE, mediaType)
        .send(this == JSON ? json(members) : written(mess));
  }

  String mediaType() {
    return mediaType;
  }

  /** A message of these entries; not for {@link #JSON}. */
  byte[] written(List<Map<String, @Nullable Object>> mess) {
    Map<String, Object> message = Map.of("MESS", mess);
    return this == MESS_YAML ? YamlWriter.write(message).getBytes(UTF_8) : json(message);
  }

  private static byte[] json(@Nullable Object value) {
    try {
      return MAPPER.writeValueAsBytes(PlainJson.of(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("plain values are JSON", e);
    }
  }
}
