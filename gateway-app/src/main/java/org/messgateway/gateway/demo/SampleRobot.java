package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A robot as its maker would write it: checks the signature (Standard Webhooks 1.0) before it
 * believes anything, and answers 204.
 */
final class SampleRobot {

  private final String name;
  private final byte[] key;
  private final Consumer<Arrival> arrivals;

  /**
   * @param secret {@code whsec_…}, as {@code ./mess-gateway secret EXECUTOR} prints it
   */
  SampleRobot(String name, String secret, Consumer<Arrival> arrivals) {
    this.name = name;
    this.key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    this.arrivals = arrivals;
  }

  void routes(HttpRouting.Builder routing) {
    routing.post("/mess", this::receive);
  }

  private void receive(ServerRequest request, ServerResponse response)
      throws GeneralSecurityException {
    byte[] body = request.content().as(byte[].class);
    String id = StandIn.header(request, "webhook-id");
    String timestamp = StandIn.header(request, "webhook-timestamp");
    boolean genuine = verified(id, timestamp, body, StandIn.header(request, "webhook-signature"));
    arrivals.accept(new Arrival("webhook", name, id, genuine, shown(body, genuine)));
    response.status(genuine ? Status.NO_CONTENT_204 : Status.UNAUTHORIZED_401).send();
  }

  private boolean verified(String id, String timestamp, byte[] body, String signatures)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
    byte[] expected =
        ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(UTF_8);
    boolean found = false;
    for (String signature : signatures.split(" ", -1)) {
      found |= MessageDigest.isEqual(expected, signature.getBytes(UTF_8));
    }
    return found;
  }

  private static List<String> shown(byte[] body, boolean genuine) {
    List<String> lines = new ArrayList<>();
    lines.add(genuine ? "signature checked: genuine" : "signature checked: FORGED");
    new String(body, UTF_8).lines().limit(14).forEach(lines::add);
    return lines;
  }
}
