package org.messgateway.gateway.inbound;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Heard;
import org.messgateway.gateway.inbound.Meaning.Read;

/**
 * Finds the task that a text is about which names no message.
 *
 * @param media whether a file or a place came with it
 * @param late by its letter, or by null the one told last: who comes a moment too late is told what
 *     became of it, and what they sent is not lost
 */
record Choosing(
    String executor,
    Read read,
    boolean media,
    Sayings sayings,
    Function<@Nullable String, Optional<OpenTask>> late) {

  Choice among(List<OpenTask> open) {
    if (read.letter() != null) {
      return open.stream()
          .filter(each -> read.letter().equals(each.letter()))
          .findFirst()
          .or(() -> late.apply(read.letter()))
          .<Choice>map(each -> new Choice.About(each, true, false))
          .orElseGet(() -> say(sayings.nothingOpen()));
    }
    if (open.isEmpty()) {
      return (media || isAnswer(read.meaning()) ? late.apply(null) : Optional.<OpenTask>empty())
          .<Choice>map(each -> new Choice.About(each, false, false))
          .orElseGet(() -> say(sayings.nothingOpen()));
    }
    if (!media && isUnclear(read.meaning())) {
      return say(help(open));
    }
    List<OpenTask> meant = meant(open);
    return meant.size() == 1
        ? new Choice.About(meant.getFirst(), false, false)
        : new Choice.Which(meant);
  }

  private static Choice say(String sentence) {
    return new Choice.Say(Heard.refused(sentence));
  }

  /** A text without any of our words is chatter until it names its task. */
  private static boolean isUnclear(Meaning meaning) {
    return meaning instanceof Meaning.Help
        || (meaning instanceof Meaning.Free free && !free.text().endsWith("?"));
  }

  /** Nobody says this but of what they were just asked. */
  private static boolean isAnswer(Meaning meaning) {
    return switch (meaning) {
      case Meaning.Take _, Meaning.Pass _, Meaning.Yes _, Meaning.No _, Meaning.Done _ -> true;
      case Meaning.Ask _,
          Meaning.GiveBack _,
          Meaning.Pause _,
          Meaning.Resume _,
          Meaning.ListOpen _,
          Meaning.Help _,
          Meaning.Carrier _,
          Meaning.Free _ ->
          false;
    };
  }

  private List<OpenTask> meant(List<OpenTask> open) {
    if (media) {
      return first(open, this::held);
    }
    return switch (read.meaning()) {
      case Meaning.Take _, Meaning.Pass _ -> first(open, this::free);
      case Meaning.Yes _, Meaning.No _ ->
          first(first(open, this::free), each -> each.task().wantsYesOrNo(), open);
      default -> first(open, this::held);
    };
  }

  private boolean held(OpenTask each) {
    return each.task().isHeldBy(executor);
  }

  private boolean free(OpenTask each) {
    return each.task().isFree();
  }

  /** Those it is most likely about; all when it is about none of them. */
  private static List<OpenTask> first(List<OpenTask> open, Predicate<OpenTask> likely) {
    return first(open, likely, open);
  }

  private static List<OpenTask> first(
      List<OpenTask> otherwise, Predicate<OpenTask> likely, List<OpenTask> open) {
    List<OpenTask> found = open.stream().filter(likely).toList();
    return found.isEmpty() ? otherwise : found;
  }

  private String help(List<OpenTask> open) {
    OpenTask first = first(open, this::held).getFirst();
    String letter = open.size() > 1 && first.letter() != null ? first.letter() : "";
    return held(first) ? sayings.helpHeld(letter) : sayings.helpFree(letter);
  }
}
