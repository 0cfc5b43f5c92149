package org.messgateway.gateway.exchange.format;

import java.util.Optional;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.parser.Parser;

/** Stops deep nesting before it becomes deep recursion in the composer. */
final class EventGuard implements Parser {

  /** Ten times what the protocol's own examples need. */
  static final int MAX_DEPTH = 64;

  private final Parser parser;
  private int depth;

  EventGuard(Parser parser) {
    this.parser = parser;
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
    switch (event.getEventId()) {
      case MappingStart, SequenceStart -> enter(event.getStartMark());
      case MappingEnd, SequenceEnd -> depth--;
      case Alias, Comment, DocumentEnd, DocumentStart, Scalar, StreamEnd, StreamStart -> {}
    }
    return event;
  }

  private void enter(Optional<Mark> mark) {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new ParserException("nested more than " + MAX_DEPTH + " deep", mark);
    }
  }
}
