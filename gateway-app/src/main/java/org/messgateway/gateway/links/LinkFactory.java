package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.TaskLinks;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.MediaTypes;

/**
 * Makes the links of notifications, where the recipient can open them: people get none while {@code
 * client_url} is a loopback address (docs/rules.md#people-words). Thread-safe.
 */
public final class LinkFactory {

  private static final int MOST_KNOWN = 10_000;

  private final LinkTokens tokens;
  private final ShortCodes codes;
  private final InstantSource clock;

  /** Whether URLs lead to this machine. */
  private final Map<String, Boolean> local = new ConcurrentHashMap<>();

  public LinkFactory(LinkTokens tokens, ShortCodes codes, InstantSource clock) {
    this.tokens = tokens;
    this.codes = codes;
    this.clock = clock;
  }

  /**
   * Full rights to a thread for one executor, from now on. Only for a link that goes to an address
   * of that executor ({@code ArchitectureTest}); a request gets links by the claims of its token.
   *
   * @param sharing executors at the address that it goes to
   */
  public LinkClaims granted(
      String exchange,
      String ref,
      String executor,
      @Nullable Instant deadline,
      Collection<String> sharing) {
    return LinkClaims.granted(exchange, ref, executor, clock.instant(), deadline).sharedBy(sharing);
  }

  /** What a requestor may read of its own task, without any permission, from now on. */
  public LinkClaims forRequestor(String exchange, String ref, String requestor) {
    return LinkClaims.reading(exchange, ref, requestor, clock.instant());
  }

  /** Whether a link with these claims opens now. */
  public boolean alive(LinkClaims claims) {
    return clock.instant().isBefore(claims.expires()) && !tokens.ended(claims);
  }

  /** A token with the same rights and the same end. */
  public String token(LinkClaims claims) {
    return tokens.issue(claims);
  }

  /** A link that opens one attachment for 30 days. */
  public URI reading(URI clientUrl, String exchange, String ref, String executor, String name) {
    Instant now = clock.instant();
    LinkClaims claims =
        LinkClaims.granted(exchange, ref, executor, now, now.plus(LinkClaims.LONGEST));
    return files(clientUrl, claims, LocalFiles.NONE).attachment(name);
  }

  public TaskLinks links(URI clientUrl, String deliveryId, LinkClaims claims) {
    String base = base(clientUrl);
    String ref = encoded(claims.ref());
    // Each look at the keys asks their folder, so one is for both.
    LinkKey.Single newest = codes.newest();
    String token = LinkTokens.issue(newest, claims);
    return new TaskLinks(
        () -> base + "/respond?ref=" + ref + "&token=" + token,
        () -> base + ShortCodes.path(newest, deliveryId),
        () -> base + "/thread/" + ref + "?token=" + token);
  }

  /**
   * The links to files of a task, each with a token for that file.
   *
   * @param claims of the one who gets them
   * @param local files of this machine that threads may name
   */
  public FileLinks files(URI clientUrl, LinkClaims claims, LocalFiles local) {
    String thread = base(clientUrl) + "/thread/" + encoded(claims.ref()) + "/";
    return new FileLinks() {
      @Override
      public URI attachment(String fileName) {
        return link("files/", fileName);
      }

      @Override
      public URI inline(int document, int number) {
        return link("files/", "inline-" + document + "-" + number);
      }

      @Override
      public URI remote(int document, int number) {
        return link("remote/" + document + "/", Integer.toString(number));
      }

      @Override
      public Optional<LocalFile> local(int document, int number, String uri) {
        return local
            .permitted(uri)
            .map(file ->
                new LocalFile(
                    link("files/", "local-" + document + "-" + number),
                    file.name(),
                    MediaTypes.ofName(file.name()),
                    file.size()));
      }

      private URI link(String folder, String name) {
        String token = tokens.issue(claims.forFile(folder + name));
        return URI.create(thread + folder + encoded(name) + "?token=" + token);
      }
    };
  }

  /** Whether the recipient at an address can open a link. */
  public boolean opens(URI clientUrl, Audience audience, Address address) {
    return switch (audience) {
      case PEOPLE -> !local(clientUrl.toString());
      case MACHINES -> !local(clientUrl.toString()) || local(address.value());
    };
  }

  /** Asked for each notification, and dear to find out. */
  private boolean local(String url) {
    if (local.size() >= MOST_KNOWN) {
      local.clear();
    }
    return local.computeIfAbsent(url, LinkFactory::onLoopback);
  }

  private static boolean onLoopback(String url) {
    try {
      return loopback(URI.create(url).getHost());
    } catch (IllegalArgumentException notAUrl) {
      return false;
    }
  }

  /**
   * Whether a host is a loopback address or localhost. No other name is resolved: it counts as
   * another machine.
   */
  public static boolean loopback(@Nullable String host) {
    if (host == null) {
      return false;
    }
    int start = host.startsWith("[") ? 1 : 0;
    int end = host.endsWith("]") ? host.length() - 1 : host.length();
    String bare = host.substring(start, Math.max(start, end)).toLowerCase(Locale.ROOT);
    if (bare.equals("localhost") || bare.endsWith(".localhost")) {
      return true;
    }
    boolean literal = dotted(bare) || bare.indexOf(':') >= 0;
    try {
      return literal && InetAddress.getByName(bare).isLoopbackAddress();
    } catch (UnknownHostException notAnAddress) {
      return false;
    }
  }

  private static boolean dotted(String host) {
    for (int i = 0; i < host.length(); i++) {
      char each = host.charAt(i);
      if (each != '.' && (each < '0' || each > '9')) {
        return false;
      }
    }
    return !host.isEmpty();
  }

  private static String base(URI clientUrl) {
    String text = clientUrl.toASCIIString();
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '/') {
      end--;
    }
    return text.substring(0, end);
  }

  private static String encoded(String text) {
    return plain(text) ? text : URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  /** Nearly all refs are such. */
  private static boolean plain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      boolean digit = each >= '0' && each <= '9';
      boolean letter = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
      if (!digit && !letter && each != '-' && each != '_' && each != '.') {
        return false;
      }
    }
    return true;
  }
}
