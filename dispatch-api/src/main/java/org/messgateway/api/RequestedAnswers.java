package org.messgateway.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AnswerButton.Kind;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Payload.ResponseHint;

/**
 * The answers to a request that need one tap, by its response hint: yes or no; one of a few
 * choices; a photo; a text. A request that asks for more than one tap can say has none, and is
 * answered on its page. Source: MESS protocol §3.2, docs/rules.md#one-tap.
 */
public final class RequestedAnswers {

  /** More choices are chosen from on the page. */
  private static final int MOST_CHOICES = 6;

  private RequestedAnswers() {}

  /** The buttons that answer a thread's request now, in order. */
  public static List<AnswerButton> of(MessThread thread) {
    Payload.Request request = thread.request().orElse(null);
    boolean agreedFirst =
        thread.envelope().confirmBefore() || (request != null && request.confirmBefore());
    return request == null || agreedFirst ? List.of() : of(thread.intent(), request.responseHint());
  }

  /** The buttons that answer a request with this intent and these hints, in order. */
  public static List<AnswerButton> of(String intent, List<ResponseHint> hints) {
    List<ResponseHint> others = hints.stream().filter(hint -> !is(hint, "text")).toList();
    List<AnswerButton> answers = new ArrayList<>();
    if (others.stream().anyMatch(hint -> is(hint, "image"))) {
      answers.add(asking(Kind.PHOTO));
    } else if (others.size() == 1) {
      answers.addAll(atOnce(intent, others.getFirst()));
    }
    boolean enough = others.isEmpty() || !answers.isEmpty();
    if (enough && others.size() < hints.size()) {
      answers.add(asking(Kind.TEXT));
    }
    return List.copyOf(answers);
  }

  private static boolean is(ResponseHint hint, String type) {
    return hint.type().equals(type);
  }

  private static AnswerButton asking(Kind kind) {
    return new AnswerButton(kind, kind.code(), "", Map.of());
  }

  private static List<AnswerButton> atOnce(String intent, ResponseHint hint) {
    return switch (hint.type()) {
      case "confirmation" ->
          yesOrNo(
              sum(intent, hint.type(), String.valueOf(hint.spec())),
              Map.of("confirmation", true),
              Map.of("confirmation", false));
      case "structured", "json" -> {
        List<Field> fields = Field.all(hint.spec());
        yield fields.size() == 1 ? choices(intent, fields.getFirst()) : List.of();
      }
      default -> List.of();
    };
  }

  private static List<AnswerButton> yesOrNo(
      String sum, Map<String, Object> yes, Map<String, Object> no) {
    return List.of(
        new AnswerButton(Kind.YES, "yes-" + sum, "", yes),
        new AnswerButton(Kind.NO, "no-" + sum, "", no));
  }

  private static List<AnswerButton> choices(String intent, Field field) {
    if (field.yesOrNo()) {
      return yesOrNo(
          sum(intent, field.name(), "boolean"),
          structured(field.name(), true),
          structured(field.name(), false));
    }
    List<Choice> choices = field.choices();
    Set<String> distinct = choices.stream().map(Choice::label).collect(Collectors.toSet());
    if (choices.isEmpty()
        || choices.size() > MOST_CHOICES
        || distinct.size() < choices.size()
        || distinct.contains("")) {
      return List.of();
    }
    String sum =
        sum(
            Stream.concat(
                    Stream.of(intent, field.name()),
                    choices.stream()
                        .flatMap(one -> Stream.of(one.label(), String.valueOf(one.value()))))
                .toArray(String[]::new));
    List<AnswerButton> answers = new ArrayList<>();
    for (Choice choice : choices) {
      answers.add(
          new AnswerButton(
              Kind.CHOICE,
              "choice" + answers.size() + "-" + sum,
              choice.label(),
              structured(field.name(), choice.value())));
    }
    return answers;
  }

  private static Map<String, Object> structured(String field, Object value) {
    return Map.of("structured", Map.of(field, value));
  }

  /**
   * Tells what was asked from what is asked now: eight hexadecimal digits. No secret and no proof:
   * who changes a request may change it in any way.
   */
  private static String sum(String... parts) {
    return String.format(Locale.ROOT, "%08x", String.join("\0", parts).hashCode());
  }

  private record Choice(String label, Object value) {

    static List<Choice> all(Collection<?> options) {
      return options.stream().filter(Objects::nonNull).map(Choice::of).toList();
    }

    private static Choice of(Object option) {
      Object value = option;
      Object label = option;
      if (option instanceof Map<?, ?> map) {
        value = first(map, "value", "id", "label");
        label = first(map, "label", "value", "id");
      }
      boolean plain = value instanceof Number || value instanceof Boolean;
      return new Choice(line(PlainWords.of(label)), plain ? value : PlainWords.of(value));
    }

    private static String line(String text) {
      String line = PlainText.of(text).replaceAll("\\s+", " ").strip();
      return NotificationText.shortened(line, AnswerButton.LABEL_LIMIT);
    }
  }

  private static Object first(Map<?, ?> map, String... keys) {
    return Stream.of(keys).<Object>map(map::get).filter(Objects::nonNull).findFirst().orElse("");
  }

  /** A field of a form, in the forms that agents write. */
  private record Field(String name, @Nullable Object spec) {

    static List<Field> all(@Nullable Object spec) {
      return switch (spec) {
        case Map<?, ?> form -> {
          Object inner = inner(form);
          yield inner != null
              ? all(inner)
              : form.entrySet().stream()
                  .map(each -> new Field(String.valueOf(each.getKey()), each.getValue()))
                  .toList();
        }
        case Collection<?> many -> many.stream().filter(Objects::nonNull).map(Field::one).toList();
        case null, default -> List.of();
      };
    }

    private static @Nullable Object inner(Map<?, ?> form) {
      Object schema = form.get("schema");
      Object inner = form.containsKey("fields") ? form.get("fields") : form.get("properties");
      return inner == null && schema instanceof Map<?, ?> map ? map.get("properties") : inner;
    }

    private static Field one(Object value) {
      if (!(value instanceof Map<?, ?> map)) {
        return new Field(String.valueOf(value), null);
      }
      Object name = first(map, "name", "field", "id");
      if (!name.equals("")) {
        return new Field(name.toString(), map);
      }
      return map.entrySet().stream()
          .findFirst()
          .map(entry -> new Field(String.valueOf(entry.getKey()), entry.getValue()))
          .orElseGet(() -> new Field("value", null));
    }

    private boolean yesOrNo() {
      Object type = spec instanceof Map<?, ?> map ? map.get("type") : spec;
      return type != null && Set.of("bool", "boolean").contains(type.toString());
    }

    private List<Choice> choices() {
      return switch (spec) {
        case Collection<?> many -> Choice.all(many);
        case Map<?, ?> map ->
            Stream.of("options", "enum", "values", "choices")
                .<Object>map(map::get)
                .filter(Collection.class::isInstance)
                .findFirst()
                .map(many -> Choice.all((Collection<?>) many))
                .orElse(List.of());
        case String text when text.contains("|") ->
            Choice.all(Stream.of(text.split("\\|")).map(String::strip).toList());
        case null, default -> List.of();
      };
    }
  }
}
