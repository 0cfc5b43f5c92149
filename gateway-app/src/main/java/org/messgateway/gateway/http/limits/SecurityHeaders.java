package org.messgateway.gateway.http.limits;

import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import java.util.List;

/**
 * Headers of every answer, the server's own errors included. Routes may replace the
 * Content-Security-Policy by a stricter one.
 */
public final class SecurityHeaders {

  /** The page asks for camera, microphone and place; nothing here needs any other device. */
  private static final String DEVICES =
      "camera=(self), microphone=(self), geolocation=(self), accelerometer=(),"
          + " ambient-light-sensor=(), autoplay=(), bluetooth=(), browsing-topics=(),"
          + " display-capture=(), encrypted-media=(), fullscreen=(self), gyroscope=(), hid=(),"
          + " idle-detection=(), local-fonts=(), magnetometer=(), midi=(), payment=(),"
          + " picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(),"
          + " usb=(), xr-spatial-tracking=()";

  public static final List<Header> ALL =
      List.of(
          HeaderValues.create(
              "Content-Security-Policy",
              "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none';"
                  + " form-action 'self'; base-uri 'none'"),
          HeaderValues.create("X-Content-Type-Options", "nosniff"),
          HeaderValues.create("Referrer-Policy", "no-referrer"),
          HeaderValues.create("Cache-Control", "no-store"),
          HeaderValues.create("Permissions-Policy", DEVICES),
          HeaderValues.create("Cross-Origin-Opener-Policy", "same-origin"),
          HeaderValues.create("Cross-Origin-Resource-Policy", "same-origin"),
          HeaderValues.create("X-Frame-Options", "DENY"));

  private SecurityHeaders() {}
}
