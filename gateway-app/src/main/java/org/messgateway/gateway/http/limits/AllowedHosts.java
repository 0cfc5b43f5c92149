package org.messgateway.gateway.http.limits;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names under which the server answers. A web page can let its own name lead to this machine (DNS
 * rebinding); its requests then carry that name, and are refused. Any thread.
 */
public final class AllowedHosts {

  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]]+)(?::\\d{0,5})?");

  private final String listening;
  private final Supplier<URI> clientUrl;
  private final Supplier<List<String>> more;

  /**
   * @param listening address of the server; on loopback the rule always holds, elsewhere only where
   *     names are configured
   * @param clientUrl first part of links
   * @param more names that are configured
   */
  public AllowedHosts(String listening, Supplier<URI> clientUrl, Supplier<List<String>> more) {
    this.listening = plain(listening);
    this.clientUrl = clientUrl;
    this.more = more;
  }

  /**
   * Whether a request that a web page of this origin makes may come in: one of this machine, of
   * {@code client_url}, or of a configured name. Other pages have no business here, wherever the
   * server listens.
   */
  public boolean admitOrigin(String origin) {
    try {
      String host = new URI(origin).getHost();
      return host != null && own(plain(host));
    } catch (URISyntaxException noOrigin) {
      return false;
    }
  }

  /** Whether a request with this Host header is for this server. */
  public boolean admit(String host) {
    List<String> named = more.get();
    if (!isLoopback(listening) && named.isEmpty()) {
      return true;
    }
    Matcher matcher = HOST.matcher(host);
    if (!matcher.matches()) {
      return false;
    }
    return own(plain(matcher.group(1)));
  }

  private boolean own(String name) {
    return isLoopback(name)
        || name.equals(listening)
        || name.equals(plain(clientUrl.get().getHost()))
        || more.get().stream().anyMatch(each -> plain(each).equals(name));
  }

  private static String plain(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    String bare = lower.startsWith("[") ? lower.substring(1, lower.length() - 1) : lower;
    return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
  }

  private static boolean isLoopback(String plain) {
    try {
      return InetAddress.ofLiteral(plain).isLoopbackAddress();
    } catch (IllegalArgumentException name) {
      return plain.equals("localhost") || plain.endsWith(".localhost");
    }
  }
}
