package org.messgateway.gateway.exchange;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The names of a gateway's exchanges, in the order of its configuration. Names are for those who
 * choose an exchange; rows, links and identities have its id, which outlives a name.
 */
public final class ExchangeNames {

  private final SequencedMap<String, String> ids;

  /**
   * @param ids by name
   */
  public ExchangeNames(SequencedMap<String, String> ids) {
    this.ids = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(ids));
  }

  /** The id of the exchange that is called so, by its name or by the id itself. */
  public Optional<String> id(String called) {
    return name(called).map(ids::get);
  }

  /** The name of the exchange that is called so, by its name or by its id. */
  public Optional<String> name(String called) {
    return ids.containsKey(called)
        ? Optional.of(called)
        : ids.keySet().stream().filter(name -> called.equals(ids.get(name))).findFirst();
  }

  /** Whether a ref may stand in two of them. */
  public boolean several() {
    return ids.size() > 1;
  }

  /** What somebody is told who named an exchange that is not there. */
  public String unknown(String called) {
    String shown = called.length() > 60 ? called.substring(0, 60) + "…" : called;
    return "There is no exchange \"%s\" here. There %s %s."
        .formatted(shown, ids.size() == 1 ? "is" : "are", String.join(", ", ids.keySet()));
  }
}
