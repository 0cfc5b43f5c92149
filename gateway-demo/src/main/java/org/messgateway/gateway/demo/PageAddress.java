package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * Where the page is served, and who may see it: this machine's browsers where it is loopback, else
 * whoever has the token.
 *
 * @param bound address to listen on
 * @param reached host by which others reach it
 * @param port 0 for any that is free
 * @param token empty where none is needed
 */
record PageAddress(String bound, String reached, int port, String token) {

  /** Bytes of a token. */
  private static final int STRONG = 24;

  /**
   * The address for what somebody typed.
   *
   * @throws IOException when this machine does not know the host, or the port is taken
   */
  static PageAddress of(String host, int port) throws IOException {
    InetAddress address = local(host);
    free(address, port);
    if (address.isLoopbackAddress()) {
      return new PageAddress(address.getHostAddress(), "localhost", port, "");
    }
    byte[] random = new byte[STRONG];
    new SecureRandom().nextBytes(random);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    String reached = address.isAnyLocalAddress() ? inTheNetwork().orElse("localhost") : host;
    return new PageAddress(address.getHostAddress(), reached, port, token);
  }

  private static InetAddress local(String host) throws IOException {
    try {
      InetAddress address = InetAddress.getByName(host);
      if (address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null) {
        return address;
      }
    } catch (UnknownHostException unknown) {
      // As an address of another machine.
    }
    throw new IOException(
        "this machine has no address " + host + ". Give --host one of its own, or 0.0.0.0 for all");
  }

  /** Before anything is started: the server itself says no more of it than a line in the log. */
  private static void free(InetAddress address, int port) throws IOException {
    try (ServerSocket _ = new ServerSocket(port, 1, address)) {
      // Closed at once: it could be had.
    } catch (BindException taken) {
      throw new IOException(
          "nothing can listen on port %d (%s). Give --port another, or leave it out for one that is free"
              .formatted(port, taken.getMessage()),
          taken);
    }
  }

  /** This machine's address in the network at home. */
  private static Optional<String> inTheNetwork() throws IOException {
    return NetworkInterface.networkInterfaces()
        .filter(PageAddress::isUp)
        .flatMap(NetworkInterface::inetAddresses)
        .filter(Inet4Address.class::isInstance)
        .map(InetAddress::getHostAddress)
        .findFirst();
  }

  private static boolean isUp(NetworkInterface network) {
    try {
      return network.isUp() && !network.isLoopback();
    } catch (IOException unknown) {
      return false;
    }
  }

  /** Whether other machines can reach it. */
  boolean open() {
    return !token.isEmpty();
  }

  /** In a time that does not tell how much of it was right. */
  boolean admits(String given) {
    return MessageDigest.isEqual(token.getBytes(UTF_8), given.getBytes(UTF_8));
  }

  /** The link that opens the page. */
  String url(int listening) {
    return "http://" + reached + ":" + listening + (open() ? "/?token=" + token : "");
  }

  /** The link that opens one phone of the page. */
  String url(int listening, String phone) {
    String page = url(listening);
    return page + (open() ? "&phone=" : "/?phone=") + phone;
  }
}
