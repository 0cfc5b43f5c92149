package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.Optional;
import org.messgateway.gateway.exchange.FairBudget.Share;

/**
 * The memory that large threads and messages may take at once, over all who read them: watchers,
 * requests, answers, commands. Half of the heap at most, so that small ones always find room; these
 * do not ask here, and wait for no large one.
 *
 * <p>Parsing is the inner step: whoever parses waits for nothing else until it is done. Holding is
 * the outer one, and nobody takes two at a time. So nobody waits in a circle.
 */
public final class LargeWork {

  /** Bytes of text up to which nothing is weighed. */
  public static final long SMALL = 64 << 10;

  /** Bytes of memory up to which a thread may be held by whoever needs it. */
  public static final long SMALL_MEMORY = 1 << 20;

  /** How long a request, an answer or a command waits for its turn. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Bytes of memory that the nodes of one byte of text can take, in the worst text. */
  private static final long NODES_A_BYTE = 160;

  /** A document has 200,000 events at most, whatever its length. */
  private static final long MOST_FOR_NODES = 64 << 20;

  /** The file, its text, what the parser has of it in buffers, and its values. */
  private static final long COPIES = 8;

  private static final String ANYBODY = "";
  private static final Share NOTHING = () -> {};

  private final FairBudget parsing;
  private final FairBudget holding;

  private LargeWork(FairBudget parsing, FairBudget holding) {
    this.parsing = parsing;
    this.holding = holding;
  }

  /** A quarter of the heap for parsing, a quarter for what was parsed. */
  public static LargeWork ofHeap() {
    return new LargeWork(FairBudget.ofHeap(4, Integer.MAX_VALUE), FairBudget.ofHeap(4, 1));
  }

  /**
   * To be held while a text is read and parsed, and nothing else is waited for.
   *
   * @param bytes of the text
   * @param patience zero for not waiting at all
   * @return empty when others were parsing all that time
   */
  public Optional<Share> parse(long bytes, Duration patience) {
    return bytes <= SMALL ? Optional.of(NOTHING) : taken(parsing, ANYBODY, memory(bytes), patience);
  }

  /** Memory that a text of so many bytes may take until it was dealt with. */
  public static long memory(long bytes) {
    return Math.min(NODES_A_BYTE * bytes, MOST_FOR_NODES) + COPIES * bytes;
  }

  /**
   * To be held as long as a parsed thread or message is.
   *
   * @param caller who gets one share at a time
   * @param memory bytes that it takes
   * @param patience zero for not waiting at all
   * @return empty when there was no room all that time
   */
  public Optional<Share> hold(String caller, long memory, Duration patience) {
    return memory <= SMALL_MEMORY ? Optional.of(NOTHING) : taken(holding, caller, memory, patience);
  }

  private static Optional<Share> taken(
      FairBudget budget, String caller, long bytes, Duration patience) {
    try {
      return budget.take(caller, bytes, patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
