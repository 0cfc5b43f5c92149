package org.messgateway.gateway.channels.discovery;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Owns the class loaders of dropped-in jars until the registry closes. */
final class AdapterClassLoaders implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AdapterClassLoaders.class);

  private final List<URLClassLoader> open = new ArrayList<>();

  void add(URLClassLoader loader) {
    open.add(loader);
  }

  @Override
  public void close() {
    open.forEach(AdapterClassLoaders::close);
    open.clear();
  }

  /** A loader that does not close is logged, and the others are closed all the same. */
  private static void close(URLClassLoader loader) {
    try {
      loader.close();
    } catch (IOException e) {
      LOG.warn("The class loader of {} did not close: {}", loader.getName(), e.toString());
    }
  }
}
