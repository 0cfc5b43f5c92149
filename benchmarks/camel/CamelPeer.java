import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/**
 * The same job in Apache Camel: watches a folder, posts each file, moves it to {@code .done}. 64
 * threads, what was sent is remembered in memory only, nothing is signed.
 */
final class CamelPeer extends RouteBuilder {

  private static final String SUFFIX = ".messe-af.yaml";

  private final String folder;
  private final String url;

  private CamelPeer(String folder, String url) {
    this.folder = folder;
    this.url = url;
  }

  /**
   * @param args folder and URL
   */
  public static void main(String[] args) throws Exception {
    Main main = new Main();
    main.configure().addRoutesBuilder(new CamelPeer(args[0], args[1]));
    main.addMainListener(
        new org.apache.camel.main.MainListenerSupport() {
          @Override
          public void afterStart(org.apache.camel.main.BaseMainSupport started) {
            System.out.println("Watching");
          }
        });
    main.run();
  }

  @Override
  public void configure() {
    from("file:" + folder + "?delay=500&initialDelay=0&move=.done&idempotent=true")
        .threads(64, 64)
        .convertBodyTo(byte[].class)
        .process(exchange -> {
          String name = exchange.getIn().getHeader("CamelFileName", String.class);
          String ref = name.substring(0, name.length() - SUFFIX.length());
          exchange.getIn().removeHeaders("Camel*");
          exchange.getIn().setHeader("mess-ref", ref);
          exchange.getIn().setHeader("webhook-id", ref);
          exchange.getIn().setHeader("Content-Type", "application/yaml");
          exchange.getIn().setHeader("CamelHttpMethod", "POST");
        })
        .to(url + "?maxTotalConnections=64&connectionsPerRoute=64");
  }
}
