package org.messgateway.gateway.adapters;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Owns the class loaders of dropped-in jars until the registry closes. */
final class ClassLoaders implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClassLoaders.class);

  private final List<URLClassLoader> open = new ArrayList<>();

  void add(URLClassLoader loader) {
    open.add(loader);
  }

  @Override
  public void close() {
    open.forEach(ClassLoaders::close);
    open.clear();
  }

  /** Nothing depends on the end of it: the next loader is closed all the same. */
  private static void close(URLClassLoader loader) {
    try {
      loader.close();
    } catch (IOException e) {
      LOG.warn("The class loader of {} did not close: {}", loader.getName(), e.toString());
    }
  }
}
