package org.messgateway.gateway.exchange.format;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.parser.Parser;

/**
 * Stops what the composer would have to build node by node: deep nesting and too many events. Also
 * restores scalars that were abridged.
 */
final class EventGuard implements Parser {

  /** Ten times what the protocol's own examples need. */
  static final int MAX_DEPTH = 64;

  private final Parser parser;
  private final UnaryOperator<String> restored;
  private final ParseLimits limits;
  private int depth;

  /**
   * @param restored a scalar's text from what was parsed of it
   * @param limits count the events
   */
  EventGuard(Parser parser, UnaryOperator<String> restored, ParseLimits limits) {
    this.parser = parser;
    this.restored = restored;
    this.limits = limits;
  }

  @Override
  public boolean checkEvent(Event.ID choice) {
    return parser.checkEvent(choice);
  }

  @Override
  public Event peekEvent() {
    return parser.peekEvent();
  }

  @Override
  public boolean hasNext() {
    return parser.hasNext();
  }

  @Override
  public Event next() {
    Event event = parser.next();
    String excess = limits.next();
    if (excess != null) {
      throw new ParserException(excess, event.getStartMark());
    }
    return switch (event.getEventId()) {
      case MappingStart, SequenceStart -> entered(event);
      case MappingEnd, SequenceEnd -> left(event);
      case Scalar -> event instanceof ScalarEvent scalar ? restored(scalar) : event;
      case Alias, Comment, DocumentEnd, DocumentStart, StreamEnd, StreamStart -> event;
    };
  }

  private Event entered(Event event) {
    depth++;
    if (depth > MAX_DEPTH) {
      Optional<Mark> mark = event.getStartMark();
      throw new ParserException("nested more than " + MAX_DEPTH + " deep", mark);
    }
    return event;
  }

  private Event left(Event event) {
    depth--;
    return event;
  }

  private ScalarEvent restored(ScalarEvent scalar) {
    String parsed = scalar.getValue();
    String text = restored.apply(parsed);
    return text.length() == parsed.length()
        ? scalar
        : new ScalarEvent(
            scalar.getAnchor(),
            scalar.getTag(),
            scalar.getImplicit(),
            text,
            scalar.getScalarStyle(),
            scalar.getStartMark(),
            scalar.getEndMark());
  }
}
