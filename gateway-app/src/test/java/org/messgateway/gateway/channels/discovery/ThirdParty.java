package org.messgateway.gateway.channels.discovery;

import java.nio.file.Path;

/** Sources of adapters as strangers write them. */
final class ThirdParty {

  private ThirdParty() {}

  /**
   * A provider whose addresses are fine unless {@code verdict}, a Java expression, says why not.
   */
  static String provider(String name, String type, String constructor, String verdict) {
    return """
    import java.util.*;
    import org.messgateway.api.*;
    public class %s implements AdapterProvider {
      public %s() { %s }
      public AdapterDescription describe() {
        return new AdapterDescription("%s", "for tests", Audience.MACHINES, List.of(), "x", "to",
            List.of(), new ChannelLimits(1, null, null));
      }
      public Optional<String> checkAddress(Address address) {
        return Optional.ofNullable(%s);
      }
      public Adapter create(Settings settings, AdapterServices services) { return new It(); }
      static class It implements Adapter, DeliveryLookup {
        public Outcome deliver(Notification notification) {
          return new Outcome.Rejected(FailureReason.PAYLOAD_REFUSED, loader());
        }
        public java.time.Duration settleTime() { return java.time.Duration.ofSeconds(loader().equals("own") ? 7 : 1); }
        public LookupResult find(Notification notification, java.time.Instant since) {
          return new LookupResult.Unknown(loader());
        }
        public void close() { System.setProperty("test.closed.%s", loader()); }
        static String loader() {
          return Thread.currentThread().getContextClassLoader() == It.class.getClassLoader()
              ? "own" : "other";
        }
      }
    }
    """
        .formatted(name, name, constructor, type, verdict, type);
  }

  static JarMaker good(Path scratch, String type) {
    return new JarMaker(scratch).source("Good", provider("Good", type, "", "null")).service("Good");
  }

  /** One whose verdict on every address is what this Java expression says. */
  static JarMaker saying(Path scratch, String type, String verdict) {
    return new JarMaker(scratch)
        .source("Good", provider("Good", type, "", verdict))
        .service("Good");
  }
}
