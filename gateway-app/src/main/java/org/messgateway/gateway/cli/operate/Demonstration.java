package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What the {@code demo} command shows. The module {@code gateway-demo} provides it by {@link
 * java.util.ServiceLoader}: the gateway itself holds no class of the demonstration. The gateway
 * that it shows is the command {@code run} in a process of its own, which ends with this one.
 */
public interface Demonstration {

  /**
   * Tells the story in the terminal, and ends.
   *
   * @param home the scratch directory, which holds everything that is written
   * @return whether everything arrived as it should, and was answered
   */
  boolean tell(Path home, PrintWriter out) throws IOException, InterruptedException;

  /**
   * Serves the page until the calling thread is interrupted.
   *
   * @param home the scratch directory, which holds everything that is written
   * @param host where the page listens; a token is wanted of everybody where it is not loopback
   * @param port of the page; 0 for any that is free
   * @param ready is called once with the page's address, as soon as it is served
   */
  void show(Path home, String host, int port, Consumer<String> ready)
      throws IOException, InterruptedException;

  /**
   * Plays a story with nobody there, and draws it.
   *
   * @param home the scratch directory
   * @param picture the SVG, which is overwritten
   */
  void record(Path home, Path picture) throws IOException, InterruptedException;
}
