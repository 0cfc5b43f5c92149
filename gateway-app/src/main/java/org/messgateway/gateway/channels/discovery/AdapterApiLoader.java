package org.messgateway.gateway.channels.discovery;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows a dropped-in adapter the JDK, dispatch-api, slf4j-api and jspecify, and nothing else of the
 * gateway.
 *
 * <p>So a jar may bring any version of a library that the gateway uses too, and cannot depend on
 * the gateway's own classes. No resource is shown, since a jar must not find the gateway's service
 * files.
 */
final class AdapterApiLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final String API = "org.messgateway.api.";

  /** Exact packages: a jar may bring bridges of its own below {@code org.slf4j}. */
  private static final Set<String> PACKAGES =
      Set.of(
          "org.slf4j",
          "org.slf4j.event",
          "org.slf4j.helpers",
          "org.slf4j.spi",
          "org.jspecify.annotations");

  private final ClassLoader ours;

  AdapterApiLoader(ClassLoader ours) {
    super("dispatch-api", ClassLoader.getPlatformClassLoader());
    this.ours = ours;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return shown(name) ? ours.loadClass(name) : super.loadClass(name, resolve);
  }

  private static boolean shown(String name) {
    return name.startsWith(API)
        || PACKAGES.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
  }

  @Override
  public @Nullable URL getResource(String name) {
    return null;
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return Collections.emptyEnumeration();
  }
}
