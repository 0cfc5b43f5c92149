package org.messgateway.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.Links;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.respond.LinkClaims;
import org.messgateway.gateway.respond.LinkTokens;
import org.messgateway.gateway.respond.Permission;
import org.messgateway.gateway.respond.ShortCodes;

/**
 * Makes the links of one notification, where they would open something for the one who gets them:
 * not for people while {@code client_url} is a loopback address, unless everybody is on this
 * machine (DESIGN §9).
 */
final class LinkMaker {

  private static final Pattern BRACKETS = Pattern.compile("^\\[|]$");
  private static final Pattern DOTTED = Pattern.compile("[0-9.]+");
  private static final Duration AS_LONG_AS_CAN_BE = Duration.ofDays(30);

  private final LinkTokens tokens;
  private final ShortCodes codes;
  private final InstantSource clock;
  private final boolean everybodyIsHere;

  LinkMaker(LinkTokens tokens, ShortCodes codes, InstantSource clock, boolean everybodyIsHere) {
    this.tokens = tokens;
    this.codes = codes;
    this.clock = clock;
    this.everybodyIsHere = everybodyIsHere;
  }

  /** A link's token for one executor and one thread. */
  String token(String exchange, String ref, String executor, @Nullable Instant deadline) {
    Instant expires = LinkTokens.expiry(clock.instant(), deadline);
    return tokens.issue(
        new LinkClaims(exchange, ref, executor, EnumSet.allOf(Permission.class), expires));
  }

  /** A link to one file, which opens the thread for reading and lets nobody act. */
  URI reading(URI clientUrl, String exchange, String ref, String executor, String name) {
    Instant now = clock.instant();
    Instant expires = LinkTokens.expiry(now, now.plus(AS_LONG_AS_CAN_BE));
    String token =
        tokens.issue(
            new LinkClaims(exchange, ref, executor, EnumSet.noneOf(Permission.class), expires));
    return files(clientUrl, ref, token, LocalFiles.NONE).attachment(name);
  }

  Links links(URI clientUrl, String deliveryId, String ref, String token) {
    String base = base(clientUrl);
    return new Links(
        URI.create(base + "/respond?ref=" + encoded(ref) + "&token=" + token),
        URI.create(base + codes.path(deliveryId)),
        URI.create(base + "/thread/" + encoded(ref) + "?token=" + token));
  }

  /**
   * Where files of a task are fetched.
   *
   * @param local of this machine, which threads may name
   */
  FileLinks files(URI clientUrl, String ref, String token, LocalFiles local) {
    String thread = base(clientUrl) + "/thread/" + encoded(ref);
    String base = thread + "/files/";
    return new FileLinks() {
      @Override
      public URI attachment(String fileName) {
        return URI.create(base + encoded(fileName) + "?token=" + token);
      }

      @Override
      public URI inline(int document, int number) {
        return URI.create(base + "inline-" + document + "-" + number + "?token=" + token);
      }

      @Override
      public URI remote(int document, int number) {
        return URI.create(thread + "/remote/" + document + "/" + number + "?token=" + token);
      }

      @Override
      public Optional<LocalFile> local(int document, int number, String uri) {
        URI link = URI.create(base + "local-" + document + "-" + number + "?token=" + token);
        return local
            .permitted(uri)
            .map(file -> new LocalFile(link, file.name(), Mime.ofName(file.name()), file.size()));
      }
    };
  }

  /** Whether a link would open something where this address is. */
  boolean opens(URI clientUrl, Audience audience, Address address) {
    if (everybodyIsHere || !loopback(clientUrl.getHost())) {
      return true;
    }
    return switch (audience) {
      case PEOPLE -> false;
      case MACHINES -> onLoopback(address.value());
    };
  }

  private static boolean onLoopback(String url) {
    try {
      return loopback(URI.create(url).getHost());
    } catch (IllegalArgumentException notAUrl) {
      return false;
    }
  }

  /**
   * Whether a host is this very machine; names other than localhost are taken for elsewhere,
   * unasked.
   */
  static boolean loopback(@Nullable String host) {
    if (host == null) {
      return false;
    }
    String bare = BRACKETS.matcher(host).replaceAll("").toLowerCase(Locale.ROOT);
    if (bare.equals("localhost") || bare.endsWith(".localhost")) {
      return true;
    }
    boolean literal = DOTTED.matcher(bare).matches() || bare.contains(":");
    try {
      return literal && InetAddress.getByName(bare).isLoopbackAddress();
    } catch (UnknownHostException notAnAddress) {
      return false;
    }
  }

  private static String base(URI clientUrl) {
    String text = clientUrl.toString();
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '/') {
      end--;
    }
    return text.substring(0, end);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
