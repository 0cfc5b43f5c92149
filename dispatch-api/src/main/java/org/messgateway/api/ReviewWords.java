package org.messgateway.api;

import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.text.Texts;

/** An opinion of what was done as people read it, without its feedback. */
public final class ReviewWords {

  private ReviewWords() {}

  /** Lines in English; empty when it has feedback only. */
  public static List<String> of(Payload.Review review) {
    return of(review, Texts.ENGLISH);
  }

  /** Lines; empty when it has feedback only. */
  public static List<String> of(Payload.Review review, Texts texts) {
    List<String> lines = new ArrayList<>();
    if (review.accept() != null) {
      lines.add(texts.get(review.accept() ? "review.accepted" : "review.rejected"));
    }
    if (review.rating() != null) {
      lines.add(texts.get("review.rating", review.rating()));
    }
    if (review.requestRedo()) {
      lines.add(texts.get("review.redo"));
    }
    return lines;
  }
}
