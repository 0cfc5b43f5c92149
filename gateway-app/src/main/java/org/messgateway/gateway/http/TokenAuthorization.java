package org.messgateway.gateway.http;

import java.util.function.Predicate;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.StoredTokens;

/**
 * Whether the owner of a genuine token may come in now: its executor is in the configuration in
 * force, and nobody has ended it. Thread-safe.
 *
 * @param configured whether an executor of that id is in the configuration in force
 * @param requested whether a link's owner asked for its task itself; asked for links to files
 * @param overtaken whether another task has the ref of a link by now; asked for genuine links only
 */
public record TokenAuthorization(
    Predicate<String> configured,
    LinkTokens links,
    StoredTokens stored,
    Predicate<LinkClaims> requested,
    Predicate<LinkClaims> overtaken) {

  /** Where no task is deleted, and agents get no links. */
  public TokenAuthorization(Predicate<String> configured, LinkTokens links, StoredTokens stored) {
    this(configured, links, stored, _ -> false, _ -> false);
  }

  /**
   * The claims of a genuine link to a task.
   *
   * @throws ProblemException 401 where it was ended, 403 where it is for one file or its executor
   *     is not configured, 404 where its task is gone and another has its ref
   */
  public LinkClaims link(LinkClaims genuine) {
    if (genuine.file() != null) {
      throw new ProblemException(403, "Forbidden", "This link is for one file of the task only.");
    }
    return checked(genuine, true);
  }

  /**
   * The claims of a genuine link to a task, or to one file of it.
   *
   * @param path of the file that is asked for, below the thread
   * @throws ProblemException as above
   */
  LinkClaims file(LinkClaims genuine, String path) {
    return path.equals(genuine.file()) ? checked(genuine, !requested.test(genuine)) : link(genuine);
  }

  private LinkClaims checked(LinkClaims genuine, boolean ofExecutor) {
    String by = genuine.chain().storedToken();
    if (links.ended(genuine) || (by != null && !stored.alive(by))) {
      throw new ProblemException(
              401,
              "Unauthorized",
              "This link was ended. A new one comes with the next message about the task.")
          .typed("urn:mess:ended");
    }
    if (ofExecutor) {
      executor(genuine.executor());
    }
    if (overtaken.test(genuine)) {
      throw ProblemException.notFound("This task is not here any more.");
    }
    return genuine;
  }

  /** Throws 403 unless there is such an executor now. */
  void executor(String id) {
    if (!configured.test(id)) {
      throw new ProblemException(
          403,
          "Forbidden",
          "You are not among those who answer here any more. If you should be, ask whoever runs"
              + " this gateway: "
              + id
              + " is not in its configuration.");
    }
  }
}
