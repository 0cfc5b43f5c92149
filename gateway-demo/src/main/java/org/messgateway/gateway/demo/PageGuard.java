package org.messgateway.gateway.demo;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.Arrays;
import java.util.Optional;

/**
 * Who may use the page. On loopback it is this machine's browsers, under a name of this machine;
 * elsewhere whoever opened the printed link once, whose token a cookie keeps then.
 */
final class PageGuard implements Filter {

  private static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");
  private static final HeaderName SNIFF = HeaderNames.create("X-Content-Type-Options");
  private static final HeaderName REFERRER = HeaderNames.create("Referrer-Policy");

  private final PageAddress address;
  private volatile int port;

  PageGuard(PageAddress address) {
    this.address = address;
  }

  /** The port that the server got, which tells cookies of several demonstrations apart. */
  void listensOn(int listening) {
    port = listening;
  }

  @Override
  public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    guard(response);
    if (!asked(request) || (!address.open() && !underOurName(request))) {
      DemoServer.json(response, 403, "{\"wrong\":\"This page is for this machine only.\"}");
    } else if (!address.open() || address.admits(cookie(request))) {
      chain.proceed();
    } else {
      enter(request, response);
    }
  }

  private static void guard(RoutingResponse response) {
    response
        .header(
            POLICY,
            "default-src 'self'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'")
        .header(SNIFF, "nosniff")
        .header(REFERRER, "no-referrer")
        .header(HeaderNames.CACHE_CONTROL, "no-store");
  }

  /** Other sites must not act here through the browser: a form of theirs cannot send JSON. */
  private static boolean asked(RoutingRequest request) {
    return request.prologue().method().text().equals("GET")
        || DemoServer.header(request, "Content-Type").startsWith("application/json");
  }

  private static boolean underOurName(RoutingRequest request) {
    String host = DemoServer.header(request, "Host").replaceAll(":[0-9]+$", "");
    return host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
  }

  private String cookie(RoutingRequest request) {
    return Arrays.stream(DemoServer.header(request, "Cookie").split("; *", -1))
        .filter(each -> each.startsWith(name()))
        .map(each -> each.substring(name().length()))
        .findFirst()
        .orElse("");
  }

  private String name() {
    return "demo-" + port + "=";
  }

  /** With the token of the link: from now on by the cookie, so that the link does not show it. */
  private void enter(RoutingRequest request, RoutingResponse response) {
    Optional<String> token = request.query().first("token").asOptional();
    if (token.filter(address::admits).isEmpty()) {
      DemoServer.json(
          response,
          403,
          "{\"wrong\":\"Open the link that the terminal printed, with its token.\"}");
      return;
    }
    String phone = request.query().first("phone").orElse("").replaceAll("[^a-z]", "");
    response
        .header(
            HeaderNames.SET_COOKIE, name() + address.token() + "; HttpOnly; SameSite=Lax; Path=/")
        .header(HeaderNames.LOCATION, phone.isEmpty() ? "/" : "/?phone=" + phone);
    DemoServer.json(response, 303, "{}");
  }
}
