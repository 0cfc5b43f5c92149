package org.messgateway.api;

import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.mess.Payload;

/** An opinion of what was done as people read it, without its feedback. */
public final class ReviewWords {

  private ReviewWords() {}

  /** Lines; empty when it has feedback only. */
  public static List<String> of(Payload.Review review) {
    List<String> lines = new ArrayList<>();
    if (review.accept() != null) {
      lines.add(review.accept() ? "That is good, thank you." : "That is not what was needed.");
    }
    if (review.rating() != null) {
      lines.add(review.rating() + " of 5.");
    }
    if (review.requestRedo()) {
      lines.add("Please do it again.");
    }
    return lines;
  }
}
