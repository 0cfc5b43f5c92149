package org.messgateway.api;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Payload.ResponseHint;
import org.messgateway.api.text.Texts;

/**
 * The conditions of a request in words: where, what answer is wanted, how exactly, when, what it
 * pays. Each is one short line without a label and is empty when the request says nothing of it.
 * Source: MESS protocol §3.2.
 *
 * @param place where: a name, else coordinates
 * @param map the URL of a map that shows the place
 * @param wanted the kinds of answer, each with what is said of it: {@code a photo (the shelf), yes
 *     or no}
 * @param wantedKinds the kinds alone, for channels with little room: {@code photo}
 * @param notBefore the earliest time, while that is in the future
 * @param precision how exactly
 * @param surroundings the conditions of the surroundings
 * @param pay what the requestor gives for it
 */
public record RequestWords(
    String place,
    String map,
    String wanted,
    String wantedKinds,
    String notBefore,
    String precision,
    String surroundings,
    String pay) {

  /** The longest line in UTF-16 units; the map's URL is not shortened. */
  private static final int LINE = 100;

  private static final int WANTED_LINE = 160;

  /** The conditions of a thread's request in English. */
  public static RequestWords of(MessThread thread, Instant now, ZoneId zone) {
    return of(thread, now, zone, Texts.ENGLISH);
  }

  /** The conditions of a thread's request. */
  public static RequestWords of(MessThread thread, Instant now, ZoneId zone, Texts texts) {
    Payload.Request request = thread.request().orElseGet(() -> Payload.Request.of(""));
    Object location = request.constraints().location();
    Instant earliest = request.constraints().notBefore();
    return new RequestWords(
        line(place(location, texts), LINE),
        map(location),
        wanted(request.responseHint(), texts),
        line(wanted(request.responseHint(), texts, Hint::brief), LINE),
        earliest == null || !earliest.isAfter(now) ? "" : texts.clock(earliest, now, zone),
        line(precision(request.precision(), texts), LINE),
        line(PlainWords.of(request.constraints().environment(), texts), LINE),
        line(pay(request.compensation(), texts), LINE));
  }

  /** The kinds of answer that hints ask for, as {@link #wanted} has them; empty without hints. */
  public static String wanted(List<ResponseHint> hints, Texts texts) {
    return line(wanted(hints, texts, Hint::words), WANTED_LINE);
  }

  /** Place and answer, each with its label, most important first. */
  List<String> first(Texts texts) {
    return labelled(
        texts,
        "request.where",
        place.isEmpty() && !map.isEmpty() ? map : (place + " " + map).strip(),
        "request.wanted",
        wanted);
  }

  /** The other conditions, each with its label, most important first. */
  List<String> rest(Texts texts) {
    return labelled(
        texts,
        "request.not_before",
        notBefore,
        "",
        precision,
        "request.around",
        surroundings,
        "request.pay",
        pay);
  }

  private static List<String> labelled(Texts texts, String... labelsAndWords) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < labelsAndWords.length; i += 2) {
      if (!labelsAndWords[i + 1].isEmpty()) {
        String label = labelsAndWords[i];
        String words = labelsAndWords[i + 1];
        lines.add(label.isEmpty() ? words : texts.get(label, words));
      }
    }
    return lines;
  }

  private static String line(String words, int limit) {
    return NotificationText.shortened(PlainText.of(words).replaceAll("\\s+", " ").strip(), limit);
  }

  private static String place(@Nullable Object location, Texts texts) {
    if (!(location instanceof Map<?, ?> place)) {
      return location == null ? "" : PlainWords.of(location, texts);
    }
    String named = PlaceWords.named(place, texts);
    Optional<Double> lat = number(place.get("lat"));
    Optional<Double> lng = number(place.get("lng"));
    String where =
        named.isEmpty() && lat.isPresent() && lng.isPresent()
            ? PlaceWords.position(lat.get(), lng.get())
            : named;
    String near =
        number(place.get("radius_km")).map(km -> texts.get("request.within", count(km))).orElse("");
    return Stream.of(where, near).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
  }

  private static String map(@Nullable Object location) {
    if (!(location instanceof Map<?, ?> place)) {
      return "";
    }
    return number(place.get("lat"))
        .flatMap(lat -> number(place.get("lng")).map(lng -> PlaceWords.map(lat, lng)))
        .orElse("");
  }

  private static Optional<Double> number(@Nullable Object value) {
    try {
      return Optional.ofNullable(value)
          .map(number -> Double.valueOf(number.toString()))
          .filter(Double::isFinite);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String count(double number) {
    return number == Math.rint(number)
        ? String.format(Locale.ROOT, "%.0f", number)
        : String.valueOf(number);
  }

  private static String precision(@Nullable String precision, Texts texts) {
    return switch (precision) {
      case null -> "";
      case "loose" -> texts.get("request.loose");
      case "guided" -> texts.get("request.guided");
      case "exact" -> texts.get("request.exact");
      default -> PlainWords.words(precision);
    };
  }

  private static String pay(Map<String, Object> compensation, Texts texts) {
    String shells = PlainWords.of(compensation.get("shells"), texts);
    String form = shells.equals("1") ? "request.shells.one" : "request.shells.other";
    return Stream.of(
            shells.isEmpty() ? "" : texts.get(form, shells),
            PlainWords.of(compensation.get("note"), texts))
        .filter(part -> !part.isBlank())
        .collect(Collectors.joining(", "));
  }

  private static String wanted(
      List<ResponseHint> hints, Texts texts, Function<Hint, String> words) {
    return hints.stream()
        .map(hint -> Hint.of(hint, texts))
        .map(words)
        .filter(each -> !each.isEmpty())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /**
   * One kind of answer.
   *
   * @param noun with its article
   * @param brief without it; empty for text, which every reply by text is: not worth the room
   * @param about what the requestor says of it
   */
  private record Hint(String noun, String brief, String about) {

    private static Hint of(ResponseHint hint, Texts texts) {
      return switch (hint.type()) {
        case "structured", "json" ->
            of("structured", String.join(", ", fields(hint.spec(), texts)), texts);
        default -> of(hint.type(), PlainWords.of(hint.spec(), texts), texts);
      };
    }

    private static Hint of(String type, String about, Texts texts) {
      String other = PlainWords.words(type).toLowerCase(Locale.ROOT);
      return new Hint(
          texts.find("want." + type).orElse(other),
          type.equals("text") ? "" : texts.find("brief." + type).orElse(other),
          about);
    }

    /** The names of a form's fields; their types are for the page, which makes the form. */
    private static List<String> fields(@Nullable Object spec, Texts texts) {
      return switch (spec) {
        case null -> List.of();
        case Map<?, ?> form -> {
          Object inner = form.get(form.containsKey("fields") ? "fields" : "properties");
          yield inner == null
              ? form.keySet().stream().map(Hint::name).toList()
              : fields(inner, texts);
        }
        case Collection<?> many -> many.stream().map(Hint::name).toList();
        default -> List.of(PlainWords.of(spec, texts));
      };
    }

    private static String name(Object field) {
      Object name =
          field instanceof Map<?, ?> map
              ? Stream.of("name", "field", "id")
                  .<Object>map(map::get)
                  .filter(Objects::nonNull)
                  .findFirst()
                  .orElseGet(
                      () -> map.keySet().stream().<Object>map(key -> key).findFirst().orElse(""))
              : field;
      return PlainWords.words(String.valueOf(name)).toLowerCase(Locale.ROOT);
    }

    private String words() {
      return about.isEmpty() ? noun : noun + " (" + about + ")";
    }
  }
}
